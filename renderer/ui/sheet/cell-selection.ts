/**
 * The active cell and selected block of a sheet: arithmetic over indexes.
 *
 * `active` is the cell that typing changes, `extent` the opposite corner of the block.
 */
export type CellPlace = {
  readonly row: number
  readonly column: number
}

export type CellSelection = {
  readonly active: CellPlace
  readonly extent: CellPlace
}

/** All indexes included. */
export type CellBlock = {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export type GridSize = {
  readonly rows: number
  readonly columns: number
  /** Rows that PageUp and PageDown move. */
  readonly pageRows: number
}

export const selectOne = (place: CellPlace): CellSelection => ({ active: place, extent: place })

export const toBlock = ({ active, extent }: CellSelection): CellBlock => ({
  firstRow: Math.min(active.row, extent.row),
  lastRow: Math.max(active.row, extent.row),
  firstColumn: Math.min(active.column, extent.column),
  lastColumn: Math.max(active.column, extent.column),
})

export const cellsIn = ({ firstRow, lastRow, firstColumn, lastColumn }: CellBlock): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1)

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value))

/** Clamps the selection to the grid. Undefined if the grid has no cells. */
export const withinSize = (selection: CellSelection, size: GridSize): CellSelection | undefined => {
  if (size.rows === 0 || size.columns === 0) return undefined
  const inside = ({ row, column }: CellPlace): CellPlace => ({
    row: clamp(row, size.rows - 1),
    column: clamp(column, size.columns - 1),
  })
  return { active: inside(selection.active), extent: inside(selection.extent) }
}

export type MoveKey = {
  readonly key: string
  readonly isShift: boolean
  /** Control, or Command on a Mac. */
  readonly isMod: boolean
}

const findTarget = ({ key, isMod }: MoveKey, from: CellPlace, size: GridSize): CellPlace | undefined => {
  const { row, column } = from
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  switch (key) {
    case 'ArrowDown':
      return { row: isMod ? lastRow : row + 1, column }
    case 'ArrowUp':
      return { row: isMod ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row, column: isMod ? lastColumn : column + 1 }
    case 'ArrowLeft':
      return { row, column: isMod ? 0 : column - 1 }
    case 'PageDown':
      return { row: row + size.pageRows, column }
    case 'PageUp':
      return { row: row - size.pageRows, column }
    case 'Home':
      return { row: isMod ? 0 : row, column: 0 }
    case 'End':
      return { row: isMod ? lastRow : row, column: lastColumn }
    default:
      return undefined
  }
}

/**
 * The selection after a navigation key, or undefined for other keys. Mod goes to the edge, Shift moves the far corner of the
 * block, Mod+A selects everything.
 */
export const moveSelection = (key: MoveKey, selection: CellSelection, size: GridSize): CellSelection | undefined => {
  if (key.isMod && !key.isShift && key.key.toLowerCase() === 'a') {
    return { active: { row: 0, column: 0 }, extent: { row: size.rows - 1, column: size.columns - 1 } }
  }
  const to = findTarget(key, key.isShift ? selection.extent : selection.active, size)
  if (to === undefined) return undefined
  return withinSize(key.isShift ? { active: selection.active, extent: to } : selectOne(to), size)
}

/** A write to one cell, by place. */
export type PlacedText = {
  readonly row: number
  readonly column: number
  readonly text: string
}

export type PastedBlock = {
  readonly writes: readonly PlacedText[]
  /** The block to select afterwards. */
  readonly block: CellBlock
  /** Rows and columns beyond the grid's edge. */
  readonly rowsLeftOut: number
  readonly columnsLeftOut: number
}

/**
 * Where the clipboard's cells go, starting at the block's first cell. If a whole number of copies fits the block, they
 * fill it.
 */
export const pasteInto = (
  clip: readonly (readonly string[])[],
  selection: CellSelection,
  size: GridSize,
): PastedBlock => {
  const { firstRow, lastRow, firstColumn, lastColumn } = toBlock(selection)
  const clipRows = clip.length
  const clipColumns = clip.reduce((most, row) => Math.max(most, row.length), 1)
  const tiled = (selected: number, copied: number): number => (selected % copied === 0 ? selected : copied)
  const wantedRows = tiled(lastRow - firstRow + 1, clipRows)
  const wantedColumns = tiled(lastColumn - firstColumn + 1, clipColumns)
  const rows = Math.min(wantedRows, size.rows - firstRow)
  const columns = Math.min(wantedColumns, size.columns - firstColumn)
  const writes: PlacedText[] = []
  for (let row = 0; row < rows; row += 1) {
    const cells = clip[row % clipRows] ?? []
    for (let column = 0; column < columns; column += 1) {
      const text = cells[column % clipColumns]
      if (text !== undefined) writes.push({ row: firstRow + row, column: firstColumn + column, text })
    }
  }
  return {
    writes,
    block: { firstRow, lastRow: firstRow + rows - 1, firstColumn, lastColumn: firstColumn + columns - 1 },
    rowsLeftOut: wantedRows - rows,
    columnsLeftOut: wantedColumns - columns,
  }
}
