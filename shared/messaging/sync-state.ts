/**
 * How fresh and how complete the stored inbox is.
 *
 * Offset paging repeats and skips entries while others arrive, so a list counts as complete only as of the moment two
 * passes over all its pages agreed (MSG-04). Until then this says what is missing and why.
 */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { conversationTypeSchema } from './conversation.ts'

/** Status filters that are read besides the whole lists (MSG-06). */
export const readFilterSchema = z.enum(['ARCHIVE', 'UNANSWERED'])
export type ReadFilter = z.infer<typeof readFilterSchema>

/**
 * Why a list is not known to be complete.
 *
 * - `notReadYet`: its first pass has not started.
 * - `beingRead`: a pass is running and no two have agreed yet.
 * - `changing`: no two passes agree because the list keeps changing.
 * - `unreadable`: the platform lists entries without an id.
 * - `notOffered`: the platform refuses this filter.
 * - `failed`: reading broke off with `error`; it resumes automatically.
 */
export const missingReasonSchema = z.enum(['notReadYet', 'beingRead', 'changing', 'unreadable', 'notOffered', 'failed'])
export type MissingReason = z.infer<typeof missingReasonSchema>

/** One list of the platform: a conversation type, whole or filtered. */
export const syncListSchema = z.object({
  conversationType: conversationTypeSchema,
  /** Null for the whole list. */
  filter: readFilterSchema.nullable(),
  /** The platform's total; null before the first page. */
  total: z.number().nullable(),
  /** Distinct conversations the current pass has read, or the last one. */
  read: z.number(),
  /** Entries without an id in that pass. */
  unreadable: z.number(),
  /** Offsets this pass has still to read, `to` excluded; null after the last page. */
  toRead: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
  /** The start of the last pass that agreed with the one before; null before. */
  asOfMs: z.number().nullable(),
  /** Null when the list was complete as of `asOfMs`. */
  missing: missingReasonSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type SyncList = z.infer<typeof syncListSchema>

export const syncStateSchema = z.object({
  state: z.enum(['never', 'running', 'idle', 'failed']),
  /** Conversations stored here, notices included. */
  known: z.number(),
  /** The platform's total; null until known. */
  total: z.number().nullable(),
  /** When every list was last complete; null before. */
  asOfMs: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** When reading what nobody has opened goes on; null if it doesn't wait to leave calls for the seller. */
  resumesAtMs: z.number().nullable(),
  /** In the order of reading. */
  lists: z.array(syncListSchema),
  /** Conversations whose messages are not read yet, or not since they changed; a search may miss those. */
  threadsToRead: z.number(),
})
export type SyncState = z.infer<typeof syncStateSchema>
