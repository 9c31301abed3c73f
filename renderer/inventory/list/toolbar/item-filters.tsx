/** The filters of the item list, with counts. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { ItemFilter } from '../../../../shared/inventory/contract/list-scope.ts'
import { useCommandChoices } from '../../../commands/registry.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { formatNumber } from '../../../ui/format/locale-format.ts'
import styles from './item-filters.module.css'

export type ItemFiltersProps = {
  readonly filter: ItemFilter
  readonly counts: Readonly<Record<ItemFilter, number>> | undefined
  readonly lowStockAtMost: number | undefined
  /** Shows a select instead of a row of buttons. */
  readonly isCompact: boolean
  readonly onChange: (filter: ItemFilter) => void
  /** Shows every item of a filter, clearing other filters and the search. */
  readonly onShowAll: (filter: ItemFilter) => void
}

const labels: readonly { readonly id: ItemFilter; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'incomplete', label: 'Incomplete' },
  { id: 'changed', label: 'Unsaved' },
  { id: 'conflict', label: 'Conflict' },
  { id: 'lowStock', label: 'Low stock' },
  { id: 'refused', label: 'Refused' },
]

export const filterLabel = (filter: ItemFilter): string => labels.find(({ id }) => id === filter)?.label ?? filter

export const ItemFilters = ({ filter, counts, lowStockAtMost, isCompact, onChange, onShowAll }: ItemFiltersProps) => {
  useCommandChoices('items.filter', () =>
    labels.map(({ id, label }) => ({ id, label: `Show ${label}`, run: () => onShowAll(id) })),
  )
  const choose = (isChosen: (id: ItemFilter) => boolean): void => {
    const chosen = labels.find(({ id }) => isChosen(id))
    if (chosen !== undefined) onChange(chosen.id)
  }
  const options = labels.map(({ id, label }) => ({
    id,
    label:
      id === 'lowStock' && lowStockAtMost !== undefined ? `${label} (${formatNumber(lowStockAtMost)} or fewer)` : label,
    count: counts === undefined ? '' : formatNumber(counts[id]),
  }))
  if (isCompact) {
    return (
      <Select
        isLabelHidden
        label="Filter"
        onChange={(wanted) => choose((id) => id === wanted)}
        options={options.map(({ id, label, count }) => ({ id, label: `${label} ${count}`.trim() }))}
        value={filter}
      />
    )
  }
  return (
    <ToggleButtonGroup
      aria-label="Filter"
      className={classNames(styles.filters)}
      disallowEmptySelection
      onSelectionChange={(keys) => choose((id) => keys.has(id))}
      selectedKeys={[filter]}
      selectionMode="single"
    >
      {options.map(({ id, label, count }) => (
        <ToggleButton className={classNames(styles.filter)} id={id} key={id}>
          {label} <span className={styles.count}>{count}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
