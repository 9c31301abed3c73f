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
  /** The active column's id. */
  readonly columnId: string | undefined
}

export type SheetRows<Row> = {
  readonly rows: RowSource<Row>
  readonly getKey: (row: Row) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  readonly size: GridSize
  readonly columnIds: readonly string[]
}

const shiftRows = ({ active, extent }: CellSelection, by: number): CellSelection => ({
  active: { ...active, row: active.row + by },
  extent: { ...extent, row: extent.row + by },
})

/**
 * The selection in the current list: it follows its active row, and stays in place if that row is gone. In another view
 * of the list it shrinks to one cell, in the same row if that is loaded, else in the first. With other columns it
 * shrinks too, to the same column or the first.
 */
export const followRows = <Row>(
  tracked: TrackedSelection,
  { rows, getKey, indexOfKey, size, columnIds }: SheetRows<Row>,
): TrackedSelection | undefined => {
  const isOther = tracked.listId !== rows.id
  const index = tracked.key === null ? undefined : indexOfKey.get(tracked.key)
  const { active } = tracked.selection
  let { selection } = tracked
  if (isOther) selection = selectOne({ row: index ?? 0, column: active.column })
  else if (index !== undefined) selection = shiftRows(selection, index - active.row)
  if (columnIds[selection.active.column] !== tracked.columnId) {
    const column = Math.max(0, columnIds.indexOf(tracked.columnId ?? ''))
    selection = selectOne({ row: selection.active.row, column })
  }
  const inside = withinSize(selection, size)
  if (inside === undefined) return undefined
  const row = rows.at(inside.active.row)
  const next = {
    listId: rows.id,
    selection: inside,
    key: row === undefined ? (isOther ? null : tracked.key) : getKey(row),
    columnId: columnIds[inside.active.column],
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
    const columnId = sheet.columnIds[selection.active.column]
    setKept({ listId: sheet.rows.id, selection, key: row === undefined ? null : sheet.getKey(row), columnId })
  }
  return { selection: tracked?.selection, select }
}
