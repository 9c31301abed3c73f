/**
 * Writes that arrive together share one commit.
 *
 * A commit waits for the disk; thirty deliveries of the same moment wait for it once. All that was asked for within one
 * turn of the event loop is run in one transaction, in order. Where one of them fails, all are rolled back and each is
 * tried alone, so that only the guilty one is rejected.
 */
import type { Database } from '../../database/database.ts'

export type GroupCommit = {
  /** Runs `work` inside a transaction soon; resolves with its value once that is on disk. */
  readonly commit: <T>(work: () => T) => Promise<T>
  /** Runs what still waits, now. */
  readonly flush: () => void
}

type Waiting = { readonly run: () => () => void; readonly reject: (error: unknown) => void }

export const createGroupCommit = (database: Database): GroupCommit => {
  let waiting: Waiting[] = []

  const runAlone = ({ run, reject }: Waiting): void => {
    try {
      database.transaction(run)()
    } catch (error) {
      reject(error)
    }
  }

  const flush = (): void => {
    const together = waiting
    waiting = []
    if (together.length === 0) return
    let settled: readonly (() => void)[]
    try {
      settled = database.transaction(() => together.map(({ run }) => run()))
    } catch {
      for (const each of together) runAlone(each)
      return
    }
    for (const resolve of settled) resolve()
  }

  return {
    commit: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          run: () => {
            const value = work()
            return () => resolve(value)
          },
          reject,
        })
        if (waiting.length === 1) setImmediate(flush)
      }),
    flush,
  }
}
