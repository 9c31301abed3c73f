/** Filing taken back leaves every conversation where it stood before: at every mixture of what is archived and what is unread. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { folderActionOf, stepsBack } from '../../../renderer/messaging/filing/filing-actions.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

type Row = Pick<Conversation, 'conversationId' | 'archived' | 'unread'>

/** What an action makes of a row at the platform. */
const after = (row: Row, action: FilingAction): Row => {
  if (action === 'read' || action === 'unread') return { ...row, unread: action === 'unread' }
  return { ...row, archived: action !== 'active', unread: action === 'archiveAndRead' ? false : row.unread }
}

it('puts back what it moved and what it read, and nothing else', () => {
  const rowsOf = fc
    .array(fc.record({ archived: fc.boolean(), unread: fc.boolean() }), { minLength: 1, maxLength: 12 })
    .map((facts) => facts.map((fact, index) => ({ conversationId: `c${index}`, ...fact })))
  fc.assert(
    fc.property(rowsOf, (given) => {
      const rows = given as unknown as readonly Conversation[]
      const action = folderActionOf(rows)
      const shop = new Map(given.map((row) => [row.conversationId, after(row, action)]))
      for (const step of stepsBack(rows, action)) {
        for (const id of step.conversationIds) shop.set(id, after(shop.get(id) as Row, step.action))
      }
      expect([...shop.values()]).toEqual(given)
    }),
  )
})

it('asks for no call where there is nothing to put back', () => {
  expect(stepsBack([], 'archive')).toEqual([])
})
