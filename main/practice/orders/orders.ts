/** The platform's rules for orders, without HTTP: buying, shipping, cancelling, and what buyers want afterwards. */
import { randomInt } from 'node:crypto'
import { parseJsonObject } from '../json-body.ts'
import { readPrice } from '../listing/offer-price.ts'
import { readSellable } from '../listing/publish-rules.ts'
import { newNumber } from '../shop/ids.ts'
import { readQuantity, setQuantity } from '../shop/item-quantity.ts'
import type { StoredItem, StoredListing } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { findAddress } from './buyer-addresses.ts'
import { createLine, DAY_MS, formatLineItemId, formatOrderId, SHIPPING_COST } from './order-line.ts'
import type { CaseKind, StoredCase, StoredFulfillment, StoredOrder, StoredOrderLine } from './order-records.ts'

/** For an item without a live listing, which a buyer can't see: only the Practice screen sells it. */
const PRICE_WITHOUT_LISTING = '25.00'
const MAX_ORDERS = 5_000
const RESPONSE_DAYS: Readonly<Record<CaseKind, number>> = { return: 3, inquiry: 3, cancellation: 3 }

/** How many of a line are in shipments. */
export const countSent = ({ fulfillments }: StoredOrder, { lineItemId, quantity }: StoredOrderLine): number =>
  fulfillments
    .filter(({ lineItemIds }) => lineItemIds.includes(lineItemId))
    .reduce((sum, { quantities }) => sum + (quantities?.[lineItemId] ?? quantity), 0)

/** Whether every piece of every line is in a shipment. */
export const isShipped = (order: StoredOrder): boolean =>
  order.lines.every((line) => countSent(order, line) >= line.quantity)

const findListing = ({ state }: Practice, sku: string) =>
  [...state.offers.values()].find((offer) => offer.sku === sku && offer.listing?.status === 'ACTIVE')

/** What one of an item costs now, by its listing. */
export const findPrice = (practice: Practice, sku: string): { readonly value: string; readonly currency: string } => {
  const offer = findListing(practice, sku)
  return offer === undefined ? { value: PRICE_WITHOUT_LISTING, currency: 'USD' } : readPrice(offer)
}

/** How many a buyer can buy. */
export const findStock = (practice: Practice, sku: string): number => {
  const item = parseJsonObject(practice.state.items.get(sku)?.json ?? '') ?? {}
  const offer = findListing(practice, sku)
  return offer === undefined ? (readQuantity(item) ?? 0) : readSellable(offer, item)
}

const takeFromStock = (practice: Practice, sku: string, item: StoredItem, quantity: number): void => {
  const stock = readQuantity(parseJsonObject(item.json) ?? {})
  if (stock !== null) setQuantity(item, Math.max(0, stock - quantity))
  const offer = findListing(practice, sku)
  if (offer?.listing == null) return
  offer.listing.soldQuantity += quantity
  const { availableQuantity } = offer.fields
  if (typeof availableQuantity !== 'number') return
  offer.fields = { ...offer.fields, availableQuantity: Math.max(0, availableQuantity - quantity) }
}

export type Purchase = {
  readonly buyer: string
  /** `price`: of one piece, if it isn't the listing's. */
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly price?: string }[]
  readonly note?: string | undefined
  /** The buyer fetches it from the seller. */
  readonly isForPickup?: boolean | undefined
  /** How long ago the buyer bought, so that an order can be late at once. */
  readonly agoMs?: number | undefined
}

/** Why nothing is sold; undefined if it is for sale. */
export const findPurchaseProblem = (practice: Practice, { lines }: Purchase): string | undefined => {
  for (const { sku, quantity } of lines) {
    if (!practice.state.items.has(sku)) return `The shop has no item with the SKU ${sku}.`
    const stock = findStock(practice, sku)
    if (stock < quantity) return `${sku} has ${stock === 0 ? 'no stock' : `only ${stock} in stock`}; restock it first.`
  }
  return undefined
}

/** A paid order, which can be read only after the platform's lag. */
const addOrder = (
  practice: Practice,
  {
    buyer,
    note,
    isForPickup = false,
    boughtAtMs,
    lines,
  }: Pick<Purchase, 'buyer' | 'note' | 'isForPickup'> & Pick<StoredOrder, 'lines'> & { readonly boughtAtMs: number },
): StoredOrder => {
  const { state } = practice
  const order: StoredOrder = {
    orderId: formatOrderId(randomInt(1e10)),
    buyer,
    address: findAddress(buyer),
    note: note ?? null,
    isForPickup,
    createdAtMs: boughtAtMs,
    readableAtMs: practice.now() + state.settings.orderLagMs,
    shippingCost: SHIPPING_COST,
    lines,
    modifiedAtMs: practice.now(),
    fulfillments: [],
    cancelledAtMs: null,
    refundedAtMs: null,
  }
  state.orders.push(order)
  state.orders.splice(0, state.orders.length - MAX_ORDERS)
  return order
}

