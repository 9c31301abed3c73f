/** The conversations with a buyer, and the seller's note about the buyer. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { Database } from '../../database/database.ts'
import { type ConversationRow, conversationColumns, toConversation } from './conversation-row.ts'

const MAX_CONVERSATIONS = 20

export type Buyers = ReturnType<typeof createBuyers>

export const createBuyers = (database: Database) => ({
  load: (
    buyer: string,
  ): { readonly conversations: readonly Conversation[]; readonly total: number; readonly note: string } => ({
    conversations: database
      .all<ConversationRow>(
        `SELECT ${conversationColumns} FROM conversations c WHERE c.buyer = ? AND c.gone = 0
         ORDER BY c.sort_ms DESC, c.id DESC LIMIT ${MAX_CONVERSATIONS}`,
        [buyer],
      )
      .map(toConversation),
    total:
      database.get<{ n: number }>('SELECT COUNT(*) AS n FROM conversations WHERE buyer = ? AND gone = 0', [buyer])?.n ??
      0,
    note: database.get<{ text: string }>('SELECT text FROM buyer_notes WHERE buyer = ?', [buyer])?.text ?? '',
  }),

  /** An empty text removes the note. */
  saveNote: (buyer: string, text: string): void => {
    if (text === '') database.run('DELETE FROM buyer_notes WHERE buyer = ?', [buyer])
    else
      database.run(
        'INSERT INTO buyer_notes (buyer, text) VALUES (?, ?) ON CONFLICT (buyer) DO UPDATE SET text = excluded.text',
        [buyer, text],
      )
  },
})
