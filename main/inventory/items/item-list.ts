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
import { parseStored, readStoredJson } from '../../database/stored-json.ts'
import type { OfferRow } from '../../offer-cells-port.ts'
import { createActiveRows, type RowKey } from '../active/active-rows.ts'
import { createGroupRows } from '../groups/group-rows.ts'
import {
  type Column,
  type EditableColumn,
  type ListingCells,
  PRICE_COLUMN,
  parseColumn,
  toCellText,
} from './columns.ts'
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
    OR ((typed_price IS NOT NULL OR typed_offer IS NOT NULL) AND listing_state <> 'unread' AND listing_state NOT IN ${NOT_FOR_SALE}))`,
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
  typed_offer: string | null
}

/** The new price as typed, else the platform's. */
const toPriceText = ({ typed_price: typed, price }: Pick<RowColumns, 'typed_price' | 'price'>): string =>
  typed ?? (price === null ? '' : price.toFixed(2))

const typedOfferSchema = z.array(z.object({ column: z.string(), problem: z.string().nullable() }))

/** The other new texts of the row's offer. */
const readTypedOffer = ({ typed_offer: typed }: RowColumns) =>
  typed === null ? [] : (readStoredJson(typedOfferSchema, typed) ?? [])

const toOfferProblem = (column: string, message: string): RowProblem => ({
  path: [],
  column,
  errorId: null,
  message,
  from: 'unreadable',
})

/** A column as its cells are read. `item`: if it is one of the item's record. */
type SheetColumn = { readonly id: string; readonly column: Column; readonly item: EditableColumn | undefined }

const toSheetColumn = (id: string): SheetColumn => {
  const column = parseColumn(id)
  return { id, column, item: column.kind === 'field' || column.kind === 'aspect' ? column : undefined }
}

/** Maximum characters of a cell that the sheet only shows, such as a description. */
const MAX_SHOWN = 300

/** What a cell can edit stays whole. */
const shownText = (column: Column, text: string): string =>
  (column.kind === 'field' || column.kind === 'offer') && column.field.notInCell !== undefined
    ? text.slice(0, MAX_SHOWN)
    : text

export const createItemList = (
  database: Database,
  deps: {
    readonly brief: (sku: string) => BriefItem | undefined
    readonly lowStockAtMost: () => number
    /** Called only for rows with a visible column of the offer besides the price, which the row has. */
    readonly offerRows: (skus: readonly string[]) => ReadonlyMap<string, OfferRow>
  },
) => {
  const active = createActiveRows(database, deps.lowStockAtMost)
  const groups = createGroupRows(database, deps)

  const toCells = (row: RowColumns, columns: readonly SheetColumn[], offer: OfferRow | undefined): ItemRow['cells'] => {
    if (columns.length === 0) return {}
    const typed = new Map(Object.entries(parseStored<UnreadableCells>(row.unreadable, {})))
    const item = columns.some(({ item }) => item !== undefined) ? deps.brief(row.sku) : undefined
    const draft = applyEdit(item?.record, item?.edit)
    return Object.fromEntries(
      columns.map(({ id, column, item: own }) => {
        if (id === PRICE_COLUMN) return [id, toPriceText(row)]
        const text = own === undefined ? (offer?.text(id) ?? '') : toCellText(draft, own)
        return [id, typed.get(id)?.text ?? shownText(column, text)]
      }),
    )
  }

  const toRow = (row: RowColumns, columns: readonly SheetColumn[], offer: OfferRow | undefined): ItemRow => {
    const typedOffer = readTypedOffer(row)
    return {
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
        ...typedOffer.map(({ column }) => column),
      ],
      problems: [
        ...(readStoredJson(problemsSchema, row.problems) ?? []),
        ...(row.price_problem === null ? [] : [toOfferProblem(PRICE_COLUMN, row.price_problem)]),
        ...typedOffer.flatMap(({ column, problem }) => (problem === null ? [] : [toOfferProblem(column, problem)])),
      ],
      listingState: row.listing_state,
      price: row.price === null ? null : { amount: row.price, currency: row.currency },
      category: row.category,
      cells: toCells(row, columns, offer),
      elsewhere: null,
      group: null,
      variation: null,
    }
  }

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

  /**
   * The rows if the variations of a listing are one, plus those of the unfolded ones. `items`: how many items match. Reads only the
   * grouped ones, in the order of their index.
   */
  const countRows = (
    items: number,
    { sql, values }: { readonly sql: string; readonly values: readonly (string | number | null)[] },
    unfolded: readonly string[],
  ): number => {
    const grouped = database.get<{ items: number; groups: number }>(
      `SELECT COALESCE(SUM(n), 0) AS items, COUNT(*) AS groups
       FROM (SELECT COUNT(*) AS n FROM items WHERE group_key IS NOT NULL AND ${sql} GROUP BY group_key)`,
      values,
    )
    const folded = items - (grouped?.items ?? 0) + (grouped?.groups ?? 0)
    if (unfolded.length === 0) return folded
    const shown = database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM items WHERE group_key IN (SELECT value FROM json_each(?)) AND ${sql}`,
      [JSON.stringify(unfolded), ...values],
    )
    return folded + (shown?.n ?? 0)
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
      const counted = database.get<Record<ItemFilter, number> & { toRead: number; unsentCells: number }>(
        `SELECT ${countsSql}, COALESCE(SUM(wants_read), 0) AS toRead,
           COALESCE(SUM(unreadable_count + rule_problems + (price_problem IS NOT NULL) + offer_problems), 0) AS unsentCells
         FROM items`,
      )
      if (counted === undefined) throw new Error('SQLite returned no counts')
      const { toRead, unsentCells, ...counts } = counted
      const isHere = scope.maker !== 'elsewhere'
      const hasGroups = isGrouped && isHere && groups.exist()
      const itemTotal =
        values.length === 0
          ? counts[scope.filter]
          : (database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM items WHERE ${sql}`, values)?.n ?? 0)
      const activeTotal = active.count(scope)
      const matches = (isHere ? itemTotal : 0) + activeTotal
      const total = (hasGroups ? countRows(itemTotal, { sql, values }, unfolded) : isHere ? itemTotal : 0) + activeTotal
      const sheetColumns = columns.map(toSheetColumn)
      const hasOfferCells = sheetColumns.some(({ id, column }) => column.kind === 'offer' && id !== PRICE_COLUMN)
      const readItems = (where: string, params: readonly (string | number | null)[]): readonly ItemRow[] => {
        const found = database.all<RowColumns>(
          `SELECT sku, state, title, quantity, condition, picture_url, is_incomplete, is_low_stock, edited_at_ms,
             read_at_ms, changed_columns, problems, unreadable, listing_state, price, currency, category,
             typed_price, price_problem, typed_offer
           FROM items WHERE ${where}`,
          params,
        )
        const offers = hasOfferCells ? deps.offerRows(found.map(({ sku }) => sku)) : undefined
        return found.map((row) => toRow(row, sheetColumns, offers?.get(row.sku)))
      }
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
        unsentCells,
        toRead,
        lowStockAtMost: deps.lowStockAtMost(),
      }
    },
  }
}
