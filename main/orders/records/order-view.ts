/** An order as the window shows it, from its record and its shipments. */
import {
  MAX_LISTED_LINES,
  type Order,
  type OrderDetail,
  type OrderLine,
  type Shipment,
} from '../../../shared/orders/order.ts'
import { NOT_DUE, type ShipDue, shipDue } from '../../../shared/orders/ship-due.ts'
import { carrierOfCode } from '../shipments/carriers.ts'
import {
  type FulfillmentRecord,
  findCancel,
  findDelivery,
  findPaidAt,
  findRefunded,
  findShipBy,
  findShippedAt,
  findStage,
  isRefundedWhole,
  type LineRecord,
  type OrderRecord,
} from './order-record.ts'

/** What a list shows of an order's record and shipments. Stored, so that a list reads no record. */
export type OrderView = Pick<
  Order,
  | 'buyer'
  | 'createdAtMs'
  | 'paidAtMs'
  | 'modifiedAtMs'
  | 'stage'
  | 'shipByMs'
  | 'shippedAtMs'
  | 'delivery'
  | 'total'
  | 'refunded'
  | 'lines'
  | 'lineCount'
  | 'shipments'
  | 'cancel'
>

/** What is known of an order besides its view. */
export type OrderContext = {
  readonly orderId: string
  readonly source: Order['source']
  readonly readAtMs: number
  readonly isGone: boolean
  readonly nowMs: number
  /** Of the platform's days. */
  readonly zone: string | undefined
  /** Carriers of shipments entered here, by tracking number. */
  readonly carriers: ReadonlyMap<string, string>
  readonly pending: Order['pending']
  readonly openCase: Order['openCase']
}

/**
 * How many of a line are in shipments; null if that isn't known. A shipment that names no quantity has the line's whole
 * quantity, unless the platform says that only part of the line was shipped.
 */
export const countShipped = (line: LineRecord, fulfillments: readonly FulfillmentRecord[] | null): number | null => {
  if (fulfillments !== null) {
    const parts = fulfillments
      .flatMap(({ lineItems }) => lineItems)
      .filter(({ lineItemId }) => lineItemId === line.lineItemId)
    const isBegun = line.lineItemFulfillmentStatus === 'IN_PROGRESS' && (line.quantity ?? 1) > 1
    if (isBegun && parts.some(({ quantity }) => quantity === null)) return null
    const shipped = parts.reduce((sum, { quantity }) => sum + (quantity ?? line.quantity ?? 1), 0)
    return line.quantity === null ? shipped : Math.min(shipped, line.quantity)
  }
  if (line.lineItemFulfillmentStatus === 'NOT_STARTED') return 0
  return line.lineItemFulfillmentStatus === 'FULFILLED' ? line.quantity : null
}

/** As `countShipped`; where that isn't known, at least one of each shipment. */
export const countShippedAtLeast = (line: LineRecord, fulfillments: readonly FulfillmentRecord[] | null): number =>
  countShipped(line, fulfillments) ??
  (fulfillments ?? [])
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ lineItemId }) => lineItemId === line.lineItemId)
    .reduce((sum, { quantity }) => sum + (quantity ?? 1), 0)

const toLine = (line: LineRecord, fulfillments: readonly FulfillmentRecord[] | null): OrderLine => ({
  lineItemId: line.lineItemId ?? '',
  listingId: line.legacyItemId,
  sku: line.sku,
  title: line.title,
  variation: line.variationAspects
    .flatMap(({ name, value }) => (value === null ? [] : [name === null ? value : `${name}: ${value}`]))
    .join(', '),
  quantity: line.quantity,
  shippedQuantity: countShipped(line, fulfillments),
  price: line.discountedLineItemCost ?? line.lineItemCost ?? line.total,
  shipByMs: line.lineItemFulfillmentInstructions?.shipByDate ?? null,
  isRefunded: isRefundedWhole(line),
})

const toShipment = ({
  fulfillmentId,
  shipmentTrackingNumber,
  shippingCarrierCode,
  shippedDate,
  lineItems,
}: FulfillmentRecord): Shipment => ({
  fulfillmentId: fulfillmentId ?? '',
  carrier: shippingCarrierCode,
  trackingNumber: shipmentTrackingNumber,
  shippedAtMs: shippedDate,
  lines: lineItems.map(({ lineItemId, quantity }) => ({ lineItemId: lineItemId ?? '', quantity })),
})

/** The carrier's name as people write it: the platform's, or the one that was entered here if the platform returns none. */
const withCarrier = (shipment: Shipment, carriers: OrderContext['carriers']): Shipment => {
  const code = shipment.carrier ?? (shipment.trackingNumber === null ? null : carriers.get(shipment.trackingNumber))
  return { ...shipment, carrier: code == null ? null : carrierOfCode(code).label }
}

const dueOf = ({ stage, shipByMs }: OrderView, nowMs: number, zone: string | undefined): ShipDue =>
  stage === 'toShip' || stage === 'partlyShipped' ? shipDue(shipByMs, nowMs, zone) : NOT_DUE

/** `lines`: how many to include. */
export const toView = (
  record: OrderRecord,
  fulfillments: readonly FulfillmentRecord[] | null,
  lines = MAX_LISTED_LINES,
): OrderView => ({
  buyer: record.buyer?.username ?? null,
  createdAtMs: record.creationDate,
  paidAtMs: findPaidAt(record),
  modifiedAtMs: record.lastModifiedDate,
  stage: findStage(record),
  shipByMs: findShipBy(record),
  shippedAtMs: findShippedAt(fulfillments ?? []),
  delivery: findDelivery(record),
  total: record.pricingSummary?.total ?? null,
  refunded: findRefunded(record),
  lines: record.lineItems.slice(0, lines).map((line) => toLine(line, fulfillments)),
  lineCount: record.lineItems.length,
  shipments: (fulfillments ?? []).map(toShipment),
  cancel: findCancel(record),
})

export const toOrder = (view: OrderView, { carriers, nowMs, zone, ...known }: OrderContext): Order => {
  const due = dueOf(view, nowMs, zone)
  return {
    ...view,
    ...known,
    due,
    isLate: due.kind === 'late',
    shipments: view.shipments.map((shipment) => withCarrier(shipment, carriers)),
  }
}

const amountLabels = [
  ['priceSubtotal', 'Items'],
  ['priceDiscount', 'Discount'],
  ['deliveryCost', 'Delivery'],
  ['deliveryDiscount', 'Delivery discount'],
  ['tax', 'Tax'],
  ['fee', 'Fees'],
  ['adjustment', 'Adjustment'],
  ['total', 'Total'],
] as const

export const toOrderDetail = (
  record: OrderRecord,
  fulfillments: readonly FulfillmentRecord[] | null,
  context: OrderContext,
  more: Pick<OrderDetail, 'buyerNote' | 'cases' | 'hasAddress' | 'hasPage' | 'shipmentsProblem'>,
): OrderDetail => {
  const amounts = amountLabels.flatMap(([field, label]) => {
    const amount = record.pricingSummary?.[field]
    return amount == null ? [] : [{ label, amount }]
  })
  const due = record.paymentSummary?.totalDueSeller
  return {
    ...toOrder(toView(record, fulfillments, Number.POSITIVE_INFINITY), context),
    ...more,
    amounts: due == null ? amounts : [...amounts, { label: 'Due to you', amount: due }],
    refunds: (record.paymentSummary?.refunds ?? []).map(({ amount, refundDate, refundStatus }) => ({
      amount,
      atMs: refundDate,
      state: refundStatus,
    })),
  }
}
