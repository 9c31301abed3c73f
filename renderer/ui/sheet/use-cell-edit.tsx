/** The cell being edited: its editor, and where the selection moves afterwards. */
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { RowSource } from '../lists/row-source.ts'
import { CellEditor, type EditEnd } from './cell-editor.tsx'
import { type CellColumn, findEditing } from './cell-row.tsx'
import type { CellPlace } from './cell-selection.ts'
import type { CellWrite } from './cell-writing.ts'

export type EditedCell = {
  readonly rowKey: string
  readonly columnId: string
  readonly initialText: string
  readonly mode: 'over' | 'within'
}

export type CellEditOptions<Row> = {
  readonly rows: RowSource<Row>
  readonly columns: readonly CellColumn<Row>[]
  readonly getKey: (row: Row) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  /** The grid, which has the focus between edits. */
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly onWrite: (writes: readonly CellWrite[]) => void
  /** Mod+S in a cell, after its text was written. */
  readonly onSave?: (() => void) | undefined
  /** May be called with a position outside the grid. */
  readonly onMove: (place: CellPlace) => void
}

const steps = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] } as const

export const useCellEdit = <Row,>({
  rows,
  columns,
  getKey,
  indexOfKey,
  scrollRef,
  onWrite,
  onSave,
  onMove,
}: CellEditOptions<Row>) => {
  const [editing, setEditing] = useState<EditedCell>()
  /** Enter returns to the column where Tab started. */
  const tabbedFrom = useRef<number | undefined>(undefined)

  /** `typed` is the key that started the edit. Returns false if the cell is read-only or not loaded. */
  const edit = (place: CellPlace, mode: EditedCell['mode'], typed?: string): boolean => {
    const row = rows.at(place.row)
    const column = columns[place.column]
    if (row === undefined || column === undefined || findEditing(column, row) === undefined) return false
    setEditing({ rowKey: getKey(row), columnId: column.id, initialText: typed ?? column.text?.(row) ?? '', mode })
    return true
  }
  const close = () => {
    if (scrollRef.current?.contains(document.activeElement) === true) scrollRef.current.focus({ preventScroll: true })
    setEditing(undefined)
  }
  const end = ({ rowKey, columnId }: EditedCell, text: string, then: EditEnd) => {
    const index = indexOfKey.get(rowKey)
    const row = index === undefined ? undefined : rows.at(index)
    const columnIndex = columns.findIndex(({ id }) => id === columnId)
    const before = row === undefined ? undefined : (columns[columnIndex]?.text?.(row) ?? '')
    close()
    if (text !== before) onWrite([{ key: rowKey, columnId, text }])
    if (index === undefined || then === 'stay') return
    const isTab = then === 'left' || then === 'right'
    const column = isTab ? columnIndex : (tabbedFrom.current ?? columnIndex)
    if (isTab) tabbedFrom.current ??= columnIndex
    else tabbedFrom.current = undefined
    onMove({ row: index + steps[then][0], column: column + steps[then][1] })
  }

  /** Renders for the edited row alone, so that the others don't re-render. */
  const renderEditor = (row: Row, cell: EditedCell): ReactNode => {
    const column = columns.find(({ id }) => id === cell.columnId)
    return (
      <CellEditor
        align={column?.align}
        initialText={cell.initialText}
        isMono={column?.isMono}
        label={`${column?.label ?? ''} of ${cell.rowKey}`}
        limit={column?.edit?.limit}
        mode={cell.mode}
        onCancel={close}
        onEnd={(text, then) => end(cell, text, then)}
        onSave={onSave}
        options={column?.edit?.options?.(row)}
      />
    )
  }

  return { editing, edit, renderEditor, tabbedFrom }
}
