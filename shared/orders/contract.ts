/** The contract of orders: what was sold, what has to be shipped, and where the parcel is (ORD-01 to ORD-06). */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { queuedActSchema } from '../outbound/act-result.ts'
import { runPlanSchema } from '../outbound/run-contract.ts'
import { caseSchema, caseTypes } from './case.ts'
import { moneySchema, orderDetailSchema, orderIdSchema, orderSchema } from './order.ts'
import { orderColumns, orderFilter, orderViews } from './order-list.ts'
import { packingContract } from './packing-contract.ts'
import {
  carrierSchema,
  MAX_SHIPMENTS,
  MAX_SHIPMENTS_CHARACTERS,
  pasteAnswerSchema,
  pasteColumns,
  shipmentInputSchema,
  shipmentRowsSchema,
} from './shipment.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.strictObject({})
const one = z.strictObject({ orderId: orderIdSchema })
const name = z.string().min(1).max(200)
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1_000).default(100) } as const

/** A conversation's other party and listing, as `messaging.thread` returns them. */
const aboutConversation = z.strictObject({ buyer: name.nullable(), listingId: name.nullable() })

/** The state of reading orders from the platform. */
const readingSchema = z.object({
  /** Whether the platform has orders. If not, the orders are what notifications of sales say. */
  canRead: z.boolean(),
  /** Every order changed since then is here; null before the first reading is complete. */
  completeFromMs: z.number().nullable(),
  /** Every order changed up to then is here. */
  completeToMs: z.number().nullable(),
  /** Orders read so far, and in all if the platform says so; null while nothing is being read. */
  progress: z.object({ read: z.number(), total: z.number().nullable() }).nullable(),
  /** Why the last reading failed. */
  problem: appErrorSchema.nullable(),
  /** Orders that a notification names and the platform doesn't return yet. */
  awaited: z.number(),
  /** How far back `readEarlier` reaches next; null if the platform keeps nothing earlier. */
  earlierFromMs: z.number().nullable(),
  cases: z.object({
    /** Whether the platform lets this connection read cases. */
    canRead: z.boolean(),
    /** When all of them were last read. */
    readAtMs: z.number().nullable(),
    problem: appErrorSchema.nullable(),
  }),
})
export type OrderReading = z.infer<typeof readingSchema>

/**
 * Values for a reply's placeholders, as text for the buyer. Null if not known: the reply can't be sent with it (ORD-05). A
 * ship-by date or a delivery estimate that is past is not known.
 */
export const orderValueNames = ['order', 'carrier', 'tracking', 'shipBy', 'delivery'] as const
const replyValuesSchema = z.object({
  /** The order that the values are from. Null: there is none, or it is unclear which one is meant. */
  orderId: z.string().nullable(),
  /** What was sent of that order. Null if there is nothing to say: no order, not paid, cancelled. */
  parcel: z.enum(['notSent', 'partlySent', 'sent']).nullable(),
  /** The orders that may be meant, if it is unclear which one. */
  choices: list(orderSchema.pick({ orderId: true, lines: true, lineCount: true, createdAtMs: true })),
  values: z.record(z.enum(orderValueNames), z.string().nullable()),
  /** The title of what was ordered. Null if not known, or if the order is of several things. */
  item: z.string().nullable(),
})
export type ReplyValues = z.infer<typeof replyValuesSchema>

