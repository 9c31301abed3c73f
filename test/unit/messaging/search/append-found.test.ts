import { expect, it } from 'vitest'
import { appendFound } from '../../../../renderer/messaging/list/append-found.ts'

const found = (conversationId: string) => ({
  conversationId,
  subject: null,
  buyer: 'anna',
  preview: null,
  latestAtMs: null,
  isDeleted: false,
  isKept: true,
})

it('MSG-04 lists a conversation once if a message that arrives meanwhile moves it to the next page', () => {
  const rows = appendFound([found('c1'), found('c2')], [found('c2'), found('c3')])
  expect(rows.map(({ conversationId }) => conversationId)).toEqual(['c1', 'c2', 'c3'])
})
