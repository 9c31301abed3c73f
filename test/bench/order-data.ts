/** Any number of orders, as after years of sales: most of them shipped, a few to ship, and some cancelled. */

import type { Database } from '../../main/database/database.ts'
import { readOrderRecord } from '../../main/orders/records/order-record.ts'
import { createOrderStore } from '../../main/orders/store/order-store.ts'
import { noErasedPersons } from '../support/no-erased-persons.ts'

const kinds = ['Lamp', 'Camera', 'Radio', 'Vase', 'Clock', 'Plane', 'Book', 'Kettle'] as const
const DAY_MS = 86_400_000
const STARTS_MS = Date.UTC(2024, 0, 1)
const STEP_MS = 40 * 60_000
const BATCH = 200
export const BUYERS = 4_000

const toTime = (atMs: number): string => new Date(atMs).toISOString()

const toMoney = (cents: number) => ({ value: (cents / 100).toFixed(2), currency: 'USD' })

/** Returns the same order for the same number. */
const createOrder = (number: number, isOpen: boolean) => {
  const atMs = STARTS_MS + number * STEP_MS
  const cents = 1_000 + (number % 90) * 100
  const lines = number % 10 === 0 ? 3 : 1
  const lineItems = Array.from({ length: lines }, (_, index) => ({
    lineItemId: `${number}${index}`,
    legacyItemId: String(310_000_000_000 + ((number + index) % 20_000)),
    sku: `ITM-${String((number + index) % 20_000).padStart(6, '0')}`,
    title: `${kinds[(number + index) % kinds.length]} number ${number + index}, in good working order`,
    quantity: 1,
    lineItemCost: toMoney(cents),
    total: toMoney(cents),
    lineItemFulfillmentStatus: isOpen ? 'NOT_STARTED' : 'FULFILLED',
    lineItemFulfillmentInstructions: {
      minEstimatedDeliveryDate: toTime(atMs + 3 * DAY_MS),
      maxEstimatedDeliveryDate: toTime(atMs + 6 * DAY_MS),
      shipByDate: toTime(atMs + 2 * DAY_MS),
    },
  }))
  return {
    orderId: `14-${String(number).padStart(10, '0')}`,
    creationDate: toTime(atMs),
    lastModifiedDate: toTime(atMs),
    orderFulfillmentStatus: isOpen ? 'NOT_STARTED' : 'FULFILLED',
    orderPaymentStatus: number % 40 === 0 ? 'FULLY_REFUNDED' : 'PAID',
    buyer: { username: `buyer_${number % BUYERS}`, taxAddress: { postalCode: '95125', countryCode: 'US' } },
    pricingSummary: {
      priceSubtotal: toMoney(cents * lines),
      deliveryCost: toMoney(500),
      total: toMoney(cents * lines + 500),
    },
    cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
    paymentSummary: { payments: [{ paymentStatus: 'PAID', paymentDate: toTime(atMs) }], refunds: [] },
    fulfillmentStartInstructions: [
      { shippingStep: { shipTo: { fullName: 'Ada Example', contactAddress: { addressLine1: '1 Example Road' } } } },
    ],
    lineItems,
  }
}

/** Adds orders to an empty list. Every fiftieth of the newest two thousand is still to be shipped. */
export const fillOrders = (database: Database, count: number): void => {
  const store = createOrderStore(database, noErasedPersons)
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index)
    const isOpen = (number: number): boolean => number > count - 2_000 && number % 50 === 0
    const orders = numbers.map((number) => createOrder(number, isOpen(number)))
    database.transaction(() => {
      store.save(orders, { from: 'single', atMs: STARTS_MS })
      for (const [index, order] of orders.entries()) {
        const number = first + index
        if (isOpen(number)) continue
        const { creationDate, lineItems } = order
        const shipped = {
          fulfillmentId: `9400${number}`,
          shipmentTrackingNumber: `9400${number}`,
          shippedDate: creationDate,
          lineItems: lineItems.map(({ lineItemId }) => ({ lineItemId, quantity: 1 })),
        }
        store.saveFulfillments(readOrderRecord(order), [shipped])
      }
    })
  }
}
