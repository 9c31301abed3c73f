/** The filter of the list. View, item and buyer survive a restart; the search doesn't. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { conversationViews } from '../../../shared/messaging/conversation.ts'
import { type ListFilter, type OrderNarrowing, orderNarrowings } from '../../../shared/messaging/list.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { viewLabels } from '../messaging-labels.ts'

const SEARCH_AFTER_MS = 120

export const everything: ListFilter = { view: 'all', itemId: null, otherParty: null, search: '' }

export const isSameFilter = (one: ListFilter, other: ListFilter): boolean =>
  one.view === other.view &&
  one.itemId === other.itemId &&
  one.otherParty === other.otherParty &&
  one.orders === other.orders &&
  one.search === other.search

export const narrowingLabels: Readonly<Record<OrderNarrowing, string>> = {
  open: 'Has an open order',
  notShipped: 'Not shipped',
  late: 'Late',
}

/** "Unread · Kestrel 35 · anna · Late · “blue”". */
export const useFilterLabel = ({ view, itemId, otherParty, orders, search }: ListFilter): string => {
  const title = useListedItem(itemId)?.title
  const parts = [
    viewLabels[view],
    itemId === null ? '' : (title ?? `item ${itemId}`),
    otherParty ?? '',
    orders === undefined ? '' : narrowingLabels[orders],
  ]
  return [...parts, search === '' ? '' : `“${search}”`].filter((part) => part !== '').join(' · ')
}

/** What to change of the filter; `orders: null` ends that narrowing. */
export type ListNarrowing = Partial<Omit<ListFilter, 'search' | 'orders'>> & {
  readonly orders?: OrderNarrowing | null
}

export type FilterControl = {
  /** The filter as queries take it. The same object until it changes. */
  readonly filter: ListFilter
  /** The text in the search field; `filter.search` follows when typing pauses. */
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** Searches for what is typed without waiting for a pause. Returns the filter that results. */
  readonly search: () => ListFilter
  readonly narrow: (part: ListNarrowing) => void
  readonly show: (filter: ListFilter) => void
}

export const useListFilter = (): FilterControl => {
  const [storedView, setView] = useViewState('messaging.view', 'all')
  // A stored value keeps its type, so the empty string means none.
  const [itemId, setItem] = useViewState('messaging.itemId', '')
  const [otherParty, setBuyer] = useViewState('messaging.otherParty', '')
  const [storedOrders, setOrders] = useViewState('messaging.orders', '')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const view = conversationViews.find((one) => one === storedView) ?? 'all'
  const orders = orderNarrowings.find((one) => one === storedOrders)
  const filter = useMemo(
    () => ({
      view,
      itemId: itemId || null,
      otherParty: otherParty || null,
      ...(orders === undefined ? {} : { orders }),
      search,
    }),
    [view, itemId, otherParty, orders, search],
  )
  const narrow = useCallback(
    (part: ListNarrowing) => {
      if (part.view !== undefined) setView(part.view)
      if (part.itemId !== undefined) setItem(part.itemId ?? '')
      if (part.otherParty !== undefined) setBuyer(part.otherParty ?? '')
      if (part.orders !== undefined) setOrders(part.orders ?? '')
    },
    [setView, setItem, setBuyer, setOrders],
  )
  const show = useCallback(
    (wanted: ListFilter) => {
      narrow({ ...wanted, orders: wanted.orders ?? null })
      setTyped(wanted.search)
    },
    [narrow],
  )
  return useMemo(() => {
    const searchNow = (): ListFilter => {
      setSearch(typed.trim())
      return { ...filter, search: typed.trim() }
    }
    return { filter, typed, setTyped, search: searchNow, narrow, show }
  }, [filter, typed, narrow, show])
}
