/** The items screen: the sheet, and beside it an item, its history, or a run. */
import { Boxes, FileDown, FileSpreadsheet, FileUp, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { conditionLabel } from '../../shared/connection/conditions.ts'
import {
  type ItemFilter,
  type ItemSelection,
  type ItemSortColumn,
  itemFilters,
  itemSortColumns,
} from '../../shared/inventory/contract/list-scope.ts'
import { type ListingState, listingStateLabels, listingStates } from '../../shared/inventory/listing-state.ts'
import { useApiPrefetch, useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useViewState } from '../api/use-view-state.ts'
import { CommandButton, CommandIconButton, CommandMenu, keysHint } from '../commands/command-button.tsx'
import { commandInfo } from '../commands/commands.ts'
import { useCommand } from '../commands/registry.ts'
import { navigate, useAppLocation } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState, NoResults } from '../ui/feedback/states.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useIsNarrow, useMediaQuery } from '../ui/hooks/use-media-query.ts'
import { Row, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import type { MenuAction } from '../ui/overlays/menu.tsx'
import type { RowRange } from '../ui/sheet/cell-grid.tsx'
import type { TableSort } from '../ui/sheet/head-cell.tsx'
import { CsvDialog } from './csv/csv-dialog.tsx'
import { ItemEditor } from './item/item-editor.tsx'
import { ItemHistory } from './item/item-history.tsx'
import { NO_CONDITION } from './item-labels.ts'
import styles from './items-screen.module.css'
import { AddSkusDialog } from './list/add-skus-dialog.tsx'
import { ChangeDialog, type ChangeDialogProps, isChangeable } from './list/change-dialog.tsx'
import { ANY, CountedSelect } from './list/counted-select.tsx'
import { ASPECT_COLUMN, defaultColumns, defaultListingColumns, editableColumns } from './list/item-columns.tsx'
import { filterLabel, ItemFilters } from './list/item-filters.tsx'
import { ItemsSheet } from './list/items-sheet.tsx'
import { ListSettings } from './list/list-settings.tsx'
import { OfferFilters, offerFilterLabels, offerScope } from './list/offer-filters.tsx'
import { useRowSelection } from './list/use-row-selection.ts'
import { ViewsMenu } from './list/views-menu.tsx'
import type { ListingParts } from './listing-parts.ts'
import { RUN_PATH } from './runs/run-labels.ts'
import { RunPanel } from './runs/run-panel.tsx'
import { RunStrip } from './runs/run-strip.tsx'
import { SendButton } from './runs/send-button.tsx'

const parseSort = (text: string): TableSort => {
  const [columnId = 'sku', direction] = text.split(' ')
  return { columnId, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

const nameCondition = (id: string): string => (id === NO_CONDITION ? 'No condition yet' : conditionLabel(id))

/** The conditions that occur, and the shown one. */
const conditionFilters = (
  counts: readonly { readonly condition: string | null; readonly count: number }[],
  shown: string,
) => {
  const found = counts.map(({ condition, count }) => ({ id: condition ?? NO_CONDITION, count }))
  const all = shown === ANY || found.some(({ id }) => id === shown) ? found : [...found, { id: shown, count: 0 }]
  return all.map(({ id, count }) => ({ id, label: nameCondition(id), count }))
}

/** The run of listing changes. No SKU contains a tilde. */
const LISTING_RUN_PATH = '~listings'

const openListingRun = (): void => navigate({ screen: 'items', path: [LISTING_RUN_PATH] })
const openRun = (): void => navigate({ screen: 'items', path: [RUN_PATH] })

/** `#/items/{sku}` opens an item, `#/items/{sku}/history` its saves, `#/items/~send` the run, `#/items/~listings` that of listings. */
export const ItemsScreen = ({ listing }: { readonly listing: ListingParts }) => {
  const [place, below] = useAppLocation().path
  const panel =
    place === undefined
      ? 'none'
      : place === RUN_PATH
        ? 'run'
        : place === LISTING_RUN_PATH
          ? 'listingRun'
          : below === 'history'
            ? 'history'
            : 'item'
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  /** Something is open beside the list. */
  const isBeside = panel !== 'none'
  const openSku = panel === 'run' || panel === 'listingRun' ? undefined : place
  const [search, setSearch] = useState('')
  const [storedFilter, setFilter] = useViewState('inventory.filter', 'all')
  const [storedListing, setListing] = useViewState('inventory.listingFilter', ANY)
  const [storedCondition, setCondition] = useViewState('inventory.conditionFilter', ANY)
  const [category, setCategory] = useViewState('inventory.categoryFilter', ANY)
  const [prices, setPrices] = useViewState('inventory.priceFilter', '')
  const [selected, setSelected] = useState<RowRange>()
  const [storedSort, setSort] = useViewState('inventory.sort', 'sku ascending')
  const [shownColumns, setShownColumns] = useViewState(
    'inventory.columns',
    canList ? defaultListingColumns : defaultColumns,
  )
  /** Opened from the sheet by keyboard, so the editor takes the focus. */
  const [enteredSku, setEnteredSku] = useState<string>()
  const [dialog, setDialog] = useState<'add' | 'import'>()
  const [change, setChange] = useState<Omit<ChangeDialogProps, 'aspects' | 'onClose'>>()
  const client = useClient()
  const saveFile = useSaveFile()
  const isNarrow = useIsNarrow()
  const hasRoomForFilters = useMediaQuery('(min-width: 1680px)')
  const hasRoomForColumns = useMediaQuery('(min-width: 2400px)')
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const retryReading = useReportedMutation('inventory', 'retryReading')

  const filter: ItemFilter = itemFilters.find((known) => known === storedFilter) ?? 'all'
  const sort = parseSort(storedSort)
  const by: ItemSortColumn = itemSortColumns.find((known) => known === sort.columnId) ?? 'sku'
  const listed: ListingState | undefined = listingStates.find((known) => known === storedListing)
  const scope = {
    search,
    filter,
    ...(listed === undefined ? {} : { listing: listed }),
    ...(storedCondition === ANY ? {} : { condition: storedCondition === NO_CONDITION ? null : storedCondition }),
    ...offerScope(category, prices),
  }
  const offerLabels = offerFilterLabels(category, prices)
  const input = { ...scope, sort: { by, direction: sort.direction }, columns: editableColumns(shownColumns) }
  const { rows, head } = useApiRows('inventory', 'items', input)
  const data = head.data

  const exportCsv = async () => {
    const { text } = await client.inventory.exportCsv(scope)
    await saveFile({ name: 'items.csv', content: text })
  }
  const total = data?.total ?? 0
  const checked = useRowSelection(scope, total)
  const readSkus = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await client.inventory.items({ ...input, columns: [], offset, limit })).rows.map(({ sku }) => sku)
  const skusIn = async ({ first, last }: RowRange): Promise<readonly string[]> => {
    const here = Array.from({ length: last - first + 1 }, (_, index) => rows.at(first + index)?.sku)
    return here.every((sku) => sku !== undefined) ? here : readSkus(first, last - first + 1)
  }
  // The item of the active row is likely to be opened next: with the mouse, when the button is released.
  const prefetch = useApiPrefetch('inventory', 'item')
  const activeSku = selected === undefined || selected.last > selected.first ? undefined : rows.at(selected.first)?.sku
  useEffect(() => {
    if (activeSku !== undefined) prefetch({ sku: activeSku })
  }, [activeSku, prefetch])
  const toggleRows = (range: RowRange) => void skusIn(range).then(checked.toggle).catch(toastFailure)
  const hasBlock = selected !== undefined && selected.last > selected.first
  /** How many rows an action for many rows changes: the checked ones, else those of the block, else the list. */
  const chosenCount = checked.count > 0 ? checked.count : hasBlock ? selected.last - selected.first + 1 : total
  const readSelection = async (): Promise<ItemSelection> =>
    checked.selection ??
    (hasBlock ? { kind: 'skus', skus: await skusIn(selected) } : { kind: 'list', ...scope, except: [] })
  const readChosenSkus = async (limit: number): Promise<readonly string[]> => {
    const selection = await readSelection()
    if (selection.kind === 'skus') return selection.skus
    const skus = await readSkus(0, limit + selection.except.length)
    return skus.filter((sku) => !selection.except.includes(sku))
  }
  const openChange = (column: string, way: 'set' | 'replace') =>
    void readSelection()
      .then((selection) => setChange({ selection, count: chosenCount, column, way }))
      .catch(toastFailure)
  const changeActions = (column: string): readonly MenuAction[] => [
    {
      id: 'change',
      label: `${commandInfo('items.change').label} of ${formatCount(chosenCount, 'item')}`,
      keys: commandInfo('items.change').keys,
      onPress: () => openChange(isChangeable(column) ? column : 'quantity', 'set'),
    },
    {
      id: 'replace',
      label: `${commandInfo('items.replaceText').label} in ${formatCount(chosenCount, 'item')}`,
      keys: commandInfo('items.replaceText').keys,
      onPress: () => openChange(isChangeable(column) && column !== 'quantity' ? column : 'title', 'replace'),
    },
  ]
  const hasRows = total > 0
  useCommand('items.change', () => openChange('quantity', 'set'), { isEnabled: hasRows })
  useCommand('items.replaceText', () => openChange('title', 'replace'), { isEnabled: hasRows })
  useCommand('items.selectAll', checked.selectAll, { isEnabled: hasRows })
  useCommand('items.selectNone', checked.clear, { isEnabled: checked.count > 0 })
  const open = (sku: string) => navigate({ screen: 'items', path: [sku] })
  const focusSheet = () => listRef.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  const close = () => {
    navigate({ screen: 'items', path: [] })
    focusSheet()
  }
  const clear = () => {
    setSearch('')
    setFilter('all')
    setListing(ANY)
    setCondition(ANY)
    setCategory(ANY)
    setPrices('')
  }
  useCommand('items.search', () => searchRef.current?.focus())
  useCommand('items.clearFilters', clear, {
    isEnabled:
      search !== '' || filter !== 'all' || listed !== undefined || storedCondition !== ANY || offerLabels.length > 0,
  })
  useCommand('items.back', () => (panel === 'history' && place !== undefined ? open(place) : close()), {
    isEnabled: isBeside,
  })

  // A panel takes the focus; an item only if nothing else has it.
  useEffect(() => {
    if (panel === 'none' || (panel === 'item' && document.activeElement !== document.body)) return
    panelRef.current?.focus({ preventScroll: true })
  }, [panel])

  const list = (data: NonNullable<typeof head.data>) => {
    if (data.counts.all === 0) {
      return data.listProblem === null ? (
        <EmptyState
          action={{ label: 'Add SKUs', onPress: () => setDialog('add') }}
          heading="No items yet"
          icon={Boxes}
          text="The platform cannot list your SKUs. Type them here or paste them from your own sheet. Stallhand reads each item and shows every change before it is saved."
        />
      ) : (
        <ErrorState
          isRetrying={retryReading.isPending}
          onRetry={() => retryReading.mutate({})}
          what="Could not load the item list"
          whatToDo="Stallhand retries automatically when the platform answers."
          why={data.listProblem.message}
        />
      )
    }
    if (data.total === 0) {
      const searched = search === '' ? '' : ` for “${search}”`
      const filters = [
        ...(filter === 'all' ? [] : [filterLabel(filter)]),
        ...(listed === undefined ? [] : [listingStateLabels[listed]]),
        ...(storedCondition === ANY ? [] : [nameCondition(storedCondition)]),
        ...offerLabels,
      ]
      return (
        <NoResults
          heading="No results"
          onClear={clear}
          text={`No items${searched}${filters.map((name) => `, ${name.toLowerCase()} only`).join('')}.`}
        />
      )
    }
    return (
      <ItemsSheet
        checks={{
          state: checked.state,
          isChecked: ({ sku }) => checked.isChecked(sku),
          onToggle: toggleRows,
          onToggleAll: checked.count > 0 ? checked.clear : checked.selectAll,
        }}
        beside={!isBeside || hasRoomForColumns ? undefined : panel === 'run' ? 'run' : 'item'}
        menuActions={changeActions}
        onOpen={(sku) => {
          setEnteredSku(sku)
          open(sku)
        }}
        onSelectRows={setSelected}
        onSortChange={(next) => setSort(`${next.columnId} ${next.direction}`)}
        openSku={openSku}
        readRows={async (first, last) =>
          (await client.inventory.items({ ...input, offset: first, limit: last - first + 1 })).rows
        }
        rows={rows}
        unreadableCells={data.unreadableCells}
        shownColumns={shownColumns}
        sort={sort}
      />
    )
  }

  const isCompact = isBeside || isNarrow
  const isFilterBelow = !isCompact && !hasRoomForFilters
  const filters = (
    <ItemFilters
      counts={data?.counts}
      filter={filter}
      isCompact={isCompact}
      lowStockAtMost={data?.lowStockAtMost}
      onChange={setFilter}
      onShowAll={(id) => {
        clear()
        setFilter(id)
      }}
    />
  )
  const AddButton = isBeside ? CommandIconButton : CommandButton
  return (
    <div className={styles.screen} data-beside={isBeside ? panel : undefined}>
      <div className={styles.list} ref={listRef}>
        <Pane
          actions={
            <>
              <CommandMenu
                actions={[
                  {
                    command: 'items.importCsv',
                    description: 'Shows a preview first; nothing is sent',
                    icon: FileUp,
                    onPress: () => setDialog('import'),
                  },
                  {
                    command: 'items.exportCsv',
                    description: 'This list, with unsaved edits',
                    icon: FileDown,
                    onPress: () => void exportCsv().catch(toastFailure),
                  },
                ]}
                label="Items as a file"
                placement="bottom end"
                trigger={<IconButton icon={FileSpreadsheet} label="Items as a file" />}
              />
              <AddButton command="items.add" icon={Plus} onPress={() => setDialog('add')} />
              <listing.BulkMenu
                count={chosenCount}
                isSelection={chosenCount < total}
                onStarted={openListingRun}
                readSkus={readChosenSkus}
              />
              <SendButton
                changed={data?.counts.changed ?? 0}
                isKeyOff={panel === 'item'}
                isSecondary={isBeside}
                onPlanned={openRun}
                selection={checked.selection}
              />
            </>
          }
          isFilled
          subtitle={
            data === undefined
              ? null
              : data.toRead > 0
                ? `${formatCount(data.counts.all, 'item')}, ${formatNumber(data.toRead)} not read yet`
                : formatCount(data.counts.all, 'item')
          }
          title="Items"
          toolbar={
            <>
              <SearchField
                inputRef={searchRef}
                keys="/"
                label="Search SKU or title"
                onChange={setSearch}
                onSubmit={focusSheet}
                value={search}
              />
              {!isFilterBelow && filters}
              {data !== undefined && (listed !== undefined || data.listingCounts.unread < data.counts.all) && (
                <CountedSelect
                  anyLabel="Any listing state"
                  label="Listing"
                  onChange={setListing}
                  options={listingStates.map((id) => ({
                    id,
                    label: listingStateLabels[id],
                    count: data.listingCounts[id],
                  }))}
                  shown={listed ?? ANY}
                />
              )}
              {data !== undefined && (storedCondition !== ANY || data.conditionCounts.length > 1) && (
                <CountedSelect
                  anyLabel="Any condition"
                  label="Condition"
                  onChange={setCondition}
                  options={conditionFilters(data.conditionCounts, storedCondition)}
                  shown={storedCondition}
                />
              )}
              {data !== undefined && ((canList && data.counts.all > 0) || offerLabels.length > 0) && (
                <OfferFilters
                  category={category}
                  categoryCounts={data.categoryCounts}
                  onCategoryChange={setCategory}
                  onPricesChange={setPrices}
                  prices={prices}
                />
              )}
              <ViewsMenu
                onShow={(view) => {
                  setSearch(view.search)
                  setFilter(view.filter)
                  setListing(view.listing)
                  setCondition(view.condition ?? ANY)
                  setCategory(view.category ?? ANY)
                  setPrices(view.prices ?? '')
                  setSort(view.sort)
                  setShownColumns([...view.columns])
                }}
                view={{
                  search,
                  filter,
                  listing: storedListing,
                  condition: storedCondition,
                  category,
                  prices,
                  sort: storedSort,
                  columns: shownColumns,
                }}
              />
              <ListSettings
                lowStockAtMost={data?.lowStockAtMost}
                onShownChange={setShownColumns}
                shown={shownColumns}
              />
              {isFilterBelow && filters}
            </>
          }
        >
          {panel !== 'run' && <RunStrip onShow={openRun} />}
          {checked.count > 0 && (
            <Row aria-label="Selected items" as="section" className={styles.strip} gap={3}>
              <Row grow>
                <Text role="status" strong tabular>
                  {formatNumber(checked.count)} of {formatCount(total, 'item')} selected
                </Text>
              </Row>
              {(['change', 'replaceText'] as const).map((name) => (
                <Button
                  hint={keysHint(`items.${name}`)}
                  key={name}
                  onPress={() => changeActions('')[name === 'change' ? 0 : 1]?.onPress()}
                  size="s"
                >
                  {commandInfo(`items.${name}`).label}
                </Button>
              ))}
              <IconButton icon={X} label={commandInfo('items.selectNone').label} onPress={checked.clear} size="s" />
            </Row>
          )}
          <QueryView label="Items" query={head} skeleton={{ shape: 'table' }}>
            {list}
          </QueryView>
        </Pane>
      </div>
      {place !== undefined && (
        <div className={styles.editor} ref={panelRef} tabIndex={-1}>
          {panel === 'listingRun' ? (
            <listing.RunPanel onClose={close} onOpenItem={open} />
          ) : panel === 'run' ? (
            <RunPanel
              listSaved={(count, readSaved) => (
                <listing.BulkMenu count={count} isSelection onStarted={openListingRun} readSkus={readSaved} />
              )}
              onClose={close}
              onOpenItem={open}
              onShowRefused={() => {
                setSearch('')
                setFilter('refused')
                close()
              }}
            />
          ) : panel === 'history' ? (
            <ItemHistory key={place} onBack={() => open(place)} sku={place} />
          ) : (
            <ItemEditor isEntered={enteredSku === place} key={place} listing={listing} onClose={close} sku={place} />
          )}
        </div>
      )}
      {change !== undefined && (
        <ChangeDialog
          {...change}
          aspects={shownColumns.filter((id) => id.startsWith(ASPECT_COLUMN))}
          onClose={() => setChange(undefined)}
        />
      )}
      {dialog === 'import' && <CsvDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'add' && <AddSkusDialog onClose={() => setDialog(undefined)} />}
    </div>
  )
}
