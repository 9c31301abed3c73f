// Which items the list shows: a row of words with their counts.
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { ItemFilter } from '../../shared/inventory/item-list.ts'
import { classNames } from '../ui/class-names.ts'
import { numberText } from '../ui/locale-text.ts'
import styles from './item-filters.module.css'

export interface ItemFiltersProps {
  readonly filter: ItemFilter
  readonly counts: Readonly<Record<ItemFilter, number>> | undefined
  readonly lowStockAtMost: number | undefined
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
export function ItemFilters({ filter, counts, lowStockAtMost, onChange }: ItemFiltersProps) {
  return (
    <ToggleButtonGroup
      aria-label="Filter"
      className={classNames(styles.filters)}
      disallowEmptySelection
      onSelectionChange={(keys) => {
        const chosen = words.find(({ id }) => keys.has(id))
        if (chosen !== undefined) onChange(chosen.id)
      }}
      selectedKeys={[filter]}
      selectionMode="single"
    >
      {words.map(({ id, label }) => (
        <ToggleButton className={classNames(styles.filter)} id={id} key={id}>
          {label}
          {id === 'lowStock' && lowStockAtMost !== undefined && ` (${numberText(lowStockAtMost)} or fewer)`}{' '}
          <span className={styles.count}>{counts !== undefined && numberText(counts[id])}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
