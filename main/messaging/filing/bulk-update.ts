/** Sends bulk updates, at most ten conversations each (MSG-17). */
import type { FilingResult } from '../../../shared/messaging/filing.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { Failure } from '../../../shared/result.ts'
import type { Log } from '../../ports.ts'
import type { BulkStatus, ConversationRef, MessageClient } from '../platform/message-client.ts'

export const toBatches = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / messagingLimits.bulkElements) }, (_, index) =>
    list.slice(index * messagingLimits.bulkElements, (index + 1) * messagingLimits.bulkElements),
  )

export const failureMessage = (error: unknown): string =>
  error instanceof Failure ? error.detail.message : 'An internal error occurred. See the log.'

/**
 * Sets a status for one batch. Never throws: a failed call is the result of each conversation.
 *
 * One conversation that no longer exists rejects the whole batch with 404, so the batch is sent again in halves until that
 * one is alone. A 403 says the same of every element (MSG-19), so it is never split.
 */
export const updateBatch = async (
  { client, log }: { readonly client: Pick<MessageClient, 'bulkUpdateConversation'>; readonly log: Log },
  batch: readonly ConversationRef[],
  conversationStatus: BulkStatus,
): Promise<readonly FilingResult[]> => {
  try {
    const results = await client.bulkUpdateConversation(
      batch.map(({ conversationId, conversationType }) => ({ conversationId, conversationType, conversationStatus })),
    )
    return results.map(({ conversationId, updated, problems }) => ({
      conversationId,
      done: updated,
      problems: [...problems],
    }))
  } catch (error) {
    if (error instanceof Failure && error.detail.kind === 'notFound' && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      const first = await updateBatch({ client, log }, batch.slice(0, middle), conversationStatus)
      return [...first, ...(await updateBatch({ client, log }, batch.slice(middle), conversationStatus))]
    }
    if (!(error instanceof Failure)) log.error('could not file conversations', { error })
    return batch.map(({ conversationId }) => ({ conversationId, done: false, problems: [failureMessage(error)] }))
  }
}

/** Splits ids into stored conversations and failed results for unknown ones. */
export const resolveConversations = (
  conversationIds: readonly string[],
  load: (conversationId: string) => ConversationRef | undefined,
): { readonly known: readonly ConversationRef[]; readonly unknown: readonly FilingResult[] } => {
  const known: ConversationRef[] = []
  const unknown: FilingResult[] = []
  for (const conversationId of new Set(conversationIds)) {
    const conversation = load(conversationId)
    if (conversation !== undefined) known.push(conversation)
    else {
      const problems = ['This conversation is not stored here. Refresh the inbox.']
      unknown.push({ conversationId, done: false, problems })
    }
  }
  return { known, unknown }
}
