/** Filters the item list by one property, and shows how many items have each of its values. */
import { Select } from '../../../ui/fields/select.tsx'
import { formatNumber } from '../../../ui/format/locale-format.ts'

/** The id of the option that shows all items. */
export const ANY = 'any'

export type CountedSelectProps = {
  readonly label: string
  /** "Any condition" */
  readonly anyLabel: string
  /** Options without items are left out, except the shown one. */
  readonly options: readonly { readonly id: string; readonly label: string; readonly count: number }[]
  /** An option's id, or `ANY`. */
  readonly shown: string
  readonly onChange: (id: string) => void
}

export const CountedSelect = ({ label, anyLabel, options, shown, onChange }: CountedSelectProps) => (
  <Select
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
