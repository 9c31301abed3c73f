/** The evidence of a message: what its thread showed when it was read. */
import * as z from 'zod'

/** What one reading of a thread showed about a text (MSG-13). */
export const threadReadingSchema = z.object({
  /** The text in its comparable form. */
  text: z.string(),
  /** Messages with this text, except those known to be the buyer's. */
  sameText: z.number(),
  /** Messages with this text to this buyer that Stallhand knew it had sent. */
  knownSent: z.number(),
  /** All messages except those known to be the buyer's: a platform may change a text. */
  ours: z.number(),
  messages: z.number(),
  /** Whether every message was read. */
  complete: z.boolean(),
  atMs: z.number(),
  /** Set if the platform accepted no reads: this is the stored thread, as read at `atMs`. */
  isKept: z.boolean().optional(),
})
export type ThreadReading = z.infer<typeof threadReadingSchema>
