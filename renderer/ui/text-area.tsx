// Several lines of text that grow with what is written.
import type { CSSProperties, Ref } from 'react'
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import fieldStyles from './field.module.css'
import { countOf, FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { given } from './given.ts'
import styles from './text-area.module.css'

export interface TextAreaProps extends FieldProps {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly placeholder?: string | undefined
  readonly limit?: number | undefined
  readonly used?: number | undefined
  readonly isMono?: boolean | undefined
  /** Grows from this many lines (default 3) … */
  readonly minRows?: number | undefined
  /** … to this many (default 12), then scrolls. */
  readonly maxRows?: number | undefined
  readonly onBlur?: (() => void) | undefined
  /** Ctrl or Cmd with Enter was pressed. */
  readonly onSubmit?: (() => void) | undefined
  readonly textAreaRef?: Ref<HTMLTextAreaElement> | undefined
}

/** A labelled text area that grows with its text up to a limit; description, error and counter as in TextField. */
export function TextArea({
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
  isMono = false,
  minRows = 3,
  maxRows = 12,
  onBlur,
  onSubmit,
  textAreaRef,
}: TextAreaProps) {
  const count = countOf(value, limit, used)
  const isOver = count !== undefined && count.used > count.limit
  return (
    <AriaTextField
      {...given({ isRequired, isDisabled, isReadOnly, autoFocus, onChange, onBlur })}
      className={classNames(fieldStyles.field)}
      isInvalid={error !== undefined || isOver}
      onKeyDown={(event) => {
        if (onSubmit !== undefined && event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSubmit()
        else event.continuePropagation()
      }}
      spellCheck={isMono ? 'false' : 'true'}
      validationBehavior="aria"
      value={value}
    >
      <FieldLabel isHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <AriaTextArea
        {...given({ ref: textAreaRef, placeholder })}
        className={classNames(fieldStyles.box, styles.area, isMono && fieldStyles.mono)}
        style={{ '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties}
      />
      <FieldFoot count={count} description={description} error={error} />
    </AriaTextField>
  )
}
