/** A table of any length that renders only the visible rows. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are the unit of movement, and focus stays on the grid
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import styles from './table.module.css'
import { VirtualRows, type VirtualRowsOptions } from './virtual-rows.tsx'

export type TableColumn<Item> = {
  readonly id: string
  /** A picture column's label is for assistive technology only. */
  readonly label: string
  /** A grid track: `120px`, `minmax(160px, 2fr)`. */
  readonly width: string
  readonly render: (item: Item) => ReactNode
  /** `end` for numbers; they get tabular figures. */
  readonly align?: 'start' | 'end' | undefined
  /** Whether the cell is a picture, without padding. */
  readonly isPicture?: boolean | undefined
}

export type TableProps<Item> = Omit<VirtualRowsOptions<Item>, 'rowHeight'> & {
  readonly label: string
  readonly columns: readonly TableColumn<Item>[]
  /** Default 36 px. */
  readonly rowHeight?: number | undefined
}

/** Equals the height in table.module.css. */
const HEADER_HEIGHT = 32

/**
 * A grid with single selection and a sticky header. The caller sorts. Keys as in VirtualList; moving selects only with
 * `selectionFollowsFocus`. Cells contain no controls.
 */
export const Table = <Item,>({ columns, rowHeight = 36, ...options }: TableProps<Item>) => {
  const cellClass = (base: string | undefined, { align, isPicture }: TableColumn<Item>): string =>
    classNames(base, align === 'end' && styles.end, isPicture && styles.picture)
  const header = (
    <div className={styles.head} role="rowgroup">
      <div aria-rowindex={1} className={styles.headRow} role="row">
        {columns.map((column) => (
          <div className={cellClass(styles.headCell, column)} key={column.id} role="columnheader">
            {column.isPicture ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
          </div>
        ))}
      </div>
    </div>
  )
  return (
    <VirtualRows
      {...options}
      columnCount={columns.length}
      header={header}
      headerHeight={HEADER_HEIGHT}
      kind="table"
      renderRow={(item) =>
        item === undefined ? (
          <div aria-label="Loading" className={styles.cell} role="gridcell" />
        ) : (
          columns.map((column) => (
            <div className={cellClass(styles.cell, column)} key={column.id} role="gridcell">
              {column.render(item)}
            </div>
          ))
        )
      }
      rowClass={styles.row}
      rowHeight={rowHeight}
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
    />
  )
}
