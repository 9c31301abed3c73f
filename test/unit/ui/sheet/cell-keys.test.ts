import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSheetAct, type SheetState } from '../../../../renderer/ui/sheet/cell-keys.ts'
import { selectOne, toBlock } from '../../../../renderer/ui/sheet/cell-selection.ts'

const at = (row: number, column: number) => ({ row, column })

const press = (keys: string) => {
  const held = keys.split('+')
  const key = held.pop() || '+'
  return {
    key: key === 'Space' ? ' ' : key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
    altKey: held.includes('Alt') || held.includes('AltGr'),
    ctrlKey: held.includes('Ctrl') || held.includes('AltGr'),
    metaKey: held.includes('Cmd'),
    shiftKey: held.includes('Shift'),
    getModifierState: (name: string) => name === 'AltGraph' && held.includes('AltGr'),
  }
}

const stateAt = (row: number, column: number, other: Partial<SheetState> = {}): SheetState => {
  const selection = other.selection ?? selectOne(at(row, column))
  return {
    selection,
    block: toBlock(selection),
    size: { rows: 100, columns: 5, pageRows: 20 },
    isOpen: undefined,
    openerColumn: 1,
    isEditable: true,
    isTypingRefused: false,
    ...other,
  }
}
const act = (keys: string, state: SheetState = stateAt(10, 2)) => findSheetAct(press(keys), state)

describe('the keys of a sheet', () => {
  it.each([
    ['Enter', { act: 'edit', orOpens: true }],
    ['F2', { act: 'edit', orOpens: false }],
    ['Space', { act: 'open' }],
    ['Shift+Space', { act: 'check' }],
    ['Delete', { act: 'clear' }],
    ['Backspace', { act: 'clear' }],
    ['Ctrl+d', { act: 'fillDown' }],
    ['Cmd+D', { act: 'fillDown' }],
    ['a', { act: 'type', text: 'a' }],
    ['7', { act: 'type', text: '7' }],
    ['AltGr+@', { act: 'type', text: '@' }],
    ['AltGr+€', { act: 'type', text: '€' }],
    ['Process', { act: 'compose' }],
    ['Dead', { act: 'compose' }],
  ])('%s: %o', (keys, expected) => {
    expect(act(keys)).toEqual(expected)
  })

  it.each(['/', '?', 'Ctrl+z', 'Cmd+k', 'Alt+1', 'Escape', 'F5', 'Ctrl+Enter'])('leaves %s to the screen', (keys) => {
    expect(act(keys)).toBeUndefined()
  })

  it('Tab moves within the row and leaves the sheet at its ends', () => {
    expect(act('Tab')).toEqual({ act: 'tab', column: 3 })
    expect(act('Shift+Tab')).toEqual({ act: 'tab', column: 1 })
    expect(act('Tab', stateAt(10, 4))).toBeUndefined()
    expect(act('Shift+Tab', stateAt(10, 0))).toBeUndefined()
  })

  it('selects everything without scrolling to its end', () => {
    expect(act('Ctrl+a')).toEqual({
      act: 'select',
      selection: { active: at(0, 0), extent: at(99, 4) },
      isShown: false,
    })
    expect(act('ArrowDown')).toEqual({ act: 'select', selection: selectOne(at(11, 2)), isShown: true })
  })

  it('Escape reduces a block to its active cell', () => {
    const selection = { active: at(2, 1), extent: at(4, 3) }
    expect(act('Escape', stateAt(2, 1, { selection }))).toEqual({
      act: 'select',
      selection: selectOne(at(2, 1)),
      isShown: false,
    })
  })

  it('Right and + unfold a row, Left and - fold it, the arrows only at its start', () => {
    const [closed, open] = [{ isOpen: false }, { isOpen: true }]
    for (const keys of ['ArrowRight', '+']) expect(act(keys, stateAt(10, 1, closed))).toEqual({ act: 'fold' })
    for (const keys of ['ArrowLeft', '-']) expect(act(keys, stateAt(10, 1, open))).toEqual({ act: 'fold' })
    expect(act('+', stateAt(10, 3, closed))).toEqual({ act: 'fold' })
    for (const keys of ['ArrowRight', 'Shift+ArrowRight', 'Ctrl+ArrowRight']) {
      expect(act(keys, stateAt(10, 3, closed))).toMatchObject({ act: 'select' })
    }
    expect(act('Shift+ArrowRight', stateAt(10, 1, closed))).toMatchObject({ act: 'select' })
    expect(act('ArrowRight', stateAt(10, 1, open))).toMatchObject({ act: 'select' })
    expect(act('+')).toEqual({ act: 'type', text: '+' })
  })

  it('USE-06 what is typed into a cell that can’t take it opens and checks nothing', () => {
    const refused = stateAt(10, 2, { isTypingRefused: true })
    expect(act('Space', refused)).toEqual({ act: 'nothing' })
    expect(act('Shift+Space', refused)).toEqual({ act: 'nothing' })
    expect(act('Enter', refused)).toEqual({ act: 'edit', orOpens: false })
  })

  it('in a sheet that is read-only as a whole, letters are commands of the screen', () => {
    const readOnly = stateAt(10, 2, { isEditable: false })
    for (const keys of ['g', 'd', '7', '+']) expect(act(keys, readOnly)).toBeUndefined()
    expect(act('Enter', readOnly)).toEqual({ act: 'edit', orOpens: true })
  })

  it('a letter typed with a Cyrillic keyboard is typed, and with Control is the command on its key', () => {
    expect(findSheetAct({ ...press('в'), code: 'KeyD' }, stateAt(10, 2))).toEqual({ act: 'type', text: 'в' })
    expect(findSheetAct({ ...press('Ctrl+в'), code: 'KeyD' }, stateAt(10, 2))).toEqual({ act: 'fillDown' })
  })

  it('never moves out of the sheet', () => {
    const keys = fc.constantFrom('Arrow', 'Ctrl+Arrow', 'Shift+Arrow', 'Ctrl+Shift+Arrow')
    const way = fc.constantFrom('Up', 'Down', 'Left', 'Right')
    const presses = fc.array(
      fc.oneof(
        fc.tuple(keys, way).map(([key, to]) => key + to),
        fc.constantFrom('PageDown', 'End', 'Ctrl+Home', 'Ctrl+a'),
      ),
    )
    fc.assert(
      fc.property(presses, (all) => {
        let selection = selectOne(at(50, 2))
        for (const keys of all) {
          const found = act(keys, stateAt(0, 0, { selection }))
          if (found?.act === 'select') selection = found.selection as typeof selection
          for (const { row, column } of [selection.active, selection.extent]) {
            expect(row >= 0 && row < 100 && column >= 0 && column < 5).toBe(true)
          }
        }
      }),
    )
  })
})
