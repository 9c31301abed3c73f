/** Marked conversations as the list has them now. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { ListedConversation } from '../../../shared/messaging/list.ts'
import type { RowSource } from '../../ui/row-source.ts'

/** Each as its row is now, since it may have been read or filed after it was marked; as it was then where its row is not here. */
export const markedNow = (
  marked: ReadonlyMap<string, Conversation>,
  rows: RowSource<ListedConversation> | null,
): readonly Conversation[] => {
  const latest = new Map(marked)
  for (const [, row] of rows?.here() ?? []) if (latest.has(row.conversationId)) latest.set(row.conversationId, row)
  return [...latest.values()]
}
