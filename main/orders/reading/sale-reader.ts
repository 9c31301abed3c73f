/**
 * Makes orders of the notifications of sales, where the platform has no orders to read (ORD-01). They hold what a notification
 * says and are marked as such.
 */
import type { JsonRecord } from '../records/contact.ts'
import type { OrderStore, SaveResult } from '../store/order-store.ts'
import type { ReadingState } from './reading-state.ts'

/** A verified notification of a sale. Several notifications of one sale are one. */
export type SaleEvent = {
  readonly eventId: number
  readonly atMs: number
  readonly sold: readonly {
    readonly listingId: string | null
    readonly sku: string | null
    readonly transactionId: string | null
    readonly buyer: string | null
    readonly price: string | null
    readonly currency: string | null
    readonly title: string | null
  }[]
}

const BATCH = 200

/** The sale in the form of the platform's orders, so that one reader serves both. */
export const toRecord = ({ eventId, atMs, sold }: SaleEvent): JsonRecord => ({
  orderId: `sale-${eventId}`,
  creationDate: new Date(atMs).toISOString(),
  ...(sold[0]?.buyer == null ? {} : { buyer: { username: sold[0].buyer } }),
  lineItems: sold.map(({ listingId, sku, transactionId, price, currency, title }, index) => ({
    lineItemId: transactionId === null || transactionId === '0' ? `${index}` : transactionId,
    legacyItemId: listingId,
    sku,
    title,
    ...(price === null || currency === null ? {} : { lineItemCost: { value: price, currency } }),
  })),
})

export const createSaleReader = (deps: {
  readonly store: OrderStore
  readonly state: ReadingState
  readonly salesAfter: (eventId: number, limit: number) => readonly SaleEvent[]
  readonly onSaved: (results: readonly SaveResult[], isFirst: boolean) => void
}) => ({
  /** Stores the sales that are new since the last time. */
  read: (): void => {
    for (;;) {
      const sales = deps.salesAfter(deps.state.load('sales')?.lastEventId ?? 0, BATCH)
      const last = sales.at(-1)
      if (last === undefined) return
      const results = sales.map((sale): SaveResult => deps.store.saveSale(toRecord(sale), sale.atMs))
      deps.state.store('sales', { lastEventId: last.eventId })
      deps.onSaved(results, true)
    }
  },
})
