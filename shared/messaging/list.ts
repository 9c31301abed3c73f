/** What of the inbox a list shows, what its rows say, and the lists that the seller keeps under a name. */
import * as z from 'zod'
import { conversationSchema, conversationViewSchema } from './conversation.ts'

/**
 * What of the inbox is looked at: a view, in it perhaps one item or one buyer, in that perhaps what a search finds.
 *
 * A search finds conversations in which every word stands, at its beginning at least, in any order: in their messages,
 * subject, buyer's name and item together, or all in the draft, or all in one message of the outbox.
 */
export const listSelection = {
  view: conversationViewSchema,
  itemId: z.string().min(1).max(200).nullable().default(null),
  otherParty: z.string().min(1).max(200).nullable().default(null),
  search: z.string().max(200).default(''),
} as const
export type ListSelection = z.output<z.ZodObject<typeof listSelection>>

/** Where in a text something stands, in UTF-16 code units, as `slice` takes them. */
export const textRangeSchema = z.object({ start: z.int().min(0), end: z.int().min(0) })
export type TextRange = z.infer<typeof textRangeSchema>

/** Where a search found a conversation, and the words around it. `ranges` mark what was searched for inside `snippet`. */
export const searchHitSchema = z.object({
  where: z.enum(['message', 'subject', 'name', 'item', 'draft', 'outbox']),
  /** The message of the thread, where it is one. */
  messageKey: z.string().nullable(),
  snippet: z.string(),
  ranges: z.array(textRangeSchema),
  /** Whether text was left out before and after the snippet. */
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** A row of the list; `hit` where it was searched for. */
export const listedConversationSchema = conversationSchema.extend({ hit: searchHitSchema.nullable() })
export type ListedConversation = z.infer<typeof listedConversationSchema>

/** A message that is begun or on its way to a person, found by a search; it belongs to no conversation yet. */
export const foundNewMessageSchema = z.object({ otherPartyUsername: z.string(), hit: searchHitSchema })
export type FoundNewMessage = z.infer<typeof foundNewMessageSchema>

export const facetKindSchema = z.enum(['item', 'otherParty'])
export type FacetKind = z.infer<typeof facetKindSchema>

/** An item or a buyer that has conversations in a view, and how many. */
export const facetSchema = z.object({ value: z.string(), count: z.number() })
export type Facet = z.infer<typeof facetSchema>

export const SEARCH_NAME_LENGTH = 100

/** A selection of the user's own, under a name. `count` is how many it shows now; with `countIsFloor` there are that many or more. */
export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  ...listSelection,
  count: z.number(),
  countIsFloor: z.boolean(),
})
export type SavedSearch = z.infer<typeof savedSearchSchema>
