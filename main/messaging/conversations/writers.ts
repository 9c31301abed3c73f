/** Detects who wrote a message: the platform documents only its text (MSG-07). */

import type { ConversationType, Writer } from '../../../shared/messaging/conversation.ts'
import { targetKey } from '../../../shared/messaging/message-text.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt } from '../../database/stored-json.ts'
import { comparableText } from '../outbox/thread-evidence.ts'
import type { MessageRecord } from '../platform/message-wire.ts'
import { isSameUser } from '../platform/seller-name.ts'

/** Comparable forms of the texts sent from here into a conversation, in the order of sending. */
export const listSentTexts = (database: Database, conversationId: string): readonly string[] =>
  database
    .all<{ text: string | null }>(
      `SELECT ${jsonAt('payload', '$.content.messageText')} AS text FROM outbound
       WHERE subject = ? AND kind = 'message' AND state = 'sent' ORDER BY changed_at_ms, ordinal`,
      [targetKey({ conversationId })],
    )
    .map(({ text }) => comparableText(text ?? ''))

export const loadSentTexts = (database: Database, conversationId: string): ReadonlySet<string> =>
  new Set(listSentTexts(database, conversationId))

/** By the named sender, else by whether the text was sent from here. */
export const detectWriter = (
  message: Pick<MessageRecord, 'sender' | 'text'>,
  conversation: { readonly conversationType: ConversationType; readonly buyer: string | null },
  sentTexts: ReadonlySet<string>,
): Writer => {
  if (conversation.conversationType === 'FROM_SVC') return 'platform'
  if (message.sender !== null && conversation.buyer !== null)
    return isSameUser(message.sender, conversation.buyer) ? 'buyer' : 'seller'
  return sentTexts.has(comparableText(message.text)) ? 'seller' : 'unknown'
}
