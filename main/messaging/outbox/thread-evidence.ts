/** Decides from its thread whether a message without an answer arrived (MSG-13). */
import type { ThreadReading } from '../../../shared/messaging/outbox-state.ts'

export type Verdict = 'arrived' | 'notFound' | 'unknown'

/** A platform may change line breaks, blanks and the form of accents. */
export const comparableText = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Counts messages with this text that the buyer is not known to have written. */
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
 * Compares the reading before the send with a later one.
 *
 * - `arrived`: the text occurs more often than in a complete reading before.
 * - `notFound`: as often, both readings complete, and the later one at least `settledAfterMs` after the send ended; until
 *   then the platform may still be working on it.
 */
export const judge = (
  before: ThreadReading | null,
  after: ThreadReading,
  sendEndedAtMs: number,
  settledAfterMs: number,
): Verdict => {
  if (before === null || !before.complete) return 'unknown'
  if (after.sameText > before.sameText) return 'arrived'
  const isSettled = after.atMs - sendEndedAtMs >= settledAfterMs
  return after.sameText === before.sameText && after.complete && isSettled ? 'notFound' : 'unknown'
}
