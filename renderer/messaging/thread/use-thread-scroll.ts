/**
 * Keeps a thread at its newest message unless the user has scrolled up. Renders the newest messages first; earlier ones
 * follow as the user scrolls towards them, without moving the visible text.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** More than a tall window shows. */
const INITIAL_COUNT = 40
const BATCH_SIZE = 100
/** Renders earlier messages within this distance of the top, in px. */
const NEAR_TOP_PX = 600
/** Within this distance of the end, the thread counts as scrolled down, in px. */
const NEAR_END_PX = 48

type ThreadScroll = {
  readonly scrollRef: RefObject<HTMLElement | null>
  /** Index of the first rendered message. */
  readonly firstShown: number
  readonly showEarlier: () => void
  readonly scrollToEnd: () => void
}

/**
 * `count` messages, followed by `outboxCount` pending ones. `foundIndex` is the search hit to show first; null outside a
 * search.
 */
export const useThreadScroll = (count: number, outboxCount: number, foundIndex: number | null): ThreadScroll => {
  const scrollRef = useRef<HTMLElement>(null)
  const isAtEnd = useRef(foundIndex === null)
  const [firstShown, setFirstShown] = useState(() => Math.max(0, count - INITIAL_COUNT))
  // A shorter thread or an earlier search hit renders more.
  const first = Math.max(0, Math.min(firstShown, count - 1, foundIndex === null ? count : foundIndex - 3))
  if (first !== firstShown) setFirstShown(first)

  const scrollToEnd = useCallback(() => {
    const element = scrollRef.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])

  /** Distance from the end, restored after earlier messages were rendered. */
  const distanceFromEnd = useRef<number | null>(null)
  const showEarlier = useCallback(() => {
    const element = scrollRef.current
    if (element !== null) distanceFromEnd.current = element.scrollHeight - element.scrollTop
    setFirstShown((before) => Math.max(0, before - BATCH_SIZE))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when earlier messages were rendered
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null || distanceFromEnd.current === null) return
    element.scrollTop = element.scrollHeight - distanceFromEnd.current
    distanceFromEnd.current = null
  }, [first])

  useEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const onScroll = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
      if (first > 0 && element.scrollTop < NEAR_TOP_PX && distanceFromEnd.current === null) showEarlier()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // The composer below grows during writing, and takes its space from the thread.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd()
    })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [first, showEarlier, scrollToEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages were added
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd()
  }, [count, outboxCount, scrollToEnd])

  return { scrollRef, firstShown: first, showEarlier, scrollToEnd }
}
