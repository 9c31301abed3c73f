/** Counts conversations that got a message while the list was scrolled away from its top. */
import { useEffect, useState } from 'react'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'

/** Views whose new conversations appear above the rows on screen. */
const newestFirstViews: readonly ListFilter['view'][] = ['all', 'unread', 'notices']

const newestMs = (rows: readonly ListedConversation[]): number =>
  Math.max(0, ...rows.map(({ latestAtMs }) => latestAtMs ?? 0))

/** How many of the first rows got a message from someone else after `knownMs`. */
export const countArrivals = (
  view: ListFilter['view'],
  firstRows: readonly Pick<ListedConversation, 'latestAtMs' | 'latestWriter'>[],
  knownMs: number,
): number =>
  newestFirstViews.includes(view)
    ? firstRows.filter(({ latestAtMs, latestWriter }) => (latestAtMs ?? 0) > knownMs && latestWriter !== 'seller')
        .length
    : 0

/** How many conversations got a message from someone else while the list was scrolled away from its top. */
export const useArrivals = (
  filter: ListFilter,
  firstRows: readonly ListedConversation[] | undefined,
  isAtTop: boolean,
): number => {
  const [seen, setSeen] = useState<{ readonly filter: ListFilter; readonly ms: number } | null>(null)
  const known = seen?.filter === filter ? seen.ms : null
  const topMs = firstRows === undefined ? null : newestMs(firstRows)
  useEffect(() => {
    if (topMs !== null && (isAtTop || known === null) && topMs !== known) setSeen({ filter, ms: topMs })
  }, [filter, topMs, isAtTop, known])
  return known === null || isAtTop || firstRows === undefined ? 0 : countArrivals(filter.view, firstRows, known)
}
