/** The item list by pages: sorted, filtered and searched in SQL. */

import * as z from 'zod'
import type {
  ItemFilter,
  ItemSelection,
  ItemSortColumn,
  ListScope,
} from '../../../shared/inventory/contract/list-scope.ts'
import { type ItemRow, type ItemState, type RowProblem, rowProblemSchema } from '../../../shared/inventory/contract.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import { type ListingState, listingStateLabels, listingStates } from '../../../shared/inventory/listing-state.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import { createActiveRows, type RowKey } from '../active/active-rows.ts'
import { createGroupRows } from '../groups/group-rows.ts'
import { type ListingCells, PRICE_COLUMN, parseEditableColumn, toCellText } from './columns.ts'
import { type BriefItem, toTextKey, type UnreadableCells } from './item-store.ts'

export type ItemsRequest = ListScope & {
  readonly sort: { readonly by: ItemSortColumn; readonly direction: 'ascending' | 'descending' }
  readonly columns?: readonly string[]
  readonly isGrouped?: boolean
  readonly unfolded?: readonly string[]
  readonly offset: number
  readonly limit: number
}

const sortKeys: Readonly<Record<ItemSortColumn, string>> = {
  sku: 'sku',
  title: 'title_key',
  quantity: 'quantity',
  condition: 'condition',
  editedAt: 'edited_at_ms',
  listing: 'listing_state',
  price: 'price',
  category: 'category',
}

/** States in which buyers certainly can't buy. */
const NOT_FOR_SALE = `('notListed', 'offer', 'ended')`

const filterSql: Readonly<Record<ItemFilter, string>> = {
  all: '1',
  incomplete: 'is_incomplete = 1',
  changed: `(edited_at_ms IS NOT NULL OR unreadable_count > 0
    OR (typed_price IS NOT NULL AND listing_state <> 'unread' AND listing_state NOT IN ${NOT_FOR_SALE}))`,
  conflict: "state = 'conflict'",
  // What isn't for sale doesn't run out. A listing that was never read may be.
  lowStock: `is_low_stock = 1 AND listing_state NOT IN ${NOT_FOR_SALE}`,
  refused: 'is_refused = 1',
}
const countsSql = Object.entries(filterSql)
  .map(([filter, sql]) => `COALESCE(SUM(${sql}), 0) AS "${filter}"`)
  .join(', ')

const changedColumnsSchema = z.array(z.string())
const problemsSchema = z.array(rowProblemSchema)

type RowColumns = {
  sku: string
  state: ItemState
  title: string | null
  quantity: number | null
  condition: string | null
  picture_url: string | null
  is_incomplete: number
  is_low_stock: number
  edited_at_ms: number | null
  read_at_ms: number | null
  changed_columns: string
  problems: string
  unreadable: string
  listing_state: ListingState
  price: number | null
  currency: string | null
  category: string | null
  typed_price: string | null
  price_problem: string | null
}

/** The new price as typed, else the platform's. */
const toPriceText = ({ typed_price: typed, price }: Pick<RowColumns, 'typed_price' | 'price'>): string =>
  typed ?? (price === null ? '' : price.toFixed(2))

const toPriceProblem = (message: string): RowProblem => ({
  path: [],
  column: PRICE_COLUMN,
  errorId: null,
  message,
  from: 'unreadable',
})

