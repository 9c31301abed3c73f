/** The full-text index of transactions: their numbers, buyer, note, fees, titles and SKUs. */
import { feeLabel, kindLabel } from '../../../shared/earnings/kinds.ts'
import type { Database } from '../../database/database.ts'
import type { SearchIndex } from '../../database/search-indexes.ts'
import { readStoredRecord } from './transaction-row.ts'

const MAX_TERMS = 12

const splitWords = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/**
 * An FTS5 query that matches each typed word as the start of a word
 * (https://www.sqlite.org/fts5.html#full_text_query_syntax); undefined if no word was typed.
 */
export const matchExpression = (search: string): string | undefined => {
  const words = splitWords(search).slice(0, MAX_TERMS)
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

type IndexedRow = {
  transaction_id: string
  type: string
  fee_type: string
  order_id: string | null
  payout_id: string | null
  listing_id: string | null
  buyer: string | null
  record: string
}

/** Call in the transaction that changes the row or its lines. */
export const indexTransaction = (database: Database, id: number): void => {
  const row = database.get<IndexedRow>(
    `SELECT transaction_id, type, fee_type, order_id, payout_id, listing_id, buyer, record
     FROM earnings_transactions WHERE id = ?`,
    [id],
  )
  if (row === undefined) return
  const lines = database.all<{ sku: string | null; listing_id: string | null; title: string | null }>(
    'SELECT sku, listing_id, title FROM earnings_lines WHERE transaction_row = ?',
    [id],
  )
  const { memo, fees } = readStoredRecord(row.record)
  const texts = [
    ...[row.transaction_id, row.order_id, row.payout_id, row.listing_id, row.buyer, memo],
    kindLabel(row.type, row.fee_type),
    ...fees.map(({ type }) => feeLabel(type)),
    ...lines.flatMap(({ sku, listing_id, title }) => [sku, listing_id, title]),
  ]
  const terms = [...new Set(texts.flatMap((text) => splitWords(text ?? '')))].join(' ')
  database.run('INSERT OR REPLACE INTO earnings_search (rowid, terms) VALUES (?, ?)', [id, terms])
}

/** Indexing this many transactions takes some milliseconds. */
const YIELD_EVERY = 100

export const earningsSearchIndex: SearchIndex = {
  table: 'earnings_search',
  *refill(database) {
    for (const id of database.column<number>('SELECT id FROM earnings_transactions')) {
      indexTransaction(database, id)
      if (id % YIELD_EVERY === 0) yield
    }
  },
}
