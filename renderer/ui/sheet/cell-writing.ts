/** Copy, paste, fill down and clear in a sheet. */
import { errorMessage } from '../feedback/error-message.ts'
import { formatNumber } from '../format/locale-format.ts'
import { type TakenList, takeRows } from '../lists/take-rows.ts'
import { type CellColumn, findEditing } from './cell-row.tsx'
import {
  type CellBlock,
  type CellSelection,
  cellsIn,
  type GridSize,
  type PlacedText,
  pasteInto,
} from './cell-selection.ts'
import { readSheetText, writeSheetText } from './sheet-text.ts'

/** One cell with its new text. */
export type CellWrite = {
  /** The row's key. */
  readonly key: string
  readonly columnId: string
  readonly text: string
}

/** Limits the damage of a slip in a long list. */
export const MAX_CELLS_AT_ONCE = 50_000

export type CellWritingOptions<Row> = TakenList<Row> & {
  readonly columns: readonly CellColumn<Row>[]
  readonly onWrite: (writes: readonly CellWrite[]) => void
  readonly onNotice: (text: string) => void
}

export type CellWriting = ReturnType<typeof createCellWriting>

export const createCellWriting = <Row>(options: CellWritingOptions<Row>) => {
  const { columns, getKey, onWrite, onNotice } = options

  const withRows = (first: number, last: number, action: (found: readonly Row[]) => void): void => {
    const taken = takeRows(options, first, last)
    if (taken instanceof Promise)
      taken.then(action).catch((error: unknown) => onNotice(`Nothing was changed. ${errorMessage(error)}`))
    else action(taken)
  }
  const isTooLarge = (block: CellBlock): boolean => {
    if (cellsIn(block) <= MAX_CELLS_AT_ONCE) return false
    onNotice(`Nothing was changed: select at most ${formatNumber(MAX_CELLS_AT_ONCE)} cells.`)
    return true
  }

  /** Passes on the writes to editable cells and reports the others. */
  const write = (placed: readonly PlacedText[], firstRow: number, found: readonly Row[], notice?: string): void => {
    const writes: CellWrite[] = []
    const readOnly = new Set<string>()
    for (const { row, column: index, text } of placed) {
      const target = found[row - firstRow]
      const column = columns[index]
      if (target === undefined || column === undefined) continue
      if (findEditing(column, target) !== undefined) writes.push({ key: getKey(target), columnId: column.id, text })
      else if (text !== (column.text?.(target) ?? '')) readOnly.add(column.label)
    }
    const notices = [
      ...(readOnly.size === 0 ? [] : [`${[...readOnly].join(', ')} can’t be changed here and was left unchanged.`]),
      ...(notice === undefined ? [] : [notice]),
    ]
    if (writes.length > 0) onWrite(writes)
    if (notices.length > 0) onNotice(notices.join(' '))
  }

  /** The same kind of write to every editable cell of a block. `found`: its rows. */
  const writeBlock = (
    { firstRow, lastRow, firstColumn, lastColumn }: CellBlock,
    found: readonly Row[],
    textOf: (column: CellColumn<Row>, row: number) => string,
  ): void => {
    const placed: PlacedText[] = []
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const known = columns[column]
        const target = found[row - firstRow]
        if (known !== undefined && target !== undefined && findEditing(known, target) !== undefined)
          placed.push({ row, column, text: textOf(known, row - firstRow) })
      }
    }
    write(placed, firstRow, found)
  }

  const fill = (source: CellBlock, toRow: number): void => {
    const whole = { ...source, lastRow: toRow }
    const rowCount = source.lastRow - source.firstRow + 1
    if (toRow <= source.lastRow || isTooLarge(whole)) return
    withRows(source.firstRow, toRow, (found) =>
      writeBlock({ ...whole, firstRow: source.lastRow + 1 }, found.slice(rowCount), ({ text }, row) => {
        const from = found[row % rowCount]
        return from === undefined ? '' : (text?.(from) ?? '')
      }),
    )
  }

  const toText = ({ firstColumn, lastColumn }: CellBlock, found: readonly Row[]): string =>
    writeSheetText(found.map((row) => columns.slice(firstColumn, lastColumn + 1).map(({ text }) => text?.(row) ?? '')))

  return {
    /** Returns a promise if some rows must be loaded first. */
    copy: (block: CellBlock): string | Promise<string> => {
      const taken = takeRows(options, block.firstRow, block.lastRow)
      return taken instanceof Promise ? taken.then((found) => toText(block, found)) : toText(block, taken)
    },
    /** Returns the block to select, or undefined if nothing was pasted. */
    paste: (text: string, selection: CellSelection, size: GridSize): CellBlock | undefined => {
      const { writes, block, rowsLeftOut, columnsLeftOut } = pasteInto(readSheetText(text), selection, size)
      if (isTooLarge(block)) return undefined
      const left = [
        ...(rowsLeftOut === 0 ? [] : [`${formatNumber(rowsLeftOut)} rows`]),
        ...(columnsLeftOut === 0 ? [] : [`${formatNumber(columnsLeftOut)} columns`]),
      ]
      const notice = left.length === 0 ? undefined : `${left.join(' and ')} didn’t fit.`
      withRows(block.firstRow, block.lastRow, (found) => write(writes, block.firstRow, found, notice))
      return block
    },
    /** Repeats the block's rows down to `toRow`. */
    fill,
    /** Repeats the block's first row in the others; a single row gets the one above. */
    fillDown: (block: CellBlock): void => {
      const first = block.firstRow === block.lastRow ? block.firstRow - 1 : block.firstRow
      if (first >= 0) fill({ ...block, firstRow: first, lastRow: first }, block.lastRow)
    },
    clear: (block: CellBlock): void => {
      if (!isTooLarge(block)) withRows(block.firstRow, block.lastRow, (found) => writeBlock(block, found, () => ''))
    },
  }
}
