/** Joins listing IDs from conversations and notifications with the items in the list. */

import { eventLabel } from '../../../shared/notifications/event-types.ts'
import type { ItemConversation, ListedItem, ListingEvent } from '../../../shared/overview/contract.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, jsonEach } from '../../database/stored-json.ts'

type ListedRow = {
  readonly listingId: string
  readonly chosen: string | null
  readonly offered: string | null
  readonly notified: string | null
  readonly title: string | null
  readonly pictureUrl: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly currency: string | null
  readonly listingState: ListedItem['listingState'] | null
  readonly isElsewhere: number
}

/**
 * The seller's choice comes first, then the platform's offer, then the newest verified notification.
 *
 * An edited item is read from its record, which is what buyers see, because its row in the list contains the unsaved
 * edit.
 */
const LISTED = `
  WITH listed AS (
    SELECT ids.key AS place, ids.value AS listing_id,
      (SELECT sku FROM notification_listings WHERE item_id = ids.value) AS chosen,
      (SELECT sku FROM listings WHERE last_listing_id = ids.value LIMIT 1) AS offered,
      (SELECT ${jsonAt('o.value', 'sku')} FROM notification_events e, ${jsonEach('e.occurrences')} o
       WHERE e.item_id = ids.value AND e.signature = 'verified' AND coalesce(${jsonAt('o.value', 'itemId')}, ids.value) = ids.value
         AND ${jsonAt('o.value', 'sku')} IS NOT NULL ORDER BY e.id DESC LIMIT 1) AS notified
    FROM json_each(?) ids
  )
  SELECT l.listing_id AS listingId, l.chosen, l.offered, l.notified, COALESCE(i.price, a.price) AS price,
    COALESCE(${jsonAt('i.shown', '$.currency')}, a.currency) AS currency,
    COALESCE(i.listing_state, iif(a.available = 0, 'outOfStock', iif(a.listing_id IS NULL, NULL, 'published'))) AS listingState,
    COALESCE(iif(r.record IS NULL, ${jsonAt('i.shown', '$.title')}, ${jsonAt('r.record', '$.product.title')}), a.title) AS title,
    COALESCE(iif(r.record IS NULL, ${jsonAt('i.shown', '$.pictureUrl')}, ${jsonAt('r.record', '$.product.imageUrls[0]')}), a.picture_url) AS pictureUrl,
    COALESCE(iif(r.record IS NULL, i.quantity, ${jsonAt('r.record', '$.availability.shipToLocationAvailability.quantity')}), a.available)
      AS quantity,
    i.sku IS NULL AND a.listing_id IS NOT NULL AS isElsewhere
  FROM listed l LEFT JOIN item_rows i ON i.sku = COALESCE(l.chosen, l.offered, l.notified)
    LEFT JOIN item_records r ON r.sku = i.sku AND i.edited_at_ms IS NOT NULL
    LEFT JOIN active_listings a ON a.listing_id = l.listing_id AND i.sku IS NULL ORDER BY l.place`

const toListedItem = ({ chosen, offered, notified, listingState, ...item }: ListedRow): ListedItem => ({
  listingId: item.listingId,
  sku: chosen ?? offered ?? notified,
  source: chosen !== null ? 'seller' : offered !== null ? 'listing' : notified !== null ? 'notification' : null,
  title: item.title,
  pictureUrl: item.pictureUrl,
  quantity: item.quantity,
  price: item.price,
  currency: item.currency,
  listingState: listingState ?? 'unread',
  isElsewhere: item.isElsewhere === 1,
})

/** The items behind listing IDs, as buyers see them, in the order given. */
export const loadListedItems = (database: Database, listingIds: readonly string[]): readonly ListedItem[] =>
  database.all<ListedRow>(LISTED, [JSON.stringify(listingIds)]).map(toListedItem)

/** The SKU whose offer has, or last had, this listing. */
export const findOfferedSku = (database: Database, listingId: string): string | undefined =>
  database.get<{ sku: string }>('SELECT sku FROM listings WHERE last_listing_id = ? LIMIT 1', [listingId])?.sku

/** The newest verified notifications about a listing. */
export const loadListingEvents = (database: Database, listingId: string): readonly ListingEvent[] =>
  database
    .all<{ eventId: number; name: string; buyer: string | null; receivedAtMs: number }>(
      `SELECT id AS eventId, name, buyer, received_at_ms AS receivedAtMs FROM notification_events
       WHERE item_id = ? AND signature = 'verified' ORDER BY id DESC LIMIT 5`,
      [listingId],
    )
    .map(({ name, ...event }) => ({ ...event, label: eventLabel(name) ?? name }))

const MAX_CONVERSATIONS = 20

type ItemConversations = { readonly conversations: readonly ItemConversation[]; readonly total: number }

/** `about`: the condition that selects them. */
const loadConversations = (
  database: Database,
  about: string,
  params: Readonly<Record<string, string>>,
): ItemConversations => ({
  conversations: database
    .all<Omit<ItemConversation, 'unread'> & { readonly unread: number }>(
      `SELECT conversation_id AS conversationId, buyer, subject, preview, latest_at_ms AS latestAtMs, unread
       FROM conversations WHERE gone = 0 AND ${about} ORDER BY sort_ms DESC, id DESC LIMIT ${MAX_CONVERSATIONS}`,
      params,
    )
    .map((row) => ({ ...row, unread: row.unread === 1 })),
  total:
    database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM conversations WHERE gone = 0 AND ${about}`, params)?.n ?? 0,
})

/**
 * The listings of an item: chosen by the seller, offered, or named by a verified notification. The expressions are those of the
 * indexes, which SQLite uses for nothing else (https://www.sqlite.org/expridx.html).
 */
const LISTINGS = `
  SELECT item_id FROM notification_listings WHERE sku = :sku
  UNION SELECT last_listing_id FROM listings WHERE sku = :sku AND last_listing_id IS NOT NULL
  UNION SELECT item_id FROM notification_events INDEXED BY notification_events_by_first_sku
    WHERE item_id IS NOT NULL AND signature = 'verified' AND iif(json_valid(occurrences), occurrences ->> '$[0].sku', NULL) = :sku
  UNION SELECT item_id FROM notification_events INDEXED BY notification_events_with_later_skus
    WHERE item_id IS NOT NULL AND signature = 'verified' AND occurrences GLOB '*},{*"sku":"*'
      AND instr(occurrences, :named) > 0`

/** The newest conversations about an item's listings, and how many there are. */
export const loadItemConversations = (database: Database, sku: string): ItemConversations => {
  const listingIds = database.column<string>(LISTINGS, { sku, named: `"sku":${JSON.stringify(sku)}` })
  return loadConversations(database, 'item_id IN (SELECT value FROM json_each(:listingIds))', {
    listingIds: JSON.stringify(listingIds),
  })
}

/** The newest conversations about a listing, and how many there are. */
export const loadListingConversations = (database: Database, listingId: string): ItemConversations =>
  loadConversations(database, 'item_id = :listingId', { listingId })
