/** The contract of the packing desk: what is to ship as parcels, and what is printed and written of them (ORD-10). */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../ipc/define.ts'
import { carrierFields, carrierProfileIds, MAX_CARRIER_COLUMNS } from './carrier-profiles.ts'
import { moneySchema, orderIdSchema } from './order.ts'
import { shipDueSchema } from './ship-due.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

/** Maximum orders of a pile, and parcels of a request. Later orders follow once some are shipped. */
export const MAX_PARCELS = 1_000

const amountSchema = moneySchema.omit({ convertedFrom: true })

/** Pieces of one order line that are still to be sent. */
const parcelItemSchema = z.object({
  orderId: z.string(),
  lineItemId: z.string(),
  listingId: z.string().nullable(),
  sku: z.string().nullable(),
  title: z.string().nullable(),
  /** `Blue, Size 42`; empty if the listing has no variations. */
  variation: z.string(),
  pieces: z.number(),
  /** What one piece cost; null if the platform doesn't say. */
  price: amountSchema.nullable(),
  /** Where the seller keeps it; empty if no place is noted. */
  place: z.string(),
  /** Barcode, ISBN and other codes on the thing itself. */
  codes: list(z.string()),
})
export type ParcelItem = z.infer<typeof parcelItemSchema>

/** Orders that are packed together. Holds no address (ORD-06). */
const parcelSchema = z.object({
  /** The id of its first order. */
  key: z.string(),
  /** The earliest ship-by date first. */
  orderIds: list(z.string()),
  buyer: z.string().nullable(),
  due: shipDueSchema,
  /** The last moment to ship it; null if there is none. */
  shipByMs: z.number().nullable(),
  /** ISO code of the country it goes to, unless it is the seller's own. */
  abroad: z.string().nullable(),
  isGift: z.boolean(),
  /** The buyer asked to cancel, and the seller hasn't answered. */
  wantsCancel: z.boolean(),
  /** Kept apart by the seller from other orders of this buyer. */
  isSeparate: z.boolean(),
  isPacked: z.boolean(),
  items: list(parcelItemSchema),
  /** Titles of what is left of the orders and isn't in the parcel, because it was refunded whole (ORD-08). */
  refunded: list(z.string()),
  /** What the items cost; null if unknown or in several currencies. */
  itemsTotal: amountSchema.nullable(),
  /** What the buyer paid for postage, and for which service; null if unknown. */
  postage: amountSchema.nullable(),
  service: z.string().nullable(),
})
export type Parcel = z.infer<typeof parcelSchema>

const pileSchema = z.object({
  parcels: list(parcelSchema),
  /** Orders beyond `MAX_PARCELS`. */
  leftOut: z.number(),
  /** Orders that were packed or shipped today. */
  doneToday: z.number(),
})

/** What is printed of a parcel. */
const parcelDetailSchema = z.object({
  key: z.string(),
  /** Empty if the platform gives no address. */
  address: list(z.string()),
  /** The name on the parcel; null if unknown. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** What the buyer wrote at checkout, one text for each order that has one. */
  notes: list(z.string()),
  orders: list(z.object({ orderId: z.string(), createdAtMs: z.number().nullable() })),
  /** A language tag of the marketplace where the buyer bought; null if unknown. */
  language: z.string().nullable(),
  /** Postage and all that was paid; null if unknown, or if a part of the orders is sent already. */
  shipping: amountSchema.nullable(),
  paid: amountSchema.nullable(),
})
export type ParcelDetail = z.infer<typeof parcelDetailSchema>

/** The orders of each parcel, in the order in which they are printed. */
const parcelsInput = z.array(z.array(orderIdSchema).min(1).max(100)).min(1).max(MAX_PARCELS)

export const packingContract = {
  /** What is to ship, as parcels. Orders for pick-up are none (FACT-168). */
  pile: query({ input: z.strictObject({}), output: pileSchema }),
  /**
   * Addresses, notes and sums of parcels, only for the parcels that the seller opens or prints (ORD-06). Orders that are not
   * known are left out.
   */
  parcels: query({
    input: z.strictObject({ parcels: parcelsInput }),
    output: z.object({ parcels: list(parcelDetailSchema) }),
  }),
  /** Marks the orders of a parcel as packed, or as not packed. Sends nothing. */
  setPacked: command({
    input: z.strictObject({ orderIds: z.array(orderIdSchema).min(1).max(100), isPacked: z.boolean() }),
    output: done,
  }),
  /** Packs these orders apart from others of their buyer, or together with them again. */
  setSeparate: command({
    input: z.strictObject({ orderIds: z.array(orderIdSchema).min(1).max(100), isSeparate: z.boolean() }),
    output: done,
  }),
  /** A CSV file of parcels for a carrier's own page, a row each. `withoutAddress`: buyers left out because they have no address. */
  carrierFile: query({
    input: z.strictObject({
      profile: z.enum(carrierProfileIds),
      parcels: parcelsInput,
      /** The columns of the profile `own`. */
      columns: z
        .array(z.strictObject({ header: z.string().max(100), field: z.enum(carrierFields) }))
        .max(MAX_CARRIER_COLUMNS)
        .default([]),
    }),
    output: z.object({ text: z.string(), rows: z.number(), withoutAddress: list(z.string()) }),
  }),
} as const satisfies FeatureContract
