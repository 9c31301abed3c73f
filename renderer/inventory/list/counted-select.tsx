// Filters the item list by one property: its values with how many items have each.
import { formatNumber } from '../../ui/locale-format.ts'
import { Select } from '../../ui/select.tsx'

/** The id of no filter. */
export const ANY = 'any'

export interface CountedSelectProps {
  readonly label: string
  /** "Any condition" */
  readonly anyLabel: string
  /** Only those that occur are offered, and the shown one. */
  readonly options: readonly { readonly id: string; readonly label: string; readonly count: number }[]
  /** An option's id, or `ANY`. */
  readonly shown: string
  readonly onChange: (id: string) => void
}

export function CountedSelect({ label, anyLabel, options, shown, onChange }: CountedSelectProps) {
  return (
    <Select
      isLabelHidden
      label={label}
      onChange={onChange}
      options={[
        { id: ANY, label: anyLabel },
        ...options
          .filter(({ id, count }) => id === shown || count > 0)
          .map(({ id, label: name, count }) => ({ id, label: `${name} ${formatNumber(count)}` })),
      ]}
      value={shown}
    />
  )
}
