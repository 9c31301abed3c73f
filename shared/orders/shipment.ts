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
  /** Whether it is one more parcel of items that an earlier one names: an item can come in two parcels. */
  isFurther: z.boolean().exactOptional(),
  /** Whether it is sent although the buyer asked to cancel the order. */
  despiteCancel: z.boolean().exactOptional(),
})
export type ShipmentInput = z.infer<typeof shipmentInputSchema>

export const carrierSchema = z.object({
  /** The platform's code. */
  code: z.string(),
  label: z.string(),
})
export type Carrier = z.infer<typeof carrierSchema>

/** What a column of pasted or imported lines can hold. A date and a state are recognized, so that they aren't taken for a number. */
export const pasteColumns = ['order', 'carrier', 'tracking', 'item', 'quantity', 'date', 'status', 'buyer'] as const
export type PasteColumn = (typeof pasteColumns)[number]

/** How the columns are read. */
const pasteReadingSchema = z.object({
  /** Empty for a list without columns, such as one of numbers only. `kind`: null if the column isn't used. */
  columns: list(z.object({ kind: z.enum(pasteColumns).nullable(), name: z.string().nullable(), sample: z.string() })),
  /** The columns that could all be meant by `kind`; null if it is clear. */
  question: z.object({ kind: z.enum(pasteColumns), columns: list(z.number()) }).nullable(),
})
export type PasteReading = z.infer<typeof pasteReadingSchema>

/** What the seller said of a line. It counts while the line has this text. */
export const pasteAnswerSchema = z.strictObject({
  line: z.int().min(1),
  text: z.string().max(MAX_SHIPMENTS_CHARACTERS),
  orderId: orderIdSchema.exactOptional(),
  carrier: z.string().trim().min(1).max(50).exactOptional(),
  trackingNumber: z.string().max(MAX_TRACKING_CHARACTERS).exactOptional(),
  /** The number is right, although its check digit doesn't fit. */
  isNumberRight: z.boolean().exactOptional(),
  /** It is shipped although the buyer asked to cancel. */
  despiteCancel: z.boolean().exactOptional(),
})
export type PasteAnswer = z.infer<typeof pasteAnswerSchema>

/** A line of pasted text as it was understood. */
const shipmentRowSchema = z.object({
  /** The line of the text, from 1. */
  line: z.number(),
  /** The line as typed. */
  text: z.string(),
  orderId: z.string().nullable(),
  /** The order's buyer, else the name in the line. */
  buyer: z.string().nullable(),
  /** The listing of the first item, for its picture. */
  listingId: z.string().nullable(),
  /** `2 × Lamp, Cup`: what is in the parcel. Empty if that isn't known. */
  items: z.string(),
  /** Null if no carrier was recognized. */
  carrier: carrierSchema.nullable(),
  /** How the carrier was recognized. `number`: guessed from the form of the tracking number. */
  carrierBy: z.enum(['name', 'number', 'seller']).nullable(),
  /** The carrier as written in the line, if it isn't a known one. */
  carrierWord: z.string().nullable(),
  /** Without blanks and hyphens. */
  trackingNumber: z.string().nullable(),
  /** What the seller should look at: the number doesn't look like one of this carrier. */
  doubts: list(z.string()),
  /** Why it can't be sent as it is; null if it can. */
  problem: z.string().nullable(),
  /** What would solve the problem; null if only another text does. */
  asks: z.enum(['order', 'number', 'carrier', 'cancel']).nullable(),
  /** The orders that may be meant, if `asks` is `order`. */
  choices: list(z.object({ orderId: z.string(), title: z.string().nullable(), listingId: z.string().nullable() })),
  /** The earlier line of the same parcel: this one adds its items to it. */
  joins: z.number().nullable(),
  /** What is sent; null for a line with a problem, and for one that joins another. */
  shipment: shipmentInputSchema.nullable(),
})
export type ShipmentRow = z.infer<typeof shipmentRowSchema>

export const shipmentRowsSchema = z.object({
  reading: pasteReadingSchema,
  rows: list(shipmentRowSchema),
  /** Lines beyond `MAX_SHIPMENTS`, which were not read. */
  leftOut: z.number(),
})
export type ShipmentRows = z.infer<typeof shipmentRowsSchema>
