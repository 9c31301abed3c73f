/** A column header of a table or sheet. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import styles from '../lists/table.module.css'

export type HeadColumn = {
  readonly id: string
  readonly label: string
  readonly align?: 'start' | 'end' | undefined
  readonly isSortable?: boolean | undefined
  readonly isPicture?: boolean | undefined
}

export type TableSort = {
  readonly columnId: string
  readonly direction: 'ascending' | 'descending'
}

/** Contains a sort button if the column is sortable. */
export const HeadCell = ({ column, sort, onSortChange, inset }: HeadCellProps) => {
  const direction = sort.columnId === column.id ? sort.direction : undefined
  const isSortable = column.isSortable === true
  const label = column.isPicture ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the sort button within is the stop
    <div
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
      className={classNames(
        styles.headCell,
        column.align === 'end' && styles.end,
        column.isPicture && styles.picture,
        inset !== undefined && styles.pinned,
      )}
      role="columnheader"
      style={inset === undefined ? {} : { insetInlineStart: inset }}
    >
      {isSortable ? (
        <button
          className={styles.sort}
          onClick={() =>
            onSortChange({ columnId: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })
          }
          type="button"
        >
          {column.label}
          <Arrow aria-hidden="true" className={direction === undefined ? styles.idle : undefined} size={12} />
        </button>
      ) : (
        label
      )}
    </div>
  )
}

type HeadCellProps = {
  readonly column: HeadColumn
  readonly sort: TableSort
  readonly onSortChange: (sort: TableSort) => void
  /** Distance from the start in px, if pinned. */
  readonly inset?: number | undefined
}
