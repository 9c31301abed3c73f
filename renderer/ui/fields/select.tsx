/** A choice among a few options. */
import { ChevronDown } from 'lucide-react'
import { Select as AriaSelect, Button, ListBox, Popover, SelectValue } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import fieldStyles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { type Option, OptionRows } from './option.tsx'
import optionStyles from './options.module.css'
import styles from './select.module.css'

export type SelectProps = FieldProps & {
  readonly isLabelHidden?: boolean | undefined
  readonly isRequired?: boolean | undefined
  readonly options: readonly Option[]
  /** The chosen option's id, null when none is. */
  readonly value: string | null
  readonly onChange: (id: string) => void
  readonly placeholder?: string | undefined
  /** 24 px high, for toolbars. */
  readonly isSmall?: boolean | undefined
  /** Called when the list opens. */
  readonly onOpen?: (() => void) | undefined
}

/** A labelled choice that opens a list; typing jumps to an option. */
export const Select = ({
  label,
  isLabelHidden,
  isRequired,
  description,
  error,
  options,
  value,
  onChange,
  placeholder = 'Choose',
  isSmall = false,
  onOpen,
}: SelectProps) => (
  <AriaSelect
    className={classNames(fieldStyles.field)}
    isInvalid={error !== undefined}
    onChange={(key) => {
      if (key !== null) onChange(String(key))
    }}
    onOpenChange={(isOpen) => {
      if (isOpen) onOpen?.()
    }}
    placeholder={placeholder}
    validationBehavior="aria"
    value={value}
  >
    <FieldLabel isHidden={isLabelHidden} isRequired={isRequired} label={label} />
    <Button className={classNames(fieldStyles.box, styles.trigger, isSmall && styles.small)}>
      <SelectValue className={classNames(styles.value)}>
        {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
      </SelectValue>
      <ChevronDown aria-hidden="true" className={styles.chevron} size={14} />
    </Button>
    <FieldFoot description={description} error={error} />
    <Popover className={classNames(optionStyles.popover)} offset={4}>
      <ListBox className={classNames(optionStyles.list)}>
        <OptionRows options={options} />
      </ListBox>
    </Popover>
  </AriaSelect>
)
