/** Which action files conversations, and which one undoes it. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

/** Archives, and changes nothing else. Archived ones move back to the inbox. */
export const chooseMove = (rows: readonly Conversation[]): 'archive' | 'active' =>
  rows.length > 0 && rows.every(({ archived }) => archived) ? 'active' : 'archive'

/** The action that undoes each, and which conversations it changed. */
const reversals: Readonly<
  Record<FilingAction, { readonly former: FilingAction; readonly wasChanged: (row: Conversation) => boolean }>
> = {
  archive: { former: 'active', wasChanged: ({ archived }) => !archived },
  active: { former: 'archive', wasChanged: ({ archived }) => archived },
  read: { former: 'unread', wasChanged: ({ unread }) => unread },
  unread: { former: 'read', wasChanged: ({ unread }) => !unread },
}

/**
 * The call that undoes a move or a mark; undefined if it changed nothing. `rows` are from before it.
 */
export const planUndo = (
  rows: readonly Conversation[],
  action: FilingAction,
): { readonly action: FilingAction; readonly conversationIds: string[] } | undefined => {
  const { former, wasChanged } = reversals[action]
  const conversationIds = rows.filter(wasChanged).map(({ conversationId }) => conversationId)
  return conversationIds.length === 0 ? undefined : { action: former, conversationIds }
}

/** The group of undoable acts that filed exactly these conversations. */
export const filingGroup = (conversationIds: readonly string[]): string => `filing ${conversationIds.join(' ')}`
