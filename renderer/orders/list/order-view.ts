/** The view of the list of orders. Everything but the search survives a restart. */
import { useState } from 'react'
import {
  type OrderFilter,
  type OrderSortColumn,
  type OrderView,
  orderSortColumns,
  orderViews,
} from '../../../shared/orders/order-list.ts'
import { useViewState } from '../../api/use-view-state.ts'
import type { TableSort } from '../../ui/sheet/head-cell.tsx'
import { defaultColumns, defaultSaleColumns } from './order-columns.tsx'

/** Plain texts, because views are stored: unknown values fall back to the default. */
export type ListView = {
  readonly view: string
  /** `all`, `late` or `case`. */
  readonly only: string
  readonly search: string
  /** `shipBy ascending`; empty for the order of the view. */
  readonly sort: string
  readonly columns: readonly string[]
}

export const viewLabels: Readonly<Record<OrderView, string>> = {
  toShip: 'To ship',
  shipped: 'Shipped',
  cancelled: 'Cancelled and refunded',
  all: 'All orders',
}

export const onlyLabels = { all: 'Any state', late: 'Late', case: 'With an open case' } as const
type Only = keyof typeof onlyLabels

export const viewOf = ({ view }: ListView): OrderView => orderViews.find((known) => known === view) ?? 'toShip'
export const onlyOf = ({ only }: ListView): Only =>
  (Object.keys(onlyLabels) as Only[]).find((id) => id === only) ?? 'all'

const sortOfView: Readonly<Record<OrderView, TableSort>> = {
  toShip: { columnId: 'shipBy', direction: 'ascending' },
  shipped: { columnId: 'shippedAt', direction: 'descending' },
  cancelled: { columnId: 'createdAt', direction: 'descending' },
  all: { columnId: 'createdAt', direction: 'descending' },
}

const parseSort = ({ sort }: ListView): { by: OrderSortColumn; direction: TableSort['direction'] } | undefined => {
  const [name, direction] = sort.split(' ')
  const by = orderSortColumns.find((known) => known === name)
  return by === undefined ? undefined : { by, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

/** How the list is sorted, for its column headers. */
export const shownSort = (view: ListView): TableSort => {
  const chosen = parseSort(view)
  return chosen === undefined ? sortOfView[viewOf(view)] : { columnId: chosen.by, direction: chosen.direction }
}

export const formatSort = ({ columnId, direction }: TableSort): string => `${columnId} ${direction}`

export const toFilter = (view: ListView): OrderFilter => {
  const sort = parseSort(view)
  return {
    view: viewOf(view),
    lateOnly: onlyOf(view) === 'late',
    caseOnly: onlyOf(view) === 'case',
    buyer: null,
    sku: null,
    search: view.search.trim(),
    ...(sort === undefined ? {} : { sort }),
  }
}

export type OrderViewState = {
  readonly view: ListView
  readonly change: (part: Partial<ListView>) => void
  readonly clear: () => void
}

export const noFilters = { search: '', only: 'all' } as const

/** `canRead`: whether the platform says which orders are to be shipped. */
export const useOrderView = (canRead: boolean): OrderViewState => {
  const [search, setSearch] = useState('')
  const [view, setView] = useViewState('orders.view', canRead ? 'toShip' : 'all')
  const [only, setOnly] = useViewState('orders.only', 'all')
  const [sort, setSort] = useViewState('orders.sort', '')
  const [columns, setColumns] = useViewState('orders.columns', canRead ? defaultColumns : defaultSaleColumns)
  const change = (part: Partial<ListView>): void => {
    if (part.search !== undefined) setSearch(part.search)
    if (part.view !== undefined) setView(part.view)
    if (part.only !== undefined) setOnly(part.only)
    if (part.sort !== undefined) setSort(part.sort)
    if (part.columns !== undefined) setColumns([...part.columns])
  }
  return {
    view: { search, view, only, sort, columns },
    change,
    clear: () => change({ ...noFilters, view: 'all' }),
  }
}
