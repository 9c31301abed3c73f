/** Searches within the page. */
import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { SearchField as AriaSearchField, Button, Group, Input } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import { Kbd } from '../display/kbd.tsx'
import fieldStyles from './field.module.css'
import styles from './search-field.module.css'

export type SearchFieldProps = {
  /** The subject of the search, for assistive technology: "Search messages". */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string | undefined
  /** The key that focuses the field, shown while it is empty. */
  readonly keys?: string | undefined
  /** Called for Enter. */
  readonly onSubmit?: ((value: string) => void) | undefined
  /** Called for the down arrow: moves to the first result. */
  readonly onDown?: (() => void) | undefined
  readonly autoFocus?: boolean | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
}

/** A search field. Escape empties it first, and moves one level up when it is empty. */
export const SearchField = ({
  label,
  value,
  onChange,
  placeholder = label,
  keys,
  onSubmit,
  onDown,
  autoFocus,
  inputRef,
}: SearchFieldProps) => (
  <AriaSearchField {...definedProps({ onSubmit, autoFocus })} aria-label={label} onChange={onChange} value={value}>
    <Group className={classNames(fieldStyles.box, fieldStyles.group, styles.group)}>
      <Search aria-hidden="true" className={styles.icon} size={14} />
      <Input
        {...definedProps({ ref: inputRef })}
        className={classNames(fieldStyles.input)}
        dir="auto"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || onDown === undefined) return
          event.preventDefault()
          onDown()
        }}
        placeholder={placeholder}
      />
      {value === '' ? (
        keys !== undefined && <Kbd keys={keys} />
      ) : (
        <Button className={classNames(fieldStyles.inside)}>
          <X aria-hidden="true" size={14} />
        </Button>
      )}
    </Group>
  </AriaSearchField>
)
