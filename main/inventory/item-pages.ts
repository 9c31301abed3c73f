/** The list of items by pages: sorted, filtered and searched in the database. */
import { cellFieldOf, cellTextOf } from '../../shared/inventory/cells.ts'
import type { ItemRow, ItemState, RowProblem } from '../../shared/inventory/contract.ts'
import { viewOf } from '../../shared/inventory/item.ts'
import { applyEdit } from '../../shared/inventory/item-edit.ts'
import type { ItemFilter, ItemSortColumn } from '../../shared/inventory/item-list.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { type BriefItem, textKey } from './item-store.ts'

export type ItemsRequest = {
  readonly search: string
  readonly filter: ItemFilter
  readonly sort: { readonly by: ItemSortColumn; readonly direction: 'ascending' | 'descending' }
  readonly columns?: readonly string[]
  readonly offset: number
  readonly limit: number
}

export type ItemsPage = {
  readonly rows: readonly ItemRow[]
  readonly total: number
  readonly counts: Readonly<Record<ItemFilter, number>>
  readonly lowStockAtMost: number
  readonly toRead: number
}

export type ItemPages = {
  readonly page: (request: ItemsRequest) => ItemsPage
  /** SKUs of all items of a list, in order. */
  readonly skusOf: (request: Pick<ItemsRequest, 'search' | 'filter'>) => readonly string[]
}

/** Up to so many finds are sorted; more are met on a walk along the sorted index. */
const FEW = 2_000

const sortKeys: Readonly<Record<ItemSortColumn, string>> = {
  sku: 'sku',
  title: 'title_key',
  quantity: 'quantity',
  condition: 'condition',
  editedAt: 'edited_at_ms',
}

const filterSql: Readonly<Record<ItemFilter, string>> = {
  all: '1',
  incomplete: 'is_incomplete = 1',
  changed: 'edited_at_ms IS NOT NULL',
  conflict: "state = 'conflict'",
  lowStock: 'is_low_stock = 1',
  failed: 'is_failed = 1',
}

type RowColumns = {
  sku: string
  state: string
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
}

export const createItemPages = (
  database: Database,
  deps: {
    readonly brief: (sku: string) => BriefItem | undefined
    readonly lowStockAtMost: () => number
  },
): ItemPages => {
  const cellsOf = (sku: string, columns: readonly string[]): Readonly<Record<string, string>> => {
    if (columns.length === 0) return {}
    const item = deps.brief(sku)
    const view = viewOf(applyEdit(item?.record, item?.edit))
    return Object.fromEntries(
      columns.map((column) => {
        const field = cellFieldOf(column)
        return [column, field === undefined ? '' : cellTextOf(view, field)]
      }),
    )
  }

  const rowOf = (row: RowColumns, columns: readonly string[]): ItemRow => ({
    sku: row.sku,
    title: row.title,
    quantity: row.quantity,
    condition: row.condition,
    pictureUrl: row.picture_url,
    state: row.state as ItemState,
    isIncomplete: row.is_incomplete === 1,
    isLowStock: row.is_low_stock === 1,
    editedAtMs: row.edited_at_ms,
    readAtMs: row.read_at_ms,
    changedColumns: JSON.parse(row.changed_columns) as readonly string[],
    problems: JSON.parse(row.problems) as readonly RowProblem[],
    cells: cellsOf(row.sku, columns),
  })

  /**
   * The items of a filter and search, as a condition on `items`.
   *
   * `few`: what a search finds is taken from the index of texts first, and sorted then. Otherwise the sorted index is walked and
   * each text looked at, which ends as soon as the page is full.
   */
  const whereOf = ({ search, filter }: Pick<ItemsRequest, 'search' | 'filter'>, few: boolean) => {
    const words: readonly SqlValue[] = textKey(search).split(/\s+/u).filter(Boolean)
    if (words.length === 0) return { sql: filterSql[filter], words }
    const has = words.map(() => 'instr(search_text, ?) > 0').join(' AND ')
    const found = few ? `rowid IN (SELECT rowid FROM items INDEXED BY items_searched WHERE ${has})` : has
    return { sql: filter === 'all' ? found : `${filterSql[filter]} AND ${found}`, words }
  }

  const countOf = (request: Pick<ItemsRequest, 'search' | 'filter'>): number => {
    const { sql, words } = whereOf(request, false)
    return database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM items WHERE ${sql}`, words)?.n ?? 0
  }

  const countsNow = () => {
    const row = database.get<{
      every: number
      incomplete: number
      changed: number
      conflict: number
      low_stock: number
      failed: number
      to_read: number
    }>('SELECT every, incomplete, changed, conflict, low_stock, failed, to_read FROM item_counts')
    if (row === undefined) throw new Error('The counts of the items are missing')
    const { every: all, incomplete, changed, conflict, low_stock: lowStock, failed } = row
    return { counts: { all, incomplete, changed, conflict, lowStock, failed }, toRead: row.to_read }
  }

  return {
    skusOf: (request) => {
      const { sql, words } = whereOf(request, true)
      return database
        .all<{ sku: string }>(`SELECT sku FROM items WHERE ${sql} ORDER BY sku`, words)
        .map(({ sku }) => sku)
    },
    page: ({ search, filter, sort, columns = [], offset, limit }) => {
      const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC'
      const key = sortKeys[sort.by]
      const order = key === 'sku' ? `sku ${direction}` : `${key} ${direction}, sku ${direction}`
      const { counts, toRead } = countsNow()
      const total = search.trim() === '' ? counts[filter] : countOf({ search, filter })
      const { sql: where, words } = whereOf({ search, filter }, total <= FEW)
      // The page's rows are found along an index alone; only then are they read.
      const rows = database.all<RowColumns>(
        `SELECT sku, state, title, quantity, condition, picture_url, is_incomplete, is_low_stock, edited_at_ms, read_at_ms,
           changed_columns, problems
         FROM items WHERE rowid IN (SELECT rowid FROM items WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?)
         ORDER BY ${order}`,
        [...words, limit, offset],
      )
      return {
        rows: rows.map((row) => rowOf(row, columns)),
        total,
        counts,
        toRead,
        lowStockAtMost: deps.lowStockAtMost(),
      }
    },
  }
}
