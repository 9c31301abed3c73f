/** Joins offers with listings, orders and conversations. */
import { listingKey } from '../../../shared/inventory/active-listing.ts'
import { parseMoney } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'
import { type BuyerFacts, conversationKey, type ListingFacts, type OffersFacts } from '../../offers/feature.ts'
import type { SoldOrdersPort } from '../../sold-orders-port.ts'
import { countBoughtAtOffered } from './bought-at-offered.ts'
import { loadBuyerNames } from './buyer-names.ts'
import { loadListedItems } from './listed-items.ts'

type ActiveRow = {
  listing_id: string
  format: ListingFacts['format']
  watchers: number | null
  started_at_ms: number | null
  available: number | null
}

const loadListings = (database: Database, listingIds: readonly string[]): ReadonlyMap<string, ListingFacts> => {
  const active = new Map(
    database
      .all<ActiveRow>(
        `SELECT listing_id, format, watchers, started_at_ms, available FROM active_listings
         WHERE listing_id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(listingIds)],
      )
      .map((row) => [row.listing_id, row]),
  )
  return new Map(
    loadListedItems(database, listingIds).map((item) => {
      const { listingId, sku, title, pictureUrl, price, currency } = item
      const found = active.get(listingId)
      return [
        listingId,
        {
          listingId,
          itemKey: sku ?? listingKey(listingId),
          sku,
          title,
          pictureUrl,
          price: price === null || currency === null ? null : (parseMoney(String(price), currency) ?? null),
          available: item.quantity ?? found?.available ?? null,
          watchers: found?.watchers ?? null,
          listedAtMs: found?.started_at_ms ?? null,
          format: found?.format ?? 'fixedPrice',
        },
      ]
    }),
  )
}

const loadBuyer = (database: Database, buyer: string): BuyerFacts => {
  const found = database.get<{ count: number; lastAtMs: number | null }>(
    `SELECT COUNT(*) AS count, MAX(time_key) AS lastAtMs FROM orders
     WHERE buyer IN (SELECT value FROM json_each(?)) AND stage <> 'cancelled'`,
    [JSON.stringify(loadBuyerNames(database, buyer))],
  )
  return { orders: found ?? { count: 0, lastAtMs: null } }
}

const loadConversations: (database: Database) => OffersFacts['conversations'] = (database) => (of) =>
  new Map(
    of.flatMap(({ buyer, listingId }) => {
      const found = database.get<{ id: string }>(
        `SELECT conversation_id AS id FROM conversations
         WHERE gone = 0 AND buyer IN (SELECT value FROM json_each(:names))
         ORDER BY item_id IS :listingId DESC, sort_ms DESC, id DESC LIMIT 1`,
        { names: JSON.stringify(loadBuyerNames(database, buyer)), listingId },
      )
      return found === undefined ? [] : [[conversationKey(buyer, listingId), found.id] as const]
    }),
  )

/** What offers show of the rest of the shop. */
export const createOffersFacts = (
  database: Database,
  orders: { readonly find: SoldOrdersPort['find']; readonly knownToMs: () => number | null },
): OffersFacts => ({
  countBought: countBoughtAtOffered(database, orders.find),
  ordersKnownToMs: orders.knownToMs,
  listings: (listingIds) => loadListings(database, listingIds),
  buyer: (buyer) => loadBuyer(database, buyer),
  namesOf: (buyer) => loadBuyerNames(database, buyer),
  conversations: loadConversations(database),
  about: (conversationId) =>
    database.get<{ buyer: string | null; listingId: string | null }>(
      'SELECT buyer, item_id AS listingId FROM conversations WHERE conversation_id = ?',
      [conversationId],
    ),
})
