/** Listings made with other tools as rows of the item list, beside the inventory's items (LST-13). */

import type { ItemSortColumn, ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import type { Database } from '../../database/database.ts'
import { jsonEach } from '../../database/stored-json.ts'
import type { OfferedItems } from '../../offered-items-port.ts'
import { toTextKey } from '../items/item-row.ts'

/** The columns that both kinds of rows are sorted by. A column that listings don't have is null. */
const sortKeys: Readonly<Record<ItemSortColumn, string>> = {
  sku: "COALESCE(sku, '')",
  title: 'title_key',
  quantity: 'available',
  condition: 'NULL',
  editedAt: 'NULL',
  listing: "iif(available = 0, 'outOfStock', 'published')",
  price: 'price',
  category: 'NULL',
}

type ActiveRow = {
  listingId: string
  sku: string | null
  title: string
  format: NonNullable<ItemRow['elsewhere']>['format']
  pictureUrl: string | null
  price: number | null
  currency: string | null
  available: number | null
  sold: number
  watchers: number | null
  variations: number
}

const COLUMNS = `listing_id AS listingId, sku, title, format, picture_url AS pictureUrl, price, currency, available, sold,
  watchers, json_array_length(variations) AS variations`

/** An auction always has one, which is no low stock. */
const isLow = ({ format, available }: Pick<ActiveRow, 'format' | 'available'>, atMost: number): boolean =>
  format !== 'auction' && available !== null && available <= atMost

const toRow = (row: ActiveRow, columns: readonly string[], lowStockAtMost: number): ItemRow => {
  const texts: Readonly<Record<string, string>> = {
    title: row.title,
    quantity: String(row.available ?? ''),
    price: row.price === null ? '' : row.price.toFixed(2),
  }
  return {
    sku: row.sku ?? '',
    title: row.title,
    quantity: row.available,
    condition: null,
    pictureUrl: row.pictureUrl,
    state: 'saved',
    isIncomplete: false,
    isLowStock: isLow(row, lowStockAtMost),
    editedAtMs: null,
    readAtMs: null,
    changedColumns: [],
    problems: [],
    listingState: row.available === 0 ? 'outOfStock' : 'published',
    price: row.price === null ? null : { amount: row.price, currency: row.currency },
    category: null,
    cells: Object.fromEntries(columns.map((column) => [column, texts[column] ?? ''])),
    elsewhere: {
      listingId: row.listingId,
      format: row.format,
      sold: row.sold,
      watchers: row.watchers,
      variations: row.variations,
    },
    group: null,
    variation: null,
  }
}

/** An item's place in its listing, from 0; null if the listing doesn't name it. */
const POSITION = `(SELECT skus.key FROM item_groups g, ${jsonEach('g.record', '$.variantSKUs')} skus
  WHERE g.group_key = item_rows.group_key AND skus.value = item_rows.sku)`

const WITH_OFFERS = 'listing_id IN (SELECT value FROM json_each(?))'

/** `variation`: an item below the row of its group. */
export type RowKey = { readonly from: 'items' | 'active' | 'group' | 'variation'; readonly key: string }

export const createActiveRows = (
  database: Database,
  { lowStockAtMost, offered }: { readonly lowStockAtMost: () => number; readonly offered: () => OfferedItems },
) => {
  /** The condition of a scope. Undefined if no listing can be in it. */
  const toWhere = (scope: ListScope) => {
    const { search, filter, listing, condition, category, minPrice, maxPrice, maker = 'here' } = scope
    if (maker === 'here' || condition !== undefined || category !== undefined) return undefined
    if (filter !== 'all' && filter !== 'lowStock' && filter !== 'withOffers') return undefined
    if (listing !== undefined && listing !== 'published' && listing !== 'outOfStock') return undefined
    const terms = toTextKey(search).split(/\s+/u).filter(Boolean)
    const narrowings: readonly (readonly [sql: string, value: string | number])[] = [
      ...(filter === 'lowStock' ? [[`format <> 'auction' AND available <= ?`, lowStockAtMost()] as const] : []),
      ...(filter === 'withOffers' ? [[WITH_OFFERS, JSON.stringify(offered().listingIds)] as const] : []),
      ...(minPrice === undefined ? [] : [['price >= ?', minPrice] as const]),
      ...(maxPrice === undefined ? [] : [['price <= ?', maxPrice] as const]),
      ...terms.map((term) => ['instr(search_text, ?) > 0', term] as const),
    ]
    const state = listing === 'outOfStock' ? ['available = 0'] : listing === 'published' ? ['available IS NOT 0'] : []
    return {
      sql: ['is_ours = 0', ...state, ...narrowings.map(([sql]) => sql)].join(' AND '),
      values: narrowings.map(([, value]) => value),
    }
  }

  const countLow = (): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM active_listings WHERE is_ours = 0 AND available <= ? AND format <> 'auction'`,
      [lowStockAtMost()],
    )?.n ?? 0

  const countOffered = (): number =>
    database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM active_listings WHERE is_ours = 0 AND ${WITH_OFFERS}`, [
      JSON.stringify(offered().listingIds),
    ])?.n ?? 0

  return {
    /** How many listings are in a scope. */
    count: (scope: ListScope): number => {
      const where = toWhere(scope)
      if (where === undefined) return 0
      return (
        database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM active_listings WHERE ${where.sql}`, where.values)?.n ??
        0
      )
    },
    countLow,
    countOffered,
    /**
     * The keys of a page over all kinds of rows, in order. `items` selects the items: `WHERE` and its values, and the column that
     * sorts. With `unfolded`, the items of a group are one row, followed by its items if its key is among them.
     */
    mergedKeys: (
      scope: ListScope,
      items: {
        readonly where: string
        readonly values: readonly (string | number | null)[]
        readonly sortKey: string
        readonly unfolded?: readonly string[]
      },
      page: {
        readonly by: ItemSortColumn
        readonly direction: 'ASC' | 'DESC'
        readonly offset: number
        readonly limit: number
      },
    ): readonly RowKey[] => {
      const where = toWhere(scope) ?? { sql: '0', values: [] }
      const { by, direction, offset, limit } = page
      const { unfolded, sortKey } = items
      const total = by === 'quantity' ? 'SUM' : direction === 'ASC' ? 'MIN' : 'MAX'
      const grouped =
        unfolded === undefined
          ? ''
          : `UNION ALL SELECT 'group', group_key, sort_key, group_key, 1 FROM grouped
             UNION ALL SELECT 'variation', item_rows.sku, grouped.sort_key, item_rows.group_key, 2 + COALESCE(${POSITION}, 999)
               FROM grouped JOIN item_rows ON item_rows.group_key = grouped.group_key
               WHERE item_rows.group_key IN (SELECT value FROM json_each(?)) AND ${items.where}`
      return database.all<RowKey>(
        `WITH grouped AS (
           SELECT group_key, ${total}(${sortKey}) AS sort_key FROM item_rows
           WHERE ${unfolded === undefined ? '0' : 'group_key IS NOT NULL'} AND ${items.where} GROUP BY group_key)
         SELECT "from", key FROM (
           SELECT 'items' AS "from", sku AS key, ${sortKey} AS sort_key, sku AS entry, 0 AS level FROM item_rows
             WHERE ${unfolded === undefined ? '1' : 'group_key IS NULL'} AND ${items.where}
           ${grouped}
           UNION ALL SELECT 'active', listing_id, ${sortKeys[by]}, listing_id, 0 FROM active_listings WHERE ${where.sql})
         ORDER BY sort_key ${direction}, "from" = 'active', entry ${direction}, level, key LIMIT ? OFFSET ?`,
        [
          ...items.values,
          ...items.values,
          ...(unfolded === undefined ? [] : [JSON.stringify(unfolded), ...items.values]),
          ...where.values,
          limit,
          offset,
        ],
      )
    },
    /** The rows of these listings, by listing id. */
    rows: (listingIds: readonly string[], columns: readonly string[]): ReadonlyMap<string, ItemRow> =>
      new Map(
        database
          .all<ActiveRow>(
            `SELECT ${COLUMNS} FROM active_listings WHERE listing_id IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(listingIds)],
          )
          .map((row) => [row.listingId, toRow(row, columns, lowStockAtMost())] as const),
      ),
  }
}
