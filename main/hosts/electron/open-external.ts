/** Opens web pages in the system's browser. */
import type { Shell } from 'electron'

/** SECURITY (Electron checklist 15): opens only web addresses, because other schemes can start programs. */
export const createOpenExternal =
  (shell: Pick<Shell, 'openExternal'>): ((url: string) => Promise<void>) =>
  async (url) => {
    const { protocol, href } = new URL(url)
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new TypeError('Only web addresses are opened in the browser')
    await shell.openExternal(href)
  }
