/**
 * Opens an address in the user's browser.
 *
 * SECURITY (SEC-02): an address may contain a login token. On macOS, every user can read a program's arguments, so the
 * address is passed to a script as input. On Windows, other users can't see arguments. On Linux they can, so an address
 * with a token is never opened there directly (local/login-page.ts).
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
      // The program may exit before reading; the address is printed as well.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
      child.unref()
      resolve()
    })
  })

/**
 * Throws for any scheme except HTTP and HTTPS, because others could start a program. A missing browser isn't an error.
 */
export const openInBrowser = async (
  url: string,
  { platform = process.platform, run = runDetached }: { readonly platform?: NodeJS.Platform; readonly run?: Run } = {},
): Promise<void> => {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Only web addresses are opened in the browser')
  await run(chooseOpener(platform, href))
}

/** Whether every user of the system can read the arguments of the opener and the browser. */
export const showsArguments = (platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'darwin' && platform !== 'win32'

/** Opens an address of this app; where `showsArguments` is true, opens the file that leads to it. */
export const openLogin = (toOpen: string, run: Run = runDetached): Promise<void> =>
  toOpen.startsWith('file:') ? run({ file: 'xdg-open', args: [toOpen] }) : openInBrowser(toOpen, { run })
