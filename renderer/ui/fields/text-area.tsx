/** Multi-line text that grows with its content. */
import type { CSSProperties, KeyboardEvent, Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import styles from './text-area.module.css'
import { TextFrame, type TextProps } from './text-frame.tsx'

/** A list beside the text, operated with keys in the text area, which keeps the focus. */
export type TextSuggestions = {
  readonly listId: string
  /** The id of the active option; undefined while the list is closed. */
  readonly activeId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

export type TextAreaProps = TextProps & {
  /** Grows from this many lines (default 3) … */
  readonly minRows?: number | undefined
  /** … to this many (default 12), then scrolls. */
  readonly maxRows?: number | undefined
  readonly textAreaRef?: Ref<HTMLTextAreaElement> | undefined
  readonly suggestions?: TextSuggestions | undefined
}

/** A labelled text area that grows with its text up to a limit; description, error and counter as in TextField. */
export const TextArea = ({ minRows = 3, maxRows = 12, textAreaRef, suggestions, ...text }: TextAreaProps) => (
  <TextFrame isSubmitKey={({ key, metaKey, ctrlKey }) => key === 'Enter' && (metaKey || ctrlKey)} text={text}>
    {(boxClass) => (
      <AriaTextArea
        {...definedProps({
          ref: textAreaRef,
          placeholder: text.placeholder,
          onKeyDown: suggestions?.onKeyDown,
          'aria-activedescendant': suggestions?.activeId,
          'aria-controls': suggestions?.activeId === undefined ? undefined : suggestions.listId,
        })}
        {...(suggestions === undefined ? {} : { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' })}
        className={classNames(boxClass, styles.area)}
        dir="auto"
        style={{ '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties}
      />
    )}
  </TextFrame>
)
