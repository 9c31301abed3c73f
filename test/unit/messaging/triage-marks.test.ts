import { expect, it } from 'vitest'
import { planUndo } from '../../../renderer/messaging/triage/marks.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'

const rowsOf = (times: readonly (number | null)[]) =>
  times.map((snoozedUntilMs, index) => ({
    conversationId: `c${index}`,
    snoozedUntilMs,
  })) as unknown as readonly Conversation[]

it('undo of several snoozes gives each conversation back its own time', () => {
  expect(planUndo(rowsOf([5, 7, 5, null]), { snoozedUntilMs: null })).toEqual([
    { mark: { snoozedUntilMs: 5 }, conversationIds: ['c0', 'c2'] },
    { mark: { snoozedUntilMs: 7 }, conversationIds: ['c1'] },
    { mark: { snoozedUntilMs: null }, conversationIds: ['c3'] },
  ])
})
