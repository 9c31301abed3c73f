/** A line of an order, as it is when something is sold, and the ids of orders. */
import { asObject, parseJsonObject } from '../json-body.ts'
import type { StoredItem } from '../shop/records.ts'
import type { StoredOrderLine } from './order-records.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The handling time of the practice seller's shipping policy. */
const HANDLING_DAYS = 2
export const SHIPPING_COST = '6.90'
/** Fourteen digits, the form of line item and transaction ids. */
export const formatLineItemId = (number: number): string => `10${String(number).padStart(12, '0')}`

/** Such as `14-12345-67890`. */
export const formatOrderId = (number: number): string => {
  const digits = String(number).padStart(10, '0')
  return `14-${digits.slice(0, 5)}-${digits.slice(5)}`
}

type Sold = {
  readonly lineItemId: string
  readonly sku: string
  readonly item: Pick<StoredItem, 'itemId' | 'json'>
  readonly quantity: number
  readonly price: { readonly value: string; readonly currency: string }
  readonly atMs: number
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Midnight at the beginning of a day in the marketplace's zone: the platform states days so (FACT-164). */
const findDay = (atMs: number): number => {
  const wholeMs = Math.floor(atMs / 1_000) * 1_000
  const midnightMs = wholeMs - Date.parse(`1970-01-01T${clock.format(wholeMs)}Z`)
  // The clocks may have changed since.
  const after = Date.parse(`1970-01-01T${clock.format(midnightMs)}Z`)
  return after === 0 ? midnightMs : midnightMs + (after < DAY_MS / 2 ? -after : DAY_MS - after)
}

/** A line of an order, with the title that the item had when it was sold. */
export const createLine = ({ lineItemId, sku, item, quantity, price, atMs }: Sold): StoredOrderLine => ({
  lineItemId,
  sku,
  itemId: item.itemId,
  title: String(asObject(parseJsonObject(item.json)?.product).title ?? sku),
  quantity,
  price: price.value,
  currency: price.currency,
  shipByMs: findDay(atMs + (HANDLING_DAYS + 1) * DAY_MS) - 1_000,
  minDeliveryMs: findDay(atMs + (HANDLING_DAYS + 3) * DAY_MS),
  maxDeliveryMs: findDay(atMs + (HANDLING_DAYS + 6) * DAY_MS),
})
