/** Archiving changes nothing else, and undo restores it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseMove, describeUndone, planUndo } from '../../../renderer/messaging/filing/filing-actions.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'

type Row = Pick<Conversation, 'conversationId' | 'archived' | 'unread'>

/** The row on the platform after an action: archiving leaves the read mark alone. */
const after = (row: Row, action: string): Row => ({ ...row, archived: action !== 'active' })

it('undo restores what was moved, and nothing else', () => {
  const rowsOf = fc
    .array(fc.record({ archived: fc.boolean(), unread: fc.boolean() }), { minLength: 1, maxLength: 12 })
    .map((facts) => facts.map((fact, index) => ({ conversationId: `c${index}`, ...fact })))
  fc.assert(
    fc.property(rowsOf, (given) => {
      const rows = given as unknown as readonly Conversation[]
      const action = chooseMove(rows)
      const shop = new Map(given.map((row) => [row.conversationId, after(row, action)]))
      const former = action === 'archive' ? 'active' : 'archive'
      for (const id of planUndo(rows, action) ?? []) shop.set(id, after(shop.get(id) as Row, former))
      expect([...shop.values()]).toEqual(given)
    }),
  )
})

it('undo makes no call if there is nothing to restore', () => {
  expect(planUndo([], 'archive')).toBeUndefined()
})

it('OFF-09 undo says no more than happened', () => {
  expect(describeUndone({ undone: 2, left: 0 })).toEqual({ is: 'undone' })
  expect(describeUndone({ undone: 0, left: 1 })).toEqual({ is: 'not', why: 'Nothing is left to undo.' })
  expect(describeUndone({ undone: 2, left: 1 })).toMatchObject({ text: expect.stringMatching(/^Undone for 2 conv/) })
})
