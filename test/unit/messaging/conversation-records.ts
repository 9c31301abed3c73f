/** Builds conversations as a platform lists them, and an empty store. */

import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { createDrafts } from '../../../main/messaging/outbox/drafts.ts'
import type { ConversationRecord, MessageRecord } from '../../../main/messaging/platform/message-wire.ts'
import type { ListFilter } from '../../../shared/messaging/list.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

export const record = (
  over: Partial<ConversationRecord> & { readonly conversationId: string },
): ConversationRecord => ({
  subject: null,
  buyer: null,
  itemId: null,
  createdAtMs: 1_000,
  latestAtMs: 1_000,
  latest: null,
  unreadCount: null,
  unread: false,
  archived: false,
  deleted: false,
  unanswered: null,
  raw: JSON.stringify(over),
  ...over,
})

export const message = (
  messageId: string,
  text: string,
  createdAtMs: number | null,
  sender: string | null = null,
): MessageRecord => ({
  messageId,
  text,
  sender,
  recipient: null,
  createdAtMs,
  attachments: [],
  raw: JSON.stringify({ messageId, text, createdAtMs, sender }),
})

export const whole = (...messages: readonly MessageRecord[]) => ({ messages, total: messages.length, complete: true })

export const everything: ListFilter = { view: 'all', itemId: null, otherParty: null, search: '' }
export const firstPage = { ...everything, offset: 0, limit: 100 } as const

export const openStore = () => {
  const database = openTestDatabase()
  let nowMs = 1_000_000
  return {
    database,
    store: createConversationStore(database, noErasedPersons),
    drafts: createDrafts(database, () => {
      nowMs += 1
      return nowMs
    }),
  }
}
