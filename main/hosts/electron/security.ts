/**
 * Restricts every WebContents and session.
 *
 * SECURITY (Electron checklist 5, 11, 12, 13, 14, https://www.electronjs.org/docs/latest/tutorial/security): the window
 * shows one document, can't navigate or open windows, may only write text to the clipboard, and has no network: main
 * fetches everything. That includes WebRTC, preconnect and DNS prefetch (SEC-13), which bypass request handlers.
 */
import type { App, Session, WebContents } from 'electron'
import type { Log } from '../../ports.ts'
import { DOCUMENT_URL } from './app-protocol.ts'

/** The document, with any hash. */
export const isOurDocument = (url: string): boolean => url === DOCUMENT_URL || url.startsWith(`${DOCUMENT_URL}#`)

const allowedPermissions: ReadonlySet<string> = new Set([
  // For "Copy" buttons. The permission requires a click.
  'clipboard-sanitized-write',
])

/** Keeps a WebContents on our document. */
const guardContents = (contents: WebContents, log: Log): void => {
  const refuse = (what: string) => (event: { readonly url: string; readonly preventDefault: () => void }) => {
    if (isOurDocument(event.url)) return
    event.preventDefault()
    log.warn('a page tried to leave the document', { what, url: event.url })
  }
  contents.on('will-navigate', refuse('will-navigate'))
  contents.on('will-frame-navigate', refuse('will-frame-navigate'))
  contents.on('will-redirect', refuse('will-redirect'))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // https://www.electronjs.org/docs/latest/api/web-contents#contentssetwebrtciphandlingpolicypolicy
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    log.warn('a page tried to open a window', { url })
    return { action: 'deny' }
  })
}

/** Removes all permissions and the network from a session. */
const hardenSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowedPermissions.has(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission))
  session.setDevicePermissionHandler(() => false)
  // Null refuses. An object without a stream throws where one was requested:
  // https://www.electronjs.org/docs/latest/api/session#sessetdisplaymediarequesthandlerhandler-opts
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (_details, answer) => answer({ cancel: true }),
  )
}

/**
 * A proxy on a local port that accepts no connections: the discard port (https://www.rfc-editor.org/rfc/rfc863). SOCKS
 * 5 also resolves names through the proxy.
 */
const NO_PROXY_ANSWERS = 'socks5://127.0.0.1:9'

/**
 * Routes all connections of the window's session, including WebRTC, to a proxy that doesn't exist
 * (https://www.electronjs.org/docs/latest/api/session#sessetproxyconfig). A name lookup or preconnect ahead of a
 * request never leaves this computer.
 */
export const closeNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules: NO_PROXY_ANSWERS, proxyBypassRules: '<-loopback>' })

/** Call before the app is ready. */
export const secureEverything = (app: App, log: Log): void => {
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
  app.on('session-created', hardenSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log))
}
