/** A search on the platform, for conversations that are not stored here (MSG-06). */
import * as z from 'zod'

/** A platform without the UNANSWERED filter has no ANSWERED either. */
export const platformStatuses = ['ANSWERED', 'UNANSWERED', 'ACTIVE', 'ARCHIVE', 'READ', 'UNREAD', 'DELETE'] as const

const name = z.string().trim().min(1).max(200).nullable()

/** Null where the search has no such limit. Times refer to the newest message. */
export const platformQuery = {
  status: z.enum(platformStatuses).nullable(),
  buyer: name,
  listingId: name,
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
} as const
export type PlatformQuery = z.output<z.ZodObject<typeof platformQuery>>

export const foundConversationSchema = z.object({
  conversationId: z.string(),
  subject: z.string().nullable(),
  buyer: z.string().nullable(),
  preview: z.string().nullable(),
  latestAtMs: z.number().nullable(),
  /** Listed as DELETE, so it can't be opened. */
  isDeleted: z.boolean(),
  /** Whether the conversation is already stored here. */
  isKept: z.boolean(),
})
export type FoundConversation = z.infer<typeof foundConversationSchema>
