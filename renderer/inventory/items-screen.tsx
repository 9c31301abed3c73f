// The items room: the table is the page, the editor slides over its right half.
import { Boxes, FileDown, FileSpreadsheet, FileUp, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ItemFilter, type ItemSortColumn, itemFilters, itemSortColumns } from '../../shared/inventory/item-list.ts'
import { useClient, useReportedMutation } from '../api/hooks.ts'
import { navigate, useAppLocation } from '../api/location.ts'
import { useSaveFile } from '../api/save-file.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/button.tsx'
import type { TableSort } from '../ui/head-cell.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Menu } from '../ui/menu.tsx'
import { Pane } from '../ui/pane.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../ui/states.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { AddSkusDialog } from './add-skus-dialog.tsx'
import { BudgetGauge } from './budget-gauge.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { cellColumnsOf, choosableColumns, firstColumns } from './item-columns.tsx'
import { ItemEditor } from './item-editor.tsx'
import { filterWord, ItemFilters } from './item-filters.tsx'
import { ItemHistory } from './item-history.tsx'

import styles from './items-screen.module.css'
import { ItemsSheet } from './items-sheet.tsx'
import { ListSettings } from './list-settings.tsx'
import { RunPanel } from './run-panel.tsx'
import { RunStrip } from './run-strip.tsx'
import { RUN_PATH } from './run-words.ts'
import { SendButton } from './send-button.tsx'

const sortOf = (text: string): TableSort => {
  const [columnId = 'sku', direction] = text.split(' ')
  return { columnId, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

const openRun = (): void => navigate({ screen: 'items', path: [RUN_PATH] })

/** List of items; for `#/items/{sku}` the editor of one, for `#/items/~send` what is being sent. */
export function ItemsScreen() {
  const { path } = useAppLocation()
  const [place, below] = path
  const isRun = place === RUN_PATH
  const openSku = isRun ? undefined : place
  const isHistory = below === 'history'
  /** Something is open beside the list, which then has half of the room. */
  const isBeside = place !== undefined
  const [search, setSearch] = useState('')
  const [storedFilter, setFilter] = useViewState('inventory.filter', 'all')
  const [storedSort, setSort] = useViewState('inventory.sort', 'sku ascending')
  const [shownColumns, setShownColumns] = useViewState('inventory.columns', firstColumns)
  /** Opened by the keyboard: the hands are on the keys, so that the focus goes into the editor. */
  const [enteredSku, setEnteredSku] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const client = useClient()
  const saveFile = useSaveFile()
  const isNarrow = useIsNarrow()
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const readAgain = useReportedMutation('inventory', 'readAgain')

  const filter: ItemFilter = itemFilters.find((known) => known === storedFilter) ?? 'all'
  const sort = sortOf(storedSort)
  const by: ItemSortColumn = itemSortColumns.find((known) => known === sort.columnId) ?? 'sku'
  const input = { search, filter, sort: { by, direction: sort.direction }, columns: cellColumnsOf(shownColumns) }
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
  const latestLeave = useRef(leave)
  useEffect(() => {
    latestLeave.current = leave
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null) return
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
      if (event.key === 'Escape' && place !== undefined) latestLeave.current()
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      searchRef.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [place])

  // A panel that was asked for has the keyboard; an item keeps it where the hands are, unless they are nowhere.
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

  const list = () => {
    if (data === undefined) {
      return head.isError ? (
        <ErrorState
          onRetry={() => void head.refetch()}
          what="The items cannot be shown"
          whatToDo="Try again."
          why={head.error.message}
        />
      ) : (
        <LoadingState label="Loading items" shape="table" />
      )
    }
    if (data.counts.all === 0) {
      return data.listProblem === null ? (
        <EmptyState
          act={{ label: 'Add SKUs', onPress: () => setIsAdding(true) }}
          heading="No items yet"
          icon={Boxes}
          text="The platform cannot list the SKUs of a seller. Add them here, typed or pasted from your own sheet; Stallhand reads each item and shows every change before it is saved."
        />
      ) : (
        <ErrorState
          isRetrying={readAgain.isPending}
          onRetry={() => readAgain.mutate({})}
          what="The list of items could not be had"
          whatToDo="It is tried again by itself when the platform answers."
          why={data.listProblem.message}
        />
      )
    }
    if (data.total === 0) {
      const searched = search === '' ? '' : ` for "${search}"`
      return (
        <NoResults
          heading="No item matches"
          onClear={clear}
          text={`Nothing found${searched}${filter === 'all' ? '' : `, ${filterWord(filter).toLowerCase()} only`}.`}
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
        shownColumns={shownColumns}
        sort={sort}
      />
    )
  }

  return (
    <div className={styles.screen} data-beside={isBeside || undefined}>
      <div className={styles.list} ref={listRef}>
        <Pane
          acts={
            <>
              {!isBeside && <BudgetGauge />}
              <Menu
                acts={[
                  {
                    id: 'import',
                    label: 'Import CSV',
                    description: 'A dry run first; nothing is sent',
                    icon: FileUp,
                    onPress: () => setIsImporting(true),
                  },
                  {
                    id: 'export',
                    label: 'Export CSV',
                    description: 'The items of this list, with unsaved edits',
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
                list={{ search, filter }}
                listed={data?.total ?? 0}
                onSent={openRun}
              />
            </>
          }
          isFilled
          subtitle={
            data === undefined
              ? undefined
              : data.toRead > 0
                ? `${formatCount(data.counts.all, 'item')}, ${formatNumber(data.toRead)} still to be read`
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
          {list()}
        </Pane>
      </div>
      {isBeside && (
        <div className={styles.editor} ref={panelRef} tabIndex={-1}>
          {isRun ? (
            <RunPanel
              onClose={close}
              onOpenItem={open}
              onShowFailed={() => {
                setSearch('')
                setFilter('failed')
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
