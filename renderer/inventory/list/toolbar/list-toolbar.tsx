/** The search, the views and the filters of the item list. */
import type { RefObject } from 'react'
import { useCommand } from '../../../commands/registry.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { isFiltered } from '../list-view.ts'
import { type ItemListData, listedCounts } from '../use-item-list.ts'
import type { ListViewState } from '../use-list-view.ts'
import { Filters } from './filters.tsx'
import { ViewsMenu } from './views-menu.tsx'

export type ListToolbarProps = ListViewState & {
  /** Undefined until the list is read. */
  readonly data: ItemListData | undefined
  readonly canList: boolean
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Called for Enter in the search. */
  readonly onSubmit: () => void
}

export const ListToolbar = (props: ListToolbarProps) => {
  const { view, change, clearFilters, data, canList, searchRef, onSubmit } = props
  useCommand('items.search', () => searchRef.current?.focus())
  useCommand('items.clearFilters', clearFilters, { isEnabled: isFiltered(view) })
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
      <ViewsMenu
        counts={data === undefined ? undefined : listedCounts(data)}
        lowStockAtMost={data?.lowStockAtMost}
        onShow={change}
        view={view}
      />
      {data !== undefined && <Filters canList={canList} change={change} data={data} view={view} />}
    </>
  )
}
