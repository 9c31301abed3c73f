/** Which action files conversations, and which actions undo it. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

/** Whether the action moves conversations, so that it can be undone. */
export const isMove = (action: FilingAction | 'delete'): action is 'archive' | 'archiveAndRead' | 'active' =>
  action === 'archive' || action === 'archiveAndRead' || action === 'active'

/** Archives; unread conversations become read as well. Archived ones move back to the inbox. */
export const chooseMove = (rows: readonly Conversation[]): 'archive' | 'archiveAndRead' | 'active' => {
  if (rows.length > 0 && rows.every(({ archived }) => archived)) return 'active'
  return rows.some(({ unread }) => unread) ? 'archiveAndRead' : 'archive'
}

export type UndoStep = { readonly action: FilingAction; readonly conversationIds: string[] }

const getIds = (rows: readonly Conversation[]): string[] => rows.map(({ conversationId }) => conversationId)

/** The calls that undo a move. `rows` are as they were before it. */
export const planUndo = (rows: readonly Conversation[], action: FilingAction): readonly UndoStep[] => {
  const wasRestored = action === 'active'
  const moved = rows.filter(({ archived }) => archived === wasRestored)
  const read = action === 'archiveAndRead' ? rows.filter(({ unread }) => unread) : []
  const steps: readonly UndoStep[] = [
    { action: wasRestored ? 'archive' : 'active', conversationIds: getIds(moved) },
    { action: 'unread', conversationIds: getIds(read) },
  ]
  return steps.filter(({ conversationIds }) => conversationIds.length > 0)
}