/** A buyer buys and pays. Stock falls. */
export const buy = (practice: Practice, { lines, agoMs = 0, ...purchase }: Purchase): StoredOrder => {
  const { state } = practice
  const boughtAtMs = practice.now() - agoMs
  return addOrder(practice, {
    ...purchase,
    boughtAtMs,
    lines: lines.map(({ sku, quantity, price }) => {
      const item = state.items.get(sku)
      if (item === undefined) throw new Error(`No item has the SKU ${sku}.`)
      const line = createLine({
        lineItemId: formatLineItemId(randomInt(1e12)),
        sku,
        item,
        quantity,
        price: price === undefined ? findPrice(practice, sku) : { ...findPrice(practice, sku), value: price },
        atMs: boughtAtMs,
      })
      takeFromStock(practice, sku, item, quantity)
      return line
    }),
  })
}

/** A buyer buys pieces of a listing that was made with another tool. `price`: of one piece. */
export const buyElsewhere = (
  practice: Practice,
  listing: StoredListing,
  { buyer, quantity, price }: { readonly buyer: string; readonly quantity: number; readonly price: string },
): StoredOrder => {
  const { listingId, title, sku } = listing
  const atMs = practice.now()
  practice.state.listings.set(listingId, { ...listing, soldQuantity: listing.soldQuantity + quantity })
  return addOrder(practice, {
    buyer,
    boughtAtMs: atMs,
    lines: [
      createLine({
        lineItemId: formatLineItemId(randomInt(1e12)),
        sku: sku ?? '',
        item: { itemId: listingId, json: JSON.stringify({ product: { title } }) },
        quantity,
        price: { value: price, currency: 'USD' },
        atMs,
      }),
    ],
  })
}

/** Records a shipment. Its id is the tracking number, or a number of the platform's. */
export const ship = (
  practice: Practice,
  order: StoredOrder,
  shipment: Omit<StoredFulfillment, 'fulfillmentId'>,
): StoredFulfillment => {
  const fulfillmentId = shipment.trackingNumber ?? String(999 + order.fulfillments.length)
  const fulfillment = { ...shipment, fulfillmentId }
  order.fulfillments = [...order.fulfillments, fulfillment]
  order.modifiedAtMs = practice.now()
  return fulfillment
}

/** The order is cancelled and the buyer has the money back. */
export const cancel = (practice: Practice, order: StoredOrder): void => {
  order.cancelledAtMs = practice.now()
  order.refundedAtMs = practice.now()
  order.modifiedAtMs = practice.now()
}

export const openCase = (
  practice: Practice,
  order: StoredOrder,
  { kind, reason, comment }: Pick<StoredCase, 'kind' | 'reason' | 'comment'>,
): StoredCase => {
  const openedAtMs = practice.now()
  const opened: StoredCase = {
    caseId: newNumber().slice(0, 10),
    kind,
    orderId: order.orderId,
    lineItemId: order.lines[0]?.lineItemId ?? '',
    reason,
    comment,
    openedAtMs,
    dueAtMs: openedAtMs + RESPONSE_DAYS[kind] * DAY_MS,
    closedAtMs: null,
    outcome: null,
  }
  practice.state.cases.push(opened)
  if (kind === 'cancellation') order.modifiedAtMs = openedAtMs
  return opened
}

/** Ends a case, as the seller does on the platform's page. Accepting refunds; a cancellation also cancels. */
export const closeCase = (practice: Practice, closed: StoredCase, outcome: 'accepted' | 'declined'): void => {
  closed.closedAtMs = practice.now()
  closed.outcome = outcome
  const order = practice.state.orders.find(({ orderId }) => orderId === closed.orderId)
  if (order === undefined) return
  order.modifiedAtMs = practice.now()
  if (outcome === 'declined') return
  if (closed.kind === 'cancellation') cancel(practice, order)
  else order.refundedAtMs = practice.now()
}

/** The order as the platform keeps it after its buyer's account was closed: without a name and an address. */
export const closeOrderAccount = (order: StoredOrder): StoredOrder => ({
  ...order,
  buyer: 'closed-account',
  note: null,
  address: { ...order.address, fullName: '', addressLine1: '' },
})
