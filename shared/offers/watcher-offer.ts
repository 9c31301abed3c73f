/** Offers to those who watch a listing (LST-26). */
import * as z from 'zod'
import { moneySchema } from './best-offer.ts'

/** The least that an offer is below the price, and the most that a seller can type. */
export const MIN_PERCENT = 5
export const MAX_PERCENT = 90
export const MAX_WATCHER_MESSAGE_CHARACTERS = 2_000
/** The listings of one run. */
export const MAX_WATCHER_OFFERS = 1_000

const listingId = z.string().min(1).max(100)

/** An offer that was sent. Nothing takes it back. */
export const sentWatcherOfferSchema = z.object({
  listingId,
  title: z.string().nullable(),
  /** Of one piece. */
  price: moneySchema,
  quantity: z.int(),
  sentAtMs: z.number(),
  /** By the platform's clock; null if its answer was lost. */
  untilMs: z.number().nullable(),
  /** How many buyers got it; null if its answer was lost. */
  buyers: z.int().nullable(),
  isRunning: z.boolean(),
  /** Null if its end isn't known. */
  result: z
    .object({
      /** Orders of the listing at the offered price while it ran. */
      bought: z.int(),
      /** Whether all orders until its end are here. */
      isKnown: z.boolean(),
    })
    .nullable(),
})
export type SentWatcherOffer = z.infer<typeof sentWatcherOfferSchema>

/** A listing with buyers who can get an offer now. */
export const eligibleListingSchema = z.object({
  listingId,
  itemKey: z.string(),
  sku: z.string().nullable(),
  title: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  /** Of one piece. */
  price: moneySchema.nullable(),
  available: z.number().nullable(),
  watchers: z.number().nullable(),
  listedAtMs: z.number().nullable(),
  floor: moneySchema.nullable(),
  /** What one piece cost, where the item has a single cost. */
  cost: moneySchema.nullable(),
  /** The last offer to its watchers. */
  last: sentWatcherOfferSchema.nullable(),
})
export type EligibleListing = z.infer<typeof eligibleListingSchema>

/** `price`: of one piece, as typed. */
export const discountSchema = z.union([
  z.strictObject({ percent: z.int().min(MIN_PERCENT).max(MAX_PERCENT) }),
  z.strictObject({ price: z.string().trim().min(1).max(40) }),
])
export type Discount = z.infer<typeof discountSchema>

export const watcherOfferInputSchema = z.strictObject({ listingId, discount: discountSchema })
export type WatcherOfferInput = z.infer<typeof watcherOfferInputSchema>
