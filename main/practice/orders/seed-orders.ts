/** The orders that a new shop begins with: three sales that were sent, and one that is to be shipped. */
import { createHash } from 'node:crypto'
import { readPrice } from '../listing/offer-price.ts'
import type { StoredConversation, StoredItem, StoredOffer } from '../shop/records.ts'
import { findAddress } from './buyer-addresses.ts'
import { createLine, DAY_MS, formatLineItemId, formatOrderId, HOUR_MS, SHIPPING_COST } from './order-line.ts'
import type { StoredFulfillment, StoredOrder, StoredOrderLine } from './order-records.ts'

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
