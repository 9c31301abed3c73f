/**
 * The sales that a new neutral shop announces. The platform has no orders to read, so its past sales are notifications that
 * wait for an address, as a platform repeats what was not delivered.
 */
import type { StoredOrder } from '../orders/order-records.ts'
import type { ShopEvent, StoredDelivery } from '../shop/records.ts'
import { createSoapNotification } from './legacy-events.ts'

type SeedSales = { readonly history: ShopEvent[]; readonly deliveries: StoredDelivery[] }

/**
 * Oldest first, one for each line of the orders. A listed item sold at its price; of the others only the buyer is known. No
 * event of the neutral platform has both.
 */
export const createSeedSales = (orders: readonly StoredOrder[], isListed: (sku: string) => boolean): SeedSales => {
  const history = orders
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
    .flatMap(({ orderId, buyer, createdAtMs, lines }) =>
      lines.map(
        ({ sku, itemId, lineItemId, price, quantity }): ShopEvent => ({
          eventId: `e${lineItemId}`,
          event: isListed(sku) ? 'FixedPriceTransaction' : 'AuctionCheckoutComplete',
          sku,
          itemId,
          buyer,
          transactionId: lineItemId,
          price,
          orderId,
          quantity,
          atMs: createdAtMs,
        }),
      ),
    )
  const deliveries = history.map(
    (event): StoredDelivery => ({
      deliveryId: `d${event.eventId}`,
      kind: 'soap',
      name: event.event,
      destinationId: null,
      body: createSoapNotification(event),
      attempts: 0,
      dueAtMs: event.atMs,
      outcome: 'waiting',
      lastAnswer: '',
    }),
  )
  return { history, deliveries }
}
