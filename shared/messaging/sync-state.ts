/**
 * How fresh and how complete the stored inbox is. Offset paging repeats and skips entries when new ones arrive, so a
 * list counts as complete only after two full passes agreed (MSG-04).
 */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'

export const syncStateSchema = z.object({
  /** `never`: nothing was read yet. `partial`: some was, but no list completely. */
  state: z.enum(['never', 'partial', 'running', 'idle', 'failed']),
  /** Conversations stored here, notices included. */
  known: z.number(),
  /** The platform's total; null until known. */
  total: z.number().nullable(),
  /** Whether every list was read to its end at least once. Before that, conversations are missing. */
  isListed: z.boolean(),
  /** Whether all waiting buyers are known. Before that, only some of them may be. */
  isWaitingKnown: z.boolean(),
  /** When every list was last complete; null before the first time. */
  asOfMs: z.number().nullable(),
  /** When new messages were last checked for since the start; null before the first check. */
  checkedAtMs: z.number().nullable(),
  /** Whether the platform says another total than it lists, pass after pass. */
  isAsListed: z.boolean(),
  /**
   * Since when the platform lists fewer conversations than it did. They are shown until a later reading agrees (MSG-26). Null if
   * nothing is missing.
   */
  missingSinceMs: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** When reading ahead resumes; null unless it is pausing to leave calls for the seller. */
  resumesAtMs: z.number().nullable(),
  /** Conversations whose messages are unread or have changed since; a search may miss those. */
  threadsToRead: z.number(),
})
export type SyncState = z.infer<typeof syncStateSchema>
