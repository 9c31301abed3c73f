/** The platform's active listings as last read. The item list shows those that no offer of the inventory has. */
import { type ActiveListing, variationsSchema } from '../../../shared/inventory/active-listing.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import { toTextKey } from '../items/item-row.ts'

type Row = {
  listing_id: string
  sku: string | null
  title: string
  format: ActiveListing['format']
  picture_url: string | null
  price: number | null
  currency: string | null
  available: number | null
  sold: number
  watchers: number | null
  has_policies: number
  started_at_ms: number | null
  variations: string
}

const toListing = (row: Row): ActiveListing => ({
  listingId: row.listing_id,
  sku: row.sku,
  title: row.title,
  format: row.format,
  pictureUrl: row.picture_url,
  price: row.price,
  currency: row.currency,
  available: row.available,
  sold: row.sold,
  watchers: row.watchers,
  hasPolicies: row.has_policies === 1,
  startedAtMs: row.started_at_ms,
  variations: readStoredJson(variationsSchema, row.variations) ?? [],
})

/** All SKUs of a listing, those of its variations included. */
export const listSkus = ({ sku, variations }: Pick<ActiveListing, 'sku' | 'variations'>): readonly string[] => [
  ...new Set([sku, ...variations.map((variation) => variation.sku)].filter((one) => one !== null)),
]

/**
 * Whether the listing is shown as an item already. Until the offers of its SKU are read, it counts as that: most listings of a
 * SKU in the inventory are the inventory's. An item without a row is being prepared.
 */
const IS_OURS = `(
  EXISTS (SELECT 1 FROM item_listings i WHERE i.listing_id = active_listings.listing_id)
  OR EXISTS (SELECT 1 FROM active_listing_skus s JOIN items ON items.sku = s.sku
      LEFT JOIN item_rows r ON r.sku = s.sku
    WHERE s.listing_id = active_listings.listing_id AND COALESCE(r.listing_state, 'unread') = 'unread'))`

export type ActiveStore = ReturnType<typeof createActiveStore>

