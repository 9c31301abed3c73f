/** Decides from the thread whether a message was sent (MSG-13). */

import { toReadableText } from '../platform/readable-text.ts'
import { isSameUser } from '../platform/seller-name.ts'
import type { ThreadReading } from './thread-reading.ts'

type ReadMessage = { readonly text: string; readonly sender: string | null }

/** A platform may change line breaks, blanks, the form of accents, and escape characters of markup. */
export const comparableText = (text: string): string =>
  toReadableText(text).normalize('NFC').replace(/\s+/g, ' ').trim()

/** Messages that may be the seller's: those not known to be the buyer's. */
export const findOurs = <M extends ReadMessage>(messages: readonly M[], buyer: string | null): readonly M[] =>
  messages.filter(({ sender }) => buyer === null || sender === null || !isSameUser(sender, buyer))

/** Summarizes a reading for one text. */
export const readEvidence = (
  thread: { readonly messages: readonly ReadMessage[]; readonly complete: boolean },
  about: { readonly text: string; readonly buyer: string | null; readonly knownSent: number; readonly atMs: number },
): ThreadReading => {
  const text = comparableText(about.text)
  const ours = findOurs(thread.messages, about.buyer)
  return {
    text,
    sameText: ours.filter((message) => comparableText(message.text) === text).length,
    knownSent: about.knownSent,
    ours: ours.length,
    messages: thread.messages.length,
    complete: thread.complete,
    atMs: about.atMs,
  }
}

/** Copies of the text that belong to no message known to be sent: one copy settles one message. */
const countUnclaimed = ({ sameText, knownSent }: ThreadReading): number => sameText - knownSent

/**
 * Whether a reading shows the message, compared with the reading before the send.
 *
 * `false`: no message of the seller's was added, and both readings are complete. A thread that grew by another message of the
 * seller's means `null`, undecided: a platform may mask, trim or escape what it was sent.
 */
export const hasArrived = (before: ThreadReading | null, after: ThreadReading): boolean | null => {
  if (before === null || !before.complete || before.text !== after.text) return null
  if (countUnclaimed(after) > countUnclaimed(before)) return true
  const isUnchanged = after.sameText === before.sameText && after.ours === before.ours
  return isUnchanged && after.complete ? false : null
}
