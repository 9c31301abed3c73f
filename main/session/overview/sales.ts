/** Joins orders with notifications of sales and with conversations. */

import type { ItemConversation } from '../../../shared/overview/contract.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, jsonEach } from '../../database/stored-json.ts'
import { unpackOccurrences } from '../../notifications/feature.ts'
import type { SaleEvent } from '../../orders/feature.ts'

type Row = { id: number; received_at_ms: number; occurrences: string }

/**
 * Returns sales of which a notification is unread, with all notifications of them, and marks these as read. Call it in the
 * transaction that stores them.
 *
 * The unary plus makes SQLite search the index of unread sales, which has few of the log's rows
 * (https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
 */
export const takeUnreadSales = (database: Database, limit: number): readonly SaleEvent[] => {
  const unread = database.all<{ id: number; firstId: number }>(
    `SELECT id, coalesce(same_sale_as, id) AS firstId FROM notification_events WHERE unread_sale = 1 AND +signature = 'verified'
     ORDER BY id LIMIT ?`,
    [limit],
  )
  database.run('UPDATE notification_events SET unread_sale = 0 WHERE id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(unread.map(({ id }) => id)),
  ])
  return [...new Set(unread.map(({ firstId }) => firstId))].map((eventId) => ({
    eventId,
    notices: database
      .all<Row & { format: string }>(
        `SELECT id, received_at_ms, format, occurrences FROM notification_events
         WHERE (id = :eventId OR same_sale_as = :eventId) AND signature = 'verified' ORDER BY same_sale_as IS NOT NULL, id`,
        { eventId },
      )
      .map(({ received_at_ms: atMs, format, occurrences }) => ({
        atMs,
        format,
        sold: unpackOccurrences(occurrences).map(({ itemId, sku, transactionId, buyer, price, currency }) => ({
          listingId: itemId,
          sku,
          transactionId,
          buyer,
          price,
          currency,
          title: findTitle(database, sku, itemId),
        })),
      })),
  }))
}

/** The title of the item in the list. */
const findTitle = (database: Database, sku: string | null, listingId: string | null): string | null =>
  database.get<{ title: string | null }>(
    `SELECT ${jsonAt('shown', '$.title')} AS title FROM item_rows WHERE sku = COALESCE(:sku, (SELECT sku FROM listings WHERE last_listing_id = :listingId LIMIT 1))`,
    { sku, listingId },
  )?.title ?? null

/** Whether a verified notification names this order, or a sale of all of its lines. */
export const isNotified = (database: Database, orderId: string): boolean =>
  database.get(
    `SELECT 1 FROM order_lines l JOIN orders o ON o.id = l.order_row JOIN notification_events e ON e.item_id = l.listing_id
     WHERE o.order_id = :orderId AND e.raises = 'sale' AND e.signature = 'verified'
       AND (e.transaction_id = l.line_item_id OR instr(e.occurrences, :line) > 0
         OR abs(e.received_at_ms - o.created_at_ms) < 3600000) LIMIT 1`,
    { orderId, line: orderId },
  ) !== undefined

/** A sale, with what is known about it. */
export type Sale = {
  readonly listingId: string | null
  readonly sku: string | null
  readonly transactionId: string | null
  readonly buyer: string | null
  readonly atMs: number
  readonly orderId: string | null
}

/** The sale of one item that a notification reported; undefined for several. */
export const loadSale = (database: Database, eventId: number): Sale | undefined => {
  const row = database.get<Row>(
    `SELECT id, received_at_ms, occurrences FROM notification_events
     WHERE id = ? AND raises = 'sale' AND signature = 'verified' AND is_test = 0`,
    [eventId],
  )
  const [sold, ...others] = row === undefined ? [] : unpackOccurrences(row.occurrences)
  if (row === undefined || sold === undefined || others.length > 0) return undefined
  const { itemId, sku, transactionId, buyer } = sold
  return { listingId: itemId, sku, transactionId, buyer, atMs: row.received_at_ms, orderId: null }
}

/** The order of a notified sale, if it was read: of the same buyer and listing, within a day. */
export const findOrderOfSale = (database: Database, { listingId, buyer, atMs }: Sale): string | null =>
  database.get<{ orderId: string }>(
    `SELECT o.order_id AS orderId FROM order_lines l JOIN orders o ON o.id = l.order_row
     WHERE l.listing_id = :listingId AND (:buyer IS NULL OR o.buyer IS NULL OR o.buyer = :buyer COLLATE NOCASE)
       AND abs(o.time_key - :atMs) < 86400000
     ORDER BY abs(o.time_key - :atMs) LIMIT 1`,
    { listingId, buyer, atMs },
  )?.orderId ?? null

type SoldOrder = Omit<Sale, 'orderId'> & {
  readonly title: string | null
  readonly lines: number
  readonly value: string | null
  readonly currency: string | null
}

/** What a notice says about an order. Undefined if it is unknown. */
export const loadSoldOrder = (database: Database, orderId: string): SoldOrder | undefined =>
  database.get<SoldOrder>(
    `SELECT buyer, time_key AS atMs, ${jsonAt('record', '$.lineItems[0].legacyItemId')} AS listingId,
       ${jsonAt('record', '$.lineItems[0].sku')} AS sku, NULL AS transactionId, ${jsonAt('record', '$.lineItems[0].title')} AS title,
       (SELECT count(*) FROM ${jsonEach('record', '$.lineItems')}) AS lines,
       ${jsonAt('record', '$.pricingSummary.total.value')} AS value, ${jsonAt('record', '$.pricingSummary.total.currency')} AS currency
     FROM orders WHERE order_id = ?`,
    [orderId],
  )

/** The SKUs of these orders' lines: a sale reduces their stock. */
export const loadSoldSkus = (database: Database, orderIds: readonly string[]): readonly string[] =>
  database
    .all<{ sku: string }>(
      `SELECT DISTINCT l.sku FROM order_lines l JOIN orders o ON o.id = l.order_row
       WHERE o.order_id IN (SELECT value FROM json_each(?)) AND l.sku IS NOT NULL`,
      [JSON.stringify(orderIds)],
    )
    .map(({ sku }) => sku)

type ConversationRow = Omit<ItemConversation, 'unread'> & { readonly unread: number; readonly isAbout: number }

/** The newest conversations with an order's buyer, those about one of its listings first. */
export const loadOrderConversations = (
  database: Database,
  orderId: string,
): readonly (ItemConversation & { readonly isAboutOrder: boolean })[] =>
  database
    .all<ConversationRow>(
      `SELECT c.conversation_id AS conversationId, c.buyer, c.subject, c.preview, c.latest_at_ms AS latestAtMs, c.unread,
         EXISTS (SELECT 1 FROM order_lines l WHERE l.order_row = o.id AND l.listing_id = c.item_id) AS isAbout
       FROM orders o JOIN conversations c ON c.gone = 0
         AND (c.buyer = o.buyer OR c.id IN (SELECT conversation_row FROM former_names WHERE name = o.buyer))
       WHERE o.order_id = ? ORDER BY isAbout DESC, c.sort_ms DESC, c.id DESC LIMIT 20`,
      [orderId],
    )
    .map(({ unread, isAbout, ...row }) => ({ ...row, unread: unread === 1, isAboutOrder: isAbout === 1 }))
