/** A choice among many, found by typing; or free text with suggestions. */
import { ChevronDown } from 'lucide-react'
import { ComboBox as AriaComboBox, Button, Group, Input, ListBox, Popover } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import fieldStyles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { type Option, OptionRow } from './option.tsx'
import optionStyles from './options.module.css'
import selectStyles from './select.module.css'

type ComboBoxBaseProps = FieldProps & {
  readonly options: readonly Option[]
  readonly placeholder?: string | undefined
  /** Shown in the list when nothing matches. */
  readonly emptyText?: string | undefined
  readonly autoFocus?: boolean | undefined
}

type ComboBoxChoiceProps = ComboBoxBaseProps & {
  readonly allowsCustomValue?: false | undefined
  /** The chosen option's id, null when none is. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  /** Receives the typed text; `options` are then the results, all of which are shown. */
  readonly onSearch?: ((text: string) => void) | undefined
}

type ComboBoxTextProps = ComboBoxBaseProps & {
  readonly allowsCustomValue: true
  /** The text itself. Options are only suggestions; choosing one inserts its label. */
  readonly value: string
  readonly onChange: (text: string) => void
}

export type ComboBoxProps = ComboBoxChoiceProps | ComboBoxTextProps

/** A labelled text field with a list of matching options. With `allowsCustomValue` every keystroke is the value. */
export const ComboBox = (props: ComboBoxProps) => {
  const { label, description, error, autoFocus, options, placeholder, emptyText = 'Nothing matches' } = props
  const isInvalid = error !== undefined
  const choice = props.allowsCustomValue
    ? {
        allowsCustomValue: true,
        inputValue: props.value,
        onInputChange: props.onChange,
      }
    : {
        value: props.value,
        onChange: (key: string | number | null) => props.onChange(key === null ? null : String(key)),
        ...(props.onSearch === undefined ? {} : { onInputChange: props.onSearch, defaultFilter: () => true }),
      }
  return (
    <AriaComboBox
      {...definedProps({ autoFocus })}
      {...choice}
      allowsEmptyCollection={!props.allowsCustomValue}
      className={classNames(fieldStyles.field)}
      isInvalid={isInvalid}
      menuTrigger="focus"
      validationBehavior="aria"
    >
      <FieldLabel label={label} />
      <Group className={classNames(fieldStyles.box, fieldStyles.group)} isInvalid={isInvalid}>
        <Input {...definedProps({ placeholder })} className={classNames(fieldStyles.input)} dir="auto" />
        <Button className={classNames(fieldStyles.inside)}>
          <ChevronDown aria-hidden="true" className={selectStyles.chevron} size={14} />
        </Button>
      </Group>
      <FieldFoot description={description} error={error} />
      <Popover className={classNames(optionStyles.popover)} offset={4}>
        <ListBox
          className={classNames(optionStyles.list)}
          renderEmptyState={() => <div className={optionStyles.empty}>{emptyText}</div>}
        >
          {options.map((option) => (
            <OptionRow key={option.id} option={option} />
          ))}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
