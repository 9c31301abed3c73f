// Which items the list shows: a row of words with their counts.
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { ItemFilter } from '../../shared/inventory/item-list.ts'
import { classNames } from '../ui/class-names.ts'
import { formatNumber } from '../ui/locale-format.ts'
import { Select } from '../ui/select.tsx'
import styles from './item-filters.module.css'

export interface ItemFiltersProps {
  readonly filter: ItemFilter
  readonly counts: Readonly<Record<ItemFilter, number>> | undefined
  readonly lowStockAtMost: number | undefined
  /** One box that opens, where there is no room for a row. */
  readonly isCompact: boolean
  readonly onChange: (filter: ItemFilter) => void
}

const words: readonly { readonly id: ItemFilter; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'incomplete', label: 'Incomplete' },
  { id: 'changed', label: 'Changed' },
  { id: 'conflict', label: 'Conflict' },
  { id: 'lowStock', label: 'Low stock' },
  { id: 'failed', label: 'Refused' },
]

export const filterWord = (filter: ItemFilter): string => words.find(({ id }) => id === filter)?.label ?? filter

/** One of the filters, always. */
export function ItemFilters({ filter, counts, lowStockAtMost, isCompact, onChange }: ItemFiltersProps) {
  const choose = (isChosen: (id: ItemFilter) => boolean): void => {
    const chosen = words.find(({ id }) => isChosen(id))
    if (chosen !== undefined) onChange(chosen.id)
  }
  const limitOf = (id: ItemFilter): string =>
    id === 'lowStock' && lowStockAtMost !== undefined ? ` (${formatNumber(lowStockAtMost)} or fewer)` : ''
  const formatCount = (id: ItemFilter): string => (counts === undefined ? '' : formatNumber(counts[id]))
  if (isCompact) {
    return (
      <Select
        isLabelHidden
        label="Filter"
        onChange={(wanted) => choose((id) => id === wanted)}
        options={words.map(({ id, label }) => ({ id, label: `${label}${limitOf(id)} ${formatCount(id)}`.trim() }))}
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
      {words.map(({ id, label }) => (
        <ToggleButton className={classNames(styles.filter)} id={id} key={id}>
          {label}
          {limitOf(id)} <span className={styles.count}>{formatCount(id)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
