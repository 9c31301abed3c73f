/** What is marked is filed as it is now, not as it was when it was marked. */
import { expect, it } from 'vitest'
import { markedNow } from '../../../renderer/messaging/list/marked-now.ts'
import { rowsOfArray } from '../../../renderer/ui/row-source.ts'
import type { ListedConversation } from '../../../shared/messaging/list.ts'

const row = (conversationId: string, unread: boolean) => ({ conversationId, unread }) as ListedConversation
const marked = new Map([row('a', true), row('gone', true), row('b', false)].map((one) => [one.conversationId, one]))

it('takes the row that is here now, and what is known of one that is not; in the order of the marks', () => {
  const rows = rowsOfArray([row('b', true), row('other', true), row('a', false)])
  expect(markedNow(marked, rows)).toEqual([row('a', false), row('gone', true), row('b', true)])
})

it('is what was marked while no row is known', () => {
  expect(markedNow(marked, null)).toEqual([...marked.values()])
})
