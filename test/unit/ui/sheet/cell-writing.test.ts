import { describe, expect, it } from 'vitest'
import { type RowSource, rowsOfArray } from '../../../../renderer/ui/lists/row-source.ts'
import type { CellColumn } from '../../../../renderer/ui/sheet/cell-row.tsx'
import { selectOne } from '../../../../renderer/ui/sheet/cell-selection.ts'
import { type CellWrite, createCellWriting, MAX_CELLS_AT_ONCE } from '../../../../renderer/ui/sheet/cell-writing.ts'
import { followRows } from '../../../../renderer/ui/sheet/tracked-selection.ts'

type Lamp = { readonly sku: string; readonly title: string; readonly quantity: string }

const columns: readonly CellColumn<Lamp>[] = [
  { id: 'sku', label: 'SKU', width: '100px', render: () => null, text: ({ sku }) => sku },
  { id: 'title', label: 'Title', width: '1fr', render: () => null, text: ({ title }) => title, edit: {} },
  { id: 'quantity', label: 'Quantity', width: '1fr', render: () => null, text: ({ quantity }) => quantity, edit: {} },
]
const lamps = (count: number): readonly Lamp[] =>
  Array.from({ length: count }, (_, index) => ({ sku: `L-${index}`, title: `Lamp ${index}`, quantity: String(index) }))
const size = (count: number) => ({ rows: count, columns: 3, pageRows: 10 })

const rig = (rows: RowSource<Lamp>, readRows: (first: number, last: number) => Promise<readonly Lamp[]>) => {
  const written: (readonly CellWrite[])[] = []
  const notices: string[] = []
  const writing = createCellWriting({
    rows,
    columns,
    getKey: ({ sku }) => sku,
    readRows,
    onWrite: (writes) => written.push(writes),
    onNotice: (text) => notices.push(text),
  })
  return { writing, written, notices }
}
const neverRead = (): Promise<never> => Promise.reject(new Error('All rows are loaded'))

describe('writing into a sheet', () => {
  it('writes a pasted block as one action, by row key', () => {
    const { writing, written } = rig(rowsOfArray(lamps(5)), neverRead)
    writing.paste('New lamp\t9\nOther\t8', selectOne({ row: 1, column: 1 }), size(5))
    expect(written).toEqual([
      [
        { key: 'L-1', columnId: 'title', text: 'New lamp' },
        { key: 'L-1', columnId: 'quantity', text: '9' },
        { key: 'L-2', columnId: 'title', text: 'Other' },
        { key: 'L-2', columnId: 'quantity', text: '8' },
      ],
    ])
  })

  it('copies a block that pastes back unchanged', () => {
    const { writing, written, notices } = rig(rowsOfArray(lamps(5)), neverRead)
    const block = { firstRow: 0, lastRow: 1, firstColumn: 0, lastColumn: 2 }
    const text = writing.copy(block)
    expect(text).toBe('L-0\tLamp 0\t0\nL-1\tLamp 1\t1')
    writing.paste(String(text), selectOne({ row: 0, column: 0 }), size(5))
    expect(written[0]?.map(({ text: cell }) => cell)).toEqual(['Lamp 0', '0', 'Lamp 1', '1'])
    expect(notices).toEqual([])
  })

  it('skips a read-only column and reports it', () => {
    const { writing, written, notices } = rig(rowsOfArray(lamps(5)), neverRead)
    writing.paste('X-1\tNew', selectOne({ row: 0, column: 0 }), size(5))
    expect(written).toEqual([[{ key: 'L-0', columnId: 'title', text: 'New' }]])
    expect(notices).toEqual(['SKU can’t be changed here and was left unchanged.'])
  })

  it('fills down and clears editable cells only', () => {
    const { writing, written } = rig(rowsOfArray(lamps(5)), neverRead)
    writing.fillDown({ firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 1 })
    writing.clear({ firstRow: 4, lastRow: 4, firstColumn: 0, lastColumn: 2 })
    expect(written).toEqual([
      [
        { key: 'L-2', columnId: 'title', text: 'Lamp 1' },
        { key: 'L-3', columnId: 'title', text: 'Lamp 1' },
      ],
      [
        { key: 'L-4', columnId: 'title', text: '' },
        { key: 'L-4', columnId: 'quantity', text: '' },
      ],
    ])
  })

  it('repeats a block in the rows that its handle is dragged over', () => {
    const { writing, written } = rig(rowsOfArray(lamps(6)), neverRead)
    writing.fill({ firstRow: 1, lastRow: 2, firstColumn: 2, lastColumn: 2 }, 5)
    expect(written[0]?.map(({ key, text }) => `${key} ${text}`)).toEqual(['L-3 1', 'L-4 2', 'L-5 1'])
  })

  it('fills nothing down into the first row', () => {
    const { writing, written } = rig(rowsOfArray(lamps(5)), neverRead)
    writing.fillDown({ firstRow: 0, lastRow: 0, firstColumn: 1, lastColumn: 1 })
    expect(written).toEqual([])
  })

  it('reads the rows of a block that are not loaded, and changes nothing if that fails', async () => {
    const all = lamps(1_000)
    const holes: RowSource<Lamp> = { ...rowsOfArray(all), at: (index) => (index < 100 ? all[index] : undefined) }
    const reading = rig(holes, async (first, last) => all.slice(first, last + 1))
    const block = { firstRow: 50, lastRow: 150, firstColumn: 2, lastColumn: 2 }
    expect(String(await reading.writing.copy(block)).split('\n')).toHaveLength(101)
    reading.writing.fillDown(block)
    await expect.poll(() => reading.written[0]?.length).toBe(100)
    expect(reading.written[0]?.at(-1)).toEqual({ key: 'L-150', columnId: 'quantity', text: '50' })

    const failing = rig(holes, () => Promise.reject(new Error('gone')))
    failing.writing.fillDown(block)
    await expect.poll(() => failing.notices).toEqual(['Nothing was changed. gone'])
    expect(failing.written).toEqual([])
  })

  it('changes nothing if the rows on screen are no longer where they were', async () => {
    const all = lamps(300)
    const holes: RowSource<Lamp> = { ...rowsOfArray(all), at: (index) => (index < 100 ? all[index] : undefined) }
    const block = { firstRow: 50, lastRow: 150, firstColumn: 2, lastColumn: 2 }
    const arrived = [{ sku: 'L-new', title: 'New', quantity: '1' }, ...all]
    const { writing, written, notices } = rig(holes, async (first, last) => arrived.slice(first, last + 1))
    writing.fillDown(block)
    await expect.poll(() => notices).toEqual(['Nothing was changed. The list has changed. Choose the rows again.'])
    expect(written).toEqual([])
    await expect(writing.copy(block)).rejects.toThrow('The list has changed.')
  })

  it('refuses blocks that are too large', () => {
    const { writing, written, notices } = rig(rowsOfArray([]), neverRead)
    const block = { firstRow: 0, lastRow: MAX_CELLS_AT_ONCE, firstColumn: 1, lastColumn: 1 }
    writing.clear(block)
    writing.fillDown(block)
    expect(written).toEqual([])
    expect(notices).toEqual(Array(2).fill('Nothing was changed: select at most 50,000 cells.'))
  })
})

