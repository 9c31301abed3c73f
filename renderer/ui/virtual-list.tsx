// A list of any length that renders only the visible rows.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './virtual-list.module.css'
import { useVirtualRows, type VirtualRowsOptions } from './virtual-rows.ts'

export interface RowState {
  readonly isSelected: boolean
  /** The keyboard is at this row. */
  readonly isActive: boolean
}

export interface VirtualListProps<Item> extends Omit<VirtualRowsOptions<Item>, 'headerHeight'> {
  readonly label: string
  /** The content of a row, without buttons: a row is one option. */
  readonly renderRow: (item: Item, state: RowState) => ReactNode
  /** The number of rows, if not all are loaded. */
  readonly totalCount?: number | undefined
}

/**
 * A list box with rows of fixed height and single selection.
 *
 * Keys: arrows or j and k, Home, End, PageUp, PageDown move; Space selects; Enter opens. Moving selects unless
 * `selectionFollowsFocus` is false. Keep `getKey` stable between renders.
 */
export function VirtualList<Item>({ label, renderRow, totalCount, ...options }: VirtualListProps<Item>) {
  const rows = useVirtualRows({ ...options, selectionFollowsFocus: options.selectionFollowsFocus ?? true })
  const { getKey, rowHeight, selectedKey } = options
  const setSize = totalCount ?? rows.rows.count
  return (
    <div
      aria-activedescendant={rows.activeRowId}
      aria-busy={rows.rows.isFormer}
      aria-label={label}
      className={styles.list}
      onFocus={rows.onFocus}
      onKeyDown={rows.onKeyDown}
      ref={rows.scrollRef}
      role="listbox"
      tabIndex={0}
    >
      <div className={styles.rows} role="presentation" style={{ height: rows.virtualizer.getTotalSize() }}>
        {rows.virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = rows.rows.at(index)
          if (item === undefined) {
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list box
              <div
                aria-label="Loading"
                aria-posinset={index + 1}
                aria-selected={false}
                aria-setsize={setSize}
                className={classNames(styles.row, styles.hole, index === rows.activeIndex && styles.active)}
                id={rows.rowId(index)}
                key={rows.rowKey(index)}
                role="option"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              />
            )
          }
          const isSelected = getKey(item) === selectedKey
          const isActive = index === rows.activeIndex
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list box, which names the active row
            <div
              aria-posinset={index + 1}
              aria-selected={isSelected}
              aria-setsize={setSize}
              className={classNames(styles.row, isActive && styles.active)}
              id={rows.rowId(index)}
              key={rows.rowKey(index)}
              onClick={() => rows.onRowPress(item)}
              onDoubleClick={() => rows.onRowDoublePress(item)}
              role="option"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {renderRow(item, { isSelected, isActive })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
