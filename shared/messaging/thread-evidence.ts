/**
 * Whether a message arrived, told from its thread (MSG-13).
 *
 * A send is not idempotent and its answer may never come. Before the dispatch the thread is read and the texts that equal
 * ours are counted; afterwards the count tells. Pure functions over what was read.
 */
import * as z from 'zod'

/** What one reading of a thread told about one text. */
export const threadReadingSchema = z.object({
  /** Messages of ours with this text. */
  sameText: z.number(),
  messages: z.number(),
  /** Whether every message of the thread was read. */
  complete: z.boolean(),
  atMs: z.number(),
})
export type ThreadReading = z.infer<typeof threadReadingSchema>

export type Verdict = 'arrived' | 'notFound' | 'unknown'

/** A text as it is compared: a platform may change line ends, trailing blanks and the form of accents on its way. */
export const comparableText = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Counts messages of ours with this text. One that the buyer is known to have written is never ours, whatever it says. */
export const countSameText = (
  messages: readonly { readonly text: string; readonly sender: string | null }[],
  text: string,
  buyer: string | null,
): number => {
  const wanted = comparableText(text)
  return messages.filter(
    (message) => (buyer === null || message.sender !== buyer) && comparableText(message.text) === wanted,
  ).length
}

/**
 * Compares the reading before the dispatch with one after it.
 *
 * - More than before, and all was read before: it arrived.
 * - The same number, all read both times, and the later reading begun at least `settledAfterMs` after the send ended: it
 *   is not there. Earlier than that the platform may still be at it.
 * - Anything else cannot be told.
 */
export const judge = (
  before: ThreadReading | null,
  after: ThreadReading,
  sendEndedAtMs: number,
  settledAfterMs: number,
): Verdict => {
  if (before === null || !before.complete) return 'unknown'
  if (after.sameText > before.sameText) return 'arrived'
  const settled = after.atMs - sendEndedAtMs >= settledAfterMs
  return after.sameText === before.sameText && after.complete && settled ? 'notFound' : 'unknown'
}
