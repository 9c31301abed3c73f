/** Shared by TextField and TextArea: props, label, description, error and counter. */
import { type ReactNode, use } from 'react'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import styles from './field.module.css'
import { type FieldCount, FieldFoot, FieldLabel, type FieldProps, fieldCountOf } from './field.tsx'
import { Submitting } from './submitting.ts'

export type TextProps = FieldProps & {
  /** Hides the label from sight, because the surroundings already name the field. */
  readonly isLabelHidden?: boolean | undefined
  readonly isRequired?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly placeholder?: string | undefined
  /** Shows a counter. Text over the limit is marked, never cut. */
  readonly limit?: number | undefined
  /** The count against the limit, if not code points. */
  readonly used?: number | undefined
  /** For SKUs, ids and addresses. */
  readonly isMono?: boolean | undefined
  readonly onBlur?: (() => void) | undefined
  /** Called for Enter in a line, Ctrl or ⌘ Enter in an area: once for a key that is held, and not while `Submitting`. */
  readonly onSubmit?: (() => void) | undefined
}

type KeyEvent = Parameters<NonNullable<AriaTextFieldProps['onKeyDown']>>[0]

export type TextFrameProps = {
  readonly text: TextProps
  readonly isSubmitKey: (event: KeyEvent) => boolean
  readonly own?: Pick<AriaTextFieldProps, 'type' | 'autoComplete'> | undefined
  /** Whether `children` shows the counter inside the box. */
  readonly countsInside?: boolean | undefined
  /** Renders the box. */
  readonly children: (boxClass: string, count: FieldCount | undefined) => ReactNode
}

export const TextFrame = ({ text, isSubmitKey, own = {}, countsInside = false, children }: TextFrameProps) => {
  const { value, limit, used, isMono = false, onSubmit, isRequired, isReadOnly, autoFocus } = text
  const { onChange, onBlur, error } = text
  const isSubmitting = use(Submitting)
  const count = fieldCountOf(value, limit, used)
  const isOver = count !== undefined && count.used > count.limit
  return (
    <AriaTextField
      {...definedProps({ isRequired, isReadOnly, autoFocus, onChange, onBlur })}
      {...own}
      className={classNames(styles.field)}
      data-auto-focus={autoFocus || undefined}
      isInvalid={error !== undefined || isOver}
      onKeyDown={(event) => {
        if (onSubmit === undefined || !isSubmitKey(event)) event.continuePropagation()
        else if (!event.repeat && !isSubmitting) onSubmit()
      }}
      spellCheck={isMono ? 'false' : 'true'}
      validationBehavior="aria"
      value={value}
    >
      <FieldLabel isHidden={text.isLabelHidden} isRequired={isRequired} label={text.label} />
      {children(classNames(styles.box, isMono && styles.mono), count)}
      <FieldFoot count={countsInside ? undefined : count} description={text.description} error={error} />
    </AriaTextField>
  )
}
