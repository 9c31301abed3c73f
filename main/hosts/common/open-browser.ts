/** Opens an address in the user's own browser. */
import { spawn } from 'node:child_process'

const opener = (
  platform: NodeJS.Platform,
  url: string,
): { readonly file: string; readonly args: readonly string[] } => {
  if (platform === 'darwin') return { file: 'open', args: [url] }
  // Not `cmd /c start`: a shell would read the address again.
  if (platform === 'win32') return { file: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }
  return { file: 'xdg-open', args: [url] }
}

/**
 * Hands an HTTP or HTTPS address to the system; any other scheme could start a program and is refused.
 *
 * Resolves once it was handed over. That no browser could be started is no error: the address is printed as well.
 */
export const openInBrowser = async (url: string, platform: NodeJS.Platform = process.platform): Promise<void> => {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Only web addresses are opened in the browser')
  const { file, args } = opener(platform, href)
  await new Promise<void>((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
