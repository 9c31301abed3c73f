/**
 * Makes orders of the notifications of sales, where the platform has no orders to read (ORD-01). They hold what the notifications
 * say and are marked as such.
 */
import type { Database } from '../../database/database.ts'
import type { JsonRecord } from '../records/contact.ts'
import type { OrderStore, StoredChange } from '../store/order-store.ts'

type Sold = {
  readonly listingId: string | null
  readonly sku: string | null
  readonly transactionId: string | null
  readonly buyer: string | null
  readonly price: string | null
  readonly currency: string | null
  readonly title: string | null
}

/** What one verified notification says about a sale. */
export type SaleNotice = { readonly atMs: number; readonly format: string; readonly sold: readonly Sold[] }

/** A sale with everything that was said about it so far, the first notification first. `eventId`: that of the first one. */
export type SaleEvent = { readonly eventId: number; readonly notices: readonly SaleNotice[] }

const BATCH = 200

/** An auction sale has `0` instead of a transaction number. */
const findNumber = ({ transactionId }: Sold): string | null => (transactionId === '0' ? null : transactionId)

/** Adds what another notification says about the same line. What is known stays. */
const fillIn = (line: Sold, other: Sold): Sold => ({
  listingId: line.listingId ?? other.listingId,
  sku: line.sku ?? other.sku,
  transactionId: findNumber(line) ?? findNumber(other) ?? line.transactionId,
  buyer: line.buyer ?? other.buyer,
  title: line.title ?? other.title,
  ...(line.price === null || line.currency === null
    ? { price: other.price, currency: other.currency }
    : { price: line.price, currency: line.currency }),
})

/**
 * The lines of a sale that several notifications report: those of the first one, completed by the others. SOAP and REST number a
 * transaction differently, so only numbers of one format are compared.
 */
const mergeLines = ([first, ...others]: readonly SaleNotice[]): readonly Sold[] => {
  const lines = first?.sold.map((line) => ({ line, numbers: new Map([[first.format, findNumber(line)]]) })) ?? []
  for (const { format, sold } of others) {
    const open = new Set(lines)
    for (const each of sold) {
      const number = findNumber(each)
      const isOf = (found: (typeof lines)[number]): boolean => {
        const known = found.numbers.get(format) ?? null
        return found.line.listingId === each.listingId && (known === null || number === null || known === number)
      }
      const matching = [...open].filter(isOf)
      const match = matching.find(({ numbers }) => number !== null && numbers.get(format) === number) ?? matching[0]
      if (match === undefined) continue
      open.delete(match)
      match.line = fillIn(match.line, each)
      match.numbers.set(format, match.numbers.get(format) ?? number)
    }
  }
  return lines.map(({ line }) => line)
}

/** The sale in the form of the platform's orders, so that one reader serves both. */
export const toRecord = ({ eventId, notices }: SaleEvent): JsonRecord => {
  const lines = mergeLines(notices)
  const buyer = lines.find((line) => line.buyer !== null)?.buyer
  return {
    orderId: `sale-${eventId}`,
    creationDate: new Date(Math.min(...notices.map(({ atMs }) => atMs))).toISOString(),
    ...(buyer == null ? {} : { buyer: { username: buyer } }),
    lineItems: lines.map(({ listingId, sku, transactionId, price, currency, title }, index) => ({
      lineItemId: transactionId === null || transactionId === '0' ? `${index}` : transactionId,
      legacyItemId: listingId,
      sku,
      title,
      ...(price === null || currency === null ? {} : { lineItemCost: { value: price, currency } }),
    })),
  }
}

export const createSaleReader = (deps: {
  readonly database: Pick<Database, 'lazily'>
  readonly store: OrderStore
  /** Returns sales about which something is unread, and marks it as read. Called in the transaction that stores them. */
  readonly takeSales: (limit: number) => readonly SaleEvent[]
  readonly onSaved: (results: readonly StoredChange[], isFirst: boolean) => void
}) => ({
  /** Stores what was said about sales since the last time. After a power cut the sales are still unread. */
  read: (): void => {
    for (;;) {
      const results = deps.database.lazily(() =>
        deps.takeSales(BATCH).map((sale) => deps.store.saveSale(toRecord(sale), sale.notices[0]?.atMs ?? 0)),
      )
      if (results.length === 0) return
      if (results.some(({ result }) => result !== 'same')) deps.onSaved(results, true)
    }
  },
})
