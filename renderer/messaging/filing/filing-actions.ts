/** Which action files conversations, and which one undoes it. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'
import type { UndoResult } from '../../ui/feedback/acts.ts'
import { formatCount } from '../../ui/format/locale-format.ts'

/** Archives, and changes nothing else. Archived ones move back to the inbox. */
export const chooseMove = (rows: readonly Conversation[]): 'archive' | 'active' =>
  rows.length > 0 && rows.every(({ archived }) => archived) ? 'active' : 'archive'

/** Which conversations an action changes. */
const wouldChange: Readonly<Record<FilingAction, (row: Conversation) => boolean>> = {
  archive: ({ archived }) => !archived,
  active: ({ archived }) => archived,
  read: ({ unread }) => unread,
  unread: ({ unread }) => !unread,
}

/** The conversations that a move or a mark changes; undefined if none. `rows` are from before it. */
export const planUndo = (rows: readonly Conversation[], action: FilingAction): string[] | undefined => {
  const conversationIds = rows.filter(wouldChange[action]).map(({ conversationId }) => conversationId)
  return conversationIds.length === 0 ? undefined : conversationIds
}

/** What undoing a move or a mark came to: some of it may never have been made. */
export const describeUndone = ({ undone, left }: { readonly undone: number; readonly left: number }): UndoResult => {
  if (left === 0) return { is: 'undone' }
  if (undone === 0) return { is: 'not', why: 'Nothing is left to undo.' }
  return {
    is: 'undone',
    text: `Undone for ${formatCount(undone, 'conversation')}; nothing is left to undo for the others.`,
  }
}
