/** The search, the filters, the saved views and the settings of the item list. */
import type { RefObject } from 'react'
import type { ItemFilter } from '../../../../shared/inventory/contract/list-scope.ts'
import { listingStateLabels, listingStates } from '../../../../shared/inventory/listing-state.ts'
import { useCommand } from '../../../commands/registry.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { NO_CONDITION } from '../../item-labels.ts'
import { conditionName, filterOf, isFiltered, listingOf, makerLabels, makerOf, noFilters } from '../list-view.ts'
import type { ItemListData } from '../use-item-list.ts'
import type { ListViewState } from '../use-list-view.ts'
import { ANY, CountedSelect } from './counted-select.tsx'
import { ItemFilters } from './item-filters.tsx'
import { ListSettings } from './list-settings.tsx'
import { OfferFilters, offerFilterLabels } from './offer-filters.tsx'
import { ViewsMenu } from './views-menu.tsx'

/** The conditions that occur, and the selected one. */
const conditionChoices = (counts: ItemListData['conditionCounts'], shown: string) => {
  const found = counts.map(({ condition, count }) => ({ id: condition ?? NO_CONDITION, count }))
  const isKnown = shown === ANY || found.some(({ id }) => id === shown)
  const all = isKnown ? found : [...found, { id: shown, count: 0 }]
  return all.map(({ id, count }) => ({ id, label: conditionName(id), count }))
}

type FilterProps = Pick<ListViewState, 'view' | 'change'> & { readonly data: ItemListData }

/** Hidden until an item's listing was read. */
const ListingFilter = ({ view, change, data }: FilterProps) => {
  const shown = listingOf(view)
  if (shown === undefined && data.listingCounts.unread === data.counts.all) return null
  return (
    <CountedSelect
      anyLabel="Any listing state"
      label="Listing"
      onChange={(listing) => change({ listing })}
      options={listingStates.map((id) => ({ id, label: listingStateLabels[id], count: data.listingCounts[id] }))}
      shown={shown ?? ANY}
    />
  )
}

/** Hidden while all items have the same condition. */
const ConditionFilter = ({ view, change, data }: FilterProps) => {
  if (view.condition === ANY && data.conditionCounts.length <= 1) return null
  return (
    <CountedSelect
      anyLabel="Any condition"
      label="Condition"
      onChange={(condition) => change({ condition })}
      options={conditionChoices(data.conditionCounts, view.condition)}
      shown={view.condition}
    />
  )
}

/** Hidden without items that could have an offer. */
const OfferFilter = ({ view, change, data, canList }: FilterProps & { readonly canList: boolean }) => {
  const isUsed = offerFilterLabels(view.category, view.prices).length > 0
  if (!isUsed && !(canList && data.counts.all > 0)) return null
  return (
    <OfferFilters
      category={view.category}
      categoryCounts={data.categoryCounts}
      onCategoryChange={(category) => change({ category })}
      onPricesChange={(prices) => change({ prices })}
      prices={view.prices}
    />
  )
}

/** Hidden while the shop has no listing made with another tool. */
const MakerFilter = ({ view, change, data }: FilterProps) => {
  const shown = makerOf(view)
  const elsewhere = data.active?.elsewhere ?? 0
  if (shown === 'any' && elsewhere === 0) return null
  return (
    <CountedSelect
      anyLabel={makerLabels.any}
      label="Made with"
      onChange={(maker) => change({ maker })}
      options={[
        { id: 'here', label: makerLabels.here, count: data.counts.all },
        { id: 'elsewhere', label: makerLabels.elsewhere, count: elsewhere },
      ]}
      shown={shown}
    />
  )
}

export type ListToolbarProps = ListViewState & {
  /** Undefined until the list is read. */
  readonly data: ItemListData | undefined
  readonly canList: boolean
  /** Whether the list has only part of the window. */
  readonly isCompact: boolean
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Called for Enter in the search. */
  readonly onSubmit: () => void
}

export const ListToolbar = (props: ListToolbarProps) => {
  const { view, change, clearFilters, data, canList, isCompact, searchRef, onSubmit } = props
  const hasRoomForFilters = useMediaQuery('(min-width: 1680px)')
  useCommand('items.search', () => searchRef.current?.focus())
  useCommand('items.clearFilters', clearFilters, { isEnabled: isFiltered(view) })

  const filters = (
    <ItemFilters
      counts={data?.counts}
      filter={filterOf(view)}
      isCompact={isCompact}
      lowStockAtMost={data?.lowStockAtMost}
      onChange={(filter: ItemFilter) => change({ filter })}
      onShowAll={(filter: ItemFilter) => change({ ...noFilters, filter })}
    />
  )
  // The row of buttons gets its own line.
  const isFilterBelow = !isCompact && !hasRoomForFilters
  return (
    <>
      <SearchField
        inputRef={searchRef}
        keys="/"
        label="Search SKU or title"
        onChange={(search) => change({ search })}
        onSubmit={onSubmit}
        value={view.search}
      />
      {!isFilterBelow && filters}
      {data !== undefined && (
        <>
          <MakerFilter change={change} data={data} view={view} />
          <ListingFilter change={change} data={data} view={view} />
          <ConditionFilter change={change} data={data} view={view} />
          <OfferFilter canList={canList} change={change} data={data} view={view} />
        </>
      )}
      <ViewsMenu onShow={change} view={view} />
      <ListSettings
        lowStockAtMost={data?.lowStockAtMost}
        onShownChange={(columns) => change({ columns })}
        shown={view.columns}
      />
      {isFilterBelow && filters}
    </>
  )
}
