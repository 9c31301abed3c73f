/**
 * Lets writes that arrive together share one commit, because each commit waits for the disk.
 *
 * Writes that arrive during a flush go into the next commit. If a write fails, its batch is rolled back and each write
 * runs alone, so that only the failing one is rejected.
 */
import { conflict, type Failure } from '../../shared/result.ts'
import { type Database, NotDurable } from './database.ts'

export type GroupCommit = {
  /**
   * Soon runs `work` in a transaction, and resolves with its value once the changes are on disk. May run `work` twice.
   * Rejects with `conflict` after `close`.
   */
  readonly commit: <T>(work: () => T) => Promise<T>
  /** Runs the waiting writes and rejects later ones. Nothing touches the database after this returns. */
  readonly close: () => void
}

type Write = { readonly run: () => () => void; readonly reject: (error: unknown) => void }

const closed = (): Failure => conflict('Stallhand is closing this connection.')

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createGroupCommit = (database: Pick<Database, 'durably' | 'transaction'>): GroupCommit => {
  let waiting: Write[] = []
  /** Writes of a failed batch, which run alone. */
  let alone: Write[] = []
  let isRunning = false
  let isClosed = false

  const takeAll = (): Write[] => {
    const all = waiting
    waiting = []
    return all
  }

  const runAlone = async ({ run, reject }: Write): Promise<void> => {
    try {
      const resolve = await database.durably(run)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  const runBatch = async (batch: readonly Write[]): Promise<void> => {
    try {
      for (const resolve of await database.durably(() => batch.map(({ run }) => run()))) resolve()
    } catch (error) {
      // These writes are committed, so they must not run again. The senders repeat them, and the repeats are
      // recognised.
      if (error instanceof NotDurable) for (const { reject } of batch) reject(error)
      else {
        alone = isClosed ? [] : [...batch]
        if (isClosed) for (const { reject } of batch) reject(closed())
        for (let write = alone.shift(); write !== undefined; write = alone.shift()) await runAlone(write)
      }
    }
  }

  const runAll = async (): Promise<void> => {
    isRunning = true
    for (;;) {
      await nextTurn()
      const batch = takeAll()
      if (batch.length === 0) break
      await runBatch(batch)
    }
    isRunning = false
  }

  return {
    commit: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        const run = () => {
          const value = work()
          return () => resolve(value)
        }
        if (isClosed) {
          reject(closed())
          return
        }
        waiting.push({ run, reject })
        if (!isRunning) void runAll()
      }),
    close: () => {
      isClosed = true
      for (const { run, reject } of [...alone.splice(0), ...takeAll()]) {
        try {
          database.transaction(run)()
        } catch (error) {
          reject(error)
        }
      }
    },
  }
}
