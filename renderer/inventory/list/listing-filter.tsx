// Filters the item list by the state of the listing (LST-11).
import { type ListingState, listingStateLabels, listingStates } from '../../../shared/inventory/listing-state.ts'
import { formatNumber } from '../../ui/locale-format.ts'
import { Select } from '../../ui/select.tsx'

export interface ListingFilterProps {
  /** Undefined: any. */
  readonly shown: ListingState | undefined
  readonly counts: Readonly<Record<ListingState, number>> | undefined
  readonly onChange: (id: string) => void
}

/** Offers the states that occur. Shows nothing until a listing was read. */
export function ListingFilter({ shown, counts, onChange }: ListingFilterProps) {
  const offered = listingStates.filter((state) => state === shown || (counts?.[state] ?? 0) > 0)
  if (counts === undefined || (shown === undefined && offered.every((state) => state === 'unread'))) return null
  return (
    <Select
      isLabelHidden
      label="Listing"
      onChange={onChange}
      options={[
        { id: 'any', label: 'Any listing state' },
        ...offered.map((id) => ({ id, label: `${listingStateLabels[id]} ${formatNumber(counts[id])}` })),
      ]}
      value={shown ?? 'any'}
    />
  )
}
