/**
 * A mark in the data folder for as long as a run lasts: where it still lies at the next start, the run before ended badly.
 *
 * It also counts the crashes that follow closely on each other, so that a start that fails each time is not tried for ever.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Clock } from '../../ports.ts'

const CLOSE_TOGETHER_MS = 5 * 60_000
const MOST_CRASHES = 3

const markSchema = z.object({ crashesAtMs: z.array(z.number()).max(20) })

export type RunMark = {
  /** Whether the run before left its mark: a crash, a kill, a computer that went off. */
  readonly endedBadly: boolean
  /** To be called once the start has succeeded. */
  readonly begin: () => void
  /** Notes a crash. True where another start is worth trying: not the third within five minutes. */
  readonly crash: () => boolean
  /** To be called at an orderly end. */
  readonly end: () => void
}

const readCrashes = (file: string): readonly number[] => {
  try {
    return markSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).crashesAtMs
  } catch {
    // Cut off while it was written: it says no more than that it is there.
    return []
  }
}

export const openRunMark = (dataDir: string, clock: Clock): RunMark => {
  const file = path.join(dataDir, 'running.json')
  const endedBadly = existsSync(file)
  const recent = (): readonly number[] =>
    readCrashes(file).filter((atMs) => Math.abs(clock.nowMs() - atMs) < CLOSE_TOGETHER_MS)
  // A disk that is full must neither stop a start nor hide a crash.
  const write = (crashesAtMs: readonly number[]): void => {
    try {
      writeFileSync(file, JSON.stringify({ crashesAtMs }), { mode: 0o600 })
    } catch {
      // Then the next start does not know.
    }
  }
  return {
    endedBadly,
    begin: () => write(recent()),
    crash: () => {
      const crashes = [...recent(), clock.nowMs()]
      write(crashes)
      return crashes.length < MOST_CRASHES
    },
    end: () => rmSync(file, { force: true }),
  }
}
