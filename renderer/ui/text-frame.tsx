// What a line and an area of text share: what they take, and all that stands around the box.
import type { ReactNode } from 'react'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { definedProps } from './defined-props.ts'
import styles from './field.module.css'
import { type FieldCount, FieldFoot, FieldLabel, type FieldProps, fieldCountOf } from './field.tsx'

/** What both take. */
export interface TextProps extends FieldProps {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly placeholder?: string | undefined
  /** Shows a counter; going over marks the field, never cuts what was typed. */
  readonly limit?: number | undefined
  /** What counts against the limit, when it is not code points. */
  readonly used?: number | undefined
  /** SKU, ids, addresses. */
  readonly isMono?: boolean | undefined
  readonly onBlur?: (() => void) | undefined
  /** The key that ends writing here was pressed: Enter in a line, Ctrl or Cmd with Enter in an area. */
  readonly onSubmit?: (() => void) | undefined
}

type KeyEvent = Parameters<NonNullable<AriaTextFieldProps['onKeyDown']>>[0]

export interface TextFrameProps {
  readonly text: TextProps
  readonly isSubmitKey: (event: KeyEvent) => boolean
  /** Of the field itself, beyond what both have. */
  readonly own?: Pick<AriaTextFieldProps, 'type' | 'autoComplete'> | undefined
  /** The counter stands within the box, where `children` puts it. */
  readonly countsInside?: boolean | undefined
  /** The box, given its class and its counter. */
  readonly children: (boxClass: string, count: FieldCount | undefined) => ReactNode
}

/** The label above, and description, error and counter below. */
export function TextFrame({ text, isSubmitKey, own = {}, countsInside = false, children }: TextFrameProps) {
  const { value, limit, used, isMono = false, onSubmit, isRequired, isDisabled, isReadOnly, autoFocus } = text
  const { onChange, onBlur, error } = text
  const count = fieldCountOf(value, limit, used)
  const isOver = count !== undefined && count.used > count.limit
  return (
    <AriaTextField
      {...definedProps({ isRequired, isDisabled, isReadOnly, autoFocus, onChange, onBlur })}
      {...own}
      className={classNames(styles.field)}
      isInvalid={error !== undefined || isOver}
      onKeyDown={(event) => {
        if (onSubmit !== undefined && isSubmitKey(event)) onSubmit()
        else event.continuePropagation()
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
