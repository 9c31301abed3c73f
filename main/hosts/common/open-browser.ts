/**
 * Opens an address in the user's browser.
 *
 * SECURITY (SEC-02): an address may hold a login token. On macOS every user can read a program's arguments, so it is passed as
 * the input of a script. On Windows other users see no arguments. On Linux they do, so no address with a token is opened there
 * (local/login-page.ts).
 */
import { spawn } from 'node:child_process'

export type Opener = { readonly file: string; readonly args: readonly string[]; readonly input?: string }

const chooseOpener = (platform: NodeJS.Platform, url: string): Opener => {
  if (platform === 'darwin') {
    const quoted = `"${url.replace(/[\\"]/g, '\\$&')}"`
    return { file: '/usr/bin/osascript', args: ['-'], input: `open location ${quoted}\n` }
  }
  // Not `cmd /c start`: a shell would interpret the address.
  if (platform === 'win32') return { file: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }
  return { file: 'xdg-open', args: [url] }
}

type Run = (opener: Opener) => Promise<void>

/** Starts a program with `input` on stdin. Resolves once it has started or failed to. */
export const runDetached: Run = ({ file, args, input }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      // The program may end before it reads; the address is printed as well.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
      child.unref()
      resolve()
    })
  })

/** Throws for any scheme but HTTP and HTTPS, which could start a program. A missing browser is no error. */
export const openInBrowser = async (
  url: string,
  { platform = process.platform, run = runDetached }: { readonly platform?: NodeJS.Platform; readonly run?: Run } = {},
): Promise<void> => {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Only web addresses are opened in the browser')
  await run(chooseOpener(platform, href))
}

/** Whether every user of the system can read the arguments of the opener and of the browser. */
export const showsArguments = (platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'darwin' && platform !== 'win32'

/** Opens an address of this app; on a system that `showsArguments`, the file that leads to it. */
export const openLogin = (toOpen: string, run: Run = runDetached): Promise<void> =>
  toOpen.startsWith('file:') ? run({ file: 'xdg-open', args: [toOpen] }) : openInBrowser(toOpen, { run })
