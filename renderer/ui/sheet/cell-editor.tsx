/** The editor in a cell: a text field, or a choice with its list. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '../base/class-names.ts'
import { pressedKey } from '../base/pressed-key.ts'
import type { Option } from '../fields/option.tsx'
import optionStyles from '../fields/options.module.css'
import { formatNumber } from '../format/locale-format.ts'
import styles from './cell-editor.module.css'

/** Where the active cell moves after the edit. */
export type EditEnd = 'stay' | 'down' | 'up' | 'right' | 'left'

export type CellEditorProps = {
  /** "Title of CAM-014". */
  readonly label: string
  /** The cell's text, or the key that started typing. */
  readonly initialText: string
  /**
   * `over`: typing replaces the text, and arrow keys end the edit. `within`: typing changes the text; arrow keys move
   * the caret.
   */
  readonly mode: 'over' | 'within'
  readonly align?: 'start' | 'end' | undefined
  readonly isMono?: boolean | undefined
  /** In code points. Shows a counter; longer text is marked, never cut. */
  readonly limit?: number | undefined
  /** The cell's text is an option's id, or free text if none matches. */
  readonly options?: readonly Option[] | undefined
  readonly onEnd: (text: string, then: EditEnd) => void
  readonly onCancel: () => void
  /** Mod+S, after the edit has ended. */
  readonly onSave?: (() => void) | undefined
}

const findEnd = (event: KeyboardEvent, mode: CellEditorProps['mode']): EditEnd | undefined => {
  switch (event.key) {
    case 'Enter':
      return event.shiftKey ? 'up' : 'down'
    case 'Tab':
      return event.shiftKey ? 'left' : 'right'
    case 'ArrowDown':
      return mode === 'over' ? 'down' : undefined
    case 'ArrowUp':
      return mode === 'over' ? 'up' : undefined
    case 'ArrowLeft':
      return mode === 'over' ? 'left' : undefined
    case 'ArrowRight':
      return mode === 'over' ? 'right' : undefined
    default:
      return undefined
  }
}

const isSave = ({ nativeEvent: event }: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && pressedKey(event).toLowerCase() === 's'

/** Ends on Enter, Tab, Mod+S, blur and (typing over) arrow keys. Escape cancels. */
export const CellEditor = (props: CellEditorProps) =>
  props.options === undefined ? <TextEditor {...props} /> : <ChoiceEditor {...props} options={props.options} />

/**
 * Focuses the field, and ends the edit exactly once. `value` is the text to keep when the user leaves. `onKey` receives
 * the keys that neither cancel nor compose.
 */
const useEditing = (
  { label, onEnd, onCancel, onSave }: CellEditorProps,
  isSelected: boolean,
  value: () => string,
  onKey: (event: KeyboardEvent) => void,
) => {
  const ref = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    const field = ref.current
    if (field === null) return
    field.focus({ preventScroll: true })
    if (isSelected) field.select()
    else field.setSelectionRange(field.value.length, field.value.length)
  }, [isSelected])
  const once = (end: () => void) => {
    if (isOver.current) return
    isOver.current = true
    end()
  }
  const end = (text: string, then: EditEnd) => once(() => onEnd(text, then))
  const leave = useEffectEvent(() => end(value(), 'stay'))
  // A field removed with its screen or its row gets no blur.
  useEffect(() => {
    const field = ref.current
    return () => {
      if (field?.isConnected === false) leave()
    }
  }, [])
  return {
    end,
    field: {
      'aria-label': label,
      autoComplete: 'off',
      className: styles.input,
      dir: 'auto',
      // The edit continues if the whole window lost the focus.
      onBlur: (event: FocusEvent) => document.activeElement !== event.currentTarget && end(value(), 'stay'),
      onKeyDown: (event: KeyboardEvent) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (isSave(event)) {
          event.preventDefault()
          end(value(), 'stay')
          onSave?.()
        } else if (event.key === 'Escape') {
          event.preventDefault()
          once(onCancel)
        } else onKey(event)
      },
      ref,
      type: 'text',
    },
  }
}

