/** The item list as a sheet, edited cell by cell or in blocks. */
import { useEffect, useMemo } from 'react'
import type { ItemRow } from '../../../../shared/inventory/contract.ts'
import { isChosen } from '../../../../shared/listing/offer-field.ts'
import type { RunLabel } from '../../../../shared/outbound/run-contract.ts'
import { useApiQuery, useClient } from '../../../api/hooks.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { useKnownEarned } from '../../../api/use-earned.ts'
import { awaitCommand, runCommand, useCommand } from '../../../commands/registry.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import type { RowSource } from '../../../ui/lists/row-source.ts'
import type { MenuAction } from '../../../ui/overlays/menu.tsx'
import {
  CellGrid,
  type CellTarget,
  type RowRange,
  type SheetChecks,
  type SheetFolds,
} from '../../../ui/sheet/cell-grid.tsx'
import type { TableSort } from '../../../ui/sheet/head-cell.tsx'
import { rowKey } from '../use-item-list.ts'
import { itemColumns, needsSales, type SheetShop } from './item-columns.tsx'
import { useStagedCells } from './use-staged-cells.ts'

export type ItemsSheetProps = {
  readonly rows: RowSource<ItemRow>
  /** Cells of the whole list that will not be sent. */
  readonly unsentCells: number
  readonly shownColumns: readonly string[]
  /** Whether a panel is open beside the sheet, which leaves space for only a few columns. */
  readonly isCompact: boolean
  /** The key of the row open beside the sheet. */
  readonly openKey: string | undefined
  readonly sort: TableSort
  readonly onSortChange: (sort: TableSort) => void
  readonly onOpen: (key: string) => void
  readonly onSelectRows: (rows: RowRange | undefined) => void
  readonly checks: SheetChecks<ItemRow>
  /** Listings with variations, which unfold. */
  readonly folds: SheetFolds<ItemRow>
  /** Actions for the active cell's column. */
  readonly menuActions: (columnId: string) => readonly MenuAction[]
  /** The cell to go to, once its row and column are shown. */
  readonly target: CellTarget | undefined
  readonly onArrived: () => void
  readonly readRows: (first: number, last: number) => Promise<readonly ItemRow[]>
}

/** Policies and locations are read when a column of them is first shown. */
const useShop = (shownColumns: readonly string[]): SheetShop | undefined => {
  const client = useClient()
  const choices = useApiQuery('listing', 'choices', {}).data
  const isUnread = choices?.refusal === null && choices.readAtMs === null && choices.problem === null
  const needsRead = isUnread && shownColumns.some(isChosen)
  // A failure is kept in `choices.problem`, which an item's page shows.
  useEffect(() => {
    if (needsRead) void client.listing.refreshChoices({}).catch(() => undefined)
  }, [needsRead, client])
  return choices?.refusal === null ? choices : undefined
}

/** The runs that send what was typed in the sheet. */
const sentLabels: readonly RunLabel[] = ['items', 'prices', 'quantities', 'offers']

/** The review is enabled once the first change is stored. */
const reviewSoon = (): void => {
  if (!runCommand('items.review')) awaitCommand('items.review')
}

const HINT = 'Type to change a cell. Press a SKU or Space to open the item.'

/** Stores what is typed as edits on this machine. Sends nothing. */
export const ItemsSheet = ({ rows, unsentCells, shownColumns, isCompact, openKey, ...props }: ItemsSheetProps) => {
  const { staged, write, undo, redo, message, notify } = useStagedCells(
    useApiQuery('outbound', 'runs', {}).data?.runs.find(({ label }) => sentLabels.includes(label))?.createdAtMs ?? null,
  )
  const platform = usePlatform()
  const shop = useShop(shownColumns)
  const sales = useKnownEarned('items')
  const columns = useMemo(
    () => itemColumns(shownColumns, staged, platform, shop, isCompact, sales.known),
    [shownColumns, staged, platform, shop, isCompact, sales.known],
  )
  const readRows = async (first: number, last: number): Promise<readonly ItemRow[]> => {
    const read = await props.readRows(first, last)
    // What is copied has what the cells show.
    if (needsSales(shownColumns)) await sales.load(read.map(({ sku }) => sku).filter((sku) => sku !== ''))
    return read
  }
  useCommand('items.undo', undo)
  useCommand('items.redo', redo)
  const unsent =
    unsentCells === 0 ? '' : `${formatCount(unsentCells, 'cell stays', 'cells stay')} as typed and won’t be sent`
  return (
    <CellGrid
      {...props}
      columns={columns}
      foot={
        <>
          <Text role="status" tone={message === undefined ? 'caution' : message.tone} truncate>
            {message?.text ?? unsent}
          </Text>
          {message?.canUndo === true && (
            <Button onPress={undo} size="s">
              Undo
            </Button>
          )}
        </>
      }
      getKey={rowKey}
      hint={message === undefined && unsent === '' ? HINT : undefined}
      label="Items"
      onNotice={notify}
      onSave={reviewSoon}
      onWrite={write}
      openKey={openKey ?? null}
      readRows={readRows}
      rows={rows}
    />
  )
}
