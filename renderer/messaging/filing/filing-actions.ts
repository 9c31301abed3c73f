/** Which action files conversations, and which one undoes it. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

/** Whether the action moves conversations, so that it can be undone. */
export const isMove = (action: FilingAction | 'delete'): action is 'archive' | 'active' =>
  action === 'archive' || action === 'active'

/** Archives, and changes nothing else. Archived ones move back to the inbox. */
export const chooseMove = (rows: readonly Conversation[]): 'archive' | 'active' =>
  rows.length > 0 && rows.every(({ archived }) => archived) ? 'active' : 'archive'

/** The call that undoes a move; undefined if it moved nothing. `rows` are as they were before it. */
export const planUndo = (
  rows: readonly Conversation[],
  action: 'archive' | 'active',
): { readonly action: FilingAction; readonly conversationIds: string[] } | undefined => {
  const wasRestored = action === 'active'
  const conversationIds = rows
    .filter(({ archived }) => archived === wasRestored)
    .map(({ conversationId }) => conversationId)
  return conversationIds.length === 0 ? undefined : { action: wasRestored ? 'archive' : 'active', conversationIds }
}
