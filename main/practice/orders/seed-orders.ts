/** The orders that a new shop begins with: two months of sales, three that buyers write about, one to ship, an evening's parcels. */
import { createHash } from 'node:crypto'
import { readPrice } from '../listing/offer-price.ts'
import type { StoredConversation, StoredItem, StoredOffer } from '../shop/records.ts'
import { findAddress } from './buyer-addresses.ts'
import { createLine, DAY_MS, formatLineItemId, formatOrderId, HOUR_MS, SHIPPING_COST } from './order-line.ts'
import type { StoredCase, StoredFulfillment, StoredOrder, StoredOrderLine } from './order-records.ts'

type SeedShop = {
  readonly nowMs: number
  readonly seed: number
  readonly items: ReadonlyMap<string, StoredItem>
  readonly offers: ReadonlyMap<string, StoredOffer>
  readonly conversations: readonly StoredConversation[]
}

/**
 * Each order belongs to the conversation with this subject: its buyer, its item, bought before the first message. The
 * numbers pass for real ones: USPS, Royal Mail, DHL.
 */
const plans: readonly {
  readonly subject: string
  readonly beforeMs: number
  readonly trackingNumber: string | null
  readonly carrier: string | null
}[] = [
  { subject: 'Arrived safely', beforeMs: 8 * DAY_MS, trackingNumber: '9400111899223100001236', carrier: 'USPS' },
  { subject: 'There is a crack!', beforeMs: 7 * DAY_MS, trackingNumber: 'JJD000390007882214580', carrier: 'DHL' },
  { subject: 'Where is my parcel', beforeMs: 6 * DAY_MS, trackingNumber: 'RN123456785GB', carrier: 'Royal Mail' },
  { subject: 'Address change', beforeMs: HOUR_MS, trackingNumber: null, carrier: null },
]

