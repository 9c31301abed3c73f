/** Edits a description as text with basic formatting. Loaded when first shown. */
import { Bold, Heading, Italic, List, ListOrdered, type LucideIcon, Redo2, Underline, Undo2 } from 'lucide-react'
import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type MarkType, type Node, type NodeType, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { classNames } from '../../../ui/base/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import styles from './description.module.css'
import { marks, nodes, readDocument, writeDocument } from './description-document.ts'
import { parseDescription } from './description-tree.ts'

export { readDocument, writeDocument } from './description-document.ts'

export type FormattedEditorProps = {
  readonly label: string
  readonly html: string
  readonly isInvalid: boolean
  readonly onChange: (html: string) => void
}

const isInside = ({ selection: { $from } }: EditorState, type: NodeType): boolean =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type).includes(type)

const hasMark = ({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean =>
  selection.empty
    ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, mark)

const toggleHeading: Command = (state, dispatch) =>
  isInside(state, nodes.heading)
    ? setBlockType(nodes.paragraph)(state, dispatch)
    : setBlockType(nodes.heading)(state, dispatch)

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) =>
    isInside(state, type) ? liftListItem(nodes.listItem)(state, dispatch) : wrapInList(type)(state, dispatch)

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
  return true
}

type Tool = {
  readonly icon: LucideIcon
  readonly label: string
  readonly command: Command
  readonly hint?: string
  readonly isOn?: (state: EditorState) => boolean
}

const markTool = (icon: LucideIcon, label: string, type: MarkType, key: string): Tool => ({
  icon,
  label,
  command: toggleMark(type),
  hint: `Ctrl or ⌘ ${key}`,
  isOn: (state) => hasMark(state, type),
})
const blockTool = (icon: LucideIcon, label: string, type: NodeType, command: Command): Tool => ({
  icon,
  label,
  command,
  isOn: (state) => isInside(state, type),
})

const tools: readonly Tool[] = [
  markTool(Bold, 'Bold', marks.bold, 'B'),
  markTool(Italic, 'Italic', marks.italic, 'I'),
  markTool(Underline, 'Underline', marks.underline, 'U'),
  blockTool(Heading, 'Heading', nodes.heading, toggleHeading),
  blockTool(List, 'Bulleted list', nodes.bulletList, toggleList(nodes.bulletList)),
  blockTool(ListOrdered, 'Numbered list', nodes.orderedList, toggleList(nodes.orderedList)),
  { icon: Undo2, label: 'Undo typing', command: undo },
  { icon: Redo2, label: 'Redo typing', command: redo },
]

const startState = (html: string): EditorState =>
  EditorState.create({
    doc: readDocument(parseDescription(html)).doc,
    plugins: [
      history(),
      // Tab leaves the field, as everywhere.
      keymap({
        'Mod-b': toggleMark(marks.bold),
        'Mod-i': toggleMark(marks.italic),
        'Mod-u': toggleMark(marks.underline),
        'Mod-z': undo,
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Mod-]': sinkListItem(nodes.listItem),
        'Mod-[': liftListItem(nodes.listItem),
        'Shift-Enter': insertBreak,
        Enter: chainCommands(splitListItem(nodes.listItem), (...args) => baseKeymap.Enter?.(...args) ?? false),
      }),
      keymap(baseKeymap),
    ],
  })

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Inserts pasted or dropped text with its basic formatting. The editor's default writes HTML into a page, which the
 * window's Trusted Types policy refuses: https://developer.mozilla.org/en-US/docs/Web/API/Trusted_Types_API
 */
const insertData = (view: EditorView, data: DataTransfer): void => {
  const plain = data.getData('text/plain')
  const html =
    data.getData('text/html') ||
    plain
      .split(/\r?\n/)
      .map((line) => `<p>${escapeText(line) || '<br>'}</p>`)
      .join('')
  const { doc } = readDocument(parseDescription(html))
  const { tr } = view.state
  // Parsing drops spaces at the ends of a line, but at the ends of a pasted phrase they belong to it.
  if (plain.startsWith(' ')) tr.insertText(' ')
  tr.replaceSelection(Slice.maxOpen(doc.content))
  if (plain.endsWith(' ')) tr.insertText(' ')
  view.dispatch(tr.scrollIntoView())
}

/** An unchanged document keeps its original HTML. */
const toHtml = (doc: Node, start: { readonly html: string; readonly doc: Node }): string =>
  doc.eq(start.doc) ? start.html : writeDocument(doc)

const openView = (
  mount: HTMLElement,
  state: EditorState,
  onState: (state: EditorState, isChanged: boolean) => void,
): EditorView => {
  const opened: EditorView = new EditorView(
    { mount },
    {
      state,
      dispatchTransaction(transaction) {
        opened.updateState(opened.state.apply(transaction))
        onState(opened.state, transaction.docChanged)
      },
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault()
          if (event.clipboardData !== null) insertData(view, event.clipboardData)
          return true
        },
        drop: (view, event) => {
          // Text dragged from this editor: ProseMirror moves it.
          if (view.dragging !== null) return false
          event.preventDefault()
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (place === null || event.dataTransfer === null) return true
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))))
          insertData(view, event.dataTransfer)
          view.focus()
          return true
        },
      },
    },
  )
  return opened
}

/** `readDocument` must lose nothing of `html`. An unchanged text keeps its original HTML. */
export const FormattedEditor = ({ label, html, isInvalid, onChange }: FormattedEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [state, setState] = useState(() => startState(html))
  const start = useRef({ html, doc: state.doc })
  // Texts that were reported but are not in `html` yet: such an `html` is an echo, not an outside change.
  const reported = useRef<string[]>([])

  const take = useEffectEvent((next: EditorState, isChanged: boolean) => {
    setState(next)
    if (!isChanged) return
    const text = toHtml(next.doc, start.current)
    reported.current.push(text)
    onChange(text)
  })
  const open = useEffectEvent((mount: HTMLElement) =>
    openView(mount, state, (next, isChanged) => take(next, isChanged)),
  )

  useEffect(() => {
    if (host.current === null) return
    const opened = open(host.current)
    view.current = opened
    return () => opened.destroy()
  }, [])

  useEffect(() => {
    const echo = reported.current.lastIndexOf(html)
    reported.current.splice(0, echo + 1)
    if (view.current === null || echo >= 0 || html === toHtml(view.current.state.doc, start.current)) return
    const next = startState(html)
    start.current = { html, doc: next.doc }
    reported.current = []
    view.current.updateState(next)
    setState(next)
  }, [html])

  useEffect(() => {
    view.current?.setProps({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      },
    })
  }, [label, isInvalid])

  return (
    <div className={styles.frame} data-invalid={isInvalid || undefined}>
      <Toolbar aria-label={`Formatting of ${label}`} className={classNames(styles.tools)}>
        {tools.map(({ icon, label: name, command, hint, isOn }) => (
          <IconButton
            hint={hint}
            icon={icon}
            isDisabled={!command(state)}
            isPressed={isOn?.(state)}
            key={name}
            label={name}
            onPress={() => {
              if (view.current === null) return
              command(view.current.state, view.current.dispatch)
              view.current.focus()
            }}
            size="s"
          />
        ))}
      </Toolbar>
      <div className={classNames(styles.text, styles.written)} ref={host} />
    </div>
  )
}
