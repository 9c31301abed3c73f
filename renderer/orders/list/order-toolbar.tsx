/** Search, view, filter, saved views and columns of the list of orders. */
import { Settings2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { orderViews } from '../../../shared/orders/order-list.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useCommand, useCommandChoices } from '../../commands/registry.ts'
import { ViewsMenu } from '../../parts/views-menu.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { choosableColumns } from './order-columns.tsx'
import { type ListView, noFilters, type OrderViewState, onlyLabels, onlyOf, viewLabels, viewOf } from './order-view.ts'

const withCount = (label: string, count: number | undefined): string =>
  count === undefined || count === 0 ? label : `${label} ${formatNumber(count)}`

const Columns = ({ view, change }: Pick<OrderViewState, 'view' | 'change'>) => {
  const [isOpen, setIsOpen] = useState(false)
  useCommand('orders.settings', () => setIsOpen(true))
  const { columns } = view
  return (
    <Popover
      isOpen={isOpen}
      label="Columns"
      onOpenChange={setIsOpen}
      placement="bottom start"
      trigger={<IconButton icon={Settings2} label="Columns" shortLabel="Columns" />}
    >
      <Stack aria-label="Columns" role="group">
        <Text size="meta" strong tone="soft">
          Columns
        </Text>
        {choosableColumns.map(({ id, label }) => (
          <Checkbox
            isSelected={columns.includes(id)}
            key={id}
            onChange={(isShown) =>
              change({ columns: isShown ? [...columns, id] : columns.filter((one) => one !== id) })
            }
          >
            {label}
          </Checkbox>
        ))}
      </Stack>
    </Popover>
  )
}

type OrderToolbarProps = OrderViewState & {
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Called for Enter in the search. */
  readonly onSubmit: () => void
}

const parseView = (stored: object): ListView => ({
  view: 'toShip',
  sort: '',
  columns: [],
  ...noFilters,
  ...(stored as Partial<ListView>),
})

export const OrderToolbar = ({ view, change, clear, searchRef, onSubmit }: OrderToolbarProps) => {
  const counts = useApiQuery('orders', 'counts', {}).data
  const isFiltered = view.search !== '' || onlyOf(view) !== 'all'
  useCommand('orders.search', () => searchRef.current?.focus())
  useCommand('orders.clearFilters', clear, { isEnabled: isFiltered })
  const options = orderViews.map((id) => ({ id, label: withCount(viewLabels[id], counts?.views[id]) }))
  useCommandChoices('orders.show', () => [
    ...options.map(({ id, label }) => ({ id, label: `Show ${label}`, run: () => change({ ...noFilters, view: id }) })),
    { id: 'late', label: 'Show late orders', run: () => change({ ...noFilters, view: 'toShip', only: 'late' }) },
  ])
  return (
    <>
      <SearchField
        inputRef={searchRef}
        keys="/"
        label="Search buyer, order, item, SKU or tracking number"
        onChange={(search) => change({ search })}
        onSubmit={onSubmit}
        value={view.search}
      />
      <Select
        isLabelHidden
        label="View"
        onChange={(id) => change({ view: id, sort: '' })}
        options={options}
        value={viewOf(view)}
      />
      <Select
        isLabelHidden
        label="Only"
        onChange={(only) => change({ only })}
        options={Object.entries(onlyLabels).map(([id, label]) => ({
          id,
          label: id === 'late' ? withCount(label, counts?.late) : label,
        }))}
        value={onlyOf(view)}
      />
      <ViewsMenu
        commands={{ show: 'orders.views', save: 'orders.saveView' }}
        description="Search, filters, sort order and columns"
        onShow={change}
        parse={parseView}
        placeholder="Late by buyer"
        storedAs="orders.views"
        view={view}
      />
      <Columns change={change} view={view} />
    </>
  )
}
