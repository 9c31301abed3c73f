/** Restores the list's scroll position, even after a restart. A search's position isn't saved. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListFilter } from '../../../shared/messaging/list.ts'
import { useRememberedView } from '../../api/use-view-state.ts'

const SAVE_AFTER_MS = 400

export const useListScroll = (
  selection: ListFilter,
): { readonly initial: number; readonly isAtTop: boolean; readonly keep: (scrollTop: number) => void } => {
  const [initial, setStored] = useRememberedView('messaging.listScroll', 0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [isAtTop, setAtTop] = useState(initial === 0)
  const isSearch = selection.search !== ''
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = useCallback(
    (scrollTop: number) => {
      setAtTop(scrollTop < 8)
      clearTimeout(timer.current)
      if (!isSearch) timer.current = setTimeout(() => setStored(Math.round(scrollTop)), SAVE_AFTER_MS)
    },
    [setStored, isSearch],
  )
  return { initial, isAtTop, keep }
}
