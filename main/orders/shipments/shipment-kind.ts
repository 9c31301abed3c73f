/**
 * Shipments as a kind of the outbound queue (ORD-03). Each is checked against the order and its shipments before it is sent. A
 * lost answer is settled by reading the shipments, never by sending again.
 */
import * as z from 'zod'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import { triggerOf } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { FulfillmentClient, NewFulfillment } from '../platform/fulfillment-client.ts'
import type { JsonRecord } from '../records/contact.ts'
import { readFulfillments, readOrderRecord } from '../records/order-record.ts'
import { carrierOfCode } from './carriers.ts'
import { decideShipment, findShipment, type ShipmentEvidence } from './shipment-decision.ts'

/** The platform's clock dates a shipment that is sent soon, so a wrong clock of this computer doesn't matter. */
const SOON_MS = 5 * 60_000

const lineSchema = z.object({ lineItemId: z.string(), quantity: z.number(), title: z.string().nullable() })
export const shipmentPayloadSchema = z.object({
  orderId: z.string(),
  carrier: z.string().nullable(),
  /** Normalized. */
  trackingNumber: z.string().nullable(),
  lines: z.array(lineSchema),
  /** Whether the parcel holds everything that was left to ship. */
  isRest: z.boolean(),
  /** When the seller entered it. */
  shippedAtMs: z.number(),
  /** Rows from 0.3 have neither. They were entered with the request to cancel on screen. */
  isFurther: z.boolean().default(false),
  despiteCancel: z.boolean().default(true),
})
export type ShipmentPayload = z.infer<typeof shipmentPayloadSchema>
const evidenceSchema = z.object({ fulfillmentIds: z.array(z.string()) })

export type ShipmentRow = OutboundRow<ShipmentPayload, ShipmentEvidence>

export const describeShipment = ({
  carrier,
  trackingNumber,
}: Pick<ShipmentPayload, 'carrier' | 'trackingNumber'>): string =>
  trackingNumber === null ? 'without tracking' : `with ${carrierOfCode(carrier ?? '').label} ${trackingNumber}`

/** `2 × Lamp, Cup` */
export const describeItems = (
  lines: readonly { readonly lineItemId: string; readonly quantity: number; readonly title: string | null }[],
): string =>
  lines
    .map(({ title, lineItemId, quantity }) => `${quantity > 1 ? `${quantity} × ` : ''}${title ?? lineItemId}`)
    .join(', ')

/** `doubt`: what the seller should look at before sending. */
export const describeChanges = (
  { carrier, trackingNumber, lines, isFurther }: ShipmentPayload,
  doubt: string | null = null,
): readonly RunChange[] => [
  ...(carrier === null ? [] : [toRunChange('Carrier', { after: carrierOfCode(carrier).label })]),
  toRunChange('Tracking number', { after: trackingNumber ?? 'none' }, { problem: doubt }),
  ...(lines.length === 0
    ? []
    : [toRunChange(isFurther ? 'Another parcel of' : 'Items', { after: describeItems(lines) })]),
]

const toBody = (payload: ShipmentPayload, nowMs: number): NewFulfillment => ({
  lineItems: payload.lines.map(({ lineItemId, quantity }) => ({ lineItemId, quantity })),
  ...(nowMs - payload.shippedAtMs > SOON_MS ? { shippedDate: new Date(payload.shippedAtMs).toISOString() } : {}),
  ...(payload.trackingNumber === null || payload.carrier === null
    ? {}
    : { trackingNumber: payload.trackingNumber, shippingCarrierCode: payload.carrier }),
})

export const createShipmentKind = (deps: {
  readonly client: FulfillmentClient
  readonly clock: Clock
  /** Stores what a check read. */
  readonly onRead: (order: JsonRecord, fulfillments: readonly unknown[]) => void
  readonly onState: (row: ShipmentRow) => void
  readonly onChange: () => void
  /** Reads the order again after a shipment. */
  readonly refresh: (orderId: string) => Promise<void>
}): OutboundKind<ShipmentPayload, ShipmentEvidence> => {
  const { client, clock } = deps

  const toEvidence = (fulfillments: readonly unknown[]): ShipmentEvidence => ({
    fulfillmentIds: readFulfillments(fulfillments).flatMap(({ fulfillmentId }) => fulfillmentId ?? []),
  })

  const findEarlier = ({ state }: ShipmentRow): ShipmentEvidence | null => ('earlier' in state ? state.earlier : null)

  return {
    name: 'shipment',
    payload: shipmentPayloadSchema,
    evidence: evidenceSchema,
    describe: ({ payload }) => `Mark order ${payload.orderId} as shipped ${describeShipment(payload)}`,
    page: ({ orderId }) => ({ page: 'order', id: orderId }),
    check: async (row, signal) => {
      const { payload } = row
      const order = await client.getOrder(payload.orderId, { signal })
      const fulfillments = await client.getShippingFulfillments(payload.orderId, { signal })
      deps.onRead(order, fulfillments)
      const decision = decideShipment(payload, readOrderRecord(order), readFulfillments(fulfillments), findEarlier(row))
      if (decision.decision === 'alreadyThere') return { decision: 'alreadyThere', atMs: clock.nowMs() }
      if (decision.decision === 'refuse') return decision
      return { decision: 'send', before: toEvidence(fulfillments) }
    },
    effect: 'adds',
    dispatch: async (rows, signal) => {
      const outcomes = []
      for (const row of rows) {
        const { payload } = row
        const options = { ...triggerOf(row), signal }
        outcomes.push(await client.createShippingFulfillment(payload.orderId, toBody(payload, clock.nowMs()), options))
      }
      return outcomes
    },
    settle: async ({ payload }, before, signal) => {
      const atMs = clock.nowMs()
      const fulfillments = await client.getShippingFulfillments(payload.orderId, { signal })
      const isDone = findShipment(payload, readFulfillments(fulfillments), before) !== undefined
      // Without a number and without evidence, the shipment can't be distinguished from another.
      const canTell = payload.trackingNumber !== null || before !== null
      return { isDone: isDone || (canTell ? false : null), after: toEvidence(fulfillments), atMs }
    },
    canSellerSettle: true,
    inRun: {
      describe: (payload) => ({
        sku: payload.orderId,
        title: payload.lines[0]?.title ?? null,
        changes: describeChanges(payload),
      }),
    },
    onState: (row, from) => {
      deps.onState(row)
      // Settled by its shipments: the order itself is read too. If this fails, the next check of the list shows it.
      if (row.state.state === 'sent' && from === 'unknown')
        void deps.refresh(row.payload.orderId).catch(() => undefined)
    },
    onChange: deps.onChange,
    afterSend: ({ payload }) => deps.refresh(payload.orderId),
  }
}
