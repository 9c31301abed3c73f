/**
 * How fresh and how complete the stored inbox is.
 *
 * Offset paging repeats and skips entries while others arrive, so a list counts as complete only as of the moment two
 * passes over all its pages agreed (MSG-04).
 */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'

export const syncStateSchema = z.object({
  state: z.enum(['never', 'running', 'idle', 'failed']),
  /** Conversations stored here, notices included. */
  known: z.number(),
  /** The platform's total; null until known. */
  total: z.number().nullable(),
  /** Whether every list was read to its end once: before that, conversations are missing. */
  isListed: z.boolean(),
  /** Whether it is known who waits for an answer: before that, only some of them may be. */
  isWaitingKnown: z.boolean(),
  /** When every list that the platform offers was last complete; null before. */
  asOfMs: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** When reading ahead continues; null unless it waits to leave calls for the seller. */
  resumesAtMs: z.number().nullable(),
  /** Conversations whose messages are not read yet, or not since they changed; a search may miss those. */
  threadsToRead: z.number(),
})
export type SyncState = z.infer<typeof syncStateSchema>
