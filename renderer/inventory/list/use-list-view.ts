/** The view of the item list. Everything but the search survives a restart. */
import { useState } from 'react'
import { useViewState } from '../../api/use-view-state.ts'
import { type ListView, noFilters } from './list-view.ts'
import { defaultColumns, defaultListingColumns } from './sheet/sheet-columns.ts'
import { ANY } from './toolbar/counted-select.tsx'

export type ListViewState = {
  readonly view: ListView
  readonly change: (part: Partial<ListView>) => void
  readonly clearFilters: () => void
}

type Setters = { readonly [Field in keyof ListView]: (value: ListView[Field]) => void }

/** `canList`: whether the connection can list items, so that price and listing are default columns. */
export const useListView = (canList: boolean): ListViewState => {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useViewState('inventory.filter', 'all')
  const [listing, setListing] = useViewState('inventory.listingFilter', ANY)
  const [condition, setCondition] = useViewState('inventory.conditionFilter', ANY)
  const [category, setCategory] = useViewState('inventory.categoryFilter', ANY)
  const [prices, setPrices] = useViewState('inventory.priceFilter', '')
  const [maker, setMaker] = useViewState('inventory.makerFilter', 'any')
  const [sort, setSort] = useViewState('inventory.sort', 'sku ascending')
  const [columns, setColumns] = useViewState('inventory.columns', canList ? defaultListingColumns : defaultColumns)
  const setters: Setters = {
    search: setSearch,
    filter: setFilter,
    listing: setListing,
    condition: setCondition,
    category: setCategory,
    prices: setPrices,
    maker: setMaker,
    sort: setSort,
    columns: (shown) => setColumns([...shown]),
  }
  const setField = <Field extends keyof ListView>(field: Field, value: ListView[Field] | undefined): void => {
    if (value !== undefined) setters[field](value)
  }
  const change = (part: Partial<ListView>): void => {
    for (const field of Object.keys(setters) as (keyof ListView)[]) setField(field, part[field])
  }
  return {
    view: { search, filter, listing, condition, category, prices, maker, sort, columns },
    change,
    clearFilters: () => change(noFilters),
  }
}
