/** The practice platform that this app runs. */
import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { PlatformId } from '../../shared/connection/platforms.ts'
import { conflict } from '../../shared/result.ts'
import { formatStamp } from '../database/backups.ts'
import type { Clock } from '../ports.ts'

/**
 * Starts a practice platform on a free loopback port. Each connection's shop is stored in its own file in `dataDir`. A
 * damaged file is moved to `setAsideAs` and a new shop begins: its data isn't real, and it must not stop the app
 * (SEC-12). Throws `conflict` if the file can't be read or written.
 */
export const openPracticeShop = async (dataDir: string, id: string, platform: PlatformId, clock: Clock) => {
  // Imported on demand, so that a real shop starts without a server and a GraphQL engine in memory.
  const { startPracticePlatform } = await import('../practice/platform.ts')
  const stateFile = join(dataDir, `${id}-shop.json`)
  const controlKey = randomBytes(32).toString('base64url')
  const start = () => startPracticePlatform({ platform, stateFile, hasVariations: true, hasSales: true, controlKey })
  let setAsideAs: string | undefined
  try {
    const { url, finishedTask, stop } = await start().catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'UnreadableShop') throw error
      setAsideAs = `${stateFile}.damaged-${formatStamp(clock)}`
      renameSync(stateFile, setAsideAs)
      return start()
    })
    return { url, controlKey, finishedTask, setAsideAs, stop: () => stop() }
  } catch (error) {
    throw conflict((error as Error).message, error)
  }
}
