/**
 * Reads an order's record. The reader is tolerant: a missing or mistyped field is null, unknown fields stay in the record.
 *
 * https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:Order
 */
import * as z from 'zod'
import type { Money, OrderStage } from '../../../shared/orders/order.ts'
import type { JsonRecord } from './contact.ts'

/** Empty text says nothing. Observed notifications have numbers where the contract has text. */
const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => (value == null || value.trim() === '' ? null : value.trim()))
const count = z.coerce
  .number()
  .int()
  .min(0)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const time = text.transform((value) => {
  const atMs = Date.parse(value ?? '')
  return Number.isNaN(atMs) ? null : atMs
})
const amount = z
  .looseObject({ value: text, currency: text, convertedFromValue: text, convertedFromCurrency: text })
  .nullish()
  .catch(null)
  .transform((money): Money | null => {
    if (money?.value == null || money.currency === null) return null
    const { convertedFromValue: value, convertedFromCurrency: currency } = money
    const convertedFrom = value === null || currency === null ? null : { value, currency }
    return { value: money.value, currency: money.currency, convertedFrom }
  })
/** Elements that don't fit are left out. */
const listOf = <T extends z.ZodType>(element: T) =>
  z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((elements) =>
      (elements ?? []).flatMap((each): z.output<T>[] => {
        const parsed = element.safeParse(each)
        return parsed.success ? [parsed.data] : []
      }),
    )
const part = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape).nullish().catch(null)

const lineSchema = z.looseObject({
  lineItemId: text,
  legacyItemId: text,
  sku: text,
  title: text,
  quantity: count,
  total: amount,
  lineItemCost: amount,
  discountedLineItemCost: amount,
  purchaseMarketplaceId: text,
  lineItemFulfillmentStatus: text,
  lineItemFulfillmentInstructions: part({
    shipByDate: time,
    minEstimatedDeliveryDate: time,
    maxEstimatedDeliveryDate: time,
  }),
  variationAspects: listOf(z.looseObject({ name: text, value: text })),
  refunds: listOf(z.looseObject({ amount })),
})
export type LineRecord = z.output<typeof lineSchema>

const orderSchema = z.looseObject({
  orderId: text,
  legacyOrderId: text,
  buyer: part({ username: text }),
  creationDate: time,
  lastModifiedDate: time,
  orderFulfillmentStatus: text,
  orderPaymentStatus: text,
  cancelStatus: part({
    cancelState: text,
    cancelledDate: time,
    cancelRequests: listOf(
      z.looseObject({
        cancelRequestState: text,
        cancelReason: text,
        cancelInitiator: text,
        cancelRequestedDate: time,
        cancelCompletedDate: time,
      }),
    ),
  }),
  paymentSummary: part({
    payments: listOf(z.looseObject({ paymentStatus: text, paymentDate: time })),
    refunds: listOf(z.looseObject({ amount, refundDate: time, refundStatus: text })),
    totalDueSeller: amount,
  }),
  pricingSummary: part({
    priceSubtotal: amount,
    priceDiscount: amount,
    deliveryCost: amount,
    deliveryDiscount: amount,
    tax: amount,
    fee: amount,
    adjustment: amount,
    total: amount,
  }),
  fulfillmentStartInstructions: listOf(
    z.looseObject({
      fulfillmentInstructionsType: text,
      minEstimatedDeliveryDate: time,
      maxEstimatedDeliveryDate: time,
      shippingStep: part({ shippingCarrierCode: text, shippingServiceCode: text }),
    }),
  ),
  totalMarketplaceFee: amount,
  fulfillmentHrefs: listOf(z.string()),
  lineItems: listOf(lineSchema),
})
export type OrderRecord = z.output<typeof orderSchema>

/** Never throws: what is not an order is one without values. */
export const readOrderRecord = (record: JsonRecord): OrderRecord => orderSchema.parse(record)

const versionSchema = z.object({ orderId: text, lastModifiedDate: time })

/** An order's id and version alone, which is much faster than reading all of it. Never throws. */
export const readOrderVersion = (record: JsonRecord): z.output<typeof versionSchema> => versionSchema.parse(record)

const fulfillmentSchema = z.looseObject({
  fulfillmentId: text,
  shipmentTrackingNumber: text,
  shippingCarrierCode: text,
  shippedDate: time,
  lineItems: listOf(z.looseObject({ lineItemId: text, quantity: count })),
})
export type FulfillmentRecord = z.output<typeof fulfillmentSchema>

export const readFulfillments = (value: unknown): readonly FulfillmentRecord[] => listOf(fulfillmentSchema).parse(value)

const isCancelled = ({ cancelStatus, orderPaymentStatus }: OrderRecord): boolean =>
  cancelStatus?.cancelState === 'CANCELED' || orderPaymentStatus === 'FULLY_REFUNDED'

/**
 * Whether the buyer collects the whole order (FACT-168).
 * https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:FulfillmentInstructionsType
 */
const isForPickUp = ({ fulfillmentStartInstructions: instructions }: OrderRecord): boolean =>
  instructions.length > 0 &&
  instructions.every(({ fulfillmentInstructionsType: type }) => type === 'PREPARE_FOR_PICKUP')

