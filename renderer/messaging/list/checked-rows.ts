/** The checked rows of a list that is only partly loaded and moves while it is read. */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'
import { Failure } from '../../../shared/result.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'

/** How many conversations can be filed at once. */
export const MAX_CHECKED = 1_000

/** A conversation, or the index of a row that isn't loaded. */
export type RangeEnd = { readonly conversationId: string } | { readonly index: number }

type Range = {
  readonly rows: readonly ListedConversation[]
  /** Whether the range was longer than `MAX_CHECKED`; the rows nearest to `from` were taken. */
  readonly isCut: boolean
}

type Lists = Pick<StallhandClient['messaging'], 'conversations' | 'conversationOffset'>

const changed = (): Failure =>
  new Failure({ kind: 'conflict', message: 'The list changed, so nothing was selected. Select again.' })

const isEnd = (row: ListedConversation | undefined, end: RangeEnd): boolean =>
  row !== undefined && ('index' in end || row.conversationId === end.conversationId)

/**
 * Reads the rows between two ends, both included. What is checked is what is filed or deleted, so the range must begin
 * and end with the intended conversations. Throws `conflict` otherwise.
 */
export const readRange = async (lists: Lists, filter: ListFilter, from: RangeEnd, to: RangeEnd): Promise<Range> => {
  const findIndex = async (end: RangeEnd): Promise<number> => {
    if ('index' in end) return end.index
    const { offset } = await lists.conversationOffset({ ...filter, conversationId: end.conversationId })
    if (offset === null) throw changed()
    return offset
  }
  const first = await findIndex(from)
  const last = await findIndex(to)
  const isDown = first <= last
  const count = Math.abs(last - first) + 1
  const limit = Math.min(count, MAX_CHECKED)
  const isCut = count > limit
  const { rows } = await lists.conversations({ ...filter, offset: isDown ? first : first - limit + 1, limit })
  const [begin, end] = isDown ? [rows[0], rows.at(-1)] : [rows.at(-1), rows[0]]
  if (!isEnd(begin, from) || !(isCut || isEnd(end, to))) throw changed()
  return { rows, isCut }
}

/** The loaded row of a conversation. */
export const findRow = (
  rows: RowSource<ListedConversation>,
  conversationId: string,
): { readonly index: number; readonly row: ListedConversation } | undefined => {
  for (const [index, row] of rows.here()) if (row.conversationId === conversationId) return { index, row }
  return undefined
}

/**
 * Each checked conversation as its row is now: it may have been read or filed since. One that has left the list is no
 * longer checked, so that nothing off screen is filed; in a partly loaded list it may be further down.
 */
export const refreshChecked = (
  checked: ReadonlyMap<string, Conversation>,
  rows: RowSource<ListedConversation>,
): readonly Conversation[] => {
  const loaded = new Map<string, Conversation>()
  for (const [, row] of rows.here()) loaded.set(row.conversationId, row)
  const isWhole = loaded.size === rows.count
  return [...checked].flatMap(([id, row]) => loaded.get(id) ?? (isWhole ? [] : [row]))
}
