/**
 * Rows of one height, of which those in sight are built.
 *
 * All rows being alike, every place is a multiplication: what is done at a scroll, and when the list changes, costs as much
 * for 100,000 rows as for a hundred. (A virtualizer for rows of any height keeps a record of each row, and makes all of
 * them anew whenever the list changes: 80 ms at 100,000.)
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows in sight, both ends included; `endIndex` below `startIndex` where there are none. */
export interface RowRange {
  readonly startIndex: number
  readonly endIndex: number
}

export interface RowView {
  readonly scrollTop: number
  /** Height of the part in which rows are seen. */
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** The rows that are seen, even in part. */
export const rowsInView = ({ scrollTop, height, rowHeight, count }: RowView): RowRange => {
  if (height <= 0) return { startIndex: 0, endIndex: -1 }
  const startIndex = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)))
  const endIndex = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) - 1)
  return { startIndex, endIndex }
}

/** Where to scroll to so that the row is seen whole, moving as little as possible; undefined where it is. */
export const scrollTopToShow = (
  index: number,
  { scrollTop, height, rowHeight, count }: RowView,
): number | undefined => {
  if (index < 0 || index >= count) return undefined
  const top = index * rowHeight
  if (top < scrollTop) return top
  const lowest = top + rowHeight - height
  return lowest > scrollTop ? lowest : undefined
}

/** The rows to build: those in sight with some to either side, and one more that is built wherever it stands. */
export const rowsToBuild = (range: RowRange, count: number, overscan: number, kept: number): readonly number[] => {
  const indexes: number[] = []
  const first = Math.max(0, range.startIndex - overscan)
  const last = Math.min(count - 1, range.endIndex + overscan)
  if (kept >= 0 && kept < Math.min(first, count)) indexes.push(kept)
  for (let index = first; index <= last; index += 1) indexes.push(index)
  if (kept > last && kept < count) indexes.push(kept)
  return indexes
}

export interface FixedRowsOptions {
  /** The element that scrolls. */
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rowHeight: number
  /** Height of what stands above the rows within the scrolling element and stays in sight. */
  readonly headerHeight: number
  readonly initialScrollTop: number
  /** A row that is built wherever the list is scrolled to; -1 for none. */
  readonly kept: number
}

export interface FixedRows {
  readonly range: RowRange
  /** Height of all rows together. */
  readonly getTotalSize: () => number
  /** The rows to build, each with its distance from the top of the scrolling element's content. */
  readonly getVirtualItems: () => readonly { readonly index: number; readonly start: number }[]
  /** Moves as little as is needed. */
  readonly scrollToIndex: (index: number) => void
}

const overscan = 8
const noRows: RowRange = { startIndex: 0, endIndex: -1 }

export function useFixedRows(options: FixedRowsOptions): FixedRows {
  const { scrollRef, count, rowHeight, headerHeight, initialScrollTop, kept } = options
  const [seen, setSeen] = useState(noRows)

  const viewNow = useCallback((): RowView => {
    const element = scrollRef.current
    return {
      scrollTop: element?.scrollTop ?? 0,
      height: (element?.clientHeight ?? 0) - headerHeight,
      rowHeight,
      count,
    }
  }, [scrollRef, headerHeight, rowHeight, count])
  const latestView = useRef(viewNow)

  const look = useCallback(() => {
    const { startIndex, endIndex } = rowsInView(latestView.current())
    setSeen((now) => (now.startIndex === startIndex && now.endIndex === endIndex ? now : { startIndex, endIndex }))
  }, [])

  useLayoutEffect(() => {
    latestView.current = viewNow
    look()
  }, [viewNow, look])

  const firstScrollTop = useRef(initialScrollTop)
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    if (firstScrollTop.current > 0) element.scrollTop = firstScrollTop.current
    look()
    // Within the frame of the scroll: a row that is built later is a white stripe meanwhile.
    const onScroll = () => flushSync(look)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scrollRef, look])
  useEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scrollRef, look])

  const scrollToIndex = useCallback(
    (index: number) => {
      const top = scrollTopToShow(index, latestView.current())
      if (top !== undefined && scrollRef.current !== null) scrollRef.current.scrollTop = top
    },
    [scrollRef],
  )

  // A list that became shorter is looked at anew a moment later; what is past its end is left out until then.
  const endIndex = Math.min(seen.endIndex, count - 1)
  const startIndex = Math.min(seen.startIndex, Math.max(0, count - 1))
  return useMemo(
    () => ({
      range: { startIndex, endIndex },
      getTotalSize: () => count * rowHeight,
      getVirtualItems: () =>
        rowsToBuild({ startIndex, endIndex }, count, overscan, kept).map((index) => ({
          index,
          start: headerHeight + index * rowHeight,
        })),
      scrollToIndex,
    }),
    [startIndex, endIndex, count, rowHeight, headerHeight, kept, scrollToIndex],
  )
}
