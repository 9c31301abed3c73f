/** Deletes conversations like a window that shows their newest messages. */
import type { Conversation } from '../../shared/messaging/conversation.ts'

type Ask = <T>(method: string, input: unknown) => Promise<T>

export const deleteShown = async (ask: Ask, conversationIds: readonly string[]): Promise<unknown> => {
  const threads = await Promise.all(
    conversationIds.map((conversationId) =>
      ask<{ conversation: Conversation }>('messaging.thread', { conversationId }),
    ),
  )
  const conversations = threads.map(({ conversation: { conversationId, latestAtMs } }) => ({
    conversationId,
    latestAtMs,
  }))
  return ask('messaging.deleteConversations', { conversations })
}