/** A whole number below `max` that depends on `text` alone. */
const hashNumber = (text: string, max: number): number =>
  Number(BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`) % BigInt(max))

const findSku = ({ items }: SeedShop, itemId: string | null): string | undefined =>
  [...items].find(([, item]) => item.itemId === itemId)?.[0]

export const createSeedOrders = (shop: SeedShop): StoredOrder[] =>
  plans.flatMap(({ subject, beforeMs, trackingNumber, carrier }): StoredOrder[] => {
    const conversation = shop.conversations.find((one) => one.subject === subject && one.itemId !== null)
    const sku = findSku(shop, conversation?.itemId ?? null)
    const item = sku === undefined ? undefined : shop.items.get(sku)
    if (conversation === undefined || sku === undefined || item === undefined) return []
    const offer = [...shop.offers.values()].find((one) => one.sku === sku)
    const key = `order ${shop.seed} ${subject}`
    const createdAtMs = conversation.createdAtMs - beforeMs
    const price = offer === undefined ? { value: `${18 + hashNumber(key, 90)}.00`, currency: 'USD' } : readPrice(offer)
    const lineItemId = formatLineItemId(hashNumber(`line ${key}`, 1e12))
    const line: StoredOrderLine = createLine({ lineItemId, sku, item, quantity: 1, price, atMs: createdAtMs })
    const shippedAtMs = createdAtMs + 20 * HOUR_MS
    const fulfillment: StoredFulfillment | null =
      trackingNumber === null
        ? null
        : { fulfillmentId: trackingNumber, trackingNumber, carrier, shippedAtMs, lineItemIds: [lineItemId] }
    return [
      {
        orderId: formatOrderId(hashNumber(key, 1e10)),
        buyer: conversation.otherParty,
        address: findAddress(conversation.otherParty),
        note: null,
        createdAtMs,
        readableAtMs: createdAtMs,
        shippingCost: SHIPPING_COST,
        lines: [line],
        modifiedAtMs: fulfillment === null ? createdAtMs : shippedAtMs,
        fulfillments: fulfillment === null ? [] : [fulfillment],
        cancelledAtMs: null,
        refundedAtMs: null,
      },
    ]
  })

/** An evening's parcels: two orders of one buyer, a gift, a pick-up, a request to cancel, and two countries. */
const parcels: readonly {
  readonly buyer: string
  /** Positions among the items that are for sale, and how many pieces. */
  readonly lines: readonly (readonly [position: number, quantity: number])[]
  readonly agoHours: number
  readonly note?: string
  readonly isForPickup?: boolean
  readonly wantsCancel?: boolean
}[] = [
  { buyer: 'old_glass_joe', lines: [[0, 1]], agoHours: 100 },
  { buyer: 'jules.b', lines: [[1, 1]], agoHours: 50 },
  {
    buyer: 'nora.lind',
    lines: [[2, 1]],
    agoHours: 49,
    note: 'Please wrap the mugs well, the last ones came broken.',
  },
  { buyer: 'nora.lind', lines: [[3, 2]], agoHours: 40 },
  { buyer: 'mireille.d', lines: [[4, 1]], agoHours: 48, note: 'It is a gift for my sister: no prices, please.' },
  { buyer: 'kees_van_d', lines: [[5, 3]], agoHours: 47 },
  { buyer: 'rowan_and_co', lines: [[6, 1]], agoHours: 30, isForPickup: true },
  { buyer: 'nkechi_o', lines: [[7, 1]], agoHours: 26, wantsCancel: true },
  {
    buyer: 'tomasz-k',
    lines: [
      [8, 1],
      [3, 1],
    ],
    agoHours: 4,
  },
]

/** Orders to pack, and the request to cancel one of them. */
export const createSeedParcels = (
  shop: Omit<SeedShop, 'conversations'>,
): { readonly orders: StoredOrder[]; readonly cases: StoredCase[] } => {
  const offers = [...shop.offers.values()].filter(({ listing }) => listing?.status === 'ACTIVE')
  const cases: StoredCase[] = []
  const orders = parcels.map(({ buyer, lines, agoHours, note, isForPickup = false, wantsCancel = false }, index) => {
    const key = `parcel ${shop.seed} ${index}`
    const createdAtMs = shop.nowMs - agoHours * HOUR_MS
    const orderId = formatOrderId(hashNumber(key, 1e10))
    const sold = lines.flatMap(([position, quantity], line): StoredOrderLine[] => {
      const offer = offers[position % Math.max(offers.length, 1)]
      const item = offer === undefined ? undefined : shop.items.get(offer.sku)
      if (offer === undefined || item === undefined) return []
      const lineItemId = formatLineItemId(hashNumber(`line ${line} ${key}`, 1e12))
      const { sku } = offer
      return [createLine({ lineItemId, sku, item, quantity, price: readPrice(offer), atMs: createdAtMs })]
    })
    if (wantsCancel) {
      const openedAtMs = shop.nowMs - 20 * HOUR_MS
      cases.push({
        caseId: String(5_000_000_000 + hashNumber(`case ${key}`, 1e9)),
        kind: 'cancellation',
        orderId,
        lineItemId: sold[0]?.lineItemId ?? '',
        reason: 'BUYER_ASKED_CANCEL',
        comment: '',
        openedAtMs,
        dueAtMs: openedAtMs + 3 * DAY_MS,
        closedAtMs: null,
        outcome: null,
      })
    }
    return {
      orderId,
      buyer,
      address: findAddress(buyer),
      note: note ?? null,
      isForPickup,
      createdAtMs,
      readableAtMs: createdAtMs,
      shippingCost: SHIPPING_COST,
      lines: sold,
      modifiedAtMs: createdAtMs,
      fulfillments: [],
      cancelledAtMs: null,
      refundedAtMs: null,
    }
  })
  return { orders: orders.filter(({ lines }) => lines.length > 0), cases }
}

/** Who bought in the two months before, and how many pieces: one order about every third day, sent the next day. */
const pastBuyers = ['tomasz-k', 'anna_wolle', 'ahmed_h', 'mireille.d', 'jules.b', 'nora.lind', 'kees_van_d'] as const
const PAST_FIRST_DAYS = 61
const PAST_LAST_DAYS = 12
const PAST_EVERY_DAYS = 3

/** Two months of sales that were sent, so that there are earnings to look at. The last but one was refunded. Oldest first. */
export const createPastOrders = (shop: Omit<SeedShop, 'conversations'>): StoredOrder[] => {
  const offers = [...shop.offers.values()].filter(({ listing }) => listing?.status === 'ACTIVE')
  const count = Math.floor((PAST_FIRST_DAYS - PAST_LAST_DAYS) / PAST_EVERY_DAYS)
  return Array.from({ length: count }, (_, index) => index).flatMap((index): StoredOrder[] => {
    const key = `past ${shop.seed} ${index}`
    const offer = offers[(index * 5 + 2) % Math.max(offers.length, 1)]
    const item = offer === undefined ? undefined : shop.items.get(offer.sku)
    if (offer === undefined || item === undefined) return []
    const buyer = pastBuyers[index % pastBuyers.length] ?? 'jules.b'
    const createdAtMs =
      shop.nowMs - (PAST_FIRST_DAYS - index * PAST_EVERY_DAYS) * DAY_MS - hashNumber(key, 20) * HOUR_MS
    const lineItemId = formatLineItemId(hashNumber(`line ${key}`, 1e12))
    const shippedAtMs = createdAtMs + DAY_MS
    const trackingNumber = `94001118992231${String(hashNumber(`tracking ${key}`, 1e8)).padStart(8, '0')}`
    const refundedAtMs = index === count - 2 ? createdAtMs + 6 * DAY_MS : null
    return [
      {
        orderId: formatOrderId(hashNumber(key, 1e10)),
        buyer,
        address: findAddress(buyer),
        note: null,
        createdAtMs,
        readableAtMs: createdAtMs,
        shippingCost: SHIPPING_COST,
        lines: [
          createLine({
            lineItemId,
            sku: offer.sku,
            item,
            quantity: 1 + (index % 5 === 3 ? 1 : 0),
            price: readPrice(offer),
            atMs: createdAtMs,
          }),
        ],
        modifiedAtMs: refundedAtMs ?? shippedAtMs,
        fulfillments: [
          { fulfillmentId: trackingNumber, trackingNumber, carrier: 'USPS', shippedAtMs, lineItemIds: [lineItemId] },
        ],
        cancelledAtMs: null,
        refundedAtMs,
      },
    ]
  })
}
