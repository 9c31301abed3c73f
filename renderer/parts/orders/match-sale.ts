/** Joins notifications of sales with orders, so that each sale is shown once. Pure. */
import type { CaseType } from '../../../shared/orders/case.ts'
import type { Order } from '../../../shared/orders/order.ts'

/** What a notification says about a sale. */
export type NotifiedSale = {
  readonly atMs: number
  readonly itemId: string | null
  readonly transactionId: string | null
  readonly buyer: string | null
}

/** What a notification's page shows of the order that it is about. */
export type OrderOfEvent = Pick<
  Order,
  'orderId' | 'buyer' | 'stage' | 'isLate' | 'shipByMs' | 'paidAtMs' | 'total' | 'cancel' | 'source'
>

/** The kind of case that a notification is about. */
export type CaseOfEvent = CaseType

/** A notification may be delivered hours late, but names its buyer or its transaction. */
const MAX_APART_MS = 24 * 60 * 60_000

type SoldOrder = Pick<Order, 'buyer' | 'createdAtMs' | 'readAtMs' | 'lines'>

/**
 * Whether an order is the sale of a notification: it has the listing, and either the transaction's line, or the same buyer
 * within a day. A line's id is the transaction's, or the listing's and the transaction's.
 */
export const isOrderOfSale = (order: SoldOrder, { atMs, itemId, transactionId, buyer }: NotifiedSale): boolean => {
  const lines = order.lines.filter(({ listingId }) => itemId !== null && listingId === itemId)
  if (lines.length === 0) return false
  if (transactionId !== null && lines.some(({ lineItemId }) => lineItemId.split('-').at(-1) === transactionId))
    return true
  const isSameBuyer = buyer === null || order.buyer === null || buyer.toLowerCase() === order.buyer.toLowerCase()
  return isSameBuyer && Math.abs((order.createdAtMs ?? order.readAtMs) - atMs) < MAX_APART_MS
}

/** The notifications that no order is about. An order is the sale of one notification at most. */
export const withoutOrders = <Event extends { readonly sale: NotifiedSale | null }>(
  events: readonly Event[],
  orders: readonly SoldOrder[],
): readonly Event[] => {
  const left = [...orders]
  return events.filter(({ sale }) => {
    const at = sale === null ? -1 : left.findIndex((order) => isOrderOfSale(order, sale))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
