/** Joins orders with notifications of sales and with conversations. */
import { formatMoney } from '../../../shared/money.ts'
import type { ItemConversation } from '../../../shared/overview/contract.ts'
import type { Database } from '../../database/database.ts'
import type { SaleEvent } from '../../orders/feature.ts'
import type { DesktopNotice } from '../../ports.ts'

type Row = { id: number; received_at_ms: number; occurrences: string }

type Occurrence = {
  readonly itemId?: string | null
  readonly sku?: string | null
  readonly transactionId?: string | null
  readonly buyer?: string | null
  readonly price?: string | null
  readonly currency?: string | null
}

const parseOccurrences = (text: string): readonly Occurrence[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Sales reported after this event, the oldest first. Several notifications of one sale count once, and tests don't. */
export const loadSalesAfter = (database: Database, eventId: number, limit: number): readonly SaleEvent[] =>
  database
    .all<Row>(
      `SELECT id, received_at_ms, occurrences FROM notification_events
       WHERE id > ? AND raises = 'sale' AND signature = 'verified' AND is_test = 0 AND same_sale_as IS NULL
       ORDER BY id LIMIT ?`,
      [eventId, limit],
    )
    .map(({ id, received_at_ms: atMs, occurrences }) => ({
      eventId: id,
      atMs,
      sold: parseOccurrences(occurrences).map(({ itemId, sku, transactionId, buyer, price, currency }) => ({
        listingId: itemId ?? null,
        sku: sku ?? null,
        transactionId: transactionId ?? null,
        buyer: buyer ?? null,
        price: price ?? null,
        currency: currency ?? null,
        title: findTitle(database, sku ?? null, itemId ?? null),
      })),
    }))

/** The title of the item in the list. */
const findTitle = (database: Database, sku: string | null, listingId: string | null): string | null =>
  database.get<{ title: string | null }>(
    `SELECT title FROM items WHERE sku = COALESCE(:sku, (SELECT sku FROM listings WHERE last_listing_id = :listingId LIMIT 1))`,
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

type SaleRow = {
  buyer: string | null
  title: string | null
  lines: number
  value: string | null
  currency: string | null
}

/** The notice about a sale that no notification reported. The price comes first, so that a long title doesn't hide it. */
export const describeSale = (
  database: Database,
  orderId: string,
  locale: string | undefined,
): DesktopNotice | undefined => {
  const row = database.get<SaleRow>(
    `SELECT buyer, record ->> '$.lineItems[0].title' AS title, json_array_length(record, '$.lineItems') AS lines,
       record ->> '$.pricingSummary.total.value' AS value, record ->> '$.pricingSummary.total.currency' AS currency
     FROM orders WHERE order_id = ?`,
    [orderId],
  )
  if (row === undefined) return undefined
  const price = row.value === null ? undefined : formatMoney(Number(row.value), row.currency, locale)
  const more = row.lines > 1 ? ` and ${row.lines - 1} more` : ''
  const text = [price, row.title === null ? undefined : `${row.title}${more}`].filter((part) => part !== undefined)
  return { title: 'Sold', text: text.join(' · '), place: `#/orders/${encodeURIComponent(orderId)}` }
}

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
       FROM orders o JOIN conversations c ON c.buyer = o.buyer AND c.gone = 0
       WHERE o.order_id = ? ORDER BY isAbout DESC, c.sort_ms DESC, c.id DESC LIMIT 20`,
      [orderId],
    )
    .map(({ unread, isAbout, ...row }) => ({ ...row, unread: unread === 1, isAboutOrder: isAbout === 1 }))
