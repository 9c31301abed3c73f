/** CodeMirror in a shadow root, in the tokens' colours. Loaded separately; see code-field.tsx. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** A message about a range of the text, in UTF-16 offsets, clamped to the text. */
export type CodeMark = {
  readonly from: number
  readonly to: number
  readonly tone: 'danger' | 'caution' | 'info'
  readonly message: string
}

export type CodeEditor = {
  readonly text: () => string
  /** Replaces only what differs, so that the caret and the undo history stay. Doesn't call `onChange`. */
  readonly setText: (text: string) => void
  readonly setFace: (face: CodeFace) => void
  readonly setLanguage: (language: 'json' | 'html' | 'xml' | 'plain') => void
  readonly setMarks: (marks: readonly CodeMark[]) => void
  readonly navigate: (offset: number) => void
  readonly focus: () => void
  readonly close: () => void
}

/** For assistive technology: `aria-labelledby` does not reach into a shadow root. */
export type CodeFace = {
  readonly label: string
  readonly description: string
  readonly isReadOnly: boolean
  readonly isInvalid: boolean
}

const severities = { danger: 'error', caution: 'warning', info: 'info' } as const

const lineHeight = '18px'

const look = EditorView.theme({
  '&': {
    maxHeight: `calc(var(--max-rows) * ${lineHeight} + 16px)`,
    color: 'var(--ink)',
    fontSize: 'var(--text-meta)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    fontFeatureSettings: '"calt" 0',
    lineHeight,
    scrollbarWidth: 'thin',
    scrollbarColor: 'color-mix(in oklch, var(--line-strong) 60%, transparent) transparent',
  },
  '.cm-content': {
    minHeight: `calc(var(--min-rows) * ${lineHeight} + 16px)`,
    padding: '8px 0',
    caretColor: 'var(--ink)',
  },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-line::selection, .cm-line ::selection': { backgroundColor: 'var(--selection)' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--paper-hover) 60%, transparent)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--field-paper)',
    color: 'var(--ink-faint)',
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 2px 0 6px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', cursor: 'default' },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--line)',
    backgroundColor: 'var(--paper-hover)',
    color: 'var(--ink-soft)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-lintRange': {
    backgroundImage: 'none !important',
    paddingBottom: '0',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)', backgroundColor: 'var(--danger-soft)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--caution)', backgroundColor: 'var(--caution-soft)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--info)', backgroundColor: 'var(--info-soft)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--selection)' },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--danger) !important' },
  '.cm-tooltip': {
    maxWidth: '48ch',
    border: 'none',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    backgroundColor: 'var(--paper-raised)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '6px 10px', border: 'none', lineHeight: '16px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderInlineStart: '3px solid var(--caution)' },
  '.cm-diagnostic-info': { borderInlineStart: '3px solid var(--info)' },
})

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.attributeName], color: 'var(--accent)' },
    { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--info)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--caution)' },
    { tag: [tags.tagName, tags.keyword, tags.processingInstruction], color: 'var(--danger)' },
    { tag: [tags.comment, tags.docComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
    { tag: [tags.punctuation, tags.angleBracket, tags.separator, tags.bracket], color: 'var(--ink-soft)' },
    { tag: tags.character, color: 'var(--caution)' },
    { tag: tags.invalid, color: 'var(--danger)' },
  ]),
)

/** Loaded when first used. */
const languages = {
  json: async (): Promise<Extension> => (await import('@codemirror/lang-json')).json(),
  html: async (): Promise<Extension> => (await import('@codemirror/lang-html')).html(),
  xml: async (): Promise<Extension> =>
    (await import('@codemirror/lang-html')).html({
      autoCloseTags: false,
      matchClosingTags: false,
      selfClosingTags: true,
    }),
  plain: async (): Promise<Extension> => [],
} as const

const fromOutside = Annotation.define<boolean>()

