/** The full-text index of orders: ids, buyer, titles, SKUs and tracking numbers, and never an address (ORD-06). */
import type { Database } from '../../database/database.ts'
import type { SearchIndex } from '../../database/search-indexes.ts'
import type { FulfillmentRecord, OrderRecord } from '../records/order-record.ts'
import { ORDER_COLUMNS, type OrderRow, toStoredOrder } from './order-row.ts'

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

/** Call in the transaction that changes the order. */
export const indexOrder = (
  database: Database,
  id: number,
  order: OrderRecord,
  fulfillments: readonly FulfillmentRecord[] | null,
): void => {
  const texts = [
    order.orderId,
    order.legacyOrderId,
    order.buyer?.username,
    ...order.lineItems.flatMap(({ title, sku, legacyItemId }) => [title, sku, legacyItemId]),
    ...(fulfillments ?? []).map(({ shipmentTrackingNumber }) => shipmentTrackingNumber),
  ]
  const terms = [...new Set(texts.flatMap((text) => splitWords(text ?? '')))].join(' ')
  database.run('INSERT OR REPLACE INTO order_search (rowid, terms) VALUES (?, ?)', [id, terms])
}

/** Indexing this many orders takes some milliseconds. */
const YIELD_EVERY = 100

export const orderSearchIndex: SearchIndex = {
  table: 'order_search',
  *refill(database) {
    for (const { id } of database.all<{ id: number }>('SELECT id FROM orders')) {
      const row = database.get<OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = ?`, [id])
      if (row !== undefined) {
        const { record, fulfillments } = toStoredOrder(row)
        indexOrder(database, id, record, fulfillments)
      }
      if (id % YIELD_EVERY === 0) yield
    }
  },
}
