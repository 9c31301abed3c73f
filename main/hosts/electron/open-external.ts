/** Hands an address to the system's own browser. */
import type { Shell } from 'electron'

/**
 * SECURITY (Electron checklist 15): the system's opener starts programs for other schemes, files and shares among them, so
 * that web addresses alone reach it. Which ones is decided where they come from: a link of a message after the user saw its
 * host, a sign-in at the address of its connection.
 */
export const createOpenExternal =
  (shell: Pick<Shell, 'openExternal'>): ((url: string) => Promise<void>) =>
  async (url) => {
    const { protocol, href } = new URL(url)
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new TypeError('Only web addresses are opened in the browser')
    await shell.openExternal(href)
  }