export const ordersContract = {
  /** One page of a list. `total` counts the whole list. */
  orders: query({
    input: z.strictObject({ ...orderFilter, ...page }),
    output: z.object({ rows: list(orderSchema), total: z.number() }),
  }),
  counts: query({
    input: nothing,
    output: z.object({
      views: z.record(z.enum(orderViews), z.number()),
      /** Orders past their ship-by date. */
      late: z.number(),
      /** Cases in which the seller has something to do. */
      casesDue: z.number(),
    }),
  }),
  /**
   * Orders per day by their creation, with the sum of each currency, without those that were cancelled or refunded in full.
   * `startsMs` as for `overview.days`.
   */
  salesByDay: query({
    input: z.strictObject({ startsMs: z.array(z.number()).min(2).max(62) }),
    output: z.object({
      days: list(
        z.object({ startMs: z.number(), orders: z.number(), totals: list(moneySchema.omit({ convertedFrom: true })) }),
      ),
    }),
  }),
  /** The order; null if it isn't known. */
  order: query({ input: one, output: orderDetailSchema.nullable() }),
  /** The lines of the delivery address, only when the seller asks for it (ORD-06). Empty if the platform gives none. */
  address: query({ input: one, output: z.object({ lines: list(z.string()), phone: z.string().nullable() }) }),
  /**
   * The orders of a conversation's buyer: those of its listing first, then those that are not shipped, then the newest. At
   * most 20; `total` counts all of them (ORD-02).
   */
  beside: query({
    input: aboutConversation,
    output: z.object({
      orders: list(orderSchema.extend({ isAboutListing: z.boolean() })),
      total: z.number(),
      reading: readingSchema,
    }),
  }),
  /** What a reply in this conversation says for `{{order}}`, `{{tracking}}` and the others (ORD-05). */
  replyValues: query({
    input: aboutConversation.extend({
      /** The order to take them from. Absent: the one about the conversation's listing, if it is clear which. */
      orderId: orderIdSchema.exactOptional(),
      /** The buyer's language, for dates, as an ISO 639-1 code. Null: the marketplace's. */
      language: z.string().max(20).nullable().default(null),
    }),
    output: replyValuesSchema,
  }),
  /** The listed orders as CSV, without addresses. */
  exportCsv: query({
    input: z.strictObject({
      ...orderFilter,
      columns: z
        .array(z.enum(orderColumns))
        .min(1)
        .default([...orderColumns]),
    }),
    output: z.object({ text: z.string() }),
  }),
  /** Opens the order's page on the platform in the browser. Errors: `notFound` if there is none. */
  openOrder: command({ input: one, output: done }),

  reading: query({ input: nothing, output: readingSchema }),
  /**
   * Reads new and changed orders and cases now. If they could not be read, `reading` says why. Errors: `conflict` if the platform
   * has no orders.
   */
  refresh: command({ input: nothing, output: done }),
  /** Reads this order with its shipments now. Errors: `notFound` if the platform doesn't have it. */
  refreshOrder: command({ input: one, output: done }),
  /** Reads ninety more days of older orders. Errors: `conflict` if the platform keeps nothing earlier. */
  readEarlier: command({ input: nothing, output: done }),
  /** Reports that the seller looks at orders, which are then checked every few minutes. */
  reportUse: command({ input: nothing, output: done }),

  /** The carriers that the platform knows, in the order of the choice: first the one last used for the order's country. */
  carriers: query({
    input: z.strictObject({ orderId: orderIdSchema.exactOptional() }),
    output: z.object({ carriers: list(carrierSchema) }),
  }),
  /**
   * Reads pasted or imported lines of orders, items, carriers and tracking numbers by what their cells hold (ORD-07). A line
   * may lack the carrier, and be only a number: these are taken in the order of `orderIds`. Sends nothing.
   */
  readShipments: query({
    input: z.strictObject({
      text: z.string().max(MAX_SHIPMENTS_CHARACTERS),
      /** What each column holds, if the seller chose it; null for one that isn't used. */
      columns: z.array(z.enum(pasteColumns).nullable()).max(500).exactOptional(),
      /** The orders of a printed list, in its order. */
      orderIds: z.array(orderIdSchema).max(5_000).default([]),
      answers: z.array(pasteAnswerSchema).max(MAX_SHIPMENTS).default([]),
    }),
    output: shipmentRowsSchema,
  }),
  /**
   * Plans shipments as a run, with what is doubtful and why orders are left out. `sku` of a plan's line is the order's id.
   * `outbound.startRun` starts it. A shipment can't be reverted.
   */
  planShipments: query({
    input: z.strictObject({ shipments: z.array(shipmentInputSchema).min(1).max(MAX_SHIPMENTS) }),
    output: runPlanSchema,
  }),
  /**
   * Marks an order as shipped, through the outbound queue. Errors: `validation` for a carrier without a number, or lines that
   * aren't left to ship; `conflict` if the order is cancelled, unpaid, shipped, for pick-up, or already has this shipment
   * waiting, and if the buyer asked to cancel it, unless `despiteCancel` is set.
   */
  ship: command({ input: shipmentInputSchema, output: queuedActSchema }),

  /** Cases of one order or of all, the earliest due date first. */
  cases: query({
    input: z.strictObject({ openOnly: z.boolean().default(true), orderId: orderIdSchema.exactOptional(), ...page }),
    output: z.object({ cases: list(caseSchema), total: z.number() }),
  }),
  /** Opens the case's page on the platform in the browser. Errors: `notFound` if there is none. */
  openCase: command({ input: z.strictObject({ type: z.enum(caseTypes), caseId: name }), output: done }),

  ...packingContract,

  /** Null when several orders changed. */
  ordersChanged: event(z.object({ orderId: z.string().nullable() })),
  casesChanged: event(nothing),
  readingChanged: event(nothing),
} as const satisfies FeatureContract
