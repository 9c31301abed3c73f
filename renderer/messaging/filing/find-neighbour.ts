import type { ListedConversation } from '../../../shared/messaging/list.ts'
import type { RowSource } from '../../ui/row-source.ts'

/** The conversation to open in place of one that leaves the list: the next one, else the previous one. */
export const findNeighbour = (
  list: RowSource<ListedConversation>,
  conversationId: string,
  leaving: ReadonlySet<string>,
): string | null => {
  let previous: string | null = null
  let isPast = false
  for (const [, row] of list.here()) {
    if (row.conversationId === conversationId) isPast = true
    else if (leaving.has(row.conversationId)) continue
    else if (isPast) return row.conversationId
    else previous = row.conversationId
  }
  return isPast ? previous : null
}
