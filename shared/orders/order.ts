/** Orders as the window receives them. A field is null if the platform doesn't say it: nothing is guessed (ORD-02). */
import * as z from 'zod'
import { outboundStateNames } from '../outbound/state.ts'
import { caseSchema } from './case.ts'
import { shipDueSchema } from './ship-due.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

/** The platform's order ids have up to 40 characters. */
export const orderIdSchema = z.string().trim().min(1).max(100)

/**
 * An amount as the platform states it. Amounts of different currencies are never added. `convertedFrom`: the amount in the
 * buyer's currency, if the platform converted it.
 */
export const moneySchema = z.object({
  value: z.string(),
  currency: z.string(),
  convertedFrom: z.object({ value: z.string(), currency: z.string() }).nullable(),
})
export type Money = z.infer<typeof moneySchema>

/**
 * Where an order is, from payment to delivery to the carrier. `cancelled`: cancelled, or refunded in full. An order that is
 * only partly refunded keeps its place. `toPickUp`: the buyer collects it, so there is nothing to ship (FACT-168).
 */
export const orderStages = ['unpaid', 'toPickUp', 'toShip', 'partlyShipped', 'shipped', 'cancelled', 'unknown'] as const
export type OrderStage = (typeof orderStages)[number]

const lineSchema = z.object({
  lineItemId: z.string(),
  listingId: z.string().nullable(),
  sku: z.string().nullable(),
  title: z.string().nullable(),
  /** `Blue, Size 42`; empty if the listing has no variations. */
  variation: z.string(),
  quantity: z.number().nullable(),
  /** How many are in a shipment. Null if the shipments are unknown. */
  shippedQuantity: z.number().nullable(),
  /** What the items cost, without delivery and tax where the platform states it so. */
  price: moneySchema.nullable(),
  shipByMs: z.number().nullable(),
  /** Refunded whole. It is in a shipment only if the seller chooses it (ORD-08). */
  isRefunded: z.boolean(),
})
export type OrderLine = z.infer<typeof lineSchema>

const shipmentSchema = z.object({
  fulfillmentId: z.string(),
  /** `Royal Mail`, as people write it. The platform's, else the one that was entered in Stallhand; null if there is none. */
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  shippedAtMs: z.number().nullable(),
  lines: list(z.object({ lineItemId: z.string(), quantity: z.number().nullable() })),
})
export type Shipment = z.infer<typeof shipmentSchema>

const cancelSchema = z.object({
  /** `requested`: the seller has to answer it on the platform. */
  state: z.enum(['requested', 'inProgress', 'cancelled', 'rejected']),
  /** The platform's word, such as `BUYER_ASKED_CANCEL`. */
  reason: z.string().nullable(),
  by: z.enum(['buyer', 'seller', 'platform']).nullable(),
  atMs: z.number().nullable(),
})

/** A shipment that was entered here and is not finished (ORD-03). */
const pendingShipmentSchema = z.object({
  /** The id of its row in the outbox, for `outbound.sendNow` and `outbound.discard`. */
  outboundId: z.string(),
  state: z.enum(outboundStateNames),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Why it waits, is unknown or was refused; empty if the state says everything. */
  message: z.string(),
  canSendNow: z.boolean(),
  canDiscard: z.boolean(),
})

/** A row of a list. */
export const orderSchema = z.object({
  orderId: z.string(),
  /** `notification`: the platform has no orders, so this one is what a sale's notification says. */
  source: z.enum(['platform', 'notification']),
  /** The buyer's username; an immutable id where the platform hides names. */
  buyer: z.string().nullable(),
  createdAtMs: z.number().nullable(),
  paidAtMs: z.number().nullable(),
  modifiedAtMs: z.number().nullable(),
  stage: z.enum(orderStages),
  /** Paid, not shipped in full, and past its ship-by date. */
  isLate: z.boolean(),
  /** By which day it is to be shipped. */
  due: shipDueSchema,
  /** The earliest date by which an unshipped line must be shipped. */
  shipByMs: z.number().nullable(),
  /** When the last shipment left. */
  shippedAtMs: z.number().nullable(),
  /** The platform's delivery estimate. */
  delivery: z.object({ fromMs: z.number().nullable(), toMs: z.number().nullable() }).nullable(),
  total: moneySchema.nullable(),
  refunded: z.enum(['none', 'part', 'full']),
  /** The first lines, at most `MAX_LISTED_LINES`. */
  lines: list(lineSchema),
  lineCount: z.number(),
  shipments: list(shipmentSchema),
  cancel: cancelSchema.nullable(),
  /** The shipment that is waiting, being sent, refused or unknown. */
  pending: pendingShipmentSchema.nullable(),
  /** The open case with the earliest due date. */
  openCase: caseSchema.pick({ caseId: true, type: true, todo: true, dueAtMs: true }).nullable(),
  /** When it was last read from the platform, or notified. */
  readAtMs: z.number(),
  /** The platform no longer has it. What is shown is from `readAtMs`. */
  isGone: z.boolean(),
})
export type Order = z.infer<typeof orderSchema>

export const MAX_LISTED_LINES = 3

/** One order with everything that is shown on its page, except the address. */
export const orderDetailSchema = orderSchema.extend({
  /** Every line. */
  lines: list(lineSchema),
  /** The parts of the total, in the platform's order: `{ label: 'Delivery', amount }`. */
  amounts: list(z.object({ label: z.string(), amount: moneySchema })),
  refunds: list(
    z.object({ amount: moneySchema.nullable(), atMs: z.number().nullable(), state: z.string().nullable() }),
  ),
  /** What the buyer wrote at checkout. */
  buyerNote: z.string().nullable(),
  cases: list(caseSchema),
  /** Whether `address` returns one. */
  hasAddress: z.boolean(),
  /** Whether `openOrder` leads anywhere. */
  hasPage: z.boolean(),
  /** Why the shipments couldn't be read; null if they could, or if there are none to read. */
  shipmentsProblem: z.string().nullable(),
})
export type OrderDetail = z.infer<typeof orderDetailSchema>
