/** The contract for data that spans features: which item a listing sells, and what happened on each day. */
import * as z from 'zod'
import { listingStates } from '../inventory/listing-state.ts'
import { listedSkuSchema } from '../inventory/sku.ts'
import { type FeatureContract, query } from '../ipc/define.ts'

const MAX_LISTINGS = 200

/**
 * The item behind a listing ID. `source` says what links them: the seller, the item's offer, or a verified notification
 * that names both. Without a link, `sku` is null and the seller can choose the item.
 */
const listedItemSchema = z.object({
  listingId: z.string(),
  sku: z.string().nullable(),
  source: z.enum(['seller', 'listing', 'notification']).nullable(),
  title: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  listingState: z.enum(listingStates),
  /** Whether the listing was made with another tool (LST-13). Its title, picture, stock and price are then the listing's. */
  isElsewhere: z.boolean(),
})
export type ListedItem = z.infer<typeof listedItemSchema>

const itemConversationSchema = z.object({
  conversationId: z.string(),
  buyer: z.string().nullable(),
  subject: z.string().nullable(),
  preview: z.string().nullable(),
  latestAtMs: z.number().nullable(),
  unread: z.boolean(),
})
export type ItemConversation = z.infer<typeof itemConversationSchema>

const listingEventSchema = z.object({
  eventId: z.int(),
  /** The event's label: "Item sold". */
  label: z.string(),
  buyer: z.string().nullable(),
  receivedAtMs: z.number(),
})
export type ListingEvent = z.infer<typeof listingEventSchema>

const dayCountsSchema = z.object({
  startMs: z.number(),
  /** Messages from buyers, messages from the seller. */
  received: z.number(),
  answered: z.number(),
  /** Verified notifications, the unreadable ones among them, and unverified ones. */
  events: z.number(),
  failed: z.number(),
  quarantined: z.number(),
})
export type DayCounts = z.infer<typeof dayCountsSchema>

export const overviewContract = {
  /**
   * Counts per day. `startsMs`: the starts of the days in ascending order, then the end of the last one. The window
   * passes them, because it knows the seller's time zone.
   */
  days: query({
    input: z.strictObject({ startsMs: z.array(z.number()).min(2).max(62) }),
    output: z.object({ days: z.array(dayCountsSchema) }),
  }),
  /** The items behind listing IDs, in the order of the request. */
  listedItems: query({
    input: z.strictObject({ listingIds: z.array(z.string().min(1).max(200)).max(MAX_LISTINGS) }),
    output: z.object({ items: z.array(listedItemSchema) }),
  }),
  /** The five newest verified notifications about a listing. */
  listingEvents: query({
    input: z.strictObject({ listingId: z.string().min(1).max(200) }),
    output: z.object({ events: z.array(listingEventSchema) }),
  }),
  /** The newest conversations about an item's listings, at most 20, and how many there are. */
  itemConversations: query({
    input: z.strictObject({ sku: listedSkuSchema }),
    output: z.object({ conversations: z.array(itemConversationSchema), total: z.number() }),
  }),
  /**
   * The newest conversations with an order's buyer, at most 20: those about one of its listings first. Empty if the buyer
   * isn't known.
   */
  orderConversations: query({
    input: z.strictObject({ orderId: z.string().min(1).max(100) }),
    output: z.object({ conversations: z.array(itemConversationSchema.extend({ isAboutOrder: z.boolean() })) }),
  }),
  /** The newest conversations about one listing, at most 20, and how many there are. */
  listingConversations: query({
    input: z.strictObject({ listingId: z.string().min(1).max(200) }),
    output: z.object({ conversations: z.array(itemConversationSchema), total: z.number() }),
  }),
} as const satisfies FeatureContract
