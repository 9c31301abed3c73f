/** The header of a sheet: the checkbox of the whole list, and the columns. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
import { classNames } from '../base/class-names.ts'
import { CheckMark } from '../fields/checkbox.tsx'
import table from '../lists/table.module.css'
import styles from './cell-grid.module.css'
import { HeadCell, type HeadColumn, type TableSort } from './head-cell.tsx'

type GridHeadProps = {
  readonly columns: readonly HeadColumn[]
  /** Distance of each pinned column from the start in px. */
  readonly insets: readonly (number | undefined)[]
  readonly checks: { readonly state: 'none' | 'some' | 'all'; readonly onToggleAll: () => void }
  readonly sort: TableSort
  readonly onSortChange: (sort: TableSort) => void
}

export const GridHead = ({ columns, insets, checks, sort, onSortChange }: GridHeadProps) => {
  const allChecked = checks.state === 'some' ? 'mixed' : checks.state === 'all'
  return (
    <div className={classNames(table.head, styles.head)} role="rowgroup">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the header row is not a tab stop, its sort buttons are */}
      <div aria-rowindex={1} className={table.headRow} role="row">
        {/* biome-ignore lint/a11y/useFocusableInteractive: the checkbox within is the tab stop */}
        <div className={classNames(table.headCell, table.pinned, styles.checkAll)} role="columnheader">
          <button
            aria-checked={allChecked}
            aria-label="All items of this list"
            className={table.sort}
            onClick={checks.onToggleAll}
            role="checkbox"
            type="button"
          >
            <CheckMark isChecked={allChecked} />
          </button>
        </div>
        {columns.map((column, place) => (
          <HeadCell column={column} inset={insets[place]} key={column.id} onSortChange={onSortChange} sort={sort} />
        ))}
      </div>
    </div>
  )
}
