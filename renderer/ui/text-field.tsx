// One line of text.
import type { Ref } from 'react'
import { TextField as AriaTextField, Input } from 'react-aria-components'
import { classNames } from './class-names.ts'
import fieldStyles from './field.module.css'
import { countOf, FieldCountInside, FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { given } from './given.ts'

export interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly placeholder?: string | undefined
  /** Shows a counter; going over marks the field, never cuts what was typed. */
  readonly limit?: number | undefined
  /** What counts against the limit, when it is not code points. */
  readonly used?: number | undefined
  /**
   * Where the counter stands: below (default), or within the box, in sight while one types there or comes near the limit.
   * Within suits fields that stand close together.
   */
  readonly countPlace?: 'below' | 'inside' | undefined
  /** SKU, ids, addresses. */
  readonly isMono?: boolean | undefined
  readonly type?: 'text' | 'email' | 'url' | 'password' | undefined
  readonly onBlur?: (() => void) | undefined
  /** Enter was pressed. */
  readonly onSubmit?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
}

/** A labelled line of text with description, error and counter. */
export function TextField({
  label,
  isLabelHidden,
  description,
  error,
  isRequired,
  isDisabled,
  isReadOnly,
  autoFocus,
  value,
  onChange,
  placeholder,
  limit,
  used,
  countPlace = 'below',
  isMono = false,
  type,
  onBlur,
  onSubmit,
  inputRef,
}: TextFieldProps) {
  const count = countOf(value, limit, used)
  const isOver = count !== undefined && count.used > count.limit
  return (
    <AriaTextField
      {...given({ isRequired, isDisabled, isReadOnly, autoFocus, type, onChange, onBlur })}
      autoComplete="off"
      className={classNames(fieldStyles.field)}
      isInvalid={error !== undefined || isOver}
      onKeyDown={(event) => {
        if (onSubmit !== undefined && event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit()
        else event.continuePropagation()
      }}
      spellCheck={isMono ? 'false' : 'true'}
      validationBehavior="aria"
      value={value}
    >
      <FieldLabel isHidden={isLabelHidden} isRequired={isRequired} label={label} />
      {count !== undefined && countPlace === 'inside' ? (
        <span className={fieldStyles.counted}>
          <Input
            {...given({ ref: inputRef, placeholder })}
            className={classNames(fieldStyles.box, isMono && fieldStyles.mono)}
          />
          <FieldCountInside count={count} />
        </span>
      ) : (
        <Input
          {...given({ ref: inputRef, placeholder })}
          className={classNames(fieldStyles.box, isMono && fieldStyles.mono)}
        />
      )}
      <FieldFoot count={countPlace === 'inside' ? undefined : count} description={description} error={error} />
    </AriaTextField>
  )
}
