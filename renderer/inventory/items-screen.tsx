// The items room: the table is the page, the editor slides over its right half.
import { Boxes, FileDown, FileSpreadsheet, FileUp, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ItemFilter,
  type ItemRow,
  type ItemSortColumn,
  itemFilters,
  itemSortColumns,
} from '../../shared/inventory/contract.ts'
import { useClient, useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo, usePlace } from '../api/place.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyByFilter, Failing, FirstTime, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Meter } from '../ui/meter.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { absoluteTime } from '../ui/relative-time-text.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Table, type TableColumn, type TableSort } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { AddSkusDialog } from './add-skus-dialog.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { ItemEditor } from './item-editor.tsx'
import { filterWord, ItemFilters } from './item-filters.tsx'
import { ItemHistory } from './item-history.tsx'
import { conditionWord, countOf, stateWords } from './item-words.ts'
import styles from './items-screen.module.css'
import { ListSettings } from './list-settings.tsx'
import { Picture } from './picture.tsx'

const PAGE_ROWS = 200

const columns: readonly TableColumn<ItemRow>[] = [
  {
    id: 'picture',
    label: 'Picture',
    width: '44px',
    isPicture: true,
    render: (item) => <Picture alt="" size="row" url={item.pictureUrl ?? undefined} />,
  },
  {
    id: 'sku',
    label: 'SKU',
    width: 'minmax(110px, 1fr)',
    isSortable: true,
    render: (item) => <span className="mono">{item.sku}</span>,
  },
  {
    id: 'title',
    label: 'Title',
    width: 'minmax(160px, 3fr)',
    isSortable: true,
    render: (item) => item.title ?? <span className={styles.faint}>No title</span>,
  },
  {
    id: 'quantity',
    label: 'Quantity',
    width: '88px',
    align: 'end',
    isSortable: true,
    render: (item) => (
      <span className={item.isLowStock ? styles.low : undefined}>{item.quantity?.toLocaleString() ?? '–'}</span>
    ),
  },
  {
    id: 'condition',
    label: 'Condition',
    width: 'minmax(120px, 1fr)',
    isSortable: true,
    render: (item) =>
      item.condition === null ? <span className={styles.faint}>None yet</span> : conditionWord(item.condition),
  },
  {
    id: 'editedAt',
    label: 'State',
    width: 'minmax(150px, 1fr)',
    isSortable: true,
    render: (item) => <RowState item={item} />,
  },
  {
    id: 'edited',
    label: 'Edited',
    width: '110px',
    render: (item) => <RowTime atMs={item.editedAtMs} />,
  },
  {
    id: 'read',
    label: 'Read',
    width: '110px',
    render: (item) => <RowTime atMs={item.readAtMs} />,
  },
]

/** All but the SKU, without which a row says nothing. */
const choosableColumns = columns.filter(({ id }) => id !== 'sku')
const firstColumns = ['picture', 'title', 'quantity', 'condition', 'editedAt']

function RowTime({ atMs }: { readonly atMs: number | null }) {
  const now = useNow()
  return atMs === null ? <span className={styles.faint}>–</span> : <RelativeTime at={atMs} now={now} />
}

const keyOf = (item: ItemRow): string => item.sku

function RowState({ item }: { readonly item: ItemRow }) {
  const { word, tone } = stateWords[item.state]
  return (
    <span className={styles.state}>
      {item.state === 'saved' ? (
        item.isIncomplete ? null : (
          <span className={styles.faint}>{word}</span>
        )
      ) : (
        <Badge tone={tone}>{word}</Badge>
      )}
      {item.isIncomplete && <Badge tone="caution">Incomplete</Badge>}
    </span>
  )
}

const sortOf = (text: string): TableSort => {
  const [columnId = 'sku', direction] = text.split(' ')
  return { columnId, direction: direction === 'descending' ? 'descending' : 'ascending' }
}

/** The desktop's window may load nothing down (its session refuses all downloads), so that there the text is copied. */
const canSaveFiles = !('stallhand' in window)

