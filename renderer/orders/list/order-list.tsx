/** The list of orders with its toolbar, and actions on one or many of them. */
import { ClipboardPaste, FileDown, FileSpreadsheet, RefreshCw, Truck, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Order } from '../../../shared/orders/order.ts'
import { useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { useKnownEarned } from '../../api/use-earned.ts'
import { CommandButton, CommandIconButton, CommandMenu } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { trackingNumbers } from '../../parts/orders/order-labels.ts'
import { RunStrip } from '../../runs/run-strip.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { CellGrid, type RowRange } from '../../ui/sheet/cell-grid.tsx'
import { type OrdersPanel, openOrder, openRun } from '../orders-panel.ts'
import { DeskSwitch } from '../packing/desk-switch.tsx'
import { PasteNumbers } from '../ship/paste-numbers.tsx'
import { EarnedSum } from './earned-sum.tsx'
import { NoMatches, NoOrders, ReadingLine } from './no-orders.tsx'
import { csvColumns, EARNED_COLUMN, shownColumns } from './order-columns.tsx'
import styles from './order-list.module.css'
import { OrderToolbar } from './order-toolbar.tsx'
import { formatSort, type OrderViewState, shownSort, toFilter } from './order-view.ts'

type OrderListProps = {
  readonly listState: OrderViewState
  /** The panel open beside the list. */
  readonly panel: OrdersPanel
  readonly onFocusList: () => void
}

const keyOf = ({ orderId }: Order): string => orderId
const nothing = (): void => undefined
const isUnsent = ({ stage }: Order): boolean => stage === 'toShip' || stage === 'partlyShipped'

/** The checked orders. They stay checked while the list is filtered. */
const useCheckedOrders = () => {
  const [checked, setChecked] = useState<ReadonlyMap<string, Order>>(new Map())
  return {
    orders: [...checked.values()],
    count: checked.size,
    isChecked: ({ orderId }: Order): boolean => checked.has(orderId),
    toggle: (rows: readonly Order[]): void =>
      setChecked((now) => {
        const next = new Map(now)
        const isAll = rows.every(({ orderId }) => now.has(orderId))
        for (const row of rows) {
          if (isAll) next.delete(row.orderId)
          else next.set(row.orderId, row)
        }
        return next
      }),
    clear: (): void => setChecked(new Map()),
  }
}

export const OrderList = ({ listState, panel, onFocusList }: OrderListProps) => {
  const { view, change, clear } = listState
  const client = useClient()
  const canRead = usePlatform().capabilities.orders
  const saveFile = useSaveFile()
  const filter = toFilter(view)
  const { rows, head } = useApiRows('orders', 'orders', filter)
  const counts = useApiQuery('orders', 'counts', {}).data
  const refresh = useReportedMutation('orders', 'refresh')
  const checked = useCheckedOrders()
  const [selected, setSelected] = useState<RowRange>()
  /** The orders whose numbers are pasted; undefined while that is closed. */
  const [pasted, setPasted] = useState<readonly string[]>()
  const searchRef = useRef<HTMLInputElement>(null)
  const hasRoom = useMediaQuery('(min-width: 1900px)')
  const isBeside = panel.kind !== 'none' && !hasRoom
  const active = selected === undefined ? undefined : rows.at(selected.first)
  const [tracking] = active === undefined ? [] : trackingNumbers(active)

  const earnings = useKnownEarned('orders')
  const hasEarned = !isBeside && view.columns.includes(EARNED_COLUMN)
  const columns = useMemo(
    () => shownColumns(view.columns, isBeside, earnings.known),
    [view.columns, isBeside, earnings.known],
  )

  const readRows = async (first: number, last: number): Promise<readonly Order[]> => {
    const read = (await client.orders.orders({ ...filter, offset: first, limit: last - first + 1 })).rows
    // What is copied has what the cells show.
    if (hasEarned) await earnings.load(read.map(keyOf))
    return read
  }
  const exportCsv = async (): Promise<void> => {
    const { text } = await client.orders.exportCsv({ ...filter, columns: csvColumns(view.columns) })
    await saveFile({ name: 'orders.csv', content: text })
  }
  const openShipments = (orders: readonly Order[]): void => setPasted(orders.map(({ orderId }) => orderId))
  const marked =
    checked.count > 0 ? checked.orders.filter(isUnsent) : active !== undefined && isUnsent(active) ? [active] : []

  useCommand(
    'orders.copyTracking',
    () => {
      if (tracking === undefined) return
      navigator.clipboard
        .writeText(tracking)
        .then(() => toast({ text: `Copied ${tracking}.`, tone: 'good' }), toastFailure)
    },
    { isEnabled: tracking !== undefined && panel.kind !== 'order' },
  )
  useCommand('orders.selectNone', checked.clear, { isEnabled: checked.count > 0 })

  return (
    <>
      <Pane
        actions={
          <>
            {canRead && panel.kind === 'none' && <DeskSwitch current="list" />}
            {canRead && (
              <CommandIconButton
                command="orders.refresh"
                icon={RefreshCw}
                isPending={refresh.isPending}
                onPress={() => refresh.mutate({})}
                shortLabel="Check"
              />
            )}
            <CommandMenu
              actions={[
                {
                  command: 'orders.exportCsv',
                  description: 'This list, without addresses',
                  icon: FileDown,
                  onPress: () => void exportCsv().catch(toastFailure),
                },
              ]}
              label="Export orders"
              placement="bottom end"
              trigger={<IconButton icon={FileSpreadsheet} label="Export orders" shortLabel="Export" />}
            />
            {canRead && (
              <CommandIconButton
                command="orders.pasteTracking"
                icon={ClipboardPaste}
                onPress={() => setPasted([])}
                shortLabel="Tracking numbers"
              />
            )}
            {canRead && panel.kind !== 'order' && (
              <CommandButton
                command="orders.ship"
                disabledReason={marked.length === 0 ? 'Choose an order that is to be shipped' : undefined}
                icon={Truck}
                onPress={() => openShipments(marked)}
                variant="primary"
              />
            )}
          </>
        }
        isFilled
        subtitle={
          counts === undefined ? null : canRead ? describeCounts(counts) : formatCount(counts.views.all, 'sale')
        }
        title="Orders"
        toolbar={<OrderToolbar {...listState} onSubmit={onFocusList} searchRef={searchRef} />}
      >
        <ReadingLine />
        {panel.kind !== 'run' && <RunStrip onShow={openRun} screen="orders" />}
        {checked.count > 0 && (
          <Row aria-label="Selected orders" as="section" className={styles.strip} gap={3}>
            <Row grow>
              <Text role="status" strong tabular>
                {formatCount(checked.count, 'order')} selected
              </Text>
            </Row>
            <IconButton icon={X} label="Clear the selection" onPress={checked.clear} size="s" />
          </Row>
        )}
        <QueryView label="Orders" query={head} skeleton={{ shape: 'table' }}>
          {({ total }) => {
            if (counts !== undefined && counts.views.all === 0) return <NoOrders />
            if (total === 0) return <NoMatches onClear={clear} view={view} />
            return (
              <CellGrid
                checks={{
                  state: checked.count === 0 ? 'none' : checked.count === total ? 'all' : 'some',
                  isChecked: checked.isChecked,
                  onToggle: checked.toggle,
                  onToggleAll: () =>
                    checked.count > 0
                      ? checked.clear()
                      : void readRows(0, Math.min(total, 1_000) - 1)
                          .then(checked.toggle)
                          .catch(toastFailure),
                }}
                columns={columns}
                foot={hasEarned && <EarnedSum filter={filter} total={total} />}
                getKey={keyOf}
                hint="Press an order’s number or Space to open it. Shift+Space selects."
                label="Orders"
                menuActions={() => []}
                onNotice={nothing}
                onOpen={openOrder}
                onSelectRows={setSelected}
                onSortChange={(sort) => change({ sort: formatSort(sort) })}
                onWrite={nothing}
                openKey={panel.kind === 'order' ? panel.orderId : null}
                readRows={readRows}
                rows={rows}
                sort={shownSort(view)}
              />
            )
          }}
        </QueryView>
      </Pane>
      {pasted !== undefined && <PasteNumbers onClose={() => setPasted(undefined)} orderIds={pasted} />}
    </>
  )
}

type Counts = { readonly views: { readonly toShip: number; readonly all: number }; readonly late: number }

/** "3 to ship, 1 late · 20 orders" */
const describeCounts = ({ views, late }: Counts): string => {
  const toShip = `${formatNumber(views.toShip)} to ship${late > 0 ? `, ${formatNumber(late)} late` : ''}`
  return `${toShip} · ${formatCount(views.all, 'order')}`
}
