/**
 * Writes that arrive together share one commit.
 *
 * A commit waits for the disk; thirty deliveries of the same moment wait for it once. What is asked for is gathered while
 * the commit before is on its way to the disk, and then for as long as each turn of the event loop brings more, a few turns
 * at most, and for what its work would like to know, two milliseconds at most; all of it is run in one transaction, in
 * order. Where one of them fails, all are rolled back and each is tried alone, so that only the guilty one is rejected.
 */
import { type Database, NotDurable } from '../../database/database.ts'

export type GroupCommit = {
  /**
   * Runs `work` inside a transaction soon; resolves with its value once that is on disk. It may be run twice. `informed` is
   * what it is worth waiting for a little; it may not reject.
   */
  readonly commit: <T>(work: () => T, informed?: Promise<unknown>) => Promise<T>
  /** Runs what still waits, now. */
  readonly flush: () => void
}

type Settle = () => void
type Waiting = { readonly run: () => Settle; readonly reject: (error: unknown) => void }

/** Turns without anything new that end the gathering: the next sender may just be a turn behind. */
const QUIET_TURNS = 2
const MOST_TURNS = 20
const MOST_TOGETHER = 500
const MOST_WAIT_MS = 2

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createGroupCommit = (database: Pick<Database, 'durably' | 'transaction'>): GroupCommit => {
  let waiting: Waiting[] = []
  let isAtWork = false
  let uninformed = 0
  let tellInformed = (): void => {}

  const takeAll = (): Waiting[] => {
    const all = waiting
    waiting = []
    return all
  }

  const gather = async (): Promise<void> => {
    let quiet = 0
    for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS && waiting.length < MOST_TOGETHER; turn += 1) {
      const before = waiting.length
      await nextTurn()
      quiet = waiting.length === before ? quiet + 1 : 0
    }
    if (uninformed === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_WAIT_MS)
      tellInformed = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const runAlone = async ({ run, reject }: Waiting): Promise<void> => {
    try {
      const settle = await database.durably(run)
      settle()
    } catch (error) {
      reject(error)
    }
  }

  const work = async (): Promise<void> => {
    isAtWork = true
    for (;;) {
      await gather()
      const together = takeAll()
      if (together.length === 0) break
      try {
        const settled = await database.durably(() => together.map(({ run }) => run()))
        for (const settle of settled) settle()
      } catch (error) {
        // What was written is not done again: the senders hear that it failed, and their repeats are known as such.
        if (error instanceof NotDurable) for (const { reject } of together) reject(error)
        else for (const each of together) await runAlone(each)
      }
    }
    isAtWork = false
  }

  return {
    commit: <T>(run: () => T, informed?: Promise<unknown>) =>
      new Promise<T>((resolve, reject) => {
        if (informed !== undefined) {
          uninformed += 1
          void informed.then(() => {
            uninformed -= 1
            if (uninformed === 0) tellInformed()
          })
        }
        waiting.push({
          run: () => {
            const value = run()
            return () => resolve(value)
          },
          reject,
        })
        if (!isAtWork) void work()
      }),
    flush: () => {
      for (const { run, reject } of takeAll()) {
        try {
          database.transaction(run)()
        } catch (error) {
          reject(error)
        }
      }
    },
  }
}
