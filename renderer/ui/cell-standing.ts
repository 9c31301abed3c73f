/** Where one stands in a sheet while its rows come, go and move. */
import { useState } from 'react'
import { type CellSelection, type GridSize, selectOne, withinSize } from './cell-selection.ts'
import type { RowSource } from './row-source.ts'

export interface Standing {
  /** Of the list that it was in: another view is another list. */
  readonly listId: string
  readonly selection: CellSelection
  /** Of the active row; null where it is not here yet. */
  readonly key: string | null
}

export interface Settling<Row> {
  readonly rows: RowSource<Row>
  readonly getKey: (row: Row) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  readonly size: GridSize
}

const shifted = ({ active, extent }: CellSelection, by: number): CellSelection => ({
  active: { ...active, row: active.row + by },
  extent: { ...extent, row: extent.row + by },
})

/**
 * The same standing in the list as it is now: it goes along with its row; where the row is gone, it stands on the one that
 * moved into the place. In another view of the list the block is let go of, and a row that is not in sight is the first.
 */
export const settled = <Row>(
  standing: Standing,
  { rows, getKey, indexOfKey, size }: Settling<Row>,
): Standing | undefined => {
  const { listId, key } = standing
  const isOther = listId !== rows.id
  const index = key === null ? undefined : indexOfKey.get(key)
  let { selection } = standing
  if (isOther) selection = selectOne({ row: index ?? 0, column: selection.active.column })
  else if (index !== undefined) selection = shifted(selection, index - selection.active.row)
  const inside = withinSize(selection, size)
  if (inside === undefined) return undefined
  const row = rows.at(inside.active.row)
  const newKey = row === undefined ? (isOther ? null : key) : getKey(row)
  const isSame =
    !isOther &&
    newKey === key &&
    inside.active.row === standing.selection.active.row &&
    inside.active.column === standing.selection.active.column &&
    inside.extent.row === standing.selection.extent.row &&
    inside.extent.column === standing.selection.extent.column
  return isSame ? standing : { listId: rows.id, selection: inside, key: newKey }
}

/** The standing, or undefined before the first cell was entered. `select` moves it. */
export function useStanding<Row>(given: Settling<Row>) {
  const [kept, setKept] = useState<Standing>()
  const standing = kept === undefined ? undefined : settled(kept, given)
  if (standing !== kept) setKept(standing)
  const select = (selection: CellSelection): void => {
    const row = given.rows.at(selection.active.row)
    setKept({ listId: given.rows.id, selection, key: row === undefined ? null : given.getKey(row) })
  }
  return { selection: standing?.selection, select }
}
