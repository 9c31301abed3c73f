/** What is to ship, as parcels: orders of one buyer to one address are packed together. Pure. */
import { moneyText, parseMoney, sumStated } from '../../../shared/money.ts'
import type { Parcel, ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { shipDue } from '../../../shared/orders/ship-due.ts'
import { type PostalAddress, readPostalAddress } from '../records/address.ts'
import { type JsonRecord, readBuyerNote } from '../records/contact.ts'
import {
  type FulfillmentRecord,
  findCancel,
  findShipBy,
  isRefundedWhole,
  type LineRecord,
  type OrderRecord,
} from '../records/order-record.ts'
import { countShippedAtLeast } from '../records/order-view.ts'

/** An order that is to ship, with what the desk keeps of it. */
export type PileOrder = {
  readonly orderId: string
  readonly record: OrderRecord
  readonly fulfillments: readonly FulfillmentRecord[] | null
  readonly contact: JsonRecord | undefined
  readonly isPacked: boolean
  readonly isSeparate: boolean
}

/** What the seller keeps about a SKU. */
export type ItemFacts = { readonly place: string; readonly codes: readonly string[] }

type Amount = { readonly value: string; readonly currency: string }

/** Words for a gift in buyers' notes, in the languages of the marketplaces. */
const giftWords = /\b(?:gifts?\b|geschenk\p{L}*|cadeau\p{L}*|regal[oi]\p{L}*|prezent\p{L}*)/iu

/** The platform's own mark, or the buyer's word for it in the note. */
const isGift = (contact: JsonRecord | undefined): boolean =>
  Object.keys(contact ?? {}).some((path) => path.endsWith('/giftDetails')) ||
  giftWords.test(readBuyerNote(contact) ?? '')

/** What one of several pieces cost, to the currency's smallest unit; null if it can't be divided so. */
const priceOfOne = (total: Amount | null, pieces: number): Amount | null => {
  if (total === null || pieces === 1) return total
  const money = parseMoney(total.value, total.currency)
  if (money === undefined || pieces < 1 || money.minor % pieces !== 0) return null
  return { value: moneyText({ ...money, minor: money.minor / pieces }), currency: total.currency }
}

const toAmount = (amount: Amount | null | undefined): Amount | null =>
  amount == null ? null : { value: amount.value, currency: amount.currency }

const priceOf = (line: LineRecord): Amount | null =>
  toAmount(line.discountedLineItemCost ?? line.lineItemCost ?? line.total)

const variationOf = ({ variationAspects }: LineRecord): string =>
  variationAspects.flatMap(({ value }) => value ?? []).join(', ')

const noFacts: ItemFacts = { place: '', codes: [] }

/** How many pieces of each line are still to be sent. */
const findLeft = ({ record, fulfillments }: Pick<PileOrder, 'record' | 'fulfillments'>) =>
  record.lineItems.map((line) => {
    const quantity = line.quantity ?? 1
    const pieces = Math.max(0, quantity - countShippedAtLeast(line, fulfillments))
    return { line, quantity, pieces, isRefunded: isRefundedWhole(line) }
  })

/** The lines to pack: what was refunded whole isn't sent unless the seller chooses it on the order's page (ORD-08). */
const findToPack = (order: Pick<PileOrder, 'record' | 'fulfillments'>) =>
  findLeft(order).filter(({ pieces, isRefunded }) => pieces > 0 && !isRefunded)

/** Whether the orders are in the parcel with all their pieces. Only then the sums of the orders are those of the parcel. */
export const isWhole = (orders: readonly PileOrder[]): boolean =>
  orders.every((order) =>
    findLeft(order).every(({ pieces, quantity, isRefunded }) => pieces === quantity && !isRefunded),
  )

/** What the pieces of each line in the parcel cost. */
const costs = (order: PileOrder): readonly (Amount | null)[] =>
  findToPack(order).map(({ line, quantity, pieces }) => {
    if (pieces === quantity) return priceOf(line)
    const one = priceOfOne(priceOf(line), quantity)
    const money = one === null ? undefined : parseMoney(one.value, one.currency)
    return money === undefined
      ? null
      : { value: moneyText({ ...money, minor: money.minor * pieces }), currency: money.currency }
  })

/** What the pieces in the parcel cost; null if that isn’t known of all, or in more than one currency. */
export const itemsTotal = (orders: readonly PileOrder[]): Amount | null => sumStated(orders.flatMap(costs))

/** The pieces of an order that are to be packed. */
export const toItems = (order: PileOrder, facts: ReadonlyMap<string, ItemFacts>): readonly ParcelItem[] =>
  findToPack(order).map(({ line, quantity, pieces }) => ({
    orderId: order.orderId,
    lineItemId: line.lineItemId ?? '',
    listingId: line.legacyItemId,
    sku: line.sku,
    title: line.title,
    variation: variationOf(line),
    pieces,
    price: priceOfOne(priceOf(line), quantity),
    ...(facts.get(line.sku ?? '') ?? noFacts),
  }))

/** The titles of what is left of an order and was refunded whole. */
const findRefunded = (order: PileOrder): readonly string[] =>
  findLeft(order).flatMap(({ line, pieces, isRefunded }) =>
    pieces > 0 && isRefunded ? [line.title ?? line.sku ?? 'an item'] : [],
  )

/** `USPS Priority` for `USPSPriority`, `DE DHL Paket` for `DE_DHLPaket`. */
const serviceLabel = (code: string): string =>
  code
    .replaceAll('_', ' ')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')

const services = (orders: readonly PileOrder[]): string | null => {
  const codes = orders.flatMap(({ record }) =>
    record.fulfillmentStartInstructions.flatMap(({ shippingStep }) => shippingStep?.shippingServiceCode ?? []),
  )
  return codes.length === 0 ? null : [...new Set(codes.map(serviceLabel))].join(', ')
}

/** What the buyer paid for postage. */
export const postageOf = (orders: readonly Pick<PileOrder, 'record'>[]): Amount | null =>
  sumStated(
    orders.map(({ record }) => {
      const cost = record.pricingSummary?.deliveryCost
      const discount = record.pricingSummary?.deliveryDiscount
      if (cost == null) return null
      return discount == null ? cost : sumStated([cost, { ...discount, value: `-${discount.value.replace(/^-/, '')}` }])
    }),
  )

export const paidFor = (orders: readonly Pick<PileOrder, 'record'>[]): Amount | null =>
  sumStated(orders.map(({ record }) => record.pricingSummary?.total))

const wantsCancel = ({ record }: PileOrder): boolean => findCancel(record)?.state === 'requested'

/** The same for orders that fit in one parcel; null if an order is packed alone. */
const parcelOf = (order: PileOrder, address: PostalAddress): string | null => {
  const buyer = order.record.buyer?.username
  if (buyer == null || address.street1 === '' || order.isSeparate || wantsCancel(order)) return null
  const { phone: _, ...where } = address
  return JSON.stringify([buyer, ...Object.values(where)])
    .toLowerCase()
    .replace(/\s+/g, ' ')
}

const groupOrders = (orders: readonly PileOrder[]): readonly (readonly PileOrder[])[] => {
  const groups = new Map<string, PileOrder[]>()
  for (const order of orders) {
    // The state keeps packed orders apart, so that a new order of a buyer doesn't hide in a packed parcel.
    const parcel = parcelOf(order, readPostalAddress(order.contact))
    const key = parcel === null ? order.orderId : `${order.isPacked} ${parcel}`
    groups.set(key, [...(groups.get(key) ?? []), order])
  }
  return [...groups.values()]
}

type PileContext = {
  readonly nowMs: number
  /** Of the platform's days. */
  readonly zone: string | undefined
  /** ISO code of the seller's country; undefined if unknown. */
  readonly home: string | undefined
  readonly facts: ReadonlyMap<string, ItemFacts>
}

const toParcel = (orders: readonly PileOrder[], { nowMs, zone, home, facts }: PileContext): Parcel[] => {
  const [first] = orders
  const items = orders.flatMap((order) => toItems(order, facts))
  if (first === undefined) return []
  const due = orders.flatMap(({ record }) => findShipBy(record) ?? [])
  const shipByMs = due.length === 0 ? null : Math.min(...due)
  const country = readPostalAddress(first.contact).countryCode.toUpperCase()
  return [
    {
      key: first.orderId,
      orderIds: orders.map(({ orderId }) => orderId),
      buyer: first.record.buyer?.username ?? null,
      due: shipDue(shipByMs, nowMs, zone),
      shipByMs,
      abroad: country === '' || home === undefined || country === home ? null : country,
      isGift: orders.some(({ contact }) => isGift(contact)),
      wantsCancel: orders.some(wantsCancel),
      isSeparate: orders.some(({ isSeparate }) => isSeparate),
      isPacked: orders.every(({ isPacked }) => isPacked),
      items,
      refunded: orders.flatMap(findRefunded),
      itemsTotal: itemsTotal(orders),
      postage: postageOf(orders),
      service: services(orders),
    },
  ]
}

/** `orders`: what is to ship, the earliest ship-by date first. */
export const makePile = (orders: readonly PileOrder[], context: PileContext): readonly Parcel[] =>
  groupOrders(orders.filter((order) => findToPack(order).length > 0))
    .flatMap((group) => toParcel(group, context))
    .toSorted((a, b) => (a.shipByMs ?? Number.MAX_SAFE_INTEGER) - (b.shipByMs ?? Number.MAX_SAFE_INTEGER))
