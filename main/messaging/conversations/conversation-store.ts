/** The store of conversations and messages: combines writing, listing, counting and threads. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { type Failure, notFound } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import { createConversationQueries } from './conversation-queries.ts'
import { loadRow, toConversation } from './conversation-row.ts'
import { createConversationWrites } from './conversation-writes.ts'
import type { BuyersWith } from './filter-sql.ts'
import { createThreadStore } from './thread-store.ts'

export type ConversationStore = ReturnType<typeof createConversationStore>

export const conversationMissing = (): Failure => notFound('This conversation isn’t stored here. Refresh the inbox.')

export const createConversationStore = (database: Database, erased: ErasedCheck, buyersWith?: BuyersWith) => {
  const conversation = (conversationId: string): Conversation | undefined => {
    const row = loadRow(database, conversationId)
    return row === undefined ? undefined : toConversation(row)
  }

  return {
    ...createConversationQueries(database, buyersWith),
    ...createConversationWrites(database, erased),
    ...createThreadStore(database, erased),
    conversation,

    /** Throws `notFound` for an unknown conversation. */
    requireConversation: (conversationId: string): Conversation => {
      const found = conversation(conversationId)
      if (found === undefined) throw conversationMissing()
      return found
    },
  }
}
