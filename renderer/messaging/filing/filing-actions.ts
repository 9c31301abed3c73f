/** Which action files conversations away, and which ones put them back to where they were. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'

/** Whether it moves them, so that it can be taken back. */
export const isFolderAction = (action: FilingAction): boolean => action !== 'read' && action !== 'unread'

/** What the key and the button that file these away do: what is all archived comes back, what is unread is read as well. */
export const folderActionOf = (rows: readonly Conversation[]): FilingAction => {
  if (rows.length > 0 && rows.every(({ archived }) => archived)) return 'active'
  return rows.some(({ unread }) => unread) ? 'archiveAndRead' : 'archive'
}

export type FilingStep = { readonly action: FilingAction; readonly conversationIds: readonly string[] }

const idsOf = (rows: readonly Conversation[]): readonly string[] => rows.map(({ conversationId }) => conversationId)

/**
 * What takes an action that moved conversations back: those that it moved go back, and those that it read are unread again. What
 * stood there before it stays there.
 */
export const stepsBack = (rows: readonly Conversation[], action: FilingAction): readonly FilingStep[] => {
  const isBack = action === 'active'
  const moved = rows.filter(({ archived }) => archived === isBack)
  const read = action === 'archiveAndRead' ? rows.filter(({ unread }) => unread) : []
  const steps: readonly FilingStep[] = [
    { action: isBack ? 'archive' : 'active', conversationIds: idsOf(moved) },
    { action: 'unread', conversationIds: idsOf(read) },
  ]
  return steps.filter(({ conversationIds }) => conversationIds.length > 0)
}
