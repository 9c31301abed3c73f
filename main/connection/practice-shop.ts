/** The practice platform that the app runs itself. */
import { join } from 'node:path'
import type { PlatformId } from '../../shared/connection/platforms.ts'
import { conflict } from '../../shared/result.ts'

/**
 * Starts a practice platform on a free loopback port. Each connection's shop is stored in its own file in `dataDir`.
 *
 * Throws `conflict` if the file can't be read or written.
 */
export const openPracticeShop = async (dataDir: string, id: string, platform: PlatformId) => {
  // Imported on demand: a real shop starts without a server and a GraphQL engine in memory.
  const { startPracticePlatform } = await import('../practice/platform.ts')
  try {
    const { url, stop } = await startPracticePlatform({ platform, stateFile: join(dataDir, `${id}-shop.json`) })
    return { url, stop: () => stop() }
  } catch (error) {
    throw conflict((error as Error).message, error)
  }
}
