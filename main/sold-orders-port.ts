/** What the orders feature tells the earnings feature of what was sold (FIN-01, FIN-03). Types only. */
import type { OrderFilter } from '../shared/orders/order-list.ts'

/** An amount as the platform wrote it. */
export type SoldAmount = { readonly value: string; readonly currency: string }

export type SoldOrder = {
  readonly orderId: string
  readonly createdAtMs: number | null
  /** The buyer's username; null after an erasure. */
  readonly buyer: string | null
  /** Paid, and not cancelled. */
  readonly isSold: boolean
  readonly total: SoldAmount | null
  /** What the buyer paid for postage. */
  readonly postage: SoldAmount | null
  /** The platform's fees, as far as the order says. */
  readonly fee: SoldAmount | null
  readonly refunds: readonly { readonly amount: SoldAmount; readonly atMs: number | null }[]
  readonly lines: readonly {
    readonly lineItemId: string
    readonly listingId: string | null
    readonly sku: string | null
    readonly title: string | null
    readonly quantity: number | null
    /** For all pieces of the line. */
    readonly price: SoldAmount | null
  }[]
}

export type SoldOrdersPort = {
  /** The orders of a list, in no order. */
  readonly idsOf: (filter: OrderFilter) => readonly string[]
  /** The known ones of these orders. */
  readonly find: (orderIds: readonly string[]) => readonly SoldOrder[]
  /** At most `limit` orders created since then, in the order of their keys after `afterKey`; 0 for the first. */
  readonly since: (
    fromMs: number,
    afterKey: number,
    limit: number,
  ) => { readonly orders: readonly SoldOrder[]; readonly lastKey: number | null }
}
