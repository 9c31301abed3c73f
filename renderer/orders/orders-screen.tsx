/** The orders screen: the list, and beside it an order or a run. */
import { useEffect, useRef } from 'react'
import { useApiMutation } from '../api/hooks.ts'
import { usePlatform } from '../api/use-connection.ts'
import { useCommand } from '../commands/registry.ts'
import { useAppLocation } from '../location.ts'
import { RunPanel } from '../runs/run-panel.tsx'
import { OrderList } from './list/order-list.tsx'
import { useOrderView } from './list/order-view.ts'
import { OrderPane } from './order/order-pane.tsx'
import { closePanel, openDesk, openOrder, openRun, parsePanel } from './orders-panel.ts'
import styles from './orders-screen.module.css'
import { PackingDesk } from './packing/packing-desk.tsx'

/** While the screen is open, orders are checked every few minutes. The list says what fails, so this doesn't. */
const REPORT_MS = 60_000

const useReportOrdersInUse = (): void => {
  const { mutate } = useApiMutation('orders', 'reportUse')
  useEffect(() => {
    mutate({})
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') mutate({})
    }, REPORT_MS)
    return () => clearInterval(timer)
  }, [mutate])
}

export const OrdersScreen = () => {
  const panel = parsePanel(useAppLocation().path)
  const canPack = usePlatform().capabilities.orders
  const listState = useOrderView(canPack)
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const isBeside = panel.kind !== 'none' && panel.kind !== 'desk'
  useReportOrdersInUse()
  useEffect(() => {
    // An order opened from the list leaves the focus there, so that the arrows go on.
    const leavesFocus = panel.kind === 'order' && document.activeElement !== document.body
    if (panel.kind !== 'none' && panel.kind !== 'desk' && !leavesFocus) panelRef.current?.focus({ preventScroll: true })
  }, [panel.kind])

  const focusList = (): void => listRef.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  const close = (): void => {
    closePanel()
    focusList()
  }
  useCommand('orders.back', close, { isEnabled: panel.kind !== 'none' })
  useCommand('orders.desk', openDesk, { isEnabled: canPack && panel.kind !== 'desk' })

  if (panel.kind === 'desk' && canPack) return <PackingDesk firstKey={panel.key} />

  return (
    <div className={styles.screen} data-beside={isBeside ? panel.kind : undefined}>
      <div className={styles.list} ref={listRef}>
        <OrderList listState={listState} onFocusList={focusList} panel={panel} />
      </div>
      {isBeside && (
        <div className={styles.panel} ref={panelRef} tabIndex={-1}>
          {panel.kind === 'order' ? (
            <OrderPane key={panel.orderId} onClose={close} orderId={panel.orderId} />
          ) : (
            panel.kind === 'run' && (
              <RunPanel onClose={close} onOpenItem={openOrder} onShowRun={openRun} runId={panel.runId} />
            )
          )}
        </div>
      )}
    </div>
  )
}
