/** A live listing that was made with another tool (LST-13). It can be seen and taken over, but not edited here. */
import * as z from 'zod'

/** `other`: a form of listing that Stallhand doesn't know. */
export const listingFormats = ['fixedPrice', 'auction', 'other'] as const

const variationSchema = z.object({
  sku: z.string().nullable(),
  /** What varies: `[{ name: 'Size', value: 'M' }]`. */
  specifics: z.array(z.object({ name: z.string(), value: z.string() })).readonly(),
  price: z.number().nullable(),
  available: z.number().nullable(),
  sold: z.number(),
})
export type ListingVariation = z.infer<typeof variationSchema>
export const variationsSchema = z.array(variationSchema).readonly()

export const activeListingSchema = z.object({
  listingId: z.string(),
  /** Null: the seller set none. With variations, each has its own. */
  sku: z.string().nullable(),
  title: z.string(),
  format: z.enum(listingFormats),
  pictureUrl: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  /** Null: the platform doesn't say. */
  available: z.number().nullable(),
  sold: z.number(),
  /** Null: none, or the platform doesn't say. */
  watchers: z.number().nullable(),
  /** Whether it uses business policies. */
  hasPolicies: z.boolean(),
  startedAtMs: z.number().nullable(),
  /** Empty for a single listing. */
  variations: variationsSchema,
})
export type ActiveListing = z.infer<typeof activeListingSchema>

/** Which rows the item list shows: the inventory's items, listings made with other tools, or both. */
export const makers = ['here', 'elsewhere', 'any'] as const
export type Maker = (typeof makers)[number]

/** The key of a listing among the rows of the item list. No SKU contains the first character. */
export const listingKey = (listingId: string): string => `\u0000${listingId}`

/** Undefined for the key of an item, which is its SKU. */
export const parseListingKey = (key: string): string | undefined =>
  key.startsWith('\u0000') ? key.slice(1) : undefined

export const activeListSchema = z.object({
  /** Listings made with other tools. */
  elsewhere: z.number(),
  /** When the last complete reading ended; null before the first. */
  readAtMs: z.number().nullable(),
  /** The reading in progress, in pages. */
  progress: z.object({ done: z.number(), all: z.number() }).nullable(),
  /** How many listings the platform's list leaves out; 0 if it is complete. */
  isCut: z.boolean(),
})
export type ActiveListState = z.infer<typeof activeListSchema>