export const createItemList = (
  database: Database,
  deps: { readonly brief: (sku: string) => BriefItem | undefined; readonly lowStockAtMost: () => number },
) => {
  const active = createActiveRows(database, deps.lowStockAtMost)
  const groups = createGroupRows(database, deps)

  const toCells = (row: RowColumns, columns: readonly string[]): ItemRow['cells'] => {
    if (columns.length === 0) return {}
    const { sku, unreadable } = row
    const item = deps.brief(sku)
    const draft = applyEdit(item?.record, item?.edit)
    const typed = new Map(Object.entries(JSON.parse(unreadable) as UnreadableCells))
    return Object.fromEntries(
      columns.map((column) => {
        if (column === PRICE_COLUMN) return [column, toPriceText(row)]
        const editable = parseEditableColumn(column)
        return [column, typed.get(column)?.text ?? (editable === undefined ? '' : toCellText(draft, editable))]
      }),
    )
  }

  const toRow = (row: RowColumns, columns: readonly string[]): ItemRow => ({
    sku: row.sku,
    title: row.title,
    quantity: row.quantity,
    condition: row.condition,
    pictureUrl: row.picture_url,
    state: row.state,
    isIncomplete: row.is_incomplete === 1,
    isLowStock: row.is_low_stock === 1,
    editedAtMs: row.edited_at_ms,
    readAtMs: row.read_at_ms,
    changedColumns: [
      ...(readStoredJson(changedColumnsSchema, row.changed_columns) ?? []),
      ...(row.typed_price === null ? [] : [PRICE_COLUMN]),
    ],
    problems: [
      ...(readStoredJson(problemsSchema, row.problems) ?? []),
      ...(row.price_problem === null ? [] : [toPriceProblem(row.price_problem)]),
    ],
    listingState: row.listing_state,
    price: row.price === null ? null : { amount: row.price, currency: row.currency },
    category: row.category,
    cells: toCells(row, columns),
    elsewhere: null,
    group: null,
    variation: null,
  })

  const toWhere = ({ search, filter, listing, condition, category, minPrice, maxPrice }: ListScope) => {
    const terms = toTextKey(search).split(/\s+/u).filter(Boolean)
    const narrowings: readonly (readonly [sql: string, value: string | number | null])[] = [
      ...(listing === undefined ? [] : [['listing_state = ?', listing] as const]),
      ...(condition === undefined ? [] : [['condition IS ?', condition] as const]),
      ...(category === undefined ? [] : [['category IS ?', category] as const]),
      ...(minPrice === undefined ? [] : [['price >= ?', minPrice] as const]),
      ...(maxPrice === undefined ? [] : [['price <= ?', maxPrice] as const]),
      ...terms.map((term) => ['instr(search_text, ?) > 0', term] as const),
    ]
    return {
      sql: [filterSql[filter], ...narrowings.map(([sql]) => sql)].join(' AND '),
      values: narrowings.map(([, value]) => value),
    }
  }

  /** The rows if the variations of a listing are one, plus those of the unfolded ones. */
  const countRows = (
    { sql, values }: { readonly sql: string; readonly values: readonly (string | number | null)[] },
    unfolded: readonly string[],
  ): number => {
    const folded = database.get<{ n: number }>(
      `SELECT COUNT(*) - COUNT(group_key) + COUNT(DISTINCT group_key) AS n FROM items WHERE ${sql}`,
      values,
    )
    if (unfolded.length === 0) return folded?.n ?? 0
    const shown = database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM items WHERE group_key IN (SELECT value FROM json_each(?)) AND ${sql}`,
      [JSON.stringify(unfolded), ...values],
    )
    return (folded?.n ?? 0) + (shown?.n ?? 0)
  }

  const countListings = (): Readonly<Record<ListingState, number>> => {
    const rows = database.all<{ state: ListingState; n: number }>(
      'SELECT listing_state AS state, COUNT(*) AS n FROM items GROUP BY listing_state',
    )
    const none = Object.fromEntries(listingStates.map((state) => [state, 0])) as Record<ListingState, number>
    return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
  }

  const skusIn = (scope: ListScope): readonly string[] => {
    if (scope.maker === 'elsewhere') return []
    const { sql, values } = toWhere(scope)
    return database.column<string>(`SELECT sku FROM items WHERE ${sql} ORDER BY sku`, values)
  }

  return {
    /** SKUs of all items in scope, by SKU. */
    skusIn,
    count: (): number => database.get<{ n: number }>('SELECT COUNT(*) AS n FROM items')?.n ?? 0,
    /** What a file says about the listings of these SKUs, with typed prices. */
    listingCells: (skus: readonly string[]): ReadonlyMap<string, ListingCells> =>
      new Map(
        database
          .all<Pick<RowColumns, 'sku' | 'listing_state' | 'price' | 'currency' | 'typed_price'>>(
            `SELECT sku, listing_state, price, currency, typed_price FROM items
             WHERE sku IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(skus)],
          )
          .map((row) => [
            row.sku,
            {
              price: toPriceText(row),
              currency: row.currency ?? '',
              'listing state': row.listing_state === 'unread' ? '' : listingStateLabels[row.listing_state],
            },
          ]),
      ),
    /** SKUs of the chosen rows. */
    selectedSkus: (selection: ItemSelection): readonly string[] => {
      if (selection.kind === 'skus') return selection.skus
      const except = new Set(selection.except)
      return skusIn(selection).filter((sku) => !except.has(sku))
    },
    page: ({ sort, columns = [], offset, limit, isGrouped = false, unfolded = [], ...scope }: ItemsRequest) => {
      const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC'
      const key = sortKeys[sort.by]
      const order = key === 'sku' ? `sku ${direction}` : `${key} ${direction}, sku ${direction}`
      const { sql, values } = toWhere(scope)
      const counted = database.get<Record<ItemFilter, number> & { toRead: number; unreadableCells: number }>(
        `SELECT ${countsSql}, COALESCE(SUM(wants_read), 0) AS toRead,
           COALESCE(SUM(unreadable_count + (price_problem IS NOT NULL)), 0) AS unreadableCells FROM items`,
      )
      if (counted === undefined) throw new Error('SQLite returned no counts')
      const { toRead, unreadableCells, ...counts } = counted
      const isHere = scope.maker !== 'elsewhere'
      const hasGroups = isGrouped && isHere && groups.exist()
      const itemTotal =
        values.length === 0
          ? counts[scope.filter]
          : (database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM items WHERE ${sql}`, values)?.n ?? 0)
      const activeTotal = active.count(scope)
      const matches = (isHere ? itemTotal : 0) + activeTotal
      const total = (hasGroups ? countRows({ sql, values }, unfolded) : isHere ? itemTotal : 0) + activeTotal
      const readItems = (where: string, params: readonly (string | number | null)[]): readonly ItemRow[] =>
        database
          .all<RowColumns>(
            `SELECT sku, state, title, quantity, condition, picture_url, is_incomplete, is_low_stock, edited_at_ms,
               read_at_ms, changed_columns, problems, unreadable, listing_state, price, currency, category,
               typed_price, price_problem
             FROM items WHERE ${where}`,
            params,
          )
          .map((row) => toRow(row, columns))
      const readMerged = (): readonly ItemRow[] => {
        const keys = active.mergedKeys(
          scope,
          {
            where: isHere ? sql : '0',
            values: isHere ? values : [],
            sortKey: key,
            ...(hasGroups ? { unfolded } : {}),
          },
          { by: sort.by, direction, offset, limit },
        )
        const keysFrom = (...from: readonly RowKey['from'][]) =>
          keys.filter((one) => from.includes(one.from)).map((one) => one.key)
        const items = new Map(
          readItems('sku IN (SELECT value FROM json_each(?))', [JSON.stringify(keysFrom('items', 'variation'))]).map(
            (row) => [row.sku, row],
          ),
        )
        const listings = active.rows(keysFrom('active'), columns)
        const grouped = groups.rows(keysFrom('group'), columns, { sql, values })
        const variations = groups.variations(keysFrom('variation'))
        const find = ({ from, key: rowKey }: RowKey): ItemRow | undefined => {
          if (from === 'active') return listings.get(rowKey)
          if (from === 'group') return grouped.get(rowKey)
          const row = items.get(rowKey)
          return row === undefined || from === 'items' ? row : { ...row, variation: variations.get(rowKey) ?? null }
        }
        return keys.flatMap((one) => find(one) ?? [])
      }
      const rows =
        activeTotal === 0 && isHere && !hasGroups
          ? readItems(`${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, offset])
          : readMerged()
      // Without rows for listings, a variation still says which one it is.
      const variations = isGrouped ? new Map<string, never>() : groups.variations(rows.map(({ sku }) => sku))
      return {
        rows: rows.map((row) => {
          const variation = variations.get(row.sku)
          return variation === undefined ? row : { ...row, variation }
        }),
        total,
        matches,
        listingCounts: countListings(),
        conditionCounts: database.all<{ condition: string | null; count: number }>(
          'SELECT condition, COUNT(*) AS count FROM items GROUP BY condition ORDER BY count DESC, condition',
        ),
        categoryCounts: database.all<{ category: string | null; count: number }>(
          'SELECT category, COUNT(*) AS count FROM items GROUP BY category ORDER BY count DESC, category',
        ),
        counts: {
          ...(counts as Readonly<Record<ItemFilter, number>>),
          ...((scope.maker ?? 'here') === 'here' ? {} : { lowStock: (counts.lowStock ?? 0) + active.countLow() }),
        },
        unreadableCells,
        toRead,
        lowStockAtMost: deps.lowStockAtMost(),
      }
    },
  }
}
