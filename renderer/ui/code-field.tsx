/**
 * A field for code: colours, line numbers, and marks where something is wrong.
 *
 * The editor is a chunk of its own. Until it is there a plain text area takes what is typed, and the editor then begins with
 * that text, with the caret where it was. It stands in a shadow root, because there it may bring its styles as constructed
 * style sheets: the window's policy allows no style element. Custom properties reach into a shadow root, so the tokens hold.
 */
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { classNames } from './class-names.ts'
import type { CodeEditor, CodeMark } from './code-editor.ts'
import styles from './code-field.module.css'
import fieldStyles from './field.module.css'
import type { FieldProps } from './field.tsx'
import { formatNumber } from './locale-format.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type { CodeMark } from './code-editor.ts'

export interface CodeFieldProps extends FieldProps {
  readonly isLabelHidden?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** What is coloured. XML has no completion of its own. Default `plain`. */
  readonly language?: 'json' | 'html' | 'xml' | 'plain' | undefined
  /** What is wrong where, in UTF-16 offsets of `value`; listed under the field too, where each leads to its place. */
  readonly marks?: readonly CodeMark[] | undefined
  /** Grows from this many lines (default 6) … */
  readonly minRows?: number | undefined
  /** … to this many (default 20), then scrolls. */
  readonly maxRows?: number | undefined
  /** Ctrl or Cmd with Enter was pressed. */
  readonly onSubmit?: (() => void) | undefined
}

const keysHint = 'Tab leaves the field; Ctrl or Cmd with ] and [ indents. F8 goes to the next mark.'
/** So many marks are listed under the field; the others are in the text. */
const listedMarks = 5

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/**
 * A labelled code field. Tab leaves it, as with every other field.
 *
 * `value` and `onChange` as in TextArea; a `value` that comes from elsewhere replaces the text and keeps the caret's place.
 */
export function CodeField({
  label,
  isLabelHidden = false,
  description,
  error,
  isReadOnly = false,
  value,
  onChange,
  language = 'plain',
  marks = noMarks,
  minRows = 6,
  maxRows = 20,
  onSubmit,
}: CodeFieldProps) {
  const labelId = useId()
  const footId = useId()
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const [editor, setEditor] = useState<CodeEditor>()
  // What the editor said and the value has not caught up with yet: such a value is an echo, not a text from elsewhere.
  const said = useRef<string[]>([])

  const spoken = [description, error, marks.length > 0 ? countedMarks(marks.length) : undefined, keysHint]
    .filter((part) => part !== undefined)
    .join(' ')
  const current = useRef({ value, onChange, onSubmit })
  useEffect(() => {
    current.current = { value, onChange, onSubmit }
  })

  useEffect(() => {
    let isGone = false
    let opened: CodeEditor | undefined
    const open = async (): Promise<void> => {
      const { openCodeEditor } = await import('./code-editor.ts')
      const area = plain.current
      if (isGone || host.current === null || area === null) return
      // A character that is being composed belongs to the text area until it is whole.
      if (isComposing.current) {
        area.addEventListener('compositionend', () => setTimeout(open), { once: true })
        return
      }
      const hadFocus = document.activeElement === area
      host.current.hidden = false
      opened = openCodeEditor({
        host: host.current,
        // A text area writes every line's end as LF; a text nobody touched keeps its own.
        text: area.value === current.current.value.replaceAll('\r\n', '\n') ? current.current.value : area.value,
        selection: { anchor: area.selectionStart, head: area.selectionEnd },
        onChange: (text) => {
          said.current.push(text)
          current.current.onChange?.(text)
        },
        onSubmit: () => {
          if (current.current.onSubmit === undefined) return false
          current.current.onSubmit()
          return true
        },
      })
      // Before the text area goes, so that the focus is never nowhere.
      if (hadFocus) opened.focus()
      setEditor(opened)
    }
    // Where the chunk does not arrive the text area stays, and works.
    open().catch(() => {})
    return () => {
      isGone = true
      opened?.close()
      said.current = []
      setEditor(undefined)
    }
  }, [])

  useEffect(() => {
    if (editor === undefined) return
    if (value === editor.text()) said.current = []
    else {
      const echo = said.current.indexOf(value)
      if (echo >= 0) said.current.splice(0, echo + 1)
      else {
        said.current = []
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
      {isLabelHidden ? (
        <VisuallyHidden>
          <span id={labelId}>{label}</span>
        </VisuallyHidden>
      ) : (
        <span className={fieldStyles.label} id={labelId}>
          {label}
        </span>
      )}
      <div
        className={classNames(styles.frame, isReadOnly && styles.readOnly)}
        data-invalid={error === undefined ? undefined : ''}
        style={rows}
      >
        {/* Focus given to the host goes on into the editor: what walks over the page's fields need not know of the shadow. */}
        <div className={styles.host} hidden={editor === undefined} ref={host} />
        {editor === undefined && (
          <textarea
            aria-describedby={footId}
            aria-invalid={error === undefined ? undefined : true}
            aria-labelledby={labelId}
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

const noMarks: readonly CodeMark[] = []

const countedMarks = (count: number): string => (count === 1 ? 'One mark in the text.' : `${count} marks in the text.`)

function CodeFieldFoot({
  description,
  error,
  footId,
  marks,
  onGo,
  value,
}: {
  readonly description: string | undefined
  readonly error: string | undefined
  readonly footId: string
  readonly marks: readonly CodeMark[]
  readonly onGo: (mark: CodeMark) => void
  readonly value: string
}) {
  return (
    <div className={styles.foot} id={footId}>
      {error !== undefined && <p className={fieldStyles.error}>{error}</p>}
      {marks.length > 0 && (
        <ul className={styles.marks}>
          {marks.slice(0, listedMarks).map((mark) => (
            <li data-tone={mark.tone} key={`${mark.from} ${mark.message}`}>
              <AriaButton className={classNames(styles.mark)} onPress={() => onGo(mark)}>
                <span className={styles.line}>Line {formatNumber(lineOf(value, mark.from))}</span> {mark.message}
              </AriaButton>
            </li>
          ))}
          {marks.length > listedMarks && (
            <li className={styles.more}>and {formatNumber(marks.length - listedMarks)} more, marked in the text</li>
          )}
        </ul>
      )}
      {description !== undefined && <p className={fieldStyles.foot}>{description}</p>}
    </div>
  )
}