describe('the selection of a sheet whose rows and columns move', () => {
  const ids = ['sku', 'title', 'quantity']
  const settle = (tracked: Parameters<typeof followRows<Lamp>>[0], rows: RowSource<Lamp>, columnIds = ids) =>
    followRows(tracked, {
      rows,
      getKey: ({ sku }) => sku,
      indexOfKey: new Map([...rows.here()].map(([index, { sku }]) => [sku, index])),
      size: { rows: rows.count, columns: columnIds.length, pageRows: 10 },
      columnIds,
    })
  const all = lamps(5)
  const onThird = { listId: '', selection: selectOne({ row: 2, column: 1 }), key: 'L-2', columnIds: ['title'] }

  it('stays in its column when others come and go', () => {
    const moved = settle(onThird, rowsOfArray(all), ['picture', 'sku', 'ean', 'title'])
    expect(moved?.selection).toEqual(selectOne({ row: 2, column: 3 }))
  })

  it('keeps its block when a column comes beside it, in whichever direction it was drawn', () => {
    const corners = [
      { row: 1, column: 1 },
      { row: 3, column: 2 },
    ] as const
    for (const [active, extent] of [corners, corners.toReversed()] as const) {
      if (active === undefined || extent === undefined) throw new Error('two corners')
      const block = {
        listId: '',
        selection: { active, extent },
        key: `L-${active.row}`,
        columnIds: ['title', 'quantity'],
      }
      expect(settle(block, rowsOfArray(all), [...ids, 'price'])?.selection).toEqual({ active, extent })
      expect(settle(block, rowsOfArray(all), ['sku', 'ean', 'title', 'quantity'])?.selection).toEqual({
        active: { ...active, column: active.column + 1 },
        extent: { ...extent, column: extent.column + 1 },
      })
      // A column inside would be written with the others.
      const activeId = ids[active.column] ?? ''
      const apart = ['sku', 'title', 'ean', 'quantity']
      expect(settle(block, rowsOfArray(all), apart)?.selection).toEqual(
        selectOne({ row: active.row, column: apart.indexOf(activeId) }),
      )
    }
  })

  it('begins at the first column when its own is gone', () => {
    const moved = settle(onThird, rowsOfArray(all), ['sku', 'quantity'])
    expect(moved?.selection).toEqual(selectOne({ row: 2, column: 0 }))
  })

  it('follows its row, with the whole block', () => {
    const block = {
      ...onThird,
      selection: { active: { row: 2, column: 1 }, extent: { row: 3, column: 2 } },
      columnIds: ['title', 'quantity'],
    }
    const moved = settle(block, rowsOfArray([{ sku: 'L-new', title: '', quantity: '' }, ...all]))
    expect(moved?.selection).toEqual({ active: { row: 3, column: 1 }, extent: { row: 4, column: 2 } })
  })

  it('moves to the neighbour of a row that is gone', () => {
    expect(settle(onThird, rowsOfArray(all.filter(({ sku }) => sku !== 'L-2')))?.key).toBe('L-3')
    expect(
      settle({ ...onThird, selection: selectOne({ row: 4, column: 1 }), key: 'L-4' }, rowsOfArray(all.slice(0, 4))),
    ).toEqual({
      listId: '',
      selection: selectOne({ row: 3, column: 1 }),
      key: 'L-3',
      columnIds: ['title'],
    })
    expect(settle(onThird, rowsOfArray<Lamp>([]))).toBeUndefined()
  })

  it('shrinks to one cell in another view, in the same row if that is loaded', () => {
    const sorted: RowSource<Lamp> = { ...rowsOfArray(all.toReversed()), id: 'sorted' }
    const block = {
      ...onThird,
      selection: { active: { row: 1, column: 1 }, extent: { row: 3, column: 2 } },
      key: 'L-1',
      columnIds: ['title', 'quantity'],
    }
    expect(settle(block, sorted)).toEqual({
      listId: 'sorted',
      selection: selectOne({ row: 3, column: 1 }),
      key: 'L-1',
      columnIds: ['title'],
    })
  })
})
