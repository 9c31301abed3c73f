/** The item list with its toolbar, and actions on all or many of its items. */
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { listingKey } from '../../../shared/inventory/active-listing.ts'
import { groupRowKey } from '../../../shared/inventory/group.ts'
import { useApiPrefetch } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { RunStrip } from '../../runs/run-strip.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { LoadingState } from '../../ui/feedback/states.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Pane } from '../../ui/layout/pane.tsx'
import type { CellTarget } from '../../ui/sheet/cell-grid.tsx'
import { ActiveProblem } from '../active/active-problem.tsx'
import { CsvDialog } from '../csv/csv-dialog.tsx'
import { useMakeGroup } from '../group/use-make-group.tsx'
import { useRowActions } from '../group/use-row-actions.tsx'
import { closePanel, type ItemsPanel, openRun } from '../items-panel.ts'
import type { ListingParts } from '../listing-parts.ts'
import type { MappingParts } from '../mapping-parts.ts'
import type { OffersParts } from '../offers-parts.ts'
import { SendButton } from '../runs/send-button.tsx'
import { AddSkusDialog } from './add-skus-dialog.tsx'
import { ChangeDialog } from './bulk/change-dialog.tsx'
import { FieldSelect } from './bulk/field-select.tsx'
import { SelectionStrip } from './bulk/selection-strip.tsx'
import { useBulkChange } from './bulk/use-bulk-change.ts'
import { useChosenItems } from './bulk/use-chosen-items.ts'
import { formatSort, noFilters, parseSort } from './list-view.ts'
import { MoreMenu } from './more-menu.tsx'
import { NewItemDialog } from './new-item-dialog.tsx'
import { NoItems, NoMatches } from './no-items.tsx'
import { ItemsSheet } from './sheet/items-sheet.tsx'
import { ASPECT_COLUMN, findSheetColumn, PRICE_COLUMN } from './sheet/sheet-columns.ts'
import { ListSettings } from './toolbar/list-settings.tsx'
import { ListToolbar } from './toolbar/list-toolbar.tsx'
import { type ItemListData, listItemKeys, useItemList } from './use-item-list.ts'
import type { ListViewState } from './use-list-view.ts'
import { useUnfolded } from './use-unfolded.ts'

/** Prefetches the item that will probably be opened next. With the mouse, that is on press; the item opens on release. */
const usePrefetchedItem = (sku: string | undefined): void => {
  const prefetch = useApiPrefetch('inventory', 'item')
  useEffect(() => {
    if (sku !== undefined) prefetch({ sku })
  }, [sku, prefetch])
}

const countLabel = ({ counts, toRead, active }: ItemListData, { the }: PlatformName): string => {
  const { elsewhere = 0, progress = null, isCut = false } = active ?? {}
  return [
    formatCount(counts.all + elsewhere, 'item'),
    ...(toRead > 0 ? [`${formatNumber(toRead)} not read yet`] : []),
    ...(elsewhere > 0 ? [`${formatNumber(elsewhere)} made with another tool`] : []),
    ...(progress === null ? [] : [`reading listings, page ${progress.done} of ${progress.all}`]),
    ...(isCut ? [`${the} lists no more than 25,000`] : []),
  ].join(', ')
}

/** The key of the row whose panel is open. */
const findOpenKey = (panel: ItemsPanel): string | undefined => {
  if (panel.kind === 'listing') return listingKey(panel.listingId)
  if (panel.kind === 'group') return groupRowKey(panel.groupKey)
  return 'sku' in panel ? panel.sku : undefined
}

export type ListPaneProps = {
  readonly listState: ListViewState
  /** Whether the connection can list items. */
  readonly canList: boolean
  readonly listing: ListingParts
  readonly mapping: MappingParts
  readonly offers: OffersParts
  /** The panel open beside the list. */
  readonly panel: ItemsPanel
  /** Opens a row of the sheet by its key. */
  readonly onOpen: (key: string) => void
  readonly onFocusSheet: () => void
}

