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
  readonly item: StoredItem
  readonly quantity: number
  readonly price: { readonly value: string; readonly currency: string }
  readonly atMs: number
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
  shipByMs: atMs + HANDLING_DAYS * DAY_MS,
  minDeliveryMs: atMs + (HANDLING_DAYS + 3) * DAY_MS,
  maxDeliveryMs: atMs + (HANDLING_DAYS + 6) * DAY_MS,
})
