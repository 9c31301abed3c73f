/** What a key does in a sheet. */
import { pressedKey } from '../base/pressed-key.ts'
import {
  type CellBlock,
  type CellSelection,
  cellsIn,
  type GridSize,
  moveSelection,
  selectOne,
} from './cell-selection.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'>

export type SheetState = {
  readonly selection: CellSelection
  readonly block: CellBlock
  readonly size: GridSize
  /** Whether the active row is unfolded; undefined if it can't be. */
  readonly isOpen: boolean | undefined
  /** The column that unfolds a row; -1 if none does. */
  readonly openerColumn: number
  /** Whether any column can be edited. In a sheet that is read-only as a whole, letters are commands of the screen. */
  readonly isEditable: boolean
  /** Whether the last keys were typed into a cell that can't take them. */
  readonly isTypingRefused: boolean
}

export type SheetAct =
  | { readonly act: 'fold' | 'fillDown' | 'check' | 'open' | 'clear' }
  /** Tab within the row. */
  | { readonly act: 'tab'; readonly column: number }
  /** `isShown`: scrolls to the far corner. */
  | { readonly act: 'select'; readonly selection: CellSelection; readonly isShown: boolean }
  /** Edits the cell; opens the row if the cell is read-only and `orOpens`. */
  | { readonly act: 'edit'; readonly orOpens: boolean }
  /** Replaces the cell's text, or says that the cell can't be changed. */
  | { readonly act: 'type'; readonly text: string }
  /** Focuses the cell's field, so that the input method writes into it. The only key that the browser still handles. */
  | { readonly act: 'compose' }
  /** The key has no effect here, and must have none on the screen. */
  | { readonly act: 'nothing' }

const isTyping = (event: KeyPress): boolean => {
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return false
  // "/" and "?" are commands of every screen.
  return event.key !== '/' && event.key !== '?' && event.key !== ' ' && [...event.key].length === 1
}

const isFolding = (event: KeyPress, { selection, isOpen, openerColumn }: SheetState): boolean => {
  if (isOpen === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const isAtStart = !event.shiftKey && selection.active.column <= openerColumn
  return isOpen
    ? event.key === '-' || (event.key === 'ArrowLeft' && isAtStart)
    : event.key === '+' || (event.key === 'ArrowRight' && isAtStart)
}

/** The act of a key on the sheet. Undefined if the key is not the sheet's. */
export const findSheetAct = (event: KeyPress, state: SheetState): SheetAct | undefined => {
  const { selection, block, size, isTypingRefused } = state
  const key = pressedKey(event)
  const isMod = event.ctrlKey || event.metaKey
  if (isFolding(event, state)) return { act: 'fold' }
  if (event.key === 'Tab' && !isMod && !event.altKey) {
    const column = selection.active.column + (event.shiftKey ? -1 : 1)
    return column < 0 || column >= size.columns ? undefined : { act: 'tab', column }
  }
  const moved = event.altKey ? undefined : moveSelection({ key, isShift: event.shiftKey, isMod }, selection, size)
  if (moved !== undefined) {
    return { act: 'select', selection: moved, isShown: !(isMod && key.toLowerCase() === 'a') }
  }
  if (isMod && !event.altKey) return key.toLowerCase() === 'd' ? { act: 'fillDown' } : undefined
  switch (event.key) {
    case 'Enter':
      // Enter after typing means the typed text, which this cell can't take.
      return { act: 'edit', orOpens: !isTypingRefused }
    case 'F2':
      return { act: 'edit', orOpens: false }
    case ' ':
      if (isTypingRefused) return { act: 'nothing' }
      return { act: event.shiftKey ? 'check' : 'open' }
    case 'Delete':
    case 'Backspace':
      return { act: 'clear' }
    case 'Escape':
      return cellsIn(block) > 1 ? { act: 'select', selection: selectOne(selection.active), isShown: false } : undefined
    case 'Process':
    case 'Dead':
      return { act: 'compose' }
    default:
      // A key that a cell can't take must not run a command of the screen.
      return state.isEditable && isTyping(event) ? { act: 'type', text: event.key } : undefined
  }
}
