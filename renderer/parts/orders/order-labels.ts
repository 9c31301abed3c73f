/** Texts about orders, the same on every screen that shows one. */
import type { CaseType, OrderCase } from '../../../shared/orders/case.ts'
import type { Money, Order, OrderStage } from '../../../shared/orders/order.ts'
import { inPlatformZone } from '../../api/platform-zone.ts'
import type { Tone } from '../../ui/base/tone.ts'
import { formatTimeOfDay } from '../../ui/format/format-time.ts'
import { dateFormat, formatMoney, formatNumber } from '../../ui/format/locale-format.ts'

export type StateLabel = { readonly label: string; readonly tone: Tone }

const stageLabels: Readonly<Record<OrderStage, StateLabel>> = {
  unpaid: { label: 'Not paid yet', tone: 'neutral' },
  toPickUp: { label: 'To be picked up', tone: 'info' },
  toShip: { label: 'To ship', tone: 'info' },
  partlyShipped: { label: 'Shipped in part', tone: 'caution' },
  shipped: { label: 'Shipped', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  unknown: { label: 'State unknown', tone: 'neutral' },
}

const soldLabel: StateLabel = { label: 'Sold', tone: 'neutral' }

export const caseLabels: Readonly<Record<CaseType, string>> = {
  return: 'Return',
  inquiry: 'Missing parcel',
  cancellation: 'Cancellation request',
}

type Pending = NonNullable<Order['pending']>

const pendingLabel = ({ state }: Pending): StateLabel => {
  if (state === 'refused' || state === 'notFound') return { label: 'Shipping failed', tone: 'danger' }
  if (state === 'unknown') return { label: 'Checking shipment', tone: 'caution' }
  return state === 'sending' ? { label: 'Sending', tone: 'info' } : { label: 'Waiting to be sent', tone: 'info' }
}

/** What the order's row says about it: where it is, and what needs the seller. */
export const orderStates = (order: Order): readonly StateLabel[] => {
  const { stage, isLate, cancel, refunded, pending, openCase, isGone, source } = order
  const isRefunded = stage === 'cancelled' && refunded === 'full' && cancel?.state !== 'cancelled'
  // A notification says that it sold, and no later one says more.
  const known = source === 'notification' && stage === 'unknown' ? soldLabel : stageLabels[stage]
  const states: StateLabel[] = [isRefunded ? { label: 'Refunded', tone: 'neutral' } : known]
  if (isLate) states.unshift({ label: 'Late', tone: 'danger' })
  if (refunded === 'part') states.push({ label: 'Refunded in part', tone: 'neutral' })
  // An open case says the same, with what to do.
  if (cancel?.state === 'requested' && openCase?.type !== 'cancellation')
    states.push({ label: 'Cancel requested', tone: 'caution' })
  if (openCase !== null) states.push({ label: caseLabels[openCase.type], tone: 'caution' })
  if (pending !== null) states.push(pendingLabel(pending))
  if (isGone) states.push({ label: 'Gone', tone: 'neutral' })
  return states
}

/** `$62.50`, exactly the stated value; the value as text if it isn't a number. */
export const formatStated = ({ value, currency }: Pick<Money, 'value' | 'currency'>): string =>
  value.trim() === '' || Number.isNaN(Number(value))
    ? `${value} ${currency}`.trim()
    : formatMoney(Number(value), currency)

/** The title of the first line, and how many more there are. */
export const orderTitle = ({ lines, lineCount, orderId }: Pick<Order, 'lines' | 'lineCount' | 'orderId'>): string => {
  const [first] = lines
  const title =
    first?.title ?? first?.sku ?? (first?.listingId == null ? `Order ${orderId}` : `Item ${first.listingId}`)
  return lineCount > 1 ? `${title} and ${formatNumber(lineCount - 1)} more` : title
}

const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const
const day = dateFormat(dayOptions)
const platformDayFormat = inPlatformZone(dayOptions)

/** "Fri, Nov 27", the day on this computer. */
export const formatDay = (atMs: number): string => day.format(atMs)

/** "Fri, Nov 27", of a day that the platform states as an instant (ORD-09). */
export const formatPlatformDay = (atMs: number): string => platformDayFormat().format(atMs)

/** "Today", "Tomorrow" or "Sat, Nov 28"; null if there is no date. */
export const shipByText = ({ due, shipByMs }: Pick<Order, 'due' | 'shipByMs'>): string | null => {
  if (shipByMs === null) return null
  if (due.kind === 'today') return 'Today'
  return due.kind === 'tomorrow' ? 'Tomorrow' : formatPlatformDay(shipByMs)
}

const EVENING_HOUR = 18

/** "7:59 AM", of an order that is due today; null if it has until the evening. */
export const shipTodayBy = (shipByMs: number, nowMs: number): string | null =>
  shipByMs >= new Date(nowMs).setHours(EVENING_HOUR, 0, 0, 0) ? null : formatTimeOfDay(shipByMs)

/** "Nov 30 to Dec 2"; null if it isn't known. */
export const deliveryText = ({ delivery }: Pick<Order, 'delivery'>): string | null => {
  const { fromMs = null, toMs = null } = delivery ?? {}
  const [from, to] = [fromMs, toMs].map((atMs) => (atMs === null ? null : formatPlatformDay(atMs)))
  if (from == null || to == null || from === to) return to ?? from ?? null
  return `${from} to ${to}`
}

/** The tracking numbers of an order, each once. */
export const trackingNumbers = ({ shipments }: Pick<Order, 'shipments'>): readonly string[] => [
  ...new Set(shipments.flatMap(({ trackingNumber }) => trackingNumber ?? [])),
]

export const carrierNames = ({ shipments }: Pick<Order, 'shipments'>): readonly string[] => [
  ...new Set(shipments.flatMap(({ carrier }) => carrier ?? [])),
]

const reasonLabels: Readonly<Record<string, string>> = {
  BUYER_ASKED_CANCEL: 'The buyer asked to cancel',
  BUYER_CANCEL_OR_ADDRESS_ISSUE: 'The buyer asked to cancel, or the address is wrong',
  ORDER_UNPAID: 'Not paid',
  OUT_OF_STOCK_OR_CANNOT_FULFILL: 'Out of stock',
  DEFECTIVE_ITEM: 'Doesn’t work',
  NOT_AS_DESCRIBED: 'Not as described',
  NO_LONGER_NEED_ITEM: 'No longer needed',
  ORDERED_WRONG_ITEM: 'Ordered the wrong item',
}

/** Why a case was opened: `WRONG_SIZE` → `Wrong size`. */
export const caseReason = (reason: string): string => {
  const words = reason.replaceAll('_', ' ').toLowerCase()
  return reasonLabels[reason] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What the seller has to do about a case: `Answer the return request`. */
export const caseTodo = ({ todo, type }: Pick<OrderCase, 'todo' | 'type'>): string => todo ?? caseLabels[type]
