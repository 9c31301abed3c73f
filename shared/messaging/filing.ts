/** Filing conversations: read, unread, archived, back in the inbox, and deletion, which is held before it is final. */
import * as z from 'zod'

/**
 * What can be done to one conversation or to hundreds.
 *
 * `archiveAndRead` is two calls, for in one the platform would ignore the status without a word (MSG-14).
 */
export const filingActSchema = z.enum(['read', 'unread', 'archive', 'archiveAndRead', 'active'])
export type FilingAct = z.infer<typeof filingActSchema>

/** What became of one conversation (MSG-18). `problems` says why not, each in a sentence. */
export const filingResultSchema = z.object({
  conversationId: z.string(),
  done: z.boolean(),
  problems: z.array(z.string()),
})
export type FilingResult = z.infer<typeof filingResultSchema>

/** How long a deletion can still be stopped. After it the platform is told, and nothing brings the conversation back (MSG-16). */
export const DELETION_HELD_MS = 30_000

/**
 * A deletion that was asked for and is not carried out.
 *
 * `held`: nothing was sent, it can be stopped until `deleteAtMs`. `deleting`: on its way. `failed`: the platform refused it or
 * could not be reached; it is not tried again by itself.
 */
export const deletionStateSchema = z.enum(['held', 'deleting', 'failed'])
export type DeletionState = z.infer<typeof deletionStateSchema>

export const deletionSchema = z.object({
  conversationId: z.string(),
  buyer: z.string().nullable(),
  subject: z.string().nullable(),
  state: deletionStateSchema,
  deleteAtMs: z.number(),
  problem: z.string().nullable(),
})
export type Deletion = z.infer<typeof deletionSchema>
