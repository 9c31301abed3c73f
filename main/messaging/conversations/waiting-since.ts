/** Estimates since when a buyer has waited for an answer, from the end of the thread. */
import type { WaitingSince, Writer } from '../../../shared/messaging/conversation.ts'

/** The oldest message with a time that no message of the seller's follows. */
export type WaitingEvidence = {
  readonly key: string
  readonly sender: string | null
  readonly writer: 'buyer' | 'unknown'
  readonly atMs: number
}

/**
 * Finds that message, given a thread oldest first; null if the thread ends with the seller's own or shows no time.
 *
 * A message by an unknown writer may be the seller's, so nothing older than it counts.
 */
export const findWaitingEvidence = (
  messages: readonly {
    readonly key: string
    readonly writer: Writer
    readonly sender: string | null
    readonly createdAtMs: number | null
  }[],
): WaitingEvidence | null => {
  let found: WaitingEvidence | null = null
  for (const { key, writer, sender, createdAtMs } of messages.toReversed()) {
    if (writer === 'seller' || writer === 'platform') break
    if (writer === 'unknown' && found !== null) break
    if (createdAtMs !== null) found = { key, writer, sender, atMs: createdAtMs }
    if (writer === 'unknown') break
  }
  return found
}

/** An unknown writer counts as the buyer only if the platform lists the conversation as unanswered. */
export const estimateWaitingSince = (
  evidence: WaitingEvidence | null,
  unanswered: boolean | null,
): WaitingSince | null => {
  if (evidence === null || (evidence.writer === 'unknown' && unanswered !== true)) return null
  return {
    atMs: evidence.atMs,
    messageKey: evidence.key,
    sender: evidence.sender,
    reason: evidence.writer === 'buyer' ? 'senderIsBuyer' : 'platformSaysUnanswered',
    platformSaysUnanswered: unanswered,
  }
}
