// Several lines of text that grow with what is written.
import type { CSSProperties, Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { definedProps } from './defined-props.ts'
import styles from './text-area.module.css'
import { TextFrame, type TextProps } from './text-frame.tsx'

export interface TextAreaProps extends TextProps {
  /** Grows from this many lines (default 3) … */
  readonly minRows?: number | undefined
  /** … to this many (default 12), then scrolls. */
  readonly maxRows?: number | undefined
  readonly textAreaRef?: Ref<HTMLTextAreaElement> | undefined
}

/** A labelled text area that grows with its text up to a limit; description, error and counter as in TextField. */
export function TextArea({ minRows = 3, maxRows = 12, textAreaRef, ...text }: TextAreaProps) {
  return (
    <TextFrame isSubmitKey={({ key, metaKey, ctrlKey }) => key === 'Enter' && (metaKey || ctrlKey)} text={text}>
      {(boxClass) => (
        <AriaTextArea
          {...definedProps({ ref: textAreaRef, placeholder: text.placeholder })}
          className={classNames(boxClass, styles.area)}
          style={{ '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties}
        />
      )}
    </TextFrame>
  )
}
