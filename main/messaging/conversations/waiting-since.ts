/** Estimates from the end of a thread since when its buyer has been waiting for an answer. */
import * as z from 'zod'
import type { Writer } from '../../../shared/messaging/conversation.ts'

/** The oldest message with a time that no message of the seller follows. */
export const waitingEvidenceSchema = z.object({ writer: z.enum(['buyer', 'unknown']), atMs: z.number() })
type WaitingEvidence = Readonly<z.infer<typeof waitingEvidenceSchema>>

/**
 * Finds the message since which the buyer waits, in a thread sorted oldest first; null if the thread ends with the seller's message
 * or shows no time.
 *
 * A message by an unknown writer may be the seller's, so nothing older than it counts.
 */
export const findWaitingEvidence = (
  messages: readonly { readonly writer: Writer; readonly createdAtMs: number | null }[],
): WaitingEvidence | null => {
  let found: WaitingEvidence | null = null
  for (const { writer, createdAtMs } of messages.toReversed()) {
    if (writer === 'seller' || writer === 'platform') break
    if (writer === 'unknown' && found !== null) break
    if (createdAtMs !== null) found = { writer, atMs: createdAtMs }
    if (writer === 'unknown') break
  }
  return found
}

/** An unknown writer counts as the buyer only if the platform lists the conversation as unanswered. */
export const estimateWaitingSinceMs = (evidence: WaitingEvidence | null, unanswered: boolean | null): number | null =>
  evidence === null || (evidence.writer === 'unknown' && unanswered !== true) ? null : evidence.atMs