const TextEditor = (props: CellEditorProps) => {
  const { initialText, mode, align = 'start', isMono = false, limit } = props
  const [text, setText] = useState(initialText)
  const onKey = (event: KeyboardEvent) => {
    const then = event.altKey || event.ctrlKey || event.metaKey ? undefined : findEnd(event, mode)
    if (then === undefined) return
    event.preventDefault()
    end(text, then)
  }
  const { end, field } = useEditing(props, false, () => text, onKey)
  const used = limit === undefined ? 0 : Array.from(text).length
  const isOver = limit !== undefined && used > limit

  return (
    <span className={classNames(styles.editor, align === 'end' && styles.end, isMono && styles.mono)}>
      <input
        {...field}
        aria-invalid={isOver}
        onChange={(event) => setText(event.target.value)}
        spellCheck={!isMono && align !== 'end'}
        value={text}
      />
      {limit !== undefined && (
        <span aria-hidden="true" className={classNames(styles.count, isOver && styles.over)}>
          {formatNumber(used)}/{formatNumber(limit)}
        </span>
      )}
    </span>
  )
}

const matches = (option: Option, wanted: string): boolean =>
  option.label.toLowerCase().includes(wanted) || option.id.toLowerCase().includes(wanted)

const ChoiceEditor = (props: CellEditorProps & { readonly options: readonly Option[] }) => {
  const { label, initialText, mode, options } = props
  const listId = useId()
  const known = options.find(({ id }) => id === initialText)
  const [text, setText] = useState(mode === 'over' ? initialText : (known?.label ?? initialText))
  const [isTyped, setIsTyped] = useState(mode === 'over')
  const wanted = text.trim().toLowerCase()
  const shown = isTyped && wanted !== '' ? options.filter((option) => matches(option, wanted)) : options
  const [index, setIndex] = useState(() =>
    mode === 'over' ? 0 : Math.max(0, options.indexOf(known ?? (options[0] as Option))),
  )
  const active = shown[Math.min(index, shown.length - 1)]

  /** The active option. Text that matches none stays as typed, for the rules to check. */
  const value = (): string => {
    if (!isTyped) return active?.id ?? initialText
    return wanted === '' ? '' : (active?.id ?? text)
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setIndex(Math.max(0, Math.min(shown.length - 1, Math.min(index, shown.length - 1) + step)))
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      end(value(), findEnd(event, mode) ?? 'stay')
    }
  }
  const { end, field } = useEditing(props, mode === 'within', () => (isTyped ? value() : initialText), onKey)

  return (
    <span className={styles.editor}>
      <input
        {...field}
        aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded
        onChange={(event) => {
          setText(event.target.value)
          setIsTyped(true)
          setIndex(0)
        }}
        role="combobox"
        spellCheck={false}
        value={text}
      />
      <div
        aria-label={label}
        className={classNames(optionStyles.popover, optionStyles.list, styles.list)}
        id={listId}
        popover="manual"
        ref={showAbove}
        role="listbox"
      >
        {shown.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
          <div
            aria-selected={option === active}
            className={optionStyles.option}
            data-focused={option === active || undefined}
            id={`${listId}-${option.id}`}
            key={option.id}
            onClick={() => end(option.id, 'stay')}
            // Keeps the focus in the field until the click.
            onPointerDown={(event) => event.preventDefault()}
            role="option"
          >
            {option.label}
          </div>
        ))}
        {shown.length === 0 && <div className={optionStyles.empty}>No match. Kept as typed.</div>}
      </div>
    </span>
  )
}

/** Uses the top layer, because a list inside the grid would be clipped. */
const showAbove: Ref<HTMLDivElement> = (list) => {
  list?.showPopover()
  return () => {
    if (list?.isConnected === true) list.hidePopover()
  }
}
