/** Filing conversations: read, unread, archive, move back to the inbox, delete. */
import * as z from 'zod'
import { outboundStateNames } from '../outbound/state.ts'

/**
 * What the seller can request. Each is a kind of the outbound queue: read and status never share an element (MSG-14).
 */
export const filingWishes = ['read', 'unread', 'archive', 'restore'] as const
export type FilingWish = (typeof filingWishes)[number]

/** Whether a requested change of this conversation waits or was refused by the platform. */
export const filingStateSchema = z.enum(['waiting', 'failed'])
export type FilingState = z.infer<typeof filingStateSchema>

export const filingActionSchema = z.enum(['read', 'unread', 'archive', 'active'])
export type FilingAction = z.infer<typeof filingActionSchema>

/** A conversation, with the time of its newest message on screen. */
export const shownConversationSchema = z.strictObject({
  conversationId: z.string().min(1).max(200),
  latestAtMs: z.number().nullable(),
})
export type ShownConversation = z.infer<typeof shownConversationSchema>

/** How long a deletion can be cancelled. Afterwards it is final (MSG-16). */
export const DELETION_DELAY_MS = 30_000

/** A requested deletion that is not done. `delayed`: nothing is sent before `deleteAtMs`. It is never sent again automatically. */
export const deletionSchema = z.object({
  conversationId: z.string(),
  buyer: z.string().nullable(),
  subject: z.string().nullable(),
  /** Time of the conversation's newest known message. */
  latestAtMs: z.number().nullable(),
  state: z.enum(outboundStateNames),
  deleteAtMs: z.number(),
  problem: z.string().nullable(),
})
export type Deletion = z.infer<typeof deletionSchema>
