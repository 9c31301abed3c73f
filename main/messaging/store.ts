/** What is kept of conversations and their messages: how they are kept, listed, searched and read. */
import type { Conversation } from '../../shared/messaging/conversation.ts'
import type { Database } from '../database/database.ts'
import { createConversationList } from './conversation-list.ts'
import { rowOf, toConversation } from './conversation-row.ts'
import { createKeptConversations, createPlaces } from './kept-conversations.ts'
import { createThreads } from './threads.ts'

export { messagingSchema } from './schema.ts'

export type ConversationStore = ReturnType<typeof createConversationStore>

export const createConversationStore = (database: Database) => {
  const placeOf = createPlaces(database)
  return {
    ...createConversationList(database),
    ...createKeptConversations(database, placeOf),
    ...createThreads(database, placeOf),

    conversation: (conversationId: string): Conversation | undefined => {
      const row = rowOf(database, conversationId)
      return row === undefined ? undefined : toConversation(row)
    },
  }
}
