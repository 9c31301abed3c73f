/**
 * Opens an address in the user's own browser.
 *
 * SECURITY (design section 8): an address may log a browser in, once, and the arguments of a program can be read by every
 * user of a Mac. There it goes to the system as the input of a script, and from there to the browser as a message. On
 * Windows other users see no arguments; on Linux, where the browser itself would show it again, a connection of another
 * user is refused whatever it knows (local/peer.ts).
 */
import { spawn } from 'node:child_process'

export type Opener = { readonly file: string; readonly args: readonly string[]; readonly input?: string }

const openerOf = (platform: NodeJS.Platform, url: string): Opener => {
  if (platform === 'darwin') {
    // An address has no quote in it, and may have a backslash behind its question mark.
    const quoted = `"${url.replace(/[\\"]/g, '\\$&')}"`
    return { file: '/usr/bin/osascript', args: ['-'], input: `open location ${quoted}\n` }
  }
  // Not `cmd /c start`: a shell would read the address again.
  if (platform === 'win32') return { file: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }
  return { file: 'xdg-open', args: [url] }
}

type Run = (opener: Opener) => Promise<void>

/** Starts a program without waiting for its end, with `input` as all it reads; resolves once it was started, or could not be. */
export const runApart: Run = ({ file, args, input }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      // A program that ends before it has read is no reason to fail: the address is printed as well.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
      child.unref()
      resolve()
    })
  })

/**
 * Hands an HTTP or HTTPS address to the system; any other scheme could start a program and is refused.
 *
 * Resolves once it was handed over. That no browser could be started is no error: the address is printed as well.
 */
export const openInBrowser = async (
  url: string,
  { platform = process.platform, run = runApart }: { readonly platform?: NodeJS.Platform; readonly run?: Run } = {},
): Promise<void> => {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Only web addresses are opened in the browser')
  await run(openerOf(platform, href))
}
