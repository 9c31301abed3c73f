/** The full-text index of conversations. */
import type { Database } from '../../database/database.ts'
import type { SearchIndex } from '../../database/search-indexes.ts'
import { indexText } from './search-terms.ts'

/** Indexes a stored conversation with its messages; call it in the transaction that changes them. */
export const indexConversation = (database: Database, conversationRow: number): void => {
  const header = database.get<Record<string, string | null>>(
    'SELECT subject, buyer, item_id, preview FROM conversations WHERE id = ?',
    [conversationRow],
  )
  const messages = database.all<{ text: string }>('SELECT text FROM messages WHERE conversation_row = ?', [
    conversationRow,
  ])
  const texts = [...Object.values(header ?? {}).map((text) => text ?? ''), ...messages.map(({ text }) => text)]
  database.run('INSERT OR REPLACE INTO search_index (rowid, terms) VALUES (?, ?)', [conversationRow, indexText(texts)])
}

/** Indexing this many conversations takes some milliseconds. */
const YIELD_EVERY = 100

export const conversationSearchIndex: SearchIndex = {
  table: 'search_index',
  *refill(database) {
    for (const { id } of database.all<{ id: number }>('SELECT id FROM conversations')) {
      indexConversation(database, id)
      if (id % YIELD_EVERY === 0) yield
    }
  },
}
