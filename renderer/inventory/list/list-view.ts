/** The seller's view of the item list, and the query it becomes. */
import { conditionLabel } from '../../../shared/connection/conditions.ts'
import { type Maker, makers } from '../../../shared/inventory/active-listing.ts'
import {
  type ItemFilter,
  type ItemSortColumn,
  itemFilters,
  itemSortColumns,
  type ListScope,
} from '../../../shared/inventory/contract/list-scope.ts'
import { type ListingState, listingStateLabels, listingStates } from '../../../shared/inventory/listing-state.ts'
import type { TableSort } from '../../ui/sheet/head-cell.tsx'
import { NO_CONDITION } from '../item-labels.ts'
import { ANY } from './toolbar/counted-select.tsx'
import { offerFilterLabels, offerScope } from './toolbar/offer-scope.ts'

/**
 * Plain texts, because views are stored: a later version may have written them. Unknown values fall back to the
 * default.
 */
export type ListView = {
  readonly search: string
  readonly filter: string
  /** A state, or `ANY`. */
  readonly listing: string
  /** A condition, `NO_CONDITION` or `ANY`. */
  readonly condition: string
  readonly category: string
  readonly prices: string
  /** One of `makers`. */
  readonly maker: string
  /** `quantity descending` */
  readonly sort: string
  readonly columns: readonly string[]
}

/** The filters that show every item. */
export const noFilters = {
  search: '',
  filter: 'all',
  listing: ANY,
  condition: ANY,
  category: ANY,
  prices: '',
  maker: 'any',
} as const satisfies Partial<ListView>

const filterLabels: Readonly<Record<ItemFilter, string>> = {
  all: 'All',
  incomplete: 'Incomplete',
  changed: 'Unsaved',
  conflict: 'Conflict',
  lowStock: 'Low stock',
  refused: 'Refused',
  withOffers: 'With offers',
}

export const filterLabel = (filter: ItemFilter): string => filterLabels[filter]

export const filterOf = ({ filter }: ListView): ItemFilter => itemFilters.find((known) => known === filter) ?? 'all'

/** Undefined for any state. */
export const listingOf = ({ listing }: ListView): ListingState | undefined =>
  listingStates.find((known) => known === listing)

/** Whose listings are shown. */
export const makerOf = ({ maker }: ListView): Maker => makers.find((known) => known === maker) ?? 'any'

export const makerLabels: Readonly<Record<Maker, string>> = {
  any: 'Made with any tool',
  here: 'Made here',
  elsewhere: 'Made with another tool',
}

export const parseSort = (text: string): TableSort => {
  const [columnId = 'sku', direction] = text.split(' ')
  return { columnId, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

export const formatSort = ({ columnId, direction }: TableSort): string => `${columnId} ${direction}`

/** The column that sorts the list, or the SKU if main can't sort by it. */
export const listSort = ({ sort }: ListView) => {
  const { columnId, direction } = parseSort(sort)
  const by: ItemSortColumn = itemSortColumns.find((known) => known === columnId) ?? 'sku'
  return { by, direction }
}

export const listScope = (view: ListView): ListScope => {
  const listing = listingOf(view)
  return {
    search: view.search,
    filter: filterOf(view),
    ...(listing === undefined ? {} : { listing }),
    ...(view.condition === ANY ? {} : { condition: view.condition === NO_CONDITION ? null : view.condition }),
    ...offerScope(view.category, view.prices),
    maker: makerOf(view),
  }
}

export const conditionName = (id: string): string => (id === NO_CONDITION ? 'No condition yet' : conditionLabel(id))

/** The names of the active filters, besides the search. */
export const filterNames = (view: ListView): readonly string[] => {
  const filter = filterOf(view)
  const listing = listingOf(view)
  return [
    ...(filter === 'all' ? [] : [filterLabel(filter)]),
    ...(listing === undefined ? [] : [listingStateLabels[listing]]),
    ...(view.condition === ANY ? [] : [conditionName(view.condition)]),
    ...offerFilterLabels(view.category, view.prices),
    ...(makerOf(view) === 'any' ? [] : [makerLabels[makerOf(view)]]),
  ]
}

export const isFiltered = (view: ListView): boolean => view.search !== '' || filterNames(view).length > 0
