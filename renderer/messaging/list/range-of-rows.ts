/**
 * The conversations between two of a list of which only some are here.
 *
 * What is marked is what is filed, so the stretch is read from main and checked: it begins and ends with the two that were
 * meant. A list that moved in between is read again.
 */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { ListedConversation, ListSelection } from '../../../shared/messaging/list.ts'
import { Failure } from '../../../shared/result.ts'

/** What can be filed at once. */
export const MOST_MARKED = 1_000
const TRIES = 3

/** An end of the stretch: a conversation; a place of the list whose row is not here yet, from 0; or the end of the list. */
export type RangeEnd = { readonly conversationId: string } | { readonly place: number } | 'last'

export type Range = {
  readonly rows: readonly ListedConversation[]
  /** There were more between the two; those nearest to `from` were taken. */
  readonly isCut: boolean
}

type Lists = Pick<StallhandClient['messaging'], 'conversations' | 'conversationOffset'>

const gone = (): Failure =>
  new Failure({ kind: 'conflict', message: 'The list has changed, so nothing more was marked. Mark again.' })

/** Rejects with a `Failure` where an end is not in the list any more, or where the list does not stand still. */
export const rangeOfRows = async (
  lists: Lists,
  selection: ListSelection,
  from: RangeEnd,
  to: RangeEnd,
): Promise<Range> => {
  const offsetOf = async (end: RangeEnd): Promise<number> => {
    if (end === 'last' || 'place' in end) {
      const { total } = await lists.conversations({ ...selection, offset: 0, limit: 1 })
      if (total === 0) throw gone()
      return end === 'last' ? total - 1 : Math.min(end.place, total - 1)
    }
    const { offset } = await lists.conversationOffset({ ...selection, conversationId: end.conversationId })
    if (offset === null) throw gone()
    return offset
  }
  const stands = (row: ListedConversation | undefined, end: RangeEnd): boolean =>
    end === 'last' || 'place' in end || row?.conversationId === end.conversationId

  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const fromAt = await offsetOf(from)
    const toAt = await offsetOf(to)
    const isDown = fromAt <= toAt
    const count = Math.abs(toAt - fromAt) + 1
    const isCut = count > MOST_MARKED
    const limit = Math.min(count, MOST_MARKED)
    const offset = isDown ? fromAt : fromAt - limit + 1
    const { rows } = await lists.conversations({ ...selection, offset, limit })
    const [begin, end] = isDown ? [rows[0], rows.at(-1)] : [rows.at(-1), rows[0]]
    if (rows.length === limit && stands(begin, from) && (isCut || stands(end, to))) return { rows, isCut }
  }
  throw gone()
}
