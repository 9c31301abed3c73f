// The items screen: the sheet, and beside it an item, its history, or a run.
import { Boxes, FileDown, FileSpreadsheet, FileUp, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ItemFilter,
  type ItemSortColumn,
  itemFilters,
  itemSortColumns,
} from '../../shared/inventory/contract/list-scope.ts'
import { useClient, useReportedMutation } from '../api/hooks.ts'
import { navigate, useAppLocation } from '../api/location.ts'
import { useSaveFile } from '../api/save-file.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useViewState } from '../api/use-view-state.ts'
import { useCommand } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Menu } from '../ui/menu.tsx'
import { Pane } from '../ui/pane.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { TableSort } from '../ui/sheet/head-cell.tsx'
import { EmptyState, ErrorState, NoResults } from '../ui/states.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { CsvDialog } from './csv/csv-dialog.tsx'
import { ItemEditor } from './item/item-editor.tsx'
import { ItemHistory } from './item/item-history.tsx'
import styles from './items-screen.module.css'
import { AddSkusDialog } from './list/add-skus-dialog.tsx'
import { choosableColumns, defaultColumns, editableColumns } from './list/item-columns.tsx'
import { filterLabel, ItemFilters } from './list/item-filters.tsx'
import { ItemsSheet } from './list/items-sheet.tsx'
import { ListSettings } from './list/list-settings.tsx'
import { BudgetGauge } from './runs/budget-gauge.tsx'
import { RUN_PATH } from './runs/run-labels.ts'
import { RunPanel } from './runs/run-panel.tsx'
import { RunStrip } from './runs/run-strip.tsx'
import { SendButton } from './runs/send-button.tsx'

