/** Where the list was, after a restart too. Kept when scrolling pauses, so that it costs nothing while it moves. */
import { useCallback, useEffect, useRef } from 'react'
import type { ListSelection } from '../../shared/messaging/list.ts'
import { useViewState } from '../api/use-view-state.ts'

const KEEP_AFTER_MS = 400

/** A search is of the moment: where its finds were scrolled to is not kept. */
export const useKeptScroll = (
  selection: ListSelection,
): { readonly initial: number; readonly keep: (scrollTop: number) => void } => {
  const [stored, setStored] = useViewState('messaging.listScroll', 0)
  const initial = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isSearch = selection.search !== ''
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = useCallback(
    (scrollTop: number) => {
      clearTimeout(timer.current)
      if (isSearch) return
      timer.current = setTimeout(() => setStored(Math.round(scrollTop)), KEEP_AFTER_MS)
    },
    [setStored, isSearch],
  )
  return { initial: initial.current, keep }
}
