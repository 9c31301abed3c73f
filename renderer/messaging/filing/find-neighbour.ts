/** Opens the next conversation when the open one leaves the list. */
import type { ListedConversation } from '../../../shared/messaging/list.ts'
import { currentLocation } from '../../location.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'
import { closeConversation, openConversation } from '../locations.ts'

/** The conversation to open instead of one that leaves the list: the next one, else the previous one. */
const findNeighbour = (
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

/** Call the returned function once `rows` have left the list: it opens a neighbour if one of them was open. */
export const planNeighbour = (
  list: RowSource<ListedConversation>,
  openId: string | null,
  leaving: readonly string[],
): (() => void) => {
  if (openId === null || !leaving.includes(openId)) return () => undefined
  const neighbour = findNeighbour(list, openId, new Set(leaving))
  return () => {
    if (currentLocation().path[0] !== openId) return
    if (neighbour === null) closeConversation()
    else openConversation(neighbour)
  }
}
