/** Undoing a move restores every conversation, whatever was archived and unread before. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseMove, planUndo } from '../../../renderer/messaging/filing/filing-actions.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

type Row = Pick<Conversation, 'conversationId' | 'archived' | 'unread'>

/** The row on the platform after an action. */
const after = (row: Row, action: FilingAction): Row => {
  if (action === 'read' || action === 'unread') return { ...row, unread: action === 'unread' }
  return { ...row, archived: action !== 'active', unread: action === 'archiveAndRead' ? false : row.unread }
}

it('undo restores what was moved and read, and nothing else', () => {
  const rowsOf = fc
    .array(fc.record({ archived: fc.boolean(), unread: fc.boolean() }), { minLength: 1, maxLength: 12 })
    .map((facts) => facts.map((fact, index) => ({ conversationId: `c${index}`, ...fact })))
  fc.assert(
    fc.property(rowsOf, (given) => {
      const rows = given as unknown as readonly Conversation[]
      const action = chooseMove(rows)
      const shop = new Map(given.map((row) => [row.conversationId, after(row, action)]))
      for (const step of planUndo(rows, action)) {
        for (const id of step.conversationIds) shop.set(id, after(shop.get(id) as Row, step.action))
      }
      expect([...shop.values()]).toEqual(given)
    }),
  )
})

it('undo makes no call if there is nothing to restore', () => {
  expect(planUndo([], 'archive')).toEqual([])
})
