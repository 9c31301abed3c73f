/** What the conversation list shows, its rows, and saved searches. */
import * as z from 'zod'
import { conversationSchema, conversationViewSchema } from './conversation.ts'

/**
 * Conversations with a buyer who has such an order. `open`: not shipped, on its way by the delivery estimate, or with an open
 * case. `late`: past its ship-by date.
 */
export const orderNarrowings = ['open', 'notShipped', 'late'] as const
export type OrderNarrowing = (typeof orderNarrowings)[number]

/**
 * A view of the inbox, optionally narrowed to one item, one buyer, buyers with certain orders and a search.
 *
 * A search matches a conversation if every word starts a word of its messages, subject, buyer and item together; or all of
 * them are in its draft, or all in one of its outbox messages.
 */
export const listFilter = {
  view: conversationViewSchema,
  itemId: z.string().min(1).max(200).nullable().default(null),
  otherParty: z.string().min(1).max(200).nullable().default(null),
  /** Absent: with or without orders. */
  orders: z.enum(orderNarrowings).exactOptional(),
  search: z.string().max(200).default(''),
} as const
export type ListFilter = z.output<z.ZodObject<typeof listFilter>>

/** A range of a text in UTF-16 code units, as `slice` takes it. */
const textRangeSchema = z.object({ start: z.int().min(0), end: z.int().min(0) })
export type TextRange = z.infer<typeof textRangeSchema>

/** Where a search matched, with the text around it. `ranges` mark the matches in `snippet`. */
const searchHitSchema = z.object({
  where: z.enum(['message', 'subject', 'name', 'item', 'draft', 'outbox']),
  messageKey: z.string().nullable(),
  snippet: z.string(),
  ranges: z.array(textRangeSchema),
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const listedConversationSchema = conversationSchema.extend({ hit: searchHitSchema.nullable() })
export type ListedConversation = z.infer<typeof listedConversationSchema>

export const facetKindSchema = z.enum(['item', 'otherParty'])
export type FacetKind = z.infer<typeof facetKindSchema>

/** An item or buyer of a view, with its number of conversations. */
export const facetSchema = z.object({ value: z.string(), count: z.number() })
export type Facet = z.infer<typeof facetSchema>

export const MAX_SEARCH_NAME_LENGTH = 100

/** A filter that the seller saved under a name. */
export const savedSearchSchema = z.object({ id: z.string(), name: z.string(), ...listFilter })
export type SavedSearch = z.infer<typeof savedSearchSchema>
