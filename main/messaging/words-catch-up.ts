/**
 * The words of what was read for the first time, or kept by an earlier version of the program, follow in moments of their
 * own (words-index.ts): a search can wait a little, the reading of an inbox should not.
 */
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { ConversationStore } from './store.ts'

const KEY = 'messaging.catchUp'
/** Conversations in one go: some twenty milliseconds' work, in which nothing else is answered. */
const AT_ONCE = 80
/** While the platform is being read, words take no more than this share of the time: a list that lacks rows is worse than a search. */
const SHARE = 1 / 50

export type WordsCatchUpDeps = {
  readonly conversations: Pick<ConversationStore, 'isBehind' | 'catchUp'>
  readonly durably: Database['durably']
  readonly clock: Clock
  readonly scheduler: Scheduler
  /** Whether a list or threads are being read now. */
  readonly isReading: () => boolean
  /** A search finds more than before. */
  readonly onChange: () => void
}

export const createWordsCatchUp = (deps: WordsCatchUpDeps) => {
  const { conversations, clock, scheduler } = deps
  let isStopped = false
  let underWay: Promise<unknown> = Promise.resolve()

  const putSome = async (): Promise<void> => {
    if (!conversations.isBehind()) return
    const beganMs = clock.monotonicMs()
    let tookMs = 0
    const putting = deps.durably(() => {
      conversations.catchUp(AT_ONCE)
      tookMs = clock.monotonicMs() - beganMs
    })
    underWay = putting.catch(() => undefined)
    await putting
    if (isStopped) return
    scheduler.plan(KEY, clock.nowMs() + (deps.isReading() ? tookMs / SHARE : 0), putSome)
    deps.onChange()
  }

  return {
    /** Something new may be there: sees to it, in its turn. */
    soon: (): void => {
      if (isStopped || (deps.isReading() && scheduler.plannedAtMs(KEY) !== undefined)) return
      scheduler.plan(KEY, clock.nowMs(), putSome)
    },

    stop: async (): Promise<void> => {
      isStopped = true
      scheduler.cancel(KEY)
      await underWay
    },
  }
}
