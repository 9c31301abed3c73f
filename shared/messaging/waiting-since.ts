/**
 * Since when a buyer seems to wait for an answer.
 *
 * The documents show no sender and no time of a message (document 2, section 2), so this is a guess, and it carries what
 * it rests on. Nothing is said where nothing supports it.
 */
import * as z from 'zod'

/**
 * Why the buyer is thought to have written it.
 *
 * - `senderIsBuyer`: the message names its sender, who is this conversation's buyer.
 * - `platformSaysUnanswered`: no sender is named; the platform lists the conversation as unanswered, so that its newest
 *   message is the buyer's.
 */
export const waitingReasonSchema = z.enum(['senderIsBuyer', 'platformSaysUnanswered'])
export type WaitingReason = z.infer<typeof waitingReasonSchema>

export const waitingSinceSchema = z.object({
  /** The time of the message it is told from: the first of the buyer's that no message of the seller's follows. */
  atMs: z.number(),
  messageKey: z.string(),
  /** Who wrote that message, as it names them; null where it names nobody. */
  sender: z.string().nullable(),
  reason: waitingReasonSchema,
  /** The platform's own filter: true where it lists the conversation as unanswered, null before it was asked. */
  platformSaysUnanswered: z.boolean().nullable(),
})
export type WaitingSince = z.infer<typeof waitingSinceSchema>

/** The end of a thread: of the messages that none of the seller's follows the one to tell from. */
export const newestRunSchema = z.object({
  key: z.string(),
  sender: z.string().nullable(),
  writer: z.enum(['buyer', 'unknown']),
  atMs: z.number(),
})
export type NewestRun = z.infer<typeof newestRunSchema>

type RunMessage = {
  readonly key: string
  readonly writer: 'buyer' | 'seller' | 'platform' | 'unknown'
  readonly sender: string | null
  readonly createdAtMs: number | null
}

/**
 * What the end of a thread, oldest message first, has to say; null where it ends with the seller's own or shows no time.
 *
 * A message of an unknown writer may be the seller's: nothing older than it counts.
 */
export const newestRunOf = (messages: readonly RunMessage[]): NewestRun | null => {
  let found: NewestRun | null = null
  for (const { key, writer, sender, createdAtMs } of messages.toReversed()) {
    if (writer === 'seller' || writer === 'platform') break
    if (writer === 'unknown' && found !== null) break
    if (createdAtMs !== null) found = { key, writer, sender, atMs: createdAtMs }
    if (writer === 'unknown') break
  }
  return found
}

/** The guess, or null: an unnamed writer needs the platform's word, and its word that all is answered outweighs no name. */
export const guessWaitingSince = (run: NewestRun | null, unanswered: boolean | null): WaitingSince | null => {
  if (run === null || (run.writer === 'unknown' && unanswered !== true)) return null
  return {
    atMs: run.atMs,
    messageKey: run.key,
    sender: run.sender,
    reason: run.writer === 'buyer' ? 'senderIsBuyer' : 'platformSaysUnanswered',
    platformSaysUnanswered: unanswered,
  }
}
