/** The item list by pages: sorted, filtered and searched in SQL. */

import {
  type ItemFilter,
  type ItemSelection,
  type ItemSortColumn,
  itemFilters,
  type ListScope,
} from '../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import type { PrivateTexts } from '../../../shared/inventory/fields/private-fields.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import { type ListingState, listingStateLabels, listingStates } from '../../../shared/inventory/listing-state.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { OfferRow } from '../../offer-cells-port.ts'
import type { OfferedItems } from '../../offered-items-port.ts'
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
import { flagSql, hasFlag, nothingShown, type ShownItem, type toItemRow, toTextKey } from './item-row.ts'
import type { ItemContent } from './item-store.ts'

export type ItemsRequest = ListScope & {
  readonly sku?: string | undefined
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

/** What filters compare with at the time of asking. */
export type FilterFacts = { readonly lowStockAtMost: number; readonly offered: OfferedItems }

/** `?` is what `filterValues` returns. What isn't for sale doesn't run out. */
const filterSql = (filter: ItemFilter): string => {
  if (filter === 'all') return '1'
  if (filter === 'withOffers') return 'sku IN (SELECT value FROM json_each(?))'
  return filter === 'lowStock' ? `quantity <= ? AND ${flagSql('forSale')}` : flagSql(filter)
}

const filterValues = (filter: ItemFilter, { lowStockAtMost, offered }: FilterFacts): readonly (string | number)[] => {
  if (filter === 'withOffers') return [JSON.stringify(offered.skus)]
  return filter === 'lowStock' ? [lowStockAtMost] : []
}

type Counted = { flags: number; n: number; low: number; unsent: number }

const countIn = (filter: Exclude<ItemFilter, 'withOffers'>, row: Counted): number => {
  if (filter === 'lowStock') return hasFlag(row, 'forSale') ? row.low : 0
  return filter === 'all' || hasFlag(row, filter) ? row.n : 0
}

type RowColumns = Omit<ReturnType<typeof toItemRow>, 'version' | 'unsent' | 'title_key' | 'group_key' | 'search_text'>

const COLUMNS = 'sku, flags, quantity, condition, edited_at_ms, listing_state, price, category, shown'

const readShown = ({ shown }: Pick<RowColumns, 'shown'>): ShownItem => parseStored(shown, nothingShown)

/** The new price as typed, else the platform's. */
const toPriceText = ({ texts }: ShownItem, price: number | null): string =>
  texts[PRICE_COLUMN] ?? (price === null ? '' : price.toFixed(2))

const toListingCells = (row: Pick<RowColumns, 'listing_state' | 'price' | 'shown'>): ListingCells => {
  const shown = readShown(row)
  return {
    price: toPriceText(shown, row.price),
    currency: shown.currency ?? '',
    'listing state': row.listing_state === 'unread' ? '' : listingStateLabels[row.listing_state],
  }
}

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

const toCells = (
  { sku, price }: RowColumns,
  shown: ShownItem,
  columns: readonly SheetColumn[],
  offer: OfferRow | undefined,
  noted: PrivateTexts | undefined,
  readContent: (sku: string) => ItemContent | undefined,
): ItemRow['cells'] => {
  if (columns.length === 0) return {}
  const typed = new Map(Object.entries(shown.texts))
  const item = columns.some(({ item }) => item !== undefined) ? readContent(sku) : undefined
  const draft = applyEdit(item?.record, item?.edit)
  return Object.fromEntries(
    columns.map(({ id, column, item: own }) => {
      if (id === PRICE_COLUMN) return [id, toPriceText(shown, price)]
      if (column.kind === 'private') return [id, typed.get(column.field.id) ?? noted?.[column.field.id] ?? '']
      const text = own === undefined ? (offer?.text(id) ?? '') : toCellText(draft, own)
      return [id, typed.get(id) ?? shownText(column, text)]
    }),
  )
}

const toRow = (
  row: RowColumns,
  { texts: _, currency, ...own }: ShownItem,
  lowStockAtMost: number,
  cells: ItemRow['cells'],
): ItemRow => ({
  ...own,
  sku: row.sku,
  quantity: row.quantity,
  condition: row.condition,
  isIncomplete: hasFlag(row, 'incomplete'),
  isLowStock: row.quantity !== null && row.quantity <= lowStockAtMost,
  editedAtMs: row.edited_at_ms,
  listingState: row.listing_state,
  price: row.price === null ? null : { amount: row.price, currency },
  category: row.category,
  cells,
  elsewhere: null,
  group: null,
  variation: null,
})

/** `isNarrowed`: whether more than the filter narrows the list. */
type Where = {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
  readonly isNarrowed: boolean
}

const toWhere = (
  { sku, search, filter, listing, condition, category, minPrice, maxPrice }: ListScope & Pick<ItemsRequest, 'sku'>,
  facts: FilterFacts,
): Where => {
  const terms = toTextKey(search).split(/\s+/u).filter(Boolean)
  const narrowings: readonly (readonly [sql: string, value: string | number | null])[] = [
    ...(sku === undefined ? [] : [['sku = ?', sku] as const]),
    ...(listing === undefined ? [] : [['listing_state = ?', listing] as const]),
    ...(condition === undefined ? [] : [['condition IS ?', condition] as const]),
    ...(category === undefined ? [] : [['category IS ?', category] as const]),
    ...(minPrice === undefined ? [] : [['price >= ?', minPrice] as const]),
    ...(maxPrice === undefined ? [] : [['price <= ?', maxPrice] as const]),
    ...terms.map((term) => ['instr(search_text, ?) > 0', term] as const),
  ]
  return {
    sql: [filterSql(filter), ...narrowings.map(([sql]) => sql)].join(' AND '),
    values: [...filterValues(filter, facts), ...narrowings.map(([, value]) => value)],
    isNarrowed: narrowings.length > 0,
  }
}

/** The counts of every filter, and of the cells that can't be sent: one pass over one index, and the few items with offers. */
const countAll = (database: Database, facts: FilterFacts) => {
  const found = database.all<Counted>(
    `SELECT flags, COUNT(*) AS n, COALESCE(SUM(quantity <= ?), 0) AS low, SUM(unsent) AS unsent
     FROM item_rows GROUP BY flags`,
    [facts.lowStockAtMost],
  )
  const withOffers =
    facts.offered.skus.length === 0
      ? 0
      : (database.get<{ n: number }>(
          `SELECT COUNT(*) AS n FROM item_rows WHERE ${filterSql('withOffers')}`,
          filterValues('withOffers', facts),
        )?.n ?? 0)
  const sum = (count: (row: Counted) => number): number => found.reduce((total, row) => total + count(row), 0)
  return {
    counts: Object.fromEntries(
      itemFilters.map((filter) => [filter, filter === 'withOffers' ? withOffers : sum((row) => countIn(filter, row))]),
    ) as Readonly<Record<ItemFilter, number>>,
    unsentCells: sum(({ unsent }) => unsent),
  }
}

/**
 * The rows if the variations of a listing are one, plus those of the unfolded ones. `items`: how many items match. Reads only the
 * grouped ones, in the order of their index.
 */
const countRows = (
  database: Database,
  items: number,
  { sql, values }: Pick<Where, 'sql' | 'values'>,
  unfolded: readonly string[],
): number => {
  const grouped = database.get<{ items: number; groups: number }>(
    `SELECT COALESCE(SUM(n), 0) AS items, COUNT(*) AS groups
     FROM (SELECT COUNT(*) AS n FROM item_rows WHERE group_key IS NOT NULL AND ${sql} GROUP BY group_key)`,
    values,
  )
  const folded = items - (grouped?.items ?? 0) + (grouped?.groups ?? 0)
  if (unfolded.length === 0) return folded
  const shown = database.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM item_rows WHERE group_key IN (SELECT value FROM json_each(?)) AND ${sql}`,
    [JSON.stringify(unfolded), ...values],
  )
  return folded + (shown?.n ?? 0)
}

const countListings = (database: Database): Readonly<Record<ListingState, number>> => {
  const rows = database.all<{ state: ListingState; n: number }>(
    'SELECT listing_state AS state, COUNT(*) AS n FROM item_rows GROUP BY listing_state',
  )
  const none = Object.fromEntries(listingStates.map((state) => [state, 0])) as Record<ListingState, number>
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

export const createItemList = (
  database: Database,
  deps: {
    readonly content: (sku: string) => ItemContent | undefined
    readonly lowStockAtMost: () => number
    readonly offered: () => OfferedItems
    /** Called only if a column of them is visible. */
    readonly privateTexts: (skus: readonly string[]) => ReadonlyMap<string, PrivateTexts>
    /** Called only for rows with a visible column of the offer besides the price, which the row has. */
    readonly offerRows: (skus: readonly string[]) => ReadonlyMap<string, OfferRow>
  },
) => {
  const active = createActiveRows(database, deps)
  const factsNow = (): FilterFacts => ({ lowStockAtMost: deps.lowStockAtMost(), offered: deps.offered() })
  const groups = createGroupRows(database, deps)

  const skusIn = (scope: ListScope): readonly string[] => {
    if (scope.maker === 'elsewhere') return []
    const { sql, values } = toWhere(scope, factsNow())
    return database.column<string>(`SELECT sku FROM item_rows WHERE ${sql} ORDER BY sku`, values)
  }

  return {
    /** SKUs of all items in scope, by SKU. */
    skusIn,
    count: (): number => database.get<{ n: number }>('SELECT COUNT(*) AS n FROM items')?.n ?? 0,
    /** What a file says about the listings of these SKUs, with typed prices. */
    listingCells: (skus: readonly string[]): ReadonlyMap<string, ListingCells> =>
      new Map(
        database
          .all<Pick<RowColumns, 'sku' | 'listing_state' | 'price' | 'shown'>>(
            `SELECT sku, listing_state, price, shown FROM item_rows
             WHERE sku IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(skus)],
          )
          .map((row) => [row.sku, toListingCells(row)]),
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
      const facts = factsNow()
      const { lowStockAtMost } = facts
      const { sql, values, isNarrowed } = toWhere(scope, facts)
      const { counts, unsentCells } = countAll(database, facts)
      const isHere = scope.maker !== 'elsewhere'
      const hasGroups = isGrouped && isHere && groups.exist()
      const itemTotal = isNarrowed
        ? (database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM item_rows WHERE ${sql}`, values)?.n ?? 0)
        : counts[scope.filter]
      const activeTotal = active.count(scope)
      const matches = (isHere ? itemTotal : 0) + activeTotal
      const total =
        (hasGroups ? countRows(database, itemTotal, { sql, values }, unfolded) : isHere ? itemTotal : 0) + activeTotal
      const sheetColumns = columns.map(toSheetColumn)
      const hasOfferCells = sheetColumns.some(({ id, column }) => column.kind === 'offer' && id !== PRICE_COLUMN)
      const hasPrivateCells = sheetColumns.some(({ column }) => column.kind === 'private')
      const readItems = (where: string, params: readonly (string | number | null)[]): readonly ItemRow[] => {
        const found = database.all<RowColumns>(`SELECT ${COLUMNS} FROM item_rows WHERE ${where}`, params)
        const offers = hasOfferCells ? deps.offerRows(found.map(({ sku }) => sku)) : undefined
        const noted = hasPrivateCells ? deps.privateTexts(found.map(({ sku }) => sku)) : undefined
        return found.map((row) => {
          const shown = readShown(row)
          return toRow(
            row,
            shown,
            lowStockAtMost,
            toCells(row, shown, sheetColumns, offers?.get(row.sku), noted?.get(row.sku), deps.content),
          )
        })
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
        listingCounts: countListings(database),
        conditionCounts: database.all<{ condition: string | null; count: number }>(
          'SELECT condition, COUNT(*) AS count FROM item_rows GROUP BY condition ORDER BY count DESC, condition',
        ),
        categoryCounts: database.all<{ category: string | null; count: number }>(
          'SELECT category, COUNT(*) AS count FROM item_rows GROUP BY category ORDER BY count DESC, category',
        ),
        counts: {
          ...counts,
          ...((scope.maker ?? 'here') === 'here'
            ? {}
            : { lowStock: counts.lowStock + active.countLow(), withOffers: counts.withOffers + active.countOffered() }),
        },
        unsentCells,
        toRead: database.get<{ n: number }>('SELECT COUNT(*) AS n FROM items WHERE wants_read = 1')?.n ?? 0,
        lowStockAtMost,
      }
    },
  }
}
