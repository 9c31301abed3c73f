/** Orders and shipments as the platform returns them. */
import type { JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import type { StoredCase, StoredFulfillment, StoredOrder, StoredOrderLine } from './order-records.ts'
import { countSent, isShipped } from './orders.ts'

/** Sums in cents, because decimals drift. */
const toCents = (value: string): number => Math.round(Number(value) * 100)
const toValue = (cents: number): string => (cents / 100).toFixed(2)

export const formatTime = (atMs: number): string => new Date(atMs).toISOString()

export const sumOrder = (order: StoredOrder) => {
  const currency = order.lines[0]?.currency ?? 'USD'
  const items = order.lines.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0)
  const amount = (cents: number) => ({ value: toValue(cents), currency })
  const shipping = toCents(order.shippingCost)
  return { items: amount(items), shipping: amount(shipping), total: amount(items + shipping), none: amount(0) }
}

const toCancelRequest = ({ caseId, openedAtMs, closedAtMs, outcome, reason }: StoredCase): JsonObject => ({
  cancelRequestId: caseId,
  cancelInitiator: 'Buyer',
  cancelReason: reason,
  cancelRequestedDate: formatTime(openedAtMs),
  cancelRequestState: outcome === null ? 'REQUESTED' : outcome === 'accepted' ? 'COMPLETED' : 'REJECTED',
  ...(outcome === 'accepted' && closedAtMs !== null ? { cancelCompletedDate: formatTime(closedAtMs) } : {}),
})

const toCancelStatus = (order: StoredOrder, requests: readonly StoredCase[], isFull: boolean): JsonObject => ({
  cancelState:
    order.cancelledAtMs !== null
      ? 'CANCELED'
      : requests.some(({ outcome }) => outcome === null)
        ? 'IN_PROGRESS'
        : 'NONE_REQUESTED',
  // Observed: the list leaves them empty.
  cancelRequests: isFull ? requests.map(toCancelRequest) : [],
  ...(order.cancelledAtMs === null ? {} : { cancelledDate: formatTime(order.cancelledAtMs) }),
})

/** Buyers buy on the site of their country, which shows the listings of others too. */
const sites: Readonly<Record<string, string>> = {
  DE: 'EBAY_DE',
  FR: 'EBAY_FR',
  GB: 'EBAY_GB',
  IT: 'EBAY_IT',
  NL: 'EBAY_NL',
}
const findPurchaseMarketplace = ({ id, marketplaceId }: Practice['names'], countryCode: string): string =>
  (id === 'ebay' ? sites[countryCode] : undefined) ?? marketplaceId

const toLineJson = (practice: Practice, order: StoredOrder, line: StoredOrderLine): JsonObject => {
  const { names } = practice
  const amount = (value: string) => ({ value, currency: line.currency })
  const cost = toValue(toCents(line.price) * line.quantity)
  const isFirst = order.lines[0] === line
  const shipping = isFirst ? order.shippingCost : '0.00'
  const sent = countSent(order, line)
  return {
    lineItemId: line.lineItemId,
    legacyItemId: line.itemId,
    ...(line.sku === '' ? {} : { sku: line.sku }),
    title: line.title,
    lineItemCost: amount(cost),
    quantity: line.quantity,
    soldFormat: 'FIXED_PRICE',
    listingMarketplaceId: names.marketplaceId,
    purchaseMarketplaceId: findPurchaseMarketplace(names, order.address.countryCode),
    lineItemFulfillmentStatus: sent >= line.quantity ? 'FULFILLED' : sent > 0 ? 'IN_PROGRESS' : 'NOT_STARTED',
    total: amount(toValue(toCents(cost) + toCents(shipping))),
    deliveryCost: { shippingCost: amount(shipping) },
    appliedPromotions: [],
    taxes: [],
    properties: { buyerProtection: true },
    lineItemFulfillmentInstructions: {
      minEstimatedDeliveryDate: formatTime(line.minDeliveryMs),
      maxEstimatedDeliveryDate: formatTime(line.maxDeliveryMs),
      shipByDate: formatTime(line.shipByMs),
      guaranteedDelivery: false,
    },
    itemLocation: { countryCode: 'US', postalCode: '95125' },
    ...(order.refundedAtMs === null
      ? {}
      : { refunds: [{ amount: amount(cost), refundDate: formatTime(order.refundedAtMs), refundId: line.lineItemId }] }),
  }
}

