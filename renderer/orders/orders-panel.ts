/** The panel beside the list of orders, as given by the address. */
import { navigate } from '../location.ts'
import { DESK_PATH, deskLocation } from '../parts/orders/desk-path.ts'
import { RUN_PATH } from '../runs/run-labels.ts'

export type OrdersPanel =
  | { readonly kind: 'none' }
  /** `runId`: undefined for the last run. */
  | { readonly kind: 'run'; readonly runId: number | undefined }
  | { readonly kind: 'order'; readonly orderId: string }
  /** The packing desk, which takes the whole screen. */
  | { readonly kind: 'desk'; readonly key: string | undefined }

/** `#/orders/{orderId}` opens an order, `#/orders/~run/12` a run. */
export const parsePanel = ([first, second]: readonly string[]): OrdersPanel => {
  if (first === undefined) return { kind: 'none' }
  if (first === RUN_PATH) return { kind: 'run', runId: second === undefined ? undefined : Number(second) }
  if (first === DESK_PATH) return { kind: 'desk', key: second }
  return { kind: 'order', orderId: first }
}

const openPath = (...path: readonly string[]): void => navigate({ screen: 'orders', path })

export const openOrder = (orderId: string): void => openPath(orderId)
export const openRun = (runId: number): void => openPath(RUN_PATH, String(runId))
export const openDesk = (): void => navigate(deskLocation())
export const closePanel = (): void => openPath()
