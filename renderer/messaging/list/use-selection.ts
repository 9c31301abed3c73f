/** What of the inbox the list shows. View, item and buyer come back after a restart; a search is of the moment. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type ConversationView, conversationViews } from '../../../shared/messaging/conversation.ts'
import type { ListSelection } from '../../../shared/messaging/list.ts'
import { useViewState } from '../../api/use-view-state.ts'

const SEARCH_AFTER_MS = 120

const isView = (text: string): text is ConversationView => (conversationViews as readonly string[]).includes(text)

/** The value as it was `delayMs` after its last change. */
const useSettled = (value: string, delayMs: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

export type Selection = {
  /** As queries take it. The same object while it is the same selection. */
  readonly selection: ListSelection
  /** What stands in the search field now; `selection.search` follows when typing pauses. */
  readonly typed: string
  readonly setTyped: (typed: string) => void
  readonly select: (part: Partial<Omit<ListSelection, 'search'>>) => void
  /** Shows exactly this, its search included. */
  readonly showSelection: (selection: ListSelection) => void
  /** All conversations, without item, buyer and search. */
  readonly showAll: () => void
}

const everything: ListSelection = { view: 'all', itemId: null, otherParty: null, search: '' }

export const sameSelection = (one: ListSelection, other: ListSelection): boolean =>
  one.view === other.view &&
  one.itemId === other.itemId &&
  one.otherParty === other.otherParty &&
  one.search === other.search

export const useSelection = (): Selection => {
  const [storedView, setView] = useViewState('messaging.view', 'all')
  // Nothing chosen is the empty text: what is kept for the window has one type for ever.
  const [storedItem, setItem] = useViewState('messaging.itemId', '')
  const [storedBuyer, setBuyer] = useViewState('messaging.otherParty', '')
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const view = isView(storedView) ? storedView : 'all'
  const selection = useMemo(
    () => ({ view, itemId: storedItem || null, otherParty: storedBuyer || null, search }),
    [view, storedItem, storedBuyer, search],
  )

  const select = useCallback(
    (part: Partial<Omit<ListSelection, 'search'>>) => {
      if (part.view !== undefined) setView(part.view)
      if (part.itemId !== undefined) setItem(part.itemId ?? '')
      if (part.otherParty !== undefined) setBuyer(part.otherParty ?? '')
    },
    [setView, setItem, setBuyer],
  )
  const showSelection = useCallback(
    (wanted: ListSelection) => {
      select(wanted)
      setTyped(wanted.search)
    },
    [select],
  )
  const showAll = useCallback(() => showSelection(everything), [showSelection])
  return useMemo(
    () => ({ selection, typed, setTyped, select, showSelection, showAll }),
    [selection, typed, select, showSelection, showAll],
  )
}
