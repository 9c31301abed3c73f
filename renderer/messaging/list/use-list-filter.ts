/** The filter of the list. View, item and buyer survive a restart; the search doesn't. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { conversationViews } from '../../../shared/messaging/conversation.ts'
import type { ListFilter } from '../../../shared/messaging/list.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { viewLabels } from '../messaging-labels.ts'

const SEARCH_AFTER_MS = 120

export const everything: ListFilter = { view: 'all', itemId: null, otherParty: null, search: '' }

export const isSameFilter = (one: ListFilter, other: ListFilter): boolean =>
  one.view === other.view &&
  one.itemId === other.itemId &&
  one.otherParty === other.otherParty &&
  one.search === other.search

/** "Unread · Kestrel 35 · anna · “blue”". */
export const useFilterLabel = ({ view, itemId, otherParty, search }: ListFilter): string => {
  const title = useListedItem(itemId)?.title
  const parts = [viewLabels[view], itemId === null ? '' : (title ?? `item ${itemId}`), otherParty ?? '']
  return [...parts, search === '' ? '' : `“${search}”`].filter((part) => part !== '').join(' · ')
}

export type FilterControl = {
  /** The filter as queries take it. The same object until it changes. */
  readonly filter: ListFilter
  /** The text in the search field; `filter.search` follows when typing pauses. */
  readonly typed: string
  readonly setTyped: (typed: string) => void
  readonly narrow: (part: Partial<Omit<ListFilter, 'search'>>) => void
  readonly show: (filter: ListFilter) => void
}

export const useListFilter = (): FilterControl => {
  const [storedView, setView] = useViewState('messaging.view', 'all')
  // A stored value keeps its type, so the empty string means none.
  const [itemId, setItem] = useViewState('messaging.itemId', '')
  const [otherParty, setBuyer] = useViewState('messaging.otherParty', '')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const view = conversationViews.find((one) => one === storedView) ?? 'all'
  const filter = useMemo(
    () => ({ view, itemId: itemId || null, otherParty: otherParty || null, search }),
    [view, itemId, otherParty, search],
  )
  const narrow = useCallback(
    (part: Partial<Omit<ListFilter, 'search'>>) => {
      if (part.view !== undefined) setView(part.view)
      if (part.itemId !== undefined) setItem(part.itemId ?? '')
      if (part.otherParty !== undefined) setBuyer(part.otherParty ?? '')
    },
    [setView, setItem, setBuyer],
  )
  const show = useCallback(
    (wanted: ListFilter) => {
      narrow(wanted)
      setTyped(wanted.search)
    },
    [narrow],
  )
  return useMemo(() => ({ filter, typed, setTyped, narrow, show }), [filter, typed, narrow, show])
}
