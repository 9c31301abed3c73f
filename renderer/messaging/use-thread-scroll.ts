/**
 * Where a thread is scrolled to: at its newest message, unless somebody has scrolled up to read.
 *
 * Only the newest messages are built at first; earlier ones come as the reader comes near them, and what is being read
 * stays where it is.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** More than a tall window shows. */
const FIRST_SHOWN = 40
const MORE_AT_ONCE = 100
/** How near the top the reader comes before earlier messages are built, in px. */
const NEAR_TOP = 600
/** Within this of its end a thread counts as being at its end, in px. */
const NEAR_END = 48

export type ThreadScroll = {
  readonly scrollRef: RefObject<HTMLElement | null>
  /** Index of the first message that is built. */
  readonly firstShown: number
  readonly showEarlier: () => void
  readonly toEnd: () => void
}

/**
 * `count` messages; `more` changes with whatever stands after them. `foundIndex` is a message to show first of all, null
 * where none was looked for.
 */
export const useThreadScroll = (count: number, more: number, foundIndex: number | null): ThreadScroll => {
  const scrollRef = useRef<HTMLElement>(null)
  const isAtEnd = useRef(foundIndex === null)
  /** Messages built besides those that came since: they never leave while the thread is open. */
  const [firstShown, setFirstShown] = useState(() => Math.max(0, count - FIRST_SHOWN))
  // A thread that shrank, or a find further up, shows more of it.
  const first = Math.max(0, Math.min(firstShown, count - 1, foundIndex === null ? count : foundIndex - 3))
  if (first !== firstShown) setFirstShown(first)

  const toEnd = useCallback(() => {
    const element = scrollRef.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])

  /** Distance from the end, kept while messages are put in above. */
  const keptFromEnd = useRef<number | null>(null)
  const showEarlier = useCallback(() => {
    const element = scrollRef.current
    if (element !== null) keptFromEnd.current = element.scrollHeight - element.scrollTop
    setFirstShown((before) => Math.max(0, before - MORE_AT_ONCE))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when earlier messages were built
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null || keptFromEnd.current === null) return
    element.scrollTop = element.scrollHeight - keptFromEnd.current
    keptFromEnd.current = null
  }, [first])

  useEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const note = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
      if (first > 0 && element.scrollTop < NEAR_TOP && keptFromEnd.current === null) showEarlier()
    }
    element.addEventListener('scroll', note, { passive: true })
    // The composer below grows as one writes, and takes its lines from the thread.
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd()
    })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', note)
      resized.disconnect()
    }
  }, [first, showEarlier, toEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more to see than before
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd()
  }, [count, more, toEnd])

  return { scrollRef, firstShown: first, showEarlier, toEnd }
}
