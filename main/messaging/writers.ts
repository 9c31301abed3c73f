/** Who wrote a message, as far as it can be told: the documents show its text only. */
import type { ConversationType, Writer } from '../../shared/messaging/conversation.ts'
import { comparableText } from '../../shared/messaging/thread-evidence.ts'
import type { Database } from '../database/database.ts'
import type { MessageRecord } from './wire.ts'

/** Texts that were sent from here into a conversation, in the form in which they are compared. */
export const ownTextsOf = (database: Database, conversationId: string): ReadonlySet<string> =>
  new Set(
    database
      .all<{ text: string }>(
        `SELECT json_extract(content, '$.messageText') AS text FROM outbox WHERE conversation_id = ? AND state = 'sent'`,
        [conversationId],
      )
      .map(({ text }) => comparableText(text)),
  )

/** By the sender, where one is named; a text that this seller sent from here is the seller's. */
export const writerOf = (
  message: Pick<MessageRecord, 'sender' | 'text'>,
  conversation: { readonly conversationType: ConversationType; readonly buyer: string | null },
  ownTexts: ReadonlySet<string>,
): Writer => {
  if (conversation.conversationType === 'FROM_SVC') return 'platform'
  if (message.sender !== null && conversation.buyer !== null)
    return message.sender === conversation.buyer ? 'buyer' : 'seller'
  return ownTexts.has(comparableText(message.text)) ? 'seller' : 'unknown'
}
