// One row of a sheet: its cells, and the field of the one that is being edited.
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays on the grid, which names the active cell
import { CircleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CellEditor, type EditEnd } from './cell-editor.tsx'
import styles from './cell-grid.module.css'
import { classNames } from './class-names.ts'
import type { HeadColumn } from './head-cell.tsx'
import type { Option } from './option.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A column of a sheet. Keep the list of columns stable between renders: rows are built anew when it changes. */
export interface CellColumn<Row> extends HeadColumn {
  /** A grid track: `120px`, `minmax(160px, 2fr)`. In px where the column is pinned. */
  readonly width: string
  readonly render: (row: Row) => ReactNode
  /** The cell as text: what is copied, and what editing begins with. A column without it copies as nothing. */
  readonly text?: ((row: Row) => string) | undefined
  /** How it is edited; a column without it is read only. */
  readonly edit?: CellEditing<Row> | undefined
  /** What is wrong with the cell: shown in it, and in words below the grid. */
  readonly problemOf?: ((row: Row) => string | undefined) | undefined
  /** The cell holds what was typed and not sent yet: it gets a mark. */
  readonly isChanged?: ((row: Row) => boolean) | undefined
  readonly isMono?: boolean | undefined
  /** Stays in sight while the others scroll sideways; only for the first columns. */
  readonly isPinned?: boolean | undefined
  /** Pressing the words opens the row. */
  readonly isOpener?: boolean | undefined
}

export interface CellEditing<Row> {
  /** The values of a choice. */
  readonly options?: ((row: Row) => readonly Option[]) | undefined
  readonly limit?: number | undefined
}

export interface EditingCell {
  readonly rowKey: string
  readonly columnId: string
  readonly initialText: string
  readonly mode: 'over' | 'within'
}

export interface CellRowProps<Row> {
  readonly row: Row
  readonly rowKey: string
  readonly index: number
  readonly id: string
  readonly columns: readonly CellColumn<Row>[]
  /** Distance of each pinned column from the start, in px. */
  readonly insets: readonly (number | undefined)[]
  readonly top: number
  readonly height: number
  /** -1 where the active cell is in another row. */
  readonly activeColumn: number
  /** Of the selected block, both columns included. */
  readonly firstSelected: number
  /** Below `firstSelected` where nothing of the row is selected. */
  readonly lastSelected: number
  readonly isOpen: boolean
  readonly editing: EditingCell | undefined
  readonly onEnd: (text: string, then: EditEnd) => void
  readonly onCancel: () => void
}

const rowStyle = (top: number, height: number) => ({ height, transform: `translateY(${top}px)` })

/** The id of a cell, for `aria-activedescendant`. */
export const cellId = (rowId: string, column: number): string => `${rowId}-${column}`

function CellRowOf<Row>(props: CellRowProps<Row>) {
  const { row, rowKey, index, id, columns, insets, top, height, activeColumn, firstSelected, lastSelected } = props
  const { isOpen, editing, onEnd, onCancel } = props
  return (
    <div
      aria-rowindex={index + 2}
      className={classNames(styles.row, isOpen && styles.open)}
      data-row={index}
      role="row"
      style={rowStyle(top, height)}
    >
      {columns.map((column, place) => {
        const problem = column.problemOf?.(row)
        const isSelected = place >= firstSelected && place <= lastSelected
        const isEditing = editing?.columnId === column.id
        return (
          <div
            aria-colindex={place + 1}
            aria-invalid={problem === undefined ? undefined : true}
            aria-readonly={column.edit === undefined ? true : undefined}
            aria-selected={isSelected}
            className={classNames(
              styles.cell,
              column.align === 'end' && styles.end,
              column.isPicture && styles.picture,
              column.isMono && styles.mono,
              column.isPinned && styles.pinned,
              problem !== undefined && styles.wrong,
              column.isChanged?.(row) === true && styles.changed,
              place === activeColumn && styles.active,
            )}
            data-column={place}
            id={cellId(id, place)}
            key={column.id}
            role="gridcell"
            style={insets[place] === undefined ? {} : { insetInlineStart: insets[place] }}
            title={problem}
          >
            {isEditing ? (
              <CellEditor
                align={column.align}
                initialText={editing.initialText}
                isMono={column.isMono}
                label={`${column.label} of ${rowKey}`}
                limit={column.edit?.limit}
                mode={editing.mode}
                onCancel={onCancel}
                onEnd={onEnd}
                options={column.edit?.options?.(row)}
              />
            ) : (
              <>
                <span
                  className={classNames(styles.words, column.isOpener && styles.opener)}
                  data-opener={column.isOpener}
                >
                  {column.render(row)}
                </span>
                {problem !== undefined && (
                  <>
                    <CircleAlert aria-hidden="true" className={styles.alert} size={14} />
                    <VisuallyHidden>, {problem}</VisuallyHidden>
                  </>
                )}
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Built anew only when something of this row changes: moving through a sheet touches two rows of it. */
export const CellRow = memo(CellRowOf) as typeof CellRowOf

export interface HoleRowProps {
  readonly index: number
  readonly id: string
  readonly columnCount: number
  readonly top: number
  readonly height: number
  readonly activeColumn: number
}

/** A row that is not here yet: its place, and cells without words. */
export const HoleRow = memo(({ index, id, columnCount, top, height, activeColumn }: HoleRowProps) => (
  <div
    aria-rowindex={index + 2}
    className={classNames(styles.row, styles.hole)}
    data-row={index}
    role="row"
    style={rowStyle(top, height)}
  >
    {Array.from({ length: columnCount }, (_, place) => (
      <div
        aria-colindex={place + 1}
        aria-label="Loading"
        className={classNames(styles.cell, place === activeColumn && styles.active)}
        data-column={place}
        id={cellId(id, place)}
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell without content is its place
        key={place}
        role="gridcell"
      />
    ))}
  </div>
))