/** The one range in which two texts differ; undefined if they are equal. */
const difference = (before: string, after: string) => {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let tail = 0
  while (tail < shorter - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/**
 * Types over a selection, or deletes it, in the state instead of in the page. Chromium joins selected lines with inline
 * styles, which the content security policy reports as a violation:
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/style-src
 */
const replaceSelection = (event: InputEvent, view: EditorView): boolean => {
  const { inputType, data } = event
  const isTyped = inputType === 'insertText' && data !== null
  if (event.isComposing || view.state.readOnly || view.state.selection.main.empty) return false
  if (!isTyped && !inputType.startsWith('delete')) return false
  event.preventDefault()
  const userEvent = isTyped ? 'input.type' : 'delete.selection'
  view.dispatch(view.state.replaceSelection(isTyped ? data : ''), { userEvent, scrollIntoView: true })
  return true
}

/**
 * Opens an editor in the host's shadow root.
 *
 * @param options.onSubmit called on Ctrl or ⌘ Enter; `isRepeat`: the key is held. Returns false to leave the key to the editor
 */
export const openCodeEditor = (options: {
  readonly host: HTMLElement
  readonly text: string
  readonly selection: { readonly anchor: number; readonly head: number }
  readonly onChange: (text: string) => void
  readonly onSubmit: (isRepeat: boolean) => boolean
}): CodeEditor => {
  const { host } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  host.tabIndex = 0
  const language = new Compartment()
  const face = new Compartment()
  let wanted = 'plain'

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      selection: options.selection,
      extensions: [
        look,
        colours,
        language.of([]),
        face.of([]),
        lineNumbers(),
        foldGutter(),
        history(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        EditorState.lineSeparator.of('\n'),
        // A key binding isn't told whether the key is held.
        Prec.highest(
          EditorView.domEventHandlers({
            keydown: ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }) =>
              key === 'Enter' && ctrlKey !== metaKey && !altKey && !shiftKey && options.onSubmit(repeat),
          }),
        ),
        keymap.of([
          { key: 'F8', run: nextDiagnostic },
          { key: 'Shift-F8', run: previousDiagnostic },
          ...defaultKeymap,
          ...historyKeymap,
          ...foldKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged && !transactions.some((one) => one.annotation(fromOutside) === true)) {
            options.onChange(state.doc.toString())
          }
        }),
        EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      ],
    }),
  })
  // The shadow root delegates focus to the scroller around the text.
  view.scrollDOM.addEventListener('focus', () => view.focus())
  const inside = (offset: number): number => Math.max(0, Math.min(offset, view.state.doc.length))

  return {
    text: () => view.state.doc.toString(),
    setText: (text) => {
      const changes = difference(view.state.doc.toString(), text)
      if (changes !== undefined) view.dispatch({ changes, annotations: fromOutside.of(true) })
    },
    setFace: ({ label, description, isReadOnly, isInvalid }) => {
      view.dispatch({
        effects: face.reconfigure([
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({
            // Some screen readers need it even though the element is editable.
            tabindex: '0',
            'aria-label': label,
            'aria-description': description,
            ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
            ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
          }),
        ]),
      })
    },
    setLanguage: (name) => {
      wanted = name
      languages[name]()
        .then((extension) => {
          if (wanted === name) view.dispatch({ effects: language.reconfigure(extension) })
        })
        // Colours are optional.
        .catch(() => {})
    },
    setMarks: (marks) => {
      const diagnostics: Diagnostic[] = marks.map(({ from, to, tone, message }) => ({
        from: inside(from),
        to: inside(Math.max(from, to)),
        severity: severities[tone],
        message,
      }))
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    navigate: (offset) => {
      view.dispatch({
        selection: { anchor: inside(offset) },
        effects: EditorView.scrollIntoView(inside(offset), { y: 'center' }),
      })
      view.focus()
    },
    focus: () => view.focus(),
    close: () => {
      wanted = ''
      view.destroy()
    },
  }
}
