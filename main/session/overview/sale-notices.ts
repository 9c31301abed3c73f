/**
 * Desktop notices of sales: price, title, buyer and stock left, with what to do next. A sale reduces the stock, so the item is
 * read first; if that takes too long, the notice names no stock.
 */
import { formatMoney } from '../../../shared/money.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock, DesktopNotice, Log } from '../../ports.ts'
import { loadListedItems } from './listed-items.ts'
import { findOrderOfSale, isNotified, loadSale, loadSoldOrder, type Sale } from './sales.ts'

/** A later notice would be late for the sale. */
const MAX_WAIT_MS = 5_000

const stockText = (quantity: number | null): string =>
  quantity === null ? '' : quantity === 0 ? 'none left in stock' : `${quantity} left in stock`

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

const newestConversation = (database: Database, buyer: string): string | undefined =>
  database.get<{ id: string }>(
    'SELECT conversation_id AS id FROM conversations WHERE buyer = ? AND gone = 0 ORDER BY sort_ms DESC, id DESC LIMIT 1',
    [buyer],
  )?.id

/** What a seller does after a sale. */
const nextSteps = (database: Database, place: string, { buyer, sku, orderId }: Sale) => {
  const conversation = buyer === null ? undefined : newestConversation(database, buyer)
  return [
    ...(buyer === null
      ? []
      : [
          {
            label: 'Write to buyer',
            place:
              conversation === undefined
                ? `#/inbox/~new/${encodeURIComponent(buyer)}`
                : `#/inbox/${encodeURIComponent(conversation)}/reply`,
          },
        ]),
    ...(sku === null ? [] : [{ label: 'Restock', place: `${place}/restock` }]),
    ...(orderId === null ? [] : [{ label: 'Show order', place: `#/orders/${encodeURIComponent(orderId)}` }]),
  ]
}

export const createSaleNotices = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Reads an item from the platform and stores it. */
  readonly readItem: (sku: string) => Promise<unknown>
  readonly notify: (notice: DesktopNotice) => void
  readonly locale: () => string | undefined
}) => {
  const { database, clock, log } = deps
  let isStopped = false

  /** Whether the item was read in time. */
  const readInTime = (sku: string): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = clock.setTimer(() => resolve(false), MAX_WAIT_MS)
      deps
        .readItem(sku)
        .then(
          () => resolve(true),
          (error: unknown) => {
            if (!(error instanceof Failure)) log.error('could not read a sold item', { error })
            resolve(false)
          },
        )
        .finally(cancel)
    })

  const findSku = ({ listingId, sku }: Sale): string | null =>
    sku ?? (listingId === null ? null : (loadListedItems(database, [listingId])[0]?.sku ?? null))

  const findStock = ({ listingId }: Sale): number | null =>
    listingId === null ? null : (loadListedItems(database, [listingId])[0]?.quantity ?? null)

  const show = async (notice: DesktopNotice, sale: Sale): Promise<void> => {
    const sku = findSku(sale)
    const isRead = sku !== null && (await readInTime(sku))
    if (isStopped) return
    const orderId = sale.orderId ?? findOrderOfSale(database, sale)
    deps.notify({
      ...notice,
      text: joined([notice.text, isRead ? stockText(findStock(sale)) : '']),
      actions: nextSteps(database, notice.place, { ...sale, sku, orderId }),
    })
  }

  return {
    /** A sale that a notification reported. */
    showEvent: (notice: DesktopNotice, eventId: number): void => {
      const sale = loadSale(database, eventId)
      if (sale === undefined) deps.notify(notice)
      else void show(notice, sale)
    },
    /** Orders that a check found. Those that a notification reported are left out. */
    showOrders: (orderIds: readonly string[]): void => {
      for (const orderId of orderIds) {
        const order = isNotified(database, orderId) ? undefined : loadSoldOrder(database, orderId)
        if (order === undefined) continue
        const { title, lines, value, currency, buyer } = order
        const price = value === null ? '' : formatMoney(Number(value), currency, deps.locale())
        const more = lines > 1 ? ` and ${lines - 1} more` : ''
        // The price comes first, so that a long title doesn't hide it.
        const text = joined([price, title === null ? '' : `${title}${more}`, buyer === null ? '' : `to ${buyer}`])
        void show({ title: 'Sold', text, place: `#/orders/${encodeURIComponent(orderId)}` }, { ...order, orderId })
      }
    },
    stop: (): void => {
      isStopped = true
    },
  }
}
