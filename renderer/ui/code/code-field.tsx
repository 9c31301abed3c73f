/**
 * A field for code: colours, line numbers, and marks on mistakes. The editor is loaded separately. Until then a plain
 * text area takes the input, and the editor starts with its text and caret. The editor is in a shadow root: there it
 * can have constructed style sheets, while the window's policy allows no style element. Custom properties reach into a
 * shadow root, so the tokens apply.
 */
import { type CSSProperties, use, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { renderNow } from '../base/render-now.ts'
import { type Problem, ProblemText } from '../feedback/why-link.tsx'
import fieldStyles from '../fields/field.module.css'
import type { FieldProps } from '../fields/field.tsx'
import { Submitting } from '../fields/submitting.ts'
import { formatNumber } from '../format/locale-format.ts'
import type { CodeEditor, CodeMark } from './code-editor.ts'
import styles from './code-field.module.css'

export type { CodeMark } from './code-editor.ts'

export type CodeFieldProps = FieldProps & {
  readonly isLabelHidden?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** Selects the colours. Default `plain`. */
  readonly language?: 'json' | 'html' | 'xml' | 'plain' | undefined
  /** Mistakes, in UTF-16 offsets of `value`. Also listed under the field, each as a button that moves there. */
  readonly marks?: readonly CodeMark[] | undefined
  /** Grows from this many lines (default 6) … */
  readonly minRows?: number | undefined
  /** … to this many (default 20), then scrolls. */
  readonly maxRows?: number | undefined
  /** Called for Ctrl or ⌘ Enter: once for a key that is held, and not while `Submitting`. */
  readonly onSubmit?: (() => void) | undefined
}

const keysHint = 'Tab leaves the field; Ctrl or Cmd with ] and [ indents. F8 goes to the next mark.'
const MAX_LISTED_MARKS = 5

const findLine = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/**
 * A labelled code field. Tab leaves it, as with every other field. `value` and `onChange` as in TextArea; a `value`
 * from outside replaces the text and keeps the caret's place.
 */
export const CodeField = ({
  label,
  isLabelHidden = false,
  description,
  error,
  isReadOnly = false,
  value,
  onChange,
  language = 'plain',
  marks = NO_MARKS,
  minRows = 6,
  maxRows = 20,
  onSubmit,
}: CodeFieldProps) => {
  const labelId = useId()
  const footId = useId()
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const [editor, setEditor] = useState<CodeEditor>()
  // Texts that the editor reported but are not in `value` yet: such a value is an echo, not an outside change.
  const reported = useRef<string[]>([])

  const spoken = [description, error, marks.length > 0 ? countMarks(marks.length) : undefined, keysHint]
    .filter((part) => part !== undefined)
    .join(' ')
  const currentValue = useEffectEvent(() => value)
  const report = useEffectEvent((text: string) => {
    reported.current.push(text)
    onChange?.(text)
  })
  const setFace = useEffectEvent((opened: CodeEditor) =>
    opened.setFace({ label, description: spoken, isReadOnly, isInvalid: error !== undefined }),
  )
  const isSubmitting = use(Submitting)
  const submit = useEffectEvent((isRepeat: boolean) => {
    if (!isRepeat && !isSubmitting) onSubmit?.()
    return onSubmit !== undefined
  })

  useEffect(() => {
    let isGone = false
    let opened: CodeEditor | undefined
    const open = async (): Promise<void> => {
      const { openCodeEditor } = await import('./code-editor.ts')
      const area = plain.current
      if (isGone || host.current === null || area === null) return
      // A character being composed stays in the text area until it is complete.
      if (isComposing.current) {
        area.addEventListener('compositionend', () => setTimeout(open), { once: true })
        return
      }
      const hadFocus = document.activeElement === area
      host.current.hidden = false
      opened = openCodeEditor({
        host: host.current,
        // A text area has LF line ends; an unchanged text keeps its own.
        text: area.value === currentValue().replaceAll('\r\n', '\n') ? currentValue() : area.value,
        selection: { anchor: area.selectionStart, head: area.selectionEnd },
        onChange: (text) => report(text),
        onSubmit: (isRepeat) => submit(isRepeat),
      })
      // The editor is visible from here on, so it needs its name.
      setFace(opened)
      // Focuses it before the text area is removed, so that the focus is never lost.
      if (hadFocus) opened.focus()
      // Renders at once: the text area takes no more input, so nothing may focus it.
      renderNow(() => setEditor(opened))
    }
    // If the editor fails to load, the text area stays usable.
    open().catch(() => {})
    return () => {
      isGone = true
      opened?.close()
      reported.current = []
      setEditor(undefined)
    }
  }, [])

  useEffect(() => {
    if (editor === undefined) return
    if (value === editor.text()) reported.current = []
    else {
      const echo = reported.current.indexOf(value)
      if (echo >= 0) reported.current.splice(0, echo + 1)
      else {
        reported.current = []
        editor.setText(value)
      }
    }
  }, [editor, value])

  useEffect(() => {
    editor?.setFace({ label, description: spoken, isReadOnly, isInvalid: error !== undefined })
  }, [editor, label, spoken, isReadOnly, error])
  useEffect(() => {
    editor?.setLanguage(language)
  }, [editor, language])
  useEffect(() => {
    editor?.setMarks(marks)
  }, [editor, marks])

  const rows = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties
  return (
    <div className={fieldStyles.field}>
      {!isLabelHidden && (
        <span className={fieldStyles.label} id={labelId}>
          {label}
        </span>
      )}
      <div
        className={classNames(styles.frame, isReadOnly && styles.readOnly)}
        data-invalid={error === undefined ? undefined : ''}
        style={rows}
      >
        {/* Delegates its focus to the editor. */}
        <div className={styles.host} hidden={editor === undefined} ref={host} />
        {editor === undefined && (
          <textarea
            aria-describedby={footId}
            aria-invalid={error === undefined ? undefined : true}
            {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
            className={styles.plain}
            onChange={(event) => onChange?.(event.target.value)}
            onCompositionEnd={() => {
              isComposing.current = false
            }}
            onCompositionStart={() => {
              isComposing.current = true
            }}
            readOnly={isReadOnly || onChange === undefined}
            ref={plain}
            spellCheck={false}
            value={value}
          />
        )}
      </div>
      <CodeFieldFoot
        description={description}
        error={error}
        footId={footId}
        marks={marks}
        onGo={(mark) => editor?.navigate(mark.from)}
        value={value}
      />
    </div>
  )
}

const NO_MARKS: readonly CodeMark[] = []

const countMarks = (count: number): string => (count === 1 ? 'One mark in the text.' : `${count} marks in the text.`)

type CodeFieldFootProps = {
  readonly description: string | undefined
  readonly error: string | Problem | undefined
  readonly footId: string
  readonly marks: readonly CodeMark[]
  readonly onGo: (mark: CodeMark) => void
  readonly value: string
}

const CodeFieldFoot = ({ description, error, footId, marks, onGo, value }: CodeFieldFootProps) => (
  <div className={styles.foot} id={footId}>
    {error !== undefined && (
      <p className={fieldStyles.error}>
        <ProblemText problem={error} />
      </p>
    )}
    {marks.length > 0 && (
      <ul className={styles.marks}>
        {marks.slice(0, MAX_LISTED_MARKS).map((mark) => (
          <li data-tone={mark.tone} key={`${mark.from} ${mark.message}`}>
            <AriaButton className={classNames(styles.mark)} onPress={() => onGo(mark)}>
              <span className={styles.line}>Line {formatNumber(findLine(value, mark.from))}</span> {mark.message}
            </AriaButton>
          </li>
        ))}
        {marks.length > MAX_LISTED_MARKS && (
          <li className={styles.more}>and {formatNumber(marks.length - MAX_LISTED_MARKS)} more, marked in the text</li>
        )}
      </ul>
    )}
    {description !== undefined && <p className={fieldStyles.foot}>{description}</p>}
  </div>
)
