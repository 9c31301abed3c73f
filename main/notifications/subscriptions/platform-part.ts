/**
 * One part of the platform's data, such as all topics: the entries as last read, the time, and why the last read
 * failed.
 *
 * A failed read changes no entry, so the window shows the last known state with its age.
 */
import { Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import { isNotFound } from '../filters/filter-watch.ts'
import { withEntry } from './subscription-views.ts'

export type Part<T> = {
  readonly asOfMs: number | null
  readonly problem: string | null
  readonly entries: readonly T[]
}

export type PlatformPart<T> = ReturnType<typeof createPlatformPart<T>>

/** `recalled`: the part as an earlier run stored it. `changed` is called after each read, failed ones included. */
export const createPlatformPart = <T>(
  deps: Pick<Services, 'clock' | 'log'> & { readonly changed: () => void },
  recalled: Pick<Part<T>, 'asOfMs' | 'entries'> = { asOfMs: null, entries: [] },
) => {
  let part: Part<T> = { ...recalled, problem: null }
  const update = (next: Partial<Part<T>>): void => {
    part = { ...part, ...next }
  }

  /** Reads again if an entry changed during the read, because the older answer would undo the change in the view. */
  const readUnchanged = async <R>(read: () => Promise<R>): Promise<R> => {
    for (;;) {
      const before = part.entries
      const answer = await read()
      if (part.entries === before) return answer
    }
  }

  return {
    current: (): Part<T> => part,
    toStored: () => ({ asOfMs: part.asOfMs, entries: [...part.entries] }),
    find: (isIt: (entry: T) => boolean): T | undefined => part.entries.find(isIt),

    /** Reads all entries. A failure is recorded and thrown. */
    readAll: async (read: () => Promise<readonly T[]>): Promise<void> => {
      try {
        const entries = await readUnchanged(read)
        update({ entries, asOfMs: deps.clock.nowMs(), problem: null })
      } catch (error) {
        if (!(error instanceof Failure)) deps.log.error('reading subscriptions failed', { error })
        update({ problem: error instanceof Failure ? error.detail.message : 'Something went wrong in Stallhand.' })
        throw error
      } finally {
        deps.changed()
      }
    },

    /** Reads and returns one entry. Removes it and throws `notFound` if it no longer exists. */
    readOne: async (isSame: (entry: T) => boolean, read: () => Promise<T>): Promise<T> => {
      try {
        const entry = await readUnchanged(read)
        update({ entries: withEntry(part.entries, entry, isSame) })
        return entry
      } catch (error) {
        if (isNotFound(error)) update({ entries: part.entries.filter((entry) => !isSame(entry)) })
        throw error
      } finally {
        deps.changed()
      }
    },

    /** Reads after a change. A failed read is recorded in the part, and doesn't fail the change. */
    readBack: async (read: () => Promise<unknown>): Promise<void> => {
      try {
        await read()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        update({ problem: `Your change was made, but reading it back failed. ${error.detail.message}` })
        deps.changed()
      }
    },

    /** Call for an entry that the platform no longer has. */
    remove: (isIt: (entry: T) => boolean): void => {
      update({ entries: part.entries.filter((entry) => !isIt(entry)) })
      deps.changed()
    },
  }
}
