/**
 * A file that exists while the app runs. If it exists at a start, the last run crashed.
 *
 * It also counts recent crashes, so that a failing start isn't repeated forever.
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
    // The file is incomplete, because the app crashed while writing it.
    return []
  }
}

export const openRunMark = (dataDir: string, clock: Clock) => {
  const file = path.join(dataDir, 'running.json')
  const endedBadly = existsSync(file)
  const recent = (): readonly number[] =>
    readCrashes(file).filter((atMs) => Math.abs(clock.nowMs() - atMs) < CRASH_WINDOW_MS)
  // A full disk must not prevent a start or hide a crash.
  const write = (crashesAtMs: readonly number[]): void => {
    try {
      writeFileSync(file, JSON.stringify({ crashesAtMs }), { mode: 0o600 })
    } catch {
      // The next start won't know about this run.
    }
  }
  return {
    /** Whether the last run crashed, was killed, or lost power. */
    endedBadly,
    /** Call once the start has succeeded. */
    begin: (): void => write(recent()),
    /** Records a crash. Returns whether to start again, which is false after the third crash within five minutes. */
    crash: (): boolean => {
      const crashes = [...recent(), clock.nowMs()]
      write(crashes)
      return crashes.length < MAX_CRASHES
    },
    /** Call at a clean shutdown. */
    end: (): void => rmSync(file, { force: true }),
  }
}
