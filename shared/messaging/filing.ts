/** Filing conversations: read, unread, archive, move back to the inbox, delete. */
import * as z from 'zod'

/** `archiveAndRead` takes two calls: sent together, the platform silently ignores the status (MSG-14). */
export const filingActionSchema = z.enum(['read', 'unread', 'archive', 'archiveAndRead', 'active'])
export type FilingAction = z.infer<typeof filingActionSchema>

/** The result for one conversation (MSG-18); `problems` holds sentences. */
export const filingResultSchema = z.object({
  conversationId: z.string(),
  done: z.boolean(),
  problems: z.array(z.string()),
})
export type FilingResult = z.infer<typeof filingResultSchema>

/** How long a deletion can be cancelled. Afterwards it is final (MSG-16). */
export const DELETION_HELD_MS = 30_000

/**
 * A requested deletion.
 *
 * `held`: nothing was sent; it can be cancelled until `deleteAtMs`. `deleting`: on its way. `failed`: refused or not
 * reached; never retried automatically.
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
