/** The selection of a sheet while its rows and columns are added, removed and moved. */
import { useState } from 'react'
import type { RowSource } from '../lists/row-source.ts'
import { type CellSelection, type GridSize, selectOne, withinSize } from './cell-selection.ts'

export type TrackedSelection = {
  /** The list it belongs to: another view is another list. */
  readonly listId: string
  readonly selection: CellSelection
  /** The active row's key; null if the row is not loaded. */
  readonly key: string | null
  /** The ids of its columns, from the first to the last. */
  readonly columnIds: readonly string[]
}

export type SheetRows<Row> = {
  readonly rows: RowSource<Row>
  readonly getKey: (row: Row) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  readonly size: GridSize
  readonly columnIds: readonly string[]
}

const shift = ({ active, extent }: CellSelection, rows: number, columns: number): CellSelection => ({
  active: { row: active.row + rows, column: active.column + columns },
  extent: { row: extent.row + rows, column: extent.column + columns },
})

const columnsIn = ({ active, extent }: CellSelection, columnIds: readonly string[]): readonly string[] =>
  columnIds.slice(Math.min(active.column, extent.column), Math.max(active.column, extent.column) + 1)

/** Follows the columns of a block that are still side by side; otherwise it shrinks to its active column, or to the first. */
const followColumns = (
  selection: CellSelection,
  before: readonly string[],
  columnIds: readonly string[],
): CellSelection => {
  const first = Math.min(selection.active.column, selection.extent.column)
  const moved = shift(selection, 0, columnIds.indexOf(before[0] ?? '') - first)
  if (columnsIn(moved, columnIds).join('\n') === before.join('\n')) return moved
  const activeId = before[selection.active.column - first] ?? ''
  return selectOne({ row: selection.active.row, column: Math.max(0, columnIds.indexOf(activeId)) })
}

/**
 * The selection in the current list: it follows its active row, and stays in place if that row is gone. In another view
 * of the list it shrinks to one cell, in the same row if that is loaded, else in the first. It follows its columns too, and shrinks to
 * one cell if they are no longer side by side.
 */
export const followRows = <Row>(
  tracked: TrackedSelection,
  { rows, getKey, indexOfKey, size, columnIds }: SheetRows<Row>,
): TrackedSelection | undefined => {
  const isOther = tracked.listId !== rows.id
  const index = tracked.key === null ? undefined : indexOfKey.get(tracked.key)
  const rowShift = index === undefined ? 0 : index - tracked.selection.active.row
  const moved = followColumns(shift(tracked.selection, rowShift, 0), tracked.columnIds, columnIds)
  const selection = isOther ? selectOne({ row: index ?? 0, column: moved.active.column }) : moved
  const inside = withinSize(selection, size)
  if (inside === undefined) return undefined
  const row = rows.at(inside.active.row)
  const next = {
    listId: rows.id,
    selection: inside,
    key: row === undefined ? (isOther ? null : tracked.key) : getKey(row),
    columnIds: columnsIn(inside, columnIds),
  }
  return JSON.stringify(next) === JSON.stringify(tracked) ? tracked : next
}

/** `selection` is undefined until the first cell is entered. */
export const useTrackedSelection = <Row>(sheet: SheetRows<Row>) => {
  const [kept, setKept] = useState<TrackedSelection>()
  const tracked = kept === undefined ? undefined : followRows(kept, sheet)
  if (tracked !== kept) setKept(tracked)
  const select = (selection: CellSelection): void => {
    const row = sheet.rows.at(selection.active.row)
    const columnIds = columnsIn(selection, sheet.columnIds)
    setKept({ listId: sheet.rows.id, selection, key: row === undefined ? null : sheet.getKey(row), columnIds })
  }
  return { selection: tracked?.selection, select }
}
