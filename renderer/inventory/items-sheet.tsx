// The table of items as a sheet: typed into cell by cell, or in blocks.
import { useMemo } from 'react'
import type { ItemRow } from '../../shared/inventory/contract.ts'
import { Button } from '../ui/button.tsx'
import { CellGrid } from '../ui/cell-grid.tsx'
import type { TableSort } from '../ui/head-cell.tsx'
import { formatCount } from '../ui/locale-format.ts'
import type { RowSource } from '../ui/row-source.ts'
import { itemColumns } from './item-columns.tsx'
import styles from './items-sheet.module.css'
import { type CellNews, type StagedTexts, useCellStaging } from './use-cell-staging.ts'

export interface ItemsSheetProps {
  readonly rows: RowSource<ItemRow>
  readonly shownColumns: readonly string[]
  readonly openSku: string | undefined
  readonly sort: TableSort
  readonly onSortChange: (sort: TableSort) => void
  readonly onOpen: (sku: string) => void
  /** Rows of the same list by their places. */
  readonly readRows: (first: number, last: number) => Promise<readonly ItemRow[]>
}

const HINT = 'Type to change a cell. Press a SKU, or Space, to open its item.'

const keyOf = (item: ItemRow): string => item.sku

/** What is typed becomes edits on this machine; nothing is sent from here. */
export function ItemsSheet({ rows, shownColumns, openSku, sort, onSortChange, onOpen, readRows }: ItemsSheetProps) {
  const { staged, write, undo, news, tell } = useCellStaging(rows)
  const columns = useMemo(() => itemColumns(shownColumns, staged), [shownColumns, staged])
  const unread = unreadIn(staged)
  return (
    <CellGrid
      columns={columns}
      foot={<SheetFoot news={news} onUndo={undo} unread={unread} />}
      getKey={keyOf}
      hint={news === undefined && unread === 0 ? HINT : undefined}
      label="Items"
      onNotice={tell}
      onOpen={onOpen}
      onSortChange={onSortChange}
      onUndo={undo}
      onWrite={write}
      openKey={openSku ?? null}
      readRows={readRows}
      rows={rows}
      sort={sort}
    />
  )
}

/** Cells that became no edit. */
const unreadIn = (staged: StagedTexts): number => {
  let count = 0
  for (const cells of staged.values()) for (const { problem } of cells.values()) if (problem !== undefined) count += 1
  return count
}

interface SheetFootProps {
  readonly news: CellNews | undefined
  readonly unread: number
  readonly onUndo: () => void
}

function SheetFoot({ news, unread, onUndo }: SheetFootProps) {
  return (
    <>
      <p className={styles.news} data-tone={news?.tone ?? 'caution'} role="status">
        {news?.text ??
          (unread > 0 ? `${formatCount(unread, 'cell stays', 'cells stay')} as typed and will not be sent` : '')}
      </p>
      {news?.canUndo === true && (
        <Button onPress={onUndo} size="s">
          Undo
        </Button>
      )}
    </>
  )
}
