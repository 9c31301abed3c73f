// A table of any length that renders only the visible rows.
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { HeadCell, type TableSort } from './sheet/head-cell.tsx'
import styles from './table.module.css'
import { useVirtualRows, type VirtualRowsOptions } from './virtual-rows.ts'

export type { TableSort } from './sheet/head-cell.tsx'

export interface TableColumn<Item> {
  readonly id: string
  /** A picture column's is for assistive technology only. */
  readonly label: string
  /** A grid track: `120px`, `minmax(160px, 2fr)`. */
  readonly width: string
  readonly render: (item: Item) => ReactNode
  /** `end` for numbers; they get tabular figures. */
  readonly align?: 'start' | 'end' | undefined
  readonly isSortable?: boolean | undefined
  /** The cell is a picture and has no padding. */
  readonly isPicture?: boolean | undefined
}

export interface TableProps<Item> extends Omit<VirtualRowsOptions<Item>, 'headerHeight' | 'rowHeight'> {
  readonly label: string
  readonly columns: readonly TableColumn<Item>[]
  /** Default 36 px. */
  readonly rowHeight?: number | undefined
  readonly sort?: TableSort | null | undefined
  readonly onSortChange?: ((sort: TableSort) => void) | undefined
  readonly totalCount?: number | undefined
}

const headerHeight = 32

/**
 * A grid with single selection and a sticky header. The caller sorts. Keys as in VirtualList; moving selects only with
 * `selectionFollowsFocus`. Cells contain no controls.
 */
export function Table<Item>({
  label,
  columns,
  sort,
  onSortChange,
  totalCount,
  rowHeight = 36,
  ...options
}: TableProps<Item>) {
  const rows = useVirtualRows({ ...options, rowHeight, headerHeight })
  const { getKey, selectedKey } = options
  return (
    <div
      aria-activedescendant={rows.activeRowId}
      aria-busy={rows.rows.isFormer}
      aria-colcount={columns.length}
      aria-label={label}
      aria-rowcount={(totalCount ?? rows.rows.count) + 1}
      className={styles.table}
      onFocus={rows.onFocus}
      onKeyDown={rows.onKeyDown}
      ref={rows.scrollRef}
      role="grid"
      style={{ '--columns': columns.map((column) => column.width).join(' ') } as CSSProperties}
      tabIndex={0}
    >
      <div className={styles.head} role="rowgroup">
        {/* biome-ignore lint/a11y/useFocusableInteractive: the header row is not a stop, its sort buttons are */}
        <div aria-rowindex={1} className={styles.headRow} role="row">
          {columns.map((column) => (
            <HeadCell column={column} key={column.id} onSortChange={onSortChange} sort={sort ?? null} />
          ))}
        </div>
      </div>
      <div className={styles.body} role="rowgroup" style={{ height: rows.virtualizer.getTotalSize() }}>
        {rows.virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = rows.rows.at(index)
          const place = { height: rowHeight, transform: `translateY(${start - headerHeight}px)` }
          const isActive = index === rows.activeIndex
          if (item === undefined) {
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
              <div
                aria-rowindex={index + 2}
                className={classNames(styles.row, styles.hole, isActive && styles.active)}
                id={rows.rowId(index)}
                key={rows.rowKey(index)}
                role="row"
                style={place}
              >
                {/* biome-ignore lint/a11y/useFocusableInteractive: rows are the unit of movement */}
                <div aria-label="Loading" className={styles.cell} role="gridcell" />
              </div>
            )
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, which names the active row
            <div
              aria-rowindex={index + 2}
              aria-selected={getKey(item) === selectedKey}
              className={classNames(styles.row, isActive && styles.active)}
              id={rows.rowId(index)}
              key={rows.rowKey(index)}
              onClick={() => rows.onRowPress(item)}
              onDoubleClick={() => rows.onRowDoublePress(item)}
              role="row"
              style={place}
            >
              {columns.map((column) => (
                // biome-ignore lint/a11y/useFocusableInteractive: rows are the unit of movement
                <div
                  className={classNames(
                    styles.cell,
                    column.align === 'end' && styles.end,
                    column.isPicture && styles.picture,
                  )}
                  key={column.id}
                  role="gridcell"
                >
                  {column.render(item)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
