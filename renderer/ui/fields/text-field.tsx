/** One line of text. */
import { type Ref, useId } from 'react'
import { Input } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import fieldStyles from './field.module.css'
import { FieldCountInside } from './field.tsx'
import { TextFrame, type TextProps } from './text-frame.tsx'

export type TextFieldProps = TextProps & {
  /**
   * The counter is below (default) or inside the box, visible during typing or near the limit. Inside suits dense
   * forms.
   */
  readonly countPlace?: 'below' | 'inside' | undefined
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'date' | 'datetime-local' | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Offered during typing; any other text is valid too. */
  readonly suggestions?: readonly string[] | undefined
}

/** A labelled line of text with description, error and counter. */
export const TextField = ({ countPlace = 'below', type, inputRef, suggestions = [], ...text }: TextFieldProps) => {
  const listId = useId()
  return (
    <TextFrame
      countsInside={countPlace === 'inside'}
      isSubmitKey={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing}
      own={{ autoComplete: 'off', ...(type === undefined ? {} : { type }) }}
      text={text}
    >
      {(boxClass, count) => {
        const list = suggestions.length === 0 ? undefined : listId
        const input = (
          <>
            <Input
              {...definedProps({ ref: inputRef, placeholder: text.placeholder, list })}
              className={boxClass}
              dir="auto"
            />
            {list !== undefined && (
              <datalist id={list}>
                {suggestions.map((suggestion) => (
                  <option key={suggestion} value={suggestion} />
                ))}
              </datalist>
            )}
          </>
        )
        if (count === undefined || countPlace === 'below') return input
        return (
          <span className={classNames(fieldStyles.counted)}>
            {input}
            <FieldCountInside count={count} />
          </span>
        )
      }}
    </TextFrame>
  )
}