/** Hands a text to the browser as a file to keep. */
const saveTextAs = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by the next turn; the text need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** List of items and, for `#/items/{sku}`, the editor of one. */
export function ItemsScreen() {
  const { path } = usePlace()
  const openSku = path[0]
  const isHistory = path[1] === 'history'
  const [search, setSearch] = useState('')
  const [storedFilter, setFilter] = useViewState('inventory.filter', 'all')
  const [storedSort, setSort] = useViewState('inventory.sort', 'sku ascending')
  const [shownColumns, setShownColumns] = useViewState('inventory.columns', firstColumns)
  const [rows, setRows] = useState(PAGE_ROWS)
  /** Opened by Enter: the hands are on the keys, so that the focus goes into the editor. */
  const [enteredSku, setEnteredSku] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const client = useClient()
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const readAgain = useCommandOf('inventory', 'readAgain')

  const filter: ItemFilter = itemFilters.find((known) => known === storedFilter) ?? 'all'
  const sort = sortOf(storedSort)
  const by: ItemSortColumn = itemSortColumns.find((known) => known === sort.columnId) ?? 'sku'
  const items = useQueryOf(
    'inventory',
    'items',
    { search, filter, sort: { by, direction: sort.direction }, limit: rows },
    { keepPrevious: true },
  )
  const budget = useQueryOf('inventory', 'budget', {}).data

  const exportCsv = async () => {
    try {
      const { text, items: count } = await client.inventory.exportCsv({ search, filter })
      if (canSaveFiles) saveTextAs('items.csv', text)
      else await navigator.clipboard.writeText(text)
      toast({ text: `${countOf(count, 'item')} ${canSaveFiles ? 'exported' : 'copied as CSV'}`, tone: 'good' })
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
    }
  }

  const open = (sku: string) => goTo({ room: 'items', path: [sku] })
  const close = () => {
    goTo({ room: 'items', path: [] })
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
      if (event.key === 'Escape' && openSku !== undefined) latestLeave.current()
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      searchRef.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [openSku])

  const data = items.data
  const changeFilter = (next: ItemFilter) => {
    setRows(PAGE_ROWS)
    setFilter(next)
  }
  const changeSearch = (next: string) => {
    setRows(PAGE_ROWS)
    setSearch(next)
  }
  const clear = () => {
    changeSearch('')
    changeFilter('all')
  }

  const list = () => {
    if (data === undefined) {
      return items.isError ? (
        <Failing
          onRetry={() => void items.refetch()}
          what="The items cannot be shown"
          whatToDo="Try again."
          why={items.error.message}
        />
      ) : (
        <Loading label="Loading items" shape="table" />
      )
    }
    if (data.counts.all === 0) {
      return data.listProblem === null ? (
        <FirstTime
          act={{ label: 'Add SKUs', onPress: () => setIsAdding(true) }}
          heading="Your items, one a SKU"
          icon={Boxes}
          text="The platform cannot list the SKUs of a seller. Add them here, typed or pasted from your own sheet; Stallhand reads each item and shows every change before it is saved."
        />
      ) : (
        <Failing
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
        <EmptyByFilter
          heading="No item matches"
          onClear={clear}
          text={`Nothing found${searched}${filter === 'all' ? '' : `, ${filterWord(filter).toLowerCase()} only`}.`}
        />
      )
    }
    return (
      <Table
        columns={columns.filter(({ id }) => id === 'sku' || shownColumns.includes(id))}
        getKey={keyOf}
        items={data.items}
        label="Items"
        onEndReached={() => {
          if (data.items.length < data.total) setRows(data.items.length + PAGE_ROWS)
        }}
        onOpen={(sku) => {
          setEnteredSku(sku)
          open(sku)
        }}
        onSelect={open}
        onSortChange={(next) => setSort(`${next.columnId} ${next.direction}`)}
        rowHeight={40}
        selectedKey={openSku ?? null}
        sort={sort}
        totalCount={data.total}
      />
    )
  }

  return (
    <div className={styles.screen}>
      <div className={styles.list} ref={listRef}>
        <Pane
          acts={
            <>
              {budget !== undefined && (
                <span className={styles.budget}>
                  <Meter
                    isCompact
                    label="Item changes, last 24 hours"
                    max={budget.cap}
                    tone={budget.left === 0 ? 'danger' : budget.left <= budget.cap / 10 ? 'caution' : undefined}
                    value={budget.used}
                    valueText={
                      budget.nextFreeAtMs === null
                        ? `${budget.used.toLocaleString()} of ${budget.cap.toLocaleString()} used`
                        : `All used; next free ${absoluteTime(budget.nextFreeAtMs)}`
                    }
                  />
                </span>
              )}
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
                    label: canSaveFiles ? 'Export CSV' : 'Copy as CSV',
                    description: 'The items of this list, with unsaved edits',
                    icon: FileDown,
                    onPress: () => void exportCsv(),
                  },
                ]}
                label="Items as a file"
                placement="bottom end"
                trigger={<IconButton icon={FileSpreadsheet} label="Items as a file" />}
              />
              <Button icon={Plus} onPress={() => setIsAdding(true)}>
                Add SKUs
              </Button>
            </>
          }
          isFilled
          subtitle={
            data === undefined
              ? undefined
              : data.toRead > 0
                ? `${countOf(data.counts.all, 'item')}, ${data.toRead.toLocaleString()} still to be read`
                : countOf(data.counts.all, 'item')
          }
          title="Items"
          toolbar={
            <>
              <span className={styles.search}>
                <SearchField
                  inputRef={searchRef}
                  keys="/"
                  label="Search SKU or title"
                  onChange={changeSearch}
                  value={search}
                />
              </span>
              <ItemFilters
                counts={data?.counts}
                filter={filter}
                lowStockAtMost={data?.lowStockAtMost}
                onChange={changeFilter}
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
          {list()}
        </Pane>
      </div>
      {openSku !== undefined && (
        <div className={styles.editor}>
          {isHistory ? (
            <ItemHistory key={openSku} onBack={() => open(openSku)} sku={openSku} />
          ) : (
            <ItemEditor isEntered={enteredSku === openSku} key={openSku} onClose={close} sku={openSku} />
          )}
        </div>
      )}
      {isImporting && <CsvDialog onClose={() => setIsImporting(false)} />}
      {isAdding && <AddSkusDialog onClose={() => setIsAdding(false)} />}
    </div>
  )
}
