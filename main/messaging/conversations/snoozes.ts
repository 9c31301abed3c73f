/** Snoozed conversations: out of the inbox until a time, or until the buyer writes. */
import { validation } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { ConversationStore } from './conversation-store.ts'

const SNOOZE_KEY = 'messaging.snooze'

export type Snoozes = ReturnType<typeof createSnoozes>

export const createSnoozes = (deps: {
  readonly conversations: ConversationStore
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly onChange: (conversationIds: readonly string[]) => void
}) => {
  const { conversations, scheduler, clock } = deps

  const plan = (): void => {
    const nextMs = conversations.nextSnoozeMs()
    if (nextMs === null) scheduler.cancel(SNOOZE_KEY)
    else scheduler.plan(SNOOZE_KEY, nextMs, async (dueMs) => endDue(dueMs))
  }
  const endDue = (dueMs: number): void => {
    if (conversations.endSnoozes(dueMs) > 0) deps.onChange([])
    plan()
  }

  return {
    /** Ends the snoozes that became due while the app was closed, and plans the rest. */
    start: (): void => endDue(clock.nowMs()),

    /** Throws `validation` for a time in the past. */
    snooze: (conversationIds: readonly string[], untilMs: number | null): void => {
      if (untilMs !== null && untilMs <= clock.nowMs())
        throw validation('input.untilMs', 'Choose a time in the future.')
      conversations.snooze(conversationIds, untilMs)
      deps.onChange(conversationIds)
      plan()
    },
  }
}
