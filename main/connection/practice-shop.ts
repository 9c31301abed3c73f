/** The practice platform that the app runs itself. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { PlatformId } from '../../shared/connection/platforms.ts'
import { conflict } from '../../shared/result.ts'
import { formatStamp } from '../database/backups.ts'
import type { Clock } from '../ports.ts'

/**
 * Starts a practice platform on a free loopback port. Each connection's shop is stored in its own file in `dataDir`. A damaged
 * one is set aside as `setAsideAs`, and a new shop begins: nothing in it is real, and it must not stop the app (SEC-12).
 *
 * Throws `conflict` if the file can't be read or written.
 */
export const openPracticeShop = async (dataDir: string, id: string, platform: PlatformId, clock: Clock) => {
  // Imported on demand: a real shop starts without a server and a GraphQL engine in memory.
  const { startPracticePlatform } = await import('../practice/platform.ts')
  const stateFile = join(dataDir, `${id}-shop.json`)
  const start = () => startPracticePlatform({ platform, stateFile })
  let setAsideAs: string | undefined
  try {
    const { url, stop } = await start().catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'UnreadableShop') throw error
      setAsideAs = `${stateFile}.damaged-${formatStamp(clock)}`
      renameSync(stateFile, setAsideAs)
      return start()
    })
    return { url, setAsideAs, stop: () => stop() }
  } catch (error) {
    throw conflict((error as Error).message, error)
  }
}