export const createActiveStore = (database: Database) => {
  const find = (listingId: string): ActiveListing | undefined => {
    const row = database.get<Row>('SELECT * FROM active_listings WHERE listing_id = ?', [listingId])
    return row === undefined ? undefined : toListing(row)
  }

  const put = (listing: ActiveListing, pass: number): void => {
    const { listingId, variations } = listing
    const skus = listSkus(listing)
    const texts = [
      listing.title,
      listingId,
      ...skus,
      ...variations.flatMap((one) => one.specifics.map(({ value }) => value)),
    ]
    database.run(
      `INSERT INTO active_listings (listing_id, sku, title, title_key, format, picture_url, price, currency, available, sold,
         watchers, has_policies, started_at_ms, variations, search_text, seen_pass)
       VALUES (:listingId, :sku, :title, :titleKey, :format, :pictureUrl, :price, :currency, :available, :sold, :watchers,
         :hasPolicies, :startedAtMs, :variations, :searchText, :pass)
       ON CONFLICT (listing_id) DO UPDATE SET sku = excluded.sku, title = excluded.title, title_key = excluded.title_key,
         format = excluded.format, picture_url = excluded.picture_url, price = excluded.price, currency = excluded.currency,
         available = excluded.available, sold = excluded.sold, watchers = excluded.watchers,
         has_policies = excluded.has_policies, started_at_ms = excluded.started_at_ms,
         variations = excluded.variations, search_text = excluded.search_text, seen_pass = excluded.seen_pass`,
      {
        listingId,
        sku: listing.sku,
        title: listing.title,
        titleKey: toTextKey(listing.title),
        format: listing.format,
        pictureUrl: listing.pictureUrl,
        price: listing.price,
        currency: listing.currency,
        available: listing.available,
        sold: listing.sold,
        watchers: listing.watchers,
        hasPolicies: listing.hasPolicies ? 1 : 0,
        startedAtMs: listing.startedAtMs,
        variations: JSON.stringify(variations),
        searchText: toTextKey(texts.join('\n')),
        pass,
      },
    )
    database.run('DELETE FROM active_listing_skus WHERE listing_id = ?', [listingId])
    for (const sku of skus) {
      database.run('INSERT INTO active_listing_skus (sku, listing_id) VALUES (?, ?)', [sku, listingId])
    }
    database.run(`UPDATE active_listings SET is_ours = ${IS_OURS} WHERE listing_id = ?`, [listingId])
  }

  return {
    find,
    /** Stores the listings of a page. Call it in a transaction. */
    putAll: (listings: readonly ActiveListing[], pass: number): void => {
      for (const listing of listings) put(listing, pass)
    },
    /**
     * Ends a reading of all pages. Drops the listings that neither it nor the one before showed: a listing that ended may move
     * another one to a page that was read already. Returns how many only this reading missed.
     */
    endPass: (pass: number): number => {
      database.run('DELETE FROM active_listings WHERE seen_pass < ?', [pass - 1])
      return (
        database.get<{ n: number }>('SELECT COUNT(*) AS n FROM active_listings WHERE seen_pass < ?', [pass])?.n ?? 0
      )
    },
    /** Stores the listings of an item's offers. Call it in the transaction that stores the item's state of listing. */
    putItemListings: (sku: string, listingIds: readonly string[]): void => {
      const before = database.column<string>('SELECT listing_id FROM item_listings WHERE sku = ?', [sku])
      database.run('DELETE FROM item_listings WHERE sku = ?', [sku])
      for (const listingId of new Set(listingIds)) {
        database.run('INSERT INTO item_listings (listing_id, sku) VALUES (?, ?)', [listingId, sku])
      }
      database.run(
        `UPDATE active_listings SET is_ours = ${IS_OURS} WHERE listing_id IN (SELECT value FROM json_each(?))
           OR listing_id IN (SELECT listing_id FROM active_listing_skus WHERE sku = ?)`,
        [JSON.stringify([...before, ...listingIds]), sku],
      )
      // Listed again here, the item has another listing: the former one ended, and is no listing of another tool.
      database.run(
        `DELETE FROM active_listings WHERE listing_id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM item_listings i WHERE i.listing_id = active_listings.listing_id)`,
        [JSON.stringify(before.filter((one) => !listingIds.includes(one)))],
      )
    },
    /** Drops the listings that end with this item: those that no other item belongs to. Call it in a transaction. */
    dropListingsOf: (sku: string): void =>
      void database.run(
        `DELETE FROM active_listings WHERE listing_id IN (SELECT listing_id FROM item_listings WHERE sku = :sku)
           AND NOT EXISTS (SELECT 1 FROM item_listings i WHERE i.listing_id = active_listings.listing_id AND i.sku <> :sku)`,
        { sku },
      ),
    /** Listings made with other tools, by listing id. Leaves out ids without one. */
    listElsewhere: (listingIds: readonly string[]): readonly ActiveListing[] =>
      database
        .all<Row>(
          `SELECT a.* FROM json_each(?) ids JOIN active_listings a ON a.listing_id = ids.value WHERE a.is_ours = 0
           ORDER BY ids.key`,
          [JSON.stringify(listingIds)],
        )
        .map(toListing),
    /** The other live listings, and items of the inventory, that have one of these SKUs. */
    countSharing: (
      listingId: string,
      skus: readonly string[],
    ): { readonly listings: number; readonly items: number } => {
      const count = (sql: string, values: readonly string[]): number =>
        database.get<{ n: number }>(sql, [...values])?.n ?? 0
      const wanted = JSON.stringify(skus)
      return {
        listings: count(
          `SELECT COUNT(DISTINCT listing_id) AS n FROM active_listing_skus
           WHERE sku IN (SELECT value FROM json_each(?)) AND listing_id <> ?`,
          [wanted, listingId],
        ),
        items: count('SELECT COUNT(*) AS n FROM items WHERE sku IN (SELECT value FROM json_each(?))', [wanted]),
      }
    },
    countElsewhere: (): number =>
      database.get<{ n: number }>('SELECT COUNT(*) AS n FROM active_listings WHERE is_ours = 0')?.n ?? 0,
    has: (listingId: string): boolean =>
      database.get('SELECT 1 AS one FROM active_listings WHERE listing_id = ? AND is_ours = 0', [listingId]) !==
      undefined,
  }
}
