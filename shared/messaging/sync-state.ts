/**
 * What is known of the list, and how fresh it is.
 *
 * Offset paging repeats and skips entries while others arrive (document 2, section 4), so a list is called complete only as
 * of the moment at which two passes over all of its pages agreed (MSG-04). Until then it is said what is missing and why.
 */
import * as z from 'zod'
import { appErrorSchema } from '../result.ts'
import { conversationTypeSchema } from './conversation.ts'

/** The platform's filters whose lists are read besides the whole ones (MSG-06). */
export const readFilterSchema = z.enum(['ARCHIVE', 'UNANSWERED'])
export type ReadFilter = z.infer<typeof readFilterSchema>

/**
 * Why it is not known that a list is complete.
 *
 * - `notReadYet`: its first pass has not begun.
 * - `beingRead`: no two passes have agreed yet; one is under way.
 * - `changing`: passes were made and no two agree; the list does not stand still.
 * - `unreadable`: the platform lists entries without an id, so that nobody can name or keep them.
 * - `notOffered`: the platform refuses this filter; what depends on it is told from the entries alone, or not at all.
 * - `failed`: reading broke off; `error` says why, and it goes on by itself.
 */
export const missingReasonSchema = z.enum(['notReadYet', 'beingRead', 'changing', 'unreadable', 'notOffered', 'failed'])
export type MissingReason = z.infer<typeof missingReasonSchema>

/** One list of the platform's: a type of conversations, whole or under a filter. */
export const syncListSchema = z.object({
  conversationType: conversationTypeSchema,
  /** Null for the whole list. */
  filter: readFilterSchema.nullable(),
  /** Entries the platform says it has; null before it said so. */
  total: z.number().nullable(),
  /** Different conversations that the pass under way, else the last one, has brought. */
  read: z.number(),
  /** Entries of that pass that have no id. */
  unreadable: z.number(),
  /** The stretch of the list that this pass has still to read, by offset, `to` excluded; null when it has read all. */
  toRead: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
  /** When two passes last agreed; null before. */
  asOfMs: z.number().nullable(),
  /** Null where the list was complete as of `asOfMs`. */
  missing: missingReasonSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type SyncList = z.infer<typeof syncListSchema>

export const syncStateSchema = z.object({
  state: z.enum(['never', 'running', 'idle', 'failed']),
  /** Conversations kept here, notices included. */
  known: z.number(),
  /** What the platform said there are; null before it said so. */
  total: z.number().nullable(),
  /** When two passes of every list last agreed, so that all was complete; null before. */
  asOfMs: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** Each list that is read, in the order of reading. */
  lists: z.array(syncListSchema),
  /** Conversations whose messages are still to be read. */
  threadsToRead: z.number(),
  /** Conversations of which a search does not know everything yet: those, and such as were read just now. */
  notSearched: z.number(),
})
export type SyncState = z.infer<typeof syncStateSchema>
