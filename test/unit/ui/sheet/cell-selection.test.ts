import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellsIn,
  type GridSize,
  type MoveKey,
  moveSelection,
  pasteInto,
  selectOne,
  toBlock,
} from '../../../../renderer/ui/sheet/cell-selection.ts'

const size: GridSize = { rows: 100, columns: 5, pageRows: 20 }
const at = (row: number, column: number) => ({ row, column })
const press = (key: string, held: Partial<MoveKey> = {}): MoveKey => ({ key, isShift: false, isMod: false, ...held })

describe('moving through a sheet', () => {
  it.each([
    ['ArrowDown', {}, at(11, 2)],
    ['ArrowUp', {}, at(9, 2)],
    ['ArrowLeft', {}, at(10, 1)],
    ['ArrowRight', {}, at(10, 3)],
    ['ArrowDown', { isMod: true }, at(99, 2)],
    ['ArrowUp', { isMod: true }, at(0, 2)],
    ['ArrowLeft', { isMod: true }, at(10, 0)],
    ['ArrowRight', { isMod: true }, at(10, 4)],
    ['PageDown', {}, at(30, 2)],
    ['PageUp', {}, at(0, 2)],
    ['Home', {}, at(10, 0)],
    ['End', {}, at(10, 4)],
    ['Home', { isMod: true }, at(0, 0)],
    ['End', { isMod: true }, at(99, 4)],
  ])('%s %o', (key, held, place) => {
    expect(moveSelection(press(key, held), selectOne(at(10, 2)), size)).toEqual(selectOne(place))
  })

  it('Shift selects a block and keeps the active cell', () => {
    const wide = moveSelection(press('ArrowRight', { isShift: true }), selectOne(at(10, 2)), size)
    const both = wide && moveSelection(press('ArrowUp', { isShift: true }), wide, size)
    expect(both).toEqual({ active: at(10, 2), extent: at(9, 3) })
    expect(both && toBlock(both)).toEqual({ firstRow: 9, lastRow: 10, firstColumn: 2, lastColumn: 3 })
    expect(both && moveSelection(press('ArrowDown'), both, size)).toEqual(selectOne(at(11, 2)))
  })

  it('Mod+A selects everything, and a letter moves nothing', () => {
    const all = moveSelection(press('a', { isMod: true }), selectOne(at(10, 2)), size)
    expect(all && cellsIn(toBlock(all))).toBe(500)
    expect(moveSelection(press('a'), selectOne(at(10, 2)), size)).toBeUndefined()
  })

  it('never leaves the grid, whatever keys are pressed', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End', 'a']
    const step = fc.record({ key: fc.constantFrom(...keys), isShift: fc.boolean(), isMod: fc.boolean() })
    const grid = fc.record({
      rows: fc.integer({ min: 1, max: 50 }),
      columns: fc.integer({ min: 1, max: 6 }),
      pageRows: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(grid, fc.array(step, { maxLength: 30 }), (within, steps) => {
        let selection = selectOne(at(0, 0))
        for (const key of steps) selection = moveSelection(key, selection, within) ?? selection
        const { firstRow, lastRow, firstColumn, lastColumn } = toBlock(selection)
        expect(firstRow).toBeGreaterThanOrEqual(0)
        expect(lastRow).toBeLessThan(within.rows)
        expect(firstColumn).toBeGreaterThanOrEqual(0)
        expect(lastColumn).toBeLessThan(within.columns)
      }),
    )
  })
})

describe('pasting into a sheet', () => {
  const clip = [
    ['a', 'b'],
    ['c', 'd'],
  ]

  it('starts at the active cell', () => {
    const { writes, block } = pasteInto(clip, selectOne(at(3, 1)), size)
    expect(writes).toEqual([
      { row: 3, column: 1, text: 'a' },
      { row: 3, column: 2, text: 'b' },
      { row: 4, column: 1, text: 'c' },
      { row: 4, column: 2, text: 'd' },
    ])
    expect(block).toEqual({ firstRow: 3, lastRow: 4, firstColumn: 1, lastColumn: 2 })
  })

  it('one cell fills a selected block', () => {
    const { writes } = pasteInto([['7']], { active: at(4, 2), extent: at(1, 2) }, size)
    expect(writes).toEqual([1, 2, 3, 4].map((row) => ({ row, column: 2, text: '7' })))
  })

  it('a block fills a selection only if it fits a whole number of times', () => {
    expect(pasteInto(clip, { active: at(0, 0), extent: at(5, 1) }, size).writes).toHaveLength(12)
    expect(pasteInto(clip, { active: at(0, 0), extent: at(4, 1) }, size).writes).toHaveLength(4)
  })

  it('reports what does not fit and writes the rest', () => {
    const pasted = pasteInto(clip, selectOne(at(99, 4)), size)
    expect(pasted.writes).toEqual([{ row: 99, column: 4, text: 'a' }])
    expect([pasted.rowsLeftOut, pasted.columnsLeftOut]).toEqual([1, 1])
  })

  it('leaves cells beyond a short row alone', () => {
    expect(pasteInto([['a', 'b'], ['c']], selectOne(at(0, 0)), size).writes).toHaveLength(3)
  })
})