/** The order as getOrder returns it, or, if not `isFull`, as getOrders lists it. */
export const toOrderJson = (practice: Practice, order: StoredOrder, isFull: boolean): JsonObject => {
  const { address, lines, refundedAtMs, isForPickup = false } = order
  const { items, shipping, total, none } = sumOrder(order)
  const { fullName, ...contactAddress } = address
  const requests = practice.state.cases.filter(
    ({ kind, orderId }) => kind === 'cancellation' && orderId === order.orderId,
  )
  const [line] = lines
  const isStarted = order.fulfillments.length > 0
  return {
    orderId: order.orderId,
    // FACT-167. An order of several items has its own number here too.
    legacyOrderId: line === undefined || lines.length > 1 ? order.orderId : `${line.itemId}-${line.lineItemId}`,
    creationDate: formatTime(order.createdAtMs),
    lastModifiedDate: formatTime(order.modifiedAtMs),
    orderFulfillmentStatus: isShipped(order) ? 'FULFILLED' : isStarted ? 'IN_PROGRESS' : 'NOT_STARTED',
    orderPaymentStatus: refundedAtMs === null ? 'PAID' : 'FULLY_REFUNDED',
    sellerId: practice.state.seller,
    buyer: { username: order.buyer, taxAddress: { countryCode: address.countryCode, postalCode: address.postalCode } },
    ...(order.note === null ? {} : { buyerCheckoutNotes: order.note }),
    pricingSummary: { priceSubtotal: items, deliveryCost: shipping, total },
    cancelStatus: toCancelStatus(order, requests, isFull),
    paymentSummary: {
      totalDueSeller: refundedAtMs === null ? total : none,
      refunds:
        refundedAtMs === null
          ? []
          : [
              {
                refundId: `5${order.orderId.replaceAll('-', '')}`,
                refundDate: formatTime(refundedAtMs),
                refundStatus: 'REFUNDED',
                amount: total,
              },
            ],
      payments: [
        {
          paymentMethod: 'EBAY',
          paymentReferenceId: order.orderId.replaceAll('-', ''),
          paymentDate: formatTime(order.createdAtMs),
          paymentStatus: 'PAID',
          amount: total,
        },
      ],
    },
    fulfillmentStartInstructions: [
      {
        fulfillmentInstructionsType: isForPickup ? 'PREPARE_FOR_PICKUP' : 'SHIP_TO',
        ebaySupportedFulfillment: false,
        ...(line === undefined
          ? {}
          : {
              minEstimatedDeliveryDate: formatTime(line.minDeliveryMs),
              maxEstimatedDeliveryDate: formatTime(line.maxDeliveryMs),
            }),
        // Documented (FACT-168): an order for pick-up has no address.
        ...(isForPickup
          ? { pickupStep: { merchantLocationKey: 'home' } }
          : {
              shippingStep: {
                shipTo: { fullName, contactAddress, email: `${order.buyer}@members.practice.invalid` },
                shippingCarrierCode: 'USPS',
                shippingServiceCode: 'USPSPriority',
              },
            }),
      },
    ],
    fulfillmentHrefs: order.fulfillments.map(
      ({ fulfillmentId }) =>
        `${practice.url}/sell/fulfillment/v1/order/${order.orderId}/shipping_fulfillment/${fulfillmentId}`,
    ),
    lineItems: lines.map((one) => toLineJson(practice, order, one)),
    ebayCollectAndRemitTax: false,
  }
}

/** Observed: a shipment names its service and never its carrier, and its lines without quantities. */
export const toFulfillmentJson = (fulfillment: StoredFulfillment): JsonObject => ({
  fulfillmentId: fulfillment.fulfillmentId,
  ...(fulfillment.trackingNumber === null ? {} : { shipmentTrackingNumber: fulfillment.trackingNumber }),
  shippingServiceCode: 'USPSPriority',
  shippedDate: formatTime(fulfillment.shippedAtMs),
  lineItems: fulfillment.lineItemIds.map((lineItemId) => ({ lineItemId })),
})
