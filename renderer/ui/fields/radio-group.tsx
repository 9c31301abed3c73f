/** A choice among a few visible options. */
import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import fieldStyles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import type { Option } from './option.tsx'
import styles from './toggle.module.css'

export type RadioGroupProps = FieldProps & {
  readonly isRequired?: boolean | undefined
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (id: string) => void
  /** `segments` is a row of frames without descriptions. */
  readonly layout?: 'column' | 'row' | 'segments' | undefined
}

/** A labelled group of radio buttons, each with an optional description. */
export const RadioGroup = ({
  label,
  description,
  error,
  isRequired,
  options,
  value,
  onChange,
  layout = 'column',
}: RadioGroupProps) => (
  <AriaRadioGroup
    {...definedProps({ isRequired })}
    className={classNames(fieldStyles.field)}
    isInvalid={error !== undefined}
    onChange={onChange}
    orientation={layout === 'column' ? 'vertical' : 'horizontal'}
    validationBehavior="aria"
    value={value}
  >
    <FieldLabel isRequired={isRequired} label={label} />
    <div
      className={classNames(
        styles.options,
        layout === 'row' && styles.horizontal,
        layout === 'segments' && styles.segments,
      )}
    >
      {options.map((option) => (
        <RadioField
          className={classNames(styles.field)}
          isDisabled={option.isDisabled ?? false}
          key={option.id}
          value={option.id}
        >
          <RadioButton className={classNames(styles.toggle)}>
            <span className={styles.dot} />
            <span>{option.label}</span>
          </RadioButton>
          {option.description !== undefined && (
            <Text className={classNames(styles.description)} slot="description">
              {option.description}
            </Text>
          )}
        </RadioField>
      ))}
    </div>
    <FieldFoot description={description} error={error} />
  </AriaRadioGroup>
)