export const ListPane = ({
  listState,
  canList,
  listing,
  mapping,
  offers,
  panel,
  onOpen,
  onFocusSheet,
}: ListPaneProps) => {
  const { view, change, clearFilters } = listState
  const platformName = usePlatformName()
  const { unfolded, toggleFold } = useUnfolded()
  const list = useItemList(view, unfolded)
  const chosen = useChosenItems(list)
  const { checked } = chosen
  const making = useMakeGroup(chosen, canList)
  const rowActions = useRowActions(chosen.activeRow, { canList, listing, onOpen })
  const [dialog, setDialog] = useState<'add' | 'import' | 'new' | 'settings'>()
  const closeDialog = (): void => setDialog(undefined)
  const [target, setTarget] = useState<CellTarget>()
  const searchRef = useRef<HTMLInputElement>(null)
  const hasRoomForColumns = useMediaQuery('(min-width: 2400px)')
  usePrefetchedItem(chosen.activeSku)

  /** Shows a value that can't be sent: its cell, or the item's own page if the sheet has no such column (USE-06). */
  const correct = (sku: string, path: readonly string[]): void => {
    const columnId = findSheetColumn(path)
    if (columnId === undefined) {
      onOpen(sku)
      return
    }
    closePanel()
    change({
      ...([...list.rows.here()].some(([, item]) => item.sku === sku) ? {} : { ...noFilters, search: sku }),
      ...(view.columns.includes(columnId) ? {} : { columns: [...view.columns, columnId] }),
    })
    setTarget({ key: sku, columnId })
  }

  const isBeside = panel.kind !== 'none'
  // Narrow headers have no room for five labels; the tooltip says what an icon does.
  const hasRoomForLabels = useMediaQuery('(min-width: 1200px)')
  const isCrowded = isBeside && !hasRoomForLabels
  const NewButton = (isBeside && !hasRoomForColumns) || !hasRoomForLabels ? CommandIconButton : CommandButton
  const aspects = view.columns.filter((id) => id.startsWith(ASPECT_COLUMN))
  const listings = listing.useBulkActions({
    count: chosen.count,
    readSkus: chosen.readSkus,
    readListingIds: chosen.readListingIds,
    fieldSelect: <FieldSelect aspects={aspects} onChange={(id) => changeField(id)} value={PRICE_COLUMN} />,
    onStarted: openRun,
  })
  const bulk = useBulkChange(chosen, listings.changePrices)
  const changeField = (column: string): void => {
    if (column === PRICE_COLUMN) return
    listings.close()
    bulk.change(column)
  }
  const watcherOffers = offers.useWatcherOffers(openRun)
  const suggest = mapping.useSuggestDetails(chosen.readSkus)
  const lookUp = mapping.useLookUp()
  const takeOver = listing.useTakeOver({ readListingIds: chosen.readListingIds, onStarted: openRun })
  const { data } = list
  const canTakeOver = (data?.active?.elsewhere ?? 0) > 0

  const content = (read: ItemListData) => {
    if (read.counts.all === 0 && (read.active?.elsewhere ?? 0) === 0) {
      return (
        <NoItems
          active={read.active}
          onAdd={() => setDialog('add')}
          onCreate={() => setDialog('new')}
          problem={read.listProblem}
        />
      )
    }
    if (read.total === 0) {
      return list.rows.isFormer ? (
        <LoadingState label="Searching…" shape="table" />
      ) : (
        <NoMatches onClear={clearFilters} view={view} />
      )
    }
    return (
      <ItemsSheet
        isCompact={isBeside && !hasRoomForColumns}
        checks={{
          state: checked.state,
          isChecked: (row) => listItemKeys(row).every(checked.isChecked),
          onToggle: chosen.toggleRows,
          onToggleAll: checked.count > 0 ? checked.clear : checked.selectAll,
        }}
        folds={{
          isOpen: ({ group }) => (group === null ? undefined : unfolded.includes(group.groupKey)),
          onToggle: ({ group }) => {
            if (group !== null) toggleFold(group.groupKey)
          },
        }}
        menuActions={(column) => [...rowActions.menuActions, ...bulk.menuActions(column), ...making.menuActions]}
        onArrived={() => setTarget(undefined)}
        onOpen={onOpen}
        onSelectRows={chosen.select}
        onSortChange={(sort) => change({ sort: formatSort(sort) })}
        openKey={findOpenKey(panel)}
        readRows={list.readRows}
        rows={list.rows}
        shownColumns={view.columns}
        sort={parseSort(view.sort)}
        target={target}
        unsentCells={read.unsentCells}
      />
    )
  }

  return (
    <>
      <Pane
        actions={
          <>
            <SendButton
              changed={data?.counts.changed ?? 0}
              isShort={isCrowded}
              isKeyOff={panel.kind === 'item'}
              isSecondary={isBeside}
              onCorrect={correct}
              onStarted={openRun}
              selection={checked.selection}
            />
            <NewButton command="items.new" icon={Plus} onPress={() => setDialog('new')} />
            <MoreMenu
              data={data}
              listingActions={
                checked.count > 0
                  ? []
                  : [
                      {
                        command: 'items.change',
                        description: 'Price, quantity and other fields',
                        onPress: () => bulk.change(),
                      },
                      ...listings.actions,
                    ]
              }
              onAdd={() => setDialog('add')}
              onImport={() => setDialog('import')}
              onSettings={() => setDialog('settings')}
              offerActions={watcherOffers.actions}
              onTakeOver={canTakeOver && checked.count === 0 ? takeOver.open : undefined}
              scope={list.scope}
            />
          </>
        }
        isFilled
        subtitle={data === undefined ? null : countLabel(data, platformName)}
        title="Items"
        inline={
          checked.count > 0 ? (
            <SelectionStrip
              actions={[
                { command: 'items.replaceText', onPress: () => bulk.replaceText() },
                { command: 'items.suggestMany', isDisabled: suggest.isPending, onPress: suggest.start },
                ...(making.open === undefined ? [] : [{ command: 'items.makeGroup' as const, onPress: making.open }]),
                ...(listings.actions.length > 0 || canTakeOver ? (['separator'] as const) : []),
                ...(canTakeOver ? [{ command: 'items.takeOver' as const, onPress: takeOver.open }] : []),
                ...listings.actions,
              ]}
              count={checked.count}
              onChange={() => bulk.change()}
              onClear={() => {
                checked.clear()
                onFocusSheet()
              }}
              total={list.total}
            />
          ) : (
            <ListToolbar {...listState} canList={canList} data={data} onSubmit={onFocusSheet} searchRef={searchRef} />
          )
        }
      >
        {panel.kind !== 'run' && <RunStrip onShow={openRun} screen="items" />}
        {data?.active?.problem != null && <ActiveProblem active={data.active} />}
        <QueryView label="Items" query={list.head} skeleton={{ shape: 'table' }}>
          {content}
        </QueryView>
      </Pane>
      {bulk.opened !== undefined && (
        <ChangeDialog
          {...bulk.opened}
          aspects={aspects}
          onClose={bulk.close}
          onPrice={() => bulk.change(PRICE_COLUMN)}
        />
      )}
      {making.dialog}
      {rowActions.dialog}
      {dialog === 'import' && <CsvDialog onClose={closeDialog} />}
      {dialog === 'new' && <NewItemDialog lookUp={lookUp} onClose={closeDialog} />}
      {dialog === 'add' && <AddSkusDialog onClose={closeDialog} />}
      {dialog === 'settings' && (
        <ListSettings
          lowStockAtMost={data?.lowStockAtMost}
          onClose={closeDialog}
          onShownChange={(columns) => change({ columns })}
          shown={view.columns}
        />
      )}
      {listings.dialog}
      {takeOver.dialog}
      {watcherOffers.dialog}
    </>
  )
}