export const findStage = (order: OrderRecord): OrderStage => {
  if (isCancelled(order)) return 'cancelled'
  if (order.orderPaymentStatus === 'PENDING' || order.orderPaymentStatus === 'FAILED') return 'unpaid'
  if (isForPickUp(order) && order.orderFulfillmentStatus !== 'FULFILLED') return 'toPickUp'
  switch (order.orderFulfillmentStatus) {
    case 'NOT_STARTED':
      return 'toShip'
    case 'IN_PROGRESS':
      return 'partlyShipped'
    case 'FULFILLED':
      return 'shipped'
    default:
      return 'unknown'
  }
}

/** The platform's request to cancel that matters now: an open one, else the newest. */
const findCancelRequest = (order: OrderRecord) => {
  const requests = order.cancelStatus?.cancelRequests ?? []
  return (
    requests.find(({ cancelRequestState }) => cancelRequestState === 'REQUESTED') ??
    requests.toSorted((a, b) => (b.cancelRequestedDate ?? 0) - (a.cancelRequestedDate ?? 0))[0]
  )
}

/**
 * Described as `Buyer` or `Seller`; other services of the platform spell such words in capitals.
 * https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:CancelRequest
 */
const initiators = { BUYER: 'buyer', SELLER: 'seller', SYSTEM: 'platform', CS_AGENT: 'platform' } as const

const isInitiator = (word: string): word is keyof typeof initiators => Object.hasOwn(initiators, word)

/** Null without a request to cancel. */
export const findCancel = (order: OrderRecord) => {
  const state = order.cancelStatus?.cancelState ?? null
  const request = findCancelRequest(order)
  if ((state === null || state === 'NONE_REQUESTED') && request === undefined) return null
  const by = request?.cancelInitiator?.toUpperCase() ?? ''
  const isRequested = request?.cancelRequestState === 'REQUESTED' && by === 'BUYER'
  return {
    state:
      state === 'CANCELED'
        ? ('cancelled' as const)
        : isRequested
          ? ('requested' as const)
          : request?.cancelRequestState === 'REJECTED'
            ? ('rejected' as const)
            : ('inProgress' as const),
    reason: request?.cancelReason ?? null,
    by: isInitiator(by) ? initiators[by] : null,
    atMs: order.cancelStatus?.cancelledDate ?? request?.cancelCompletedDate ?? request?.cancelRequestedDate ?? null,
  }
}

/** Whether all that the buyer paid for the line's items was refunded. */
export const isRefundedWhole = ({ refunds, ...line }: LineRecord): boolean => {
  const cost = line.discountedLineItemCost ?? line.lineItemCost ?? line.total
  if (cost === null || refunds.length === 0) return false
  const amounts = refunds.flatMap(({ amount: refunded }) => refunded ?? [])
  const sum = amounts.reduce((total, { value }) => total + Number(value), 0)
  // A cent less is rounding.
  return amounts.every(({ currency }) => currency === cost.currency) && sum > 0 && sum >= Number(cost.value) - 0.005
}

export const findRefunded = (order: OrderRecord): 'none' | 'part' | 'full' => {
  if (order.orderPaymentStatus === 'FULLY_REFUNDED') return 'full'
  if (order.orderPaymentStatus === 'PARTIALLY_REFUNDED') return 'part'
  return 'none'
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.min(...known)
}

const latest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** The earliest ship-by date of the lines that are neither shipped in full nor refunded whole. */
export const findShipBy = (order: OrderRecord): number | null =>
  earliest(
    order.lineItems
      .filter((line) => line.lineItemFulfillmentStatus !== 'FULFILLED' && !isRefundedWhole(line))
      .map(({ lineItemFulfillmentInstructions }) => lineItemFulfillmentInstructions?.shipByDate ?? null),
  )

/** The platform's estimate: of the lines, else of the whole order. */
export const findDelivery = (order: OrderRecord) => {
  const ofLines = order.lineItems.map(({ lineItemFulfillmentInstructions }) => lineItemFulfillmentInstructions)
  const find = (
    estimates: readonly (
      | { readonly minEstimatedDeliveryDate: number | null; readonly maxEstimatedDeliveryDate: number | null }
      | null
      | undefined
    )[],
  ) => ({
    fromMs: earliest(estimates.map((each) => each?.minEstimatedDeliveryDate ?? null)),
    toMs: latest(estimates.map((each) => each?.maxEstimatedDeliveryDate ?? null)),
  })
  for (const found of [find(ofLines), find(order.fulfillmentStartInstructions)]) {
    if (found.fromMs !== null || found.toMs !== null) return found
  }
  return null
}

export const findPaidAt = (order: OrderRecord): number | null =>
  latest(
    (order.paymentSummary?.payments ?? [])
      .filter(({ paymentStatus }) => paymentStatus === 'PAID')
      .map(({ paymentDate }) => paymentDate),
  )

export const findShippedAt = (fulfillments: readonly FulfillmentRecord[]): number | null =>
  latest(fulfillments.map(({ shippedDate }) => shippedDate))
