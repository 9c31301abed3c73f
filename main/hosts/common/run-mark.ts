/**
 * A file that exists while the app runs. If it is there at a start, the last run crashed.
 *
 * It also counts recent crashes, so that a start that always fails isn't repeated forever.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Clock } from '../../ports.ts'

const CRASH_WINDOW_MS = 5 * 60_000
const MAX_CRASHES = 3

const markSchema = z.object({ crashesAtMs: z.array(z.number()).max(20) })

const readCrashes = (file: string): readonly number[] => {
  try {
    return markSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).crashesAtMs
  } catch {
    // Incomplete, because the crash came while it was written.
    return []
  }
}

export const openRunMark = (dataDir: string, clock: Clock) => {
  const file = path.join(dataDir, 'running.json')
  const endedBadly = existsSync(file)
  const recent = (): readonly number[] =>
    readCrashes(file).filter((atMs) => Math.abs(clock.nowMs() - atMs) < CRASH_WINDOW_MS)
  // A full disk must neither prevent a start nor hide a crash.
  const write = (crashesAtMs: readonly number[]): void => {
    try {
      writeFileSync(file, JSON.stringify({ crashesAtMs }), { mode: 0o600 })
    } catch {
      // The next start will not know about this run.
    }
  }
  return {
    /** Whether the last run crashed, was killed, or lost power. */
    endedBadly,
    /** Call when the start has succeeded. */
    begin: (): void => write(recent()),
    /** Records a crash. Returns whether to start again: not after the third within five minutes. */
    crash: (): boolean => {
      const crashes = [...recent(), clock.nowMs()]
      write(crashes)
      return crashes.length < MAX_CRASHES
    },
    /** Call at a clean end. */
    end: (): void => rmSync(file, { force: true }),
  }
}
