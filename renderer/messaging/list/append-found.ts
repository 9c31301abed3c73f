/** Appends a page. A message that arrives in between moves a conversation to the next page (MSG-04). */
import type { FoundConversation } from '../../../shared/messaging/platform-search.ts'

export const appendFound = (
  before: readonly FoundConversation[],
  page: readonly FoundConversation[],
): readonly FoundConversation[] => {
  const known = new Set(before.map(({ conversationId }) => conversationId))
  return [...before, ...page.filter(({ conversationId }) => !known.has(conversationId))]
}