const parseSort = (text: string): TableSort => {
  const [columnId = 'sku', direction] = text.split(' ')
  return { columnId, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

const openRun = (): void => navigate({ screen: 'items', path: [RUN_PATH] })

/** `#/items/{sku}` opens an item, `#/items/{sku}/history` its saves, `#/items/~send` the run. */
export function ItemsScreen() {
  const { path } = useAppLocation()
  const [place, below] = path
  const isRun = place === RUN_PATH
  const openSku = isRun ? undefined : place
  const isHistory = below === 'history'
  /** Something is open beside the list. */
  const isBeside = place !== undefined
  const [search, setSearch] = useState('')
  const [storedFilter, setFilter] = useViewState('inventory.filter', 'all')
  const [storedSort, setSort] = useViewState('inventory.sort', 'sku ascending')
  const [shownColumns, setShownColumns] = useViewState('inventory.columns', defaultColumns)
  /** Opened from the sheet by keyboard, so the editor takes the focus. */
  const [enteredSku, setEnteredSku] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const client = useClient()
  const saveFile = useSaveFile()
  const isNarrow = useIsNarrow()
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const retryReading = useReportedMutation('inventory', 'retryReading')

  const filter: ItemFilter = itemFilters.find((known) => known === storedFilter) ?? 'all'
  const sort = parseSort(storedSort)
  const by: ItemSortColumn = itemSortColumns.find((known) => known === sort.columnId) ?? 'sku'
  const input = { search, filter, sort: { by, direction: sort.direction }, columns: editableColumns(shownColumns) }
  const { rows, head } = useApiRows('inventory', 'items', input)
  const data = head.data

  const exportCsv = async () => {
    try {
      const { text, items: count } = await client.inventory.exportCsv({ search, filter })
      const saved = await saveFile({ name: 'items.csv', content: text })
      if (saved.kind !== 'cancelled') toast({ text: `${formatCount(count, 'item')} exported`, tone: 'good' })
    } catch (error) {
      toastFailure(error)
    }
  }

  const open = (sku: string) => navigate({ screen: 'items', path: [sku] })
  const close = () => {
    navigate({ screen: 'items', path: [] })
    listRef.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  }
  const leave = () => {
    if (openSku !== undefined && isHistory) open(openSku)
    else close()
  }
  useCommand('items.back', leave, { isEnabled: isBeside })
  useCommand('items.search', () => searchRef.current?.focus())
  useCommand('items.add', () => setIsAdding(true))
  useCommand('items.importCsv', () => setIsImporting(true))
  useCommand('items.exportCsv', () => void exportCsv())

  // A panel takes the focus; an item only if nothing else has it.
  const panel = isRun ? 'run' : isHistory ? 'history' : isBeside ? 'item' : 'none'
  useEffect(() => {
    if (panel === 'none' || (panel === 'item' && document.activeElement !== document.body)) return
    panelRef.current?.focus({ preventScroll: true })
  }, [panel])

  const clear = () => {
    setSearch('')
    setFilter('all')
  }
  const readRows = async (first: number, last: number) =>
    (await client.inventory.items({ ...input, offset: first, limit: last - first + 1 })).rows

  const list = (data: NonNullable<typeof head.data>) => {
    if (data.counts.all === 0) {
      return data.listProblem === null ? (
        <EmptyState
          action={{ label: 'Add SKUs', onPress: () => setIsAdding(true) }}
          heading="No items yet"
          icon={Boxes}
          text="The platform cannot list your SKUs. Type them here or paste them from your own sheet. Stallhand reads each item and shows every change before it is saved."
        />
      ) : (
        <ErrorState
          isRetrying={retryReading.isPending}
          onRetry={() => retryReading.mutate({})}
          what="Could not load the item list"
          whatToDo="Stallhand retries by itself when the platform answers."
          why={data.listProblem.message}
        />
      )
    }
    if (data.total === 0) {
      const searched = search === '' ? '' : ` for "${search}"`
      return (
        <NoResults
          heading="No results"
          onClear={clear}
          text={`No items${searched}${filter === 'all' ? '' : `, ${filterLabel(filter).toLowerCase()} only`}.`}
        />
      )
    }
    return (
      <ItemsSheet
        onOpen={(sku) => {
          setEnteredSku(sku)
          open(sku)
        }}
        onSortChange={(next) => setSort(`${next.columnId} ${next.direction}`)}
        openSku={openSku}
        readRows={readRows}
        rows={rows}
        unreadableCells={data.unreadableCells}
        shownColumns={shownColumns}
        sort={sort}
      />
    )
  }

  return (
    <div className={styles.screen} data-beside={isBeside || undefined}>
      <div className={styles.list} ref={listRef}>
        <Pane
          actions={
            <>
              {!isBeside && <BudgetGauge />}
              <Menu
                actions={[
                  {
                    id: 'import',
                    label: 'Import CSV',
                    description: 'Shows a preview first; nothing is sent',
                    icon: FileUp,
                    onPress: () => setIsImporting(true),
                  },
                  {
                    id: 'export',
                    label: 'Export CSV',
                    description: 'This list, with unsaved edits',
                    icon: FileDown,
                    onPress: () => void exportCsv(),
                  },
                ]}
                label="Items as a file"
                placement="bottom end"
                trigger={<IconButton icon={FileSpreadsheet} label="Items as a file" />}
              />
              {isBeside ? (
                <IconButton icon={Plus} label="Add SKUs" onPress={() => setIsAdding(true)} />
              ) : (
                <Button icon={Plus} onPress={() => setIsAdding(true)}>
                  Add SKUs
                </Button>
              )}
              <SendButton
                changed={data?.counts.changed ?? 0}
                scope={{ search, filter }}
                listed={data?.total ?? 0}
                onPlanned={openRun}
              />
            </>
          }
          isFilled
          subtitle={
            data === undefined
              ? undefined
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
                value={search}
              />
              <ItemFilters
                counts={data?.counts}
                filter={filter}
                isCompact={isBeside || isNarrow}
                lowStockAtMost={data?.lowStockAtMost}
                onChange={setFilter}
              />
              <ListSettings
                columns={choosableColumns}
                lowStockAtMost={data?.lowStockAtMost}
                onShownChange={setShownColumns}
                shown={shownColumns}
              />
            </>
          }
        >
          {!isRun && <RunStrip onShow={openRun} />}
          <QueryView label="Items" query={head} skeleton={{ shape: 'table' }}>
            {list}
          </QueryView>
        </Pane>
      </div>
      {isBeside && (
        <div className={styles.editor} ref={panelRef} tabIndex={-1}>
          {isRun ? (
            <RunPanel
              onClose={close}
              onOpenItem={open}
              onShowRefused={() => {
                setSearch('')
                setFilter('refused')
                close()
              }}
            />
          ) : isHistory ? (
            <ItemHistory key={place} onBack={() => open(place)} sku={place} />
          ) : (
            <ItemEditor isEntered={enteredSku === place} key={place} onClose={close} sku={place} />
          )}
        </div>
      )}
      {isImporting && <CsvDialog onClose={() => setIsImporting(false)} />}
      {isAdding && <AddSkusDialog onClose={() => setIsAdding(false)} />}
    </div>
  )
}
