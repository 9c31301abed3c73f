/** Which action files conversations, and which one undoes it. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

/** Archives, and changes nothing else. Archived ones move back to the inbox. */
export const chooseMove = (rows: readonly Conversation[]): 'archive' | 'active' =>
  rows.length > 0 && rows.every(({ archived }) => archived) ? 'active' : 'archive'

/**
 * The call that undoes a move; undefined for anything else, and if nothing was moved. `rows` are from before the move.
 */
export const planUndo = (
  rows: readonly Conversation[],
  action: FilingAction,
): { readonly action: FilingAction; readonly conversationIds: string[] } | undefined => {
  if (action !== 'archive' && action !== 'active') return undefined
  const wasRestored = action === 'active'
  const conversationIds = rows
    .filter(({ archived }) => archived === wasRestored)
    .map(({ conversationId }) => conversationId)
  return conversationIds.length === 0 ? undefined : { action: wasRestored ? 'archive' : 'active', conversationIds }
}
