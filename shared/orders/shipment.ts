/** Marking orders as shipped: what is entered, pasted or imported, before it is planned (ORD-03). */
import * as z from 'zod'
import { orderIdSchema } from './order.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

export const MAX_SHIPMENTS = 1_000
/** Maximum characters of pasted or imported text. */
export const MAX_SHIPMENTS_CHARACTERS = 200_000
export const MAX_TRACKING_CHARACTERS = 100

/** One shipment to be sent. */
export const shipmentInputSchema = z.strictObject({
  orderId: orderIdSchema,
  /** A code of `carriers`, or the platform's own code for another. Null together with `trackingNumber`: sent without tracking. */
  carrier: z.string().trim().min(1).max(50).nullable(),
  trackingNumber: z.string().trim().max(MAX_TRACKING_CHARACTERS).nullable(),
  /** What is in the parcel. Null: everything that is not shipped yet. */
  lines: z
    .array(z.strictObject({ lineItemId: z.string().min(1).max(100), quantity: z.int().min(1).max(100_000) }))
    .min(1)
    .max(500)
    .nullable(),
})
export type ShipmentInput = z.infer<typeof shipmentInputSchema>

export const carrierSchema = z.object({
  /** The platform's code. */
  code: z.string(),
  label: z.string(),
})
export type Carrier = z.infer<typeof carrierSchema>

/** A line of pasted text as it was understood. */
const shipmentRowSchema = z.object({
  /** The line of the text, from 1. */
  line: z.number(),
  /** The line as typed. */
  text: z.string(),
  orderId: z.string().nullable(),
  buyer: z.string().nullable(),
  /** The title of the order's first line. */
  title: z.string().nullable(),
  lineCount: z.number(),
  /** Null if no carrier was recognized. */
  carrier: carrierSchema.nullable(),
  /** How the carrier was recognized. `number`: guessed from the form of the tracking number. */
  carrierBy: z.enum(['name', 'number']).nullable(),
  /** Without blanks and hyphens. */
  trackingNumber: z.string().nullable(),
  /** What the seller should look at: the number doesn't look like one of this carrier. */
  doubts: list(z.string()),
  /** Why it can't be sent as it is; null if it can. */
  problem: z.string().nullable(),
})
export type ShipmentRow = z.infer<typeof shipmentRowSchema>

export const shipmentRowsSchema = z.object({
  rows: list(shipmentRowSchema),
  /** Lines beyond `MAX_SHIPMENTS`, which were not read. */
  leftOut: z.number(),
})
