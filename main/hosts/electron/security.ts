/**
 * What no page in this app may do, set for every WebContents and session that comes to be.
 *
 * SECURITY (Electron checklist 5, 11, 12, 13, 14; design section 8). The window shows one document. It goes nowhere else,
 * opens nothing, is granted nothing but writing text to the clipboard, and has no network: main fetches what is shown.
 */
import type { App, Session, WebContents } from 'electron'
import type { Log } from '../../ports.ts'
import { DOCUMENT_URL } from './app-protocol.ts'

/** The one document, with whatever place its hash names. */
export const isOurDocument = (url: string): boolean => url === DOCUMENT_URL || url.startsWith(`${DOCUMENT_URL}#`)

const allowedPermissions: ReadonlySet<string> = new Set([
  // "Copy" buttons: only ever on the user's own click.
  'clipboard-sanitized-write',
])

/** Keeps a WebContents on our document. */
export const guardContents = (contents: WebContents, log: Log): void => {
  const refuse = (what: string) => (event: { readonly url: string; readonly preventDefault: () => void }) => {
    if (isOurDocument(event.url)) return
    event.preventDefault()
    log.warn('a page tried to leave the document', { what, url: event.url })
  }
  contents.on('will-navigate', refuse('will-navigate'))
  contents.on('will-frame-navigate', refuse('will-frame-navigate'))
  contents.on('will-redirect', refuse('will-redirect'))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    log.warn('a page tried to open a window', { url })
    return { action: 'deny' }
  })
}

/** Takes every right and the network from a session. */
export const hardenSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowedPermissions.has(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (_details, answer) => answer({ cancel: true }),
  )
}

/** Applies both to everything, whoever makes it. To be called before the app is ready. */
export const secureEverything = (app: App, log: Log): void => {
  app.on('session-created', hardenSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log))
}
