/** Decides whether a shipment can be sent, and whether it was (ORD-03). Pure. */
import type { OrderStage } from '../../../shared/orders/order.ts'
import { conflict } from '../../../shared/result.ts'
import type { Decision } from '../../outbound/kind.ts'
import {
  type FulfillmentRecord,
  findCancel,
  findStage,
  isRefundedWhole,
  type LineRecord,
  type OrderRecord,
} from '../records/order-record.ts'
import { countShippedAtLeast } from '../records/order-view.ts'
import { normalizeTracking } from './carriers.ts'

export type ShippedLine = { readonly lineItemId: string; readonly quantity: number }

/** What is to be sent. `trackingNumber` is normalized. */
export type WantedShipment = {
  readonly carrier: string | null
  readonly trackingNumber: string | null
  readonly lines: readonly ShippedLine[]
  /** Whether it is one more parcel of items that an earlier one names. */
  readonly isFurther: boolean
  /** Whether it is sent although the buyer asked to cancel the order. */
  readonly despiteCancel: boolean
}

export const CANCEL_REQUESTED = 'The buyer asked to cancel this order.'

/** The shipments before a send. */
export type ShipmentEvidence = { readonly fulfillmentIds: readonly string[] }

const refusals: Readonly<Partial<Record<OrderStage, string>>> = {
  unpaid: 'The order isn’t paid yet.',
  cancelled: 'The order is cancelled.',
  toPickUp: 'The buyer picks this order up, so there is nothing to ship.',
}

export const findRefusal = (order: OrderRecord): string | null => refusals[findStage(order)] ?? null

export const isCancelRequested = (order: OrderRecord): boolean => findCancel(order)?.state === 'requested'

export const quantityLeft = (line: LineRecord, fulfillments: readonly FulfillmentRecord[] | null): number =>
  Math.max(0, (line.quantity ?? 1) - countShippedAtLeast(line, fulfillments))

/** Everything that isn't in a shipment, including what was fully refunded. */
export const findLinesLeft = (
  order: OrderRecord,
  fulfillments: readonly FulfillmentRecord[] | null,
): readonly (ShippedLine & { readonly isRefunded: boolean })[] =>
  order.lineItems.flatMap((line) => {
    const quantity = quantityLeft(line, fulfillments)
    const isRefunded = isRefundedWhole(line)
    return line.lineItemId === null || quantity === 0 ? [] : [{ lineItemId: line.lineItemId, quantity, isRefunded }]
  })

const hasNumber = ({ shipmentTrackingNumber }: FulfillmentRecord, number: string): boolean =>
  shipmentTrackingNumber !== null && normalizeTracking(shipmentTrackingNumber) === number

const covers = ({ lineItems }: FulfillmentRecord, lines: readonly ShippedLine[]): boolean =>
  lines.every(({ lineItemId }) => lineItems.some((line) => line.lineItemId === lineItemId))

/**
 * The shipment on the platform that is this one. With a number: the one with this number. Without: one without a number that
 * appeared since `before` and has these lines.
 */
export const findShipment = (
  wanted: WantedShipment,
  fulfillments: readonly FulfillmentRecord[],
  before: ShipmentEvidence | null,
): FulfillmentRecord | undefined => {
  const { trackingNumber: number, lines } = wanted
  if (number !== null) return fulfillments.find((each) => hasNumber(each, number))
  if (before === null) return undefined
  return fulfillments.find(
    (each) =>
      each.shipmentTrackingNumber === null &&
      !before.fulfillmentIds.includes(each.fulfillmentId ?? '') &&
      covers(each, lines),
  )
}

const refuse = (message: string): Decision => ({
  decision: 'refuse',
  error: conflict(`${message} Nothing was sent.`).detail,
})

/** `earlier`: the shipments before a send that seemed lost. */
export const decideShipment = (
  wanted: WantedShipment,
  order: OrderRecord,
  fulfillments: readonly FulfillmentRecord[],
  earlier: ShipmentEvidence | null,
): Decision => {
  const found = findShipment(wanted, fulfillments, earlier)
  if (found !== undefined) {
    return covers(found, wanted.lines)
      ? { decision: 'alreadyThere' }
      : refuse('The order already has a shipment with this number, of other items.')
  }
  const refusal = findRefusal(order)
  if (refusal !== null) return refuse(refusal)
  if (isCancelRequested(order) && !wanted.despiteCancel) return refuse(CANCEL_REQUESTED)
  for (const { lineItemId, quantity } of wanted.lines) {
    const line = order.lineItems.find((each) => each.lineItemId === lineItemId)
    if (line === undefined) return refuse('An item of this shipment is no longer part of the order.')
    if (!wanted.isFurther && quantityLeft(line, fulfillments) < quantity) {
      return refuse(`“${line.title ?? lineItemId}” was already shipped by other means.`)
    }
  }
  return { decision: 'send' }
}
