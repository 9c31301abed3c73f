/** What copying, pasting, filling and clearing do in a sheet: from a selected block to rows, and from texts to writes. */
import type { CellColumn } from './cell-row.tsx'
import {
  type CellBlock,
  type CellSelection,
  cellsIn,
  fillDownRows,
  type GridSize,
  type PlacedText,
  pasteInto,
} from './cell-selection.ts'
import { formatNumber } from './locale-format.ts'
import type { RowSource } from './row-source.ts'
import { readSheetText, writeSheetText } from './sheet-text.ts'

/** One cell with the text it should have. */
export interface CellWrite {
  /** Of the row. */
  readonly key: string
  readonly columnId: string
  readonly text: string
}

/** The most cells that one act may touch: a slip of the hand on a long list must not start work without an end. */
export const CELLS_AT_ONCE_MAX = 50_000

export interface CellWritingOptions<Row> {
  readonly rows: RowSource<Row>
  readonly columns: readonly CellColumn<Row>[]
  readonly getKey: (row: Row) => string
  /** The rows from `first` to `last`, for blocks that reach beyond what is here. */
  readonly readRows: (first: number, last: number) => Promise<readonly Row[]>
  readonly onWrite: (writes: readonly CellWrite[]) => void
  /** Something that the user should know of: what did not fit, what could not be read. */
  readonly onNotice: (text: string) => void
}

export interface CellWriting {
  /** The block as text: at once where all its rows are here. */
  readonly copy: (block: CellBlock) => string | Promise<string>
  /** Pastes into the selection; the block that was pasted is to be selected then. Undefined where nothing could be. */
  readonly paste: (text: string, selection: CellSelection, size: GridSize) => CellBlock | undefined
  readonly fillDown: (block: CellBlock) => void
  readonly clear: (block: CellBlock) => void
}

const isTooLarge = (block: CellBlock): boolean => cellsIn(block) > CELLS_AT_ONCE_MAX

export const cellWriting = <Row>(options: CellWritingOptions<Row>): CellWriting => {
  const { rows, columns, getKey, readRows, onWrite, onNotice } = options

  const rowsHere = (first: number, last: number): readonly Row[] | undefined => {
    const found: Row[] = []
    for (let index = first; index <= last; index += 1) {
      const row = rows.at(index)
      if (row === undefined) return undefined
      found.push(row)
    }
    return found
  }
  /** Acts with the rows, now where they are here, else once they are read. */
  const withRows = (first: number, last: number, act: (found: readonly Row[]) => void): void => {
    const here = rowsHere(first, last)
    if (here !== undefined) {
      act(here)
      return
    }
    readRows(first, last).then(act, () => onNotice('Nothing was changed: the rows could not be read.'))
  }
  const refuseLarge = (): void =>
    onNotice(`Nothing was changed: at most ${formatNumber(CELLS_AT_ONCE_MAX)} cells are changed at once.`)

  /** Hands on the writes to cells that can be edited, and says what was left out. */
  const write = (placed: readonly PlacedText[], firstRow: number, found: readonly Row[], more?: string): void => {
    const writes: CellWrite[] = []
    const readOnly = new Set<string>()
    for (const { row, column, text } of placed) {
      const target = found[row - firstRow]
      const columnOf = columns[column]
      if (target === undefined || columnOf === undefined) continue
      if (columnOf.edit !== undefined) writes.push({ key: getKey(target), columnId: columnOf.id, text })
      else if (text !== (columnOf.text?.(target) ?? '')) readOnly.add(columnOf.label)
    }
    const kept =
      readOnly.size === 0 ? undefined : `${[...readOnly].join(', ')} cannot be changed here and was left as it is.`
    const notice = [kept, more].filter((text) => text !== undefined).join(' ')
    if (writes.length > 0) onWrite(writes)
    if (notice !== '') onNotice(notice)
  }

  const textOf = (block: CellBlock, found: readonly Row[]): string =>
    writeSheetText(
      found.map((row) => columns.slice(block.firstColumn, block.lastColumn + 1).map(({ text }) => text?.(row) ?? '')),
    )

  return {
    copy: (block) => {
      const here = rowsHere(block.firstRow, block.lastRow)
      if (here !== undefined) return textOf(block, here)
      return readRows(block.firstRow, block.lastRow).then((found) => textOf(block, found))
    },
    paste: (text, selection, size) => {
      const { writes, block, rowsLeftOut, columnsLeftOut } = pasteInto(readSheetText(text), selection, size)
      if (isTooLarge(block)) {
        refuseLarge()
        return undefined
      }
      const left = [
        ...(rowsLeftOut === 0 ? [] : [`${formatNumber(rowsLeftOut)} rows`]),
        ...(columnsLeftOut === 0 ? [] : [`${formatNumber(columnsLeftOut)} columns`]),
      ]
      const more = left.length === 0 ? undefined : `${left.join(' and ')} of what was pasted did not fit.`
      withRows(block.firstRow, block.lastRow, (found) => write(writes, block.firstRow, found, more))
      return block
    },
    fillDown: (block) => {
      const { from, first, last } = fillDownRows(block)
      if (from < 0 || last < first) return
      if (isTooLarge(block)) {
        refuseLarge()
        return
      }
      withRows(from, last, (found) => {
        const source = found[0]
        if (source === undefined) return
        const placed: PlacedText[] = []
        for (let row = first; row <= last; row += 1) {
          for (let column = block.firstColumn; column <= block.lastColumn; column += 1) {
            if (columns[column]?.edit !== undefined) {
              placed.push({ row, column, text: columns[column]?.text?.(source) ?? '' })
            }
          }
        }
        write(placed, from, found)
      })
    },
    clear: (block) => {
      if (isTooLarge(block)) {
        refuseLarge()
        return
      }
      withRows(block.firstRow, block.lastRow, (found) => {
        const placed = found.flatMap((_, offset) =>
          columns.flatMap(({ edit }, column) =>
            edit !== undefined && column >= block.firstColumn && column <= block.lastColumn
              ? [{ row: block.firstRow + offset, column, text: '' }]
              : [],
          ),
        )
        write(placed, block.firstRow, found)
      })
    },
  }
}
