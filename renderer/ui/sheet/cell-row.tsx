/** A row of a sheet, with the editor of the cell being edited. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays on the grid, which names the active cell
import { ChevronRight, CircleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { CheckMark } from '../fields/checkbox.tsx'
import type { Option } from '../fields/option.tsx'
import { formatNumber } from '../format/locale-format.ts'
import table from '../lists/table.module.css'
import lines from '../lists/virtual-rows.module.css'
import styles from './cell-grid.module.css'
import type { HeadColumn } from './head-cell.tsx'

/** Keep the list of columns stable between renders: rows re-render when it changes. */
export type CellColumn<Row> = HeadColumn & {
  /** A grid track such as `minmax(160px, 2fr)`; in px if pinned. */
  readonly width: string
  readonly render: (row: Row) => ReactNode
  /** The cell's text, for copying and editing. */
  readonly text?: ((row: Row) => string) | undefined
  /** Where a read-only column is changed, as a sentence. */
  readonly editedElsewhere?: string | undefined
  /** Absent: read-only. */
  readonly edit?: CellEditing<Row> | undefined
  readonly problemOf?: ((row: Row) => string | undefined) | undefined
  /** A note about the cell. `caution` marks it; `soft` says that the edit stays here. */
  readonly noteOf?: ((row: Row) => CellNote | undefined) | undefined
  /** Marks an unsent edit. */
  readonly isChanged?: ((row: Row) => boolean) | undefined
  readonly isMono?: boolean | undefined
  /** Stays visible while the others scroll sideways; first columns only. */
  readonly isPinned?: boolean | undefined
  /** Pressing the text opens the row. */
  readonly isOpener?: boolean | undefined
}

export type CellNote = { readonly text: string; readonly tone: 'caution' | 'soft' }

export type CellEditing<Row> = {
  /** Why a row's cell can't be edited, as a sentence; undefined if it can. */
  readonly refuses?: ((row: Row) => string | undefined) | undefined
  readonly options?: ((row: Row) => readonly Option[]) | undefined
  readonly limit?: number | undefined
}

/** How a cell is edited; undefined if it is read-only. */
export const findEditing = <Row,>(column: CellColumn<Row> | undefined, row: Row): CellEditing<Row> | undefined =>
  column?.edit?.refuses?.(row) === undefined ? column?.edit : undefined

export type CellRowProps<Row> = {
  /** Undefined while it is loading. */
  readonly row: Row | undefined
  readonly index: number
  readonly id: string
  readonly columns: readonly CellColumn<Row>[]
  /** Distance of each pinned column from the start in px. */
  readonly insets: readonly (number | undefined)[]
  readonly top: number
  readonly height: number
  /** -1 if the active cell is in another row. */
  readonly activeColumn: number
  readonly firstSelected: number
  /** Less than `firstSelected` if nothing in this row is selected. */
  readonly lastSelected: number
  /** The column of this row with the fill handle; -1 for none. */
  readonly handleColumn: number
  readonly isChecked: boolean
  readonly isOpen: boolean
  /** Whether the rows below it are shown; undefined if it has none. */
  readonly isUnfolded?: boolean | undefined
  /** The column whose cell shows `editor`. */
  readonly editedColumn: string | undefined
  readonly editor: ReactNode
}

/** The id of a cell, for `aria-activedescendant`. */
export const cellId = (rowId: string, column: number): string => `${rowId}-${column}`

const BareCellRow = <Row,>(props: CellRowProps<Row>) => {
  const { row, index, id, columns, insets, top, height, activeColumn, firstSelected, lastSelected } = props
  const { isOpen, isUnfolded, isChecked, handleColumn, editedColumn, editor } = props
  return (
    <div
      aria-rowindex={index + 2}
      className={classNames(lines.row, table.row, styles.row, row === undefined && lines.hole)}
      data-open={isOpen || undefined}
      data-row={index}
      role="row"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <div
        aria-selected={isChecked}
        className={classNames(styles.cell, styles.pinned, styles.check)}
        data-check=""
        role="rowheader"
      >
        <CheckMark isChecked={isChecked} />
        <VisuallyHidden>Row {formatNumber(index + 1)}</VisuallyHidden>
      </div>
      {columns.map((column, place) => {
        const isActive = place === activeColumn
        const position = {
          'aria-colindex': place + 1,
          'data-column': place,
          id: cellId(id, place),
        }
        if (row === undefined) {
          const className = classNames(styles.cell, isActive && lines.active, isActive && styles.active)
          return <div {...position} aria-label="Loading" className={className} key={column.id} role="gridcell" />
        }
        const problem = column.problemOf?.(row)
        const note = problem === undefined ? column.noteOf?.(row) : undefined
        const isSelected = place >= firstSelected && place <= lastSelected
        return (
          <div
            {...position}
            aria-invalid={problem === undefined ? undefined : true}
            aria-readonly={findEditing(column, row) === undefined ? true : undefined}
            aria-selected={isSelected}
            className={classNames(
              styles.cell,
              column.align === 'end' && table.end,
              column.isPicture && styles.picture,
              column.isMono && styles.mono,
              column.isPinned && styles.pinned,
              problem !== undefined && styles.wrong,
              note?.tone === 'caution' && styles.noted,
              column.isChanged?.(row) === true && styles.changed,
              note?.tone === 'soft' && styles.kept,
              isActive && lines.active,
              isActive && styles.active,
            )}
            key={column.id}
            role="gridcell"
            style={insets[place] === undefined ? {} : { insetInlineStart: insets[place] }}
            title={problem ?? note?.text}
          >
            {column.id === editedColumn ? (
              editor
            ) : (
              <>
                {column.isOpener === true && isUnfolded !== undefined && (
                  <span className={styles.fold} data-fold="">
                    <ChevronRight aria-hidden="true" data-open={isUnfolded} size={14} />
                    <VisuallyHidden>{isUnfolded ? 'Unfolded' : 'Folded'}</VisuallyHidden>
                  </span>
                )}
                <span
                  className={classNames(styles.text, column.isOpener && styles.opener)}
                  data-opener={column.isOpener}
                  // Truncates a title in Hebrew or Arabic at its own end.
                  dir="auto"
                >
                  {column.render(row)}
                </span>
                {note !== undefined && <VisuallyHidden>, {note.text}</VisuallyHidden>}
                {problem !== undefined && (
                  <>
                    <CircleAlert aria-hidden="true" className={styles.alert} size={14} />
                    <VisuallyHidden>, {problem}</VisuallyHidden>
                  </>
                )}
              </>
            )}
            {place === handleColumn && <span className={styles.handle} data-fill="" />}
          </div>
        )
      })}
    </div>
  )
}

/** Memoised: moving the active cell re-renders two rows. */
export const CellRow = memo(BareCellRow) as typeof BareCellRow
