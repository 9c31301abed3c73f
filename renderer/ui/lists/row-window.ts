/**
 * Which rows of a long list are rendered, and its scroll position when rows are added or removed. Shared by list, table
 * and sheet. All rows have one height, so a row's position is a multiplication, and scrolling costs the same at any
 * length. A virtualizer for variable heights keeps a record of each row and rebuilds all of them whenever the list
 * changes: see docs/decisions/virtual-rows.md.
 */
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { commonDistance, type RowSource } from './row-source.ts'

/** Visible rows, both ends included; `endIndex` is below `startIndex` if there are none. */
export type RowRange = {
  readonly startIndex: number
  readonly endIndex: number
}

export type RowView = {
  readonly scrollTop: number
  /** Height of the area that shows rows. */
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** The rows that are at least partly visible. */
export const rowsInView = ({ scrollTop, height, rowHeight, count }: RowView): RowRange => {
  if (height <= 0) return { startIndex: 0, endIndex: -1 }
  const startIndex = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)))
  const endIndex = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) - 1)
  return { startIndex, endIndex }
}

/** The scroll position that shows the whole row with the least movement; undefined if none is needed. */
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

/** The rows to render: the visible ones, `overscan` more on either side, and `kept` wherever it is. */
export const rowsToBuild = (range: RowRange, count: number, overscan: number, kept: number): readonly number[] => {
  const indexes: number[] = []
  const first = Math.max(0, range.startIndex - overscan)
  const last = Math.min(count - 1, range.endIndex + overscan)
  if (kept >= 0 && kept < Math.min(first, count)) indexes.push(kept)
  for (let index = first; index <= last; index += 1) indexes.push(index)
  if (kept > last && kept < count) indexes.push(kept)
  return indexes
}

/** The index of each loaded row. */
export const useIndexOfKey = <Item>(
  rows: RowSource<Item>,
  getKey: (item: Item) => string,
): ReadonlyMap<string, number> =>
  useMemo(() => {
    const indexes = new Map<string, number>()
    for (const [index, item] of rows.here()) indexes.set(getKey(item), index)
    return indexes
  }, [rows, getKey])

export type RowWindowOptions<Item> = {
  /** The element that scrolls. */
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly rows: RowSource<Item>
  readonly getKey: (item: Item) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  /** Height of every row in px. */
  readonly rowHeight: number
  /** Height in px of the header above the rows, which stays visible. */
  readonly headerHeight: number
  readonly initialScrollTop?: number | undefined
  /** A row that is always rendered, because `aria-activedescendant` must name an existing element; -1 for none. */
  readonly activeIndex: number
}

export type RowWindow = {
  readonly virtualizer: {
    readonly range: RowRange
    /** Height of all rows together. */
    readonly getTotalSize: () => number
    /** The rows to render, each with its distance from the top of the scrolling element's content. */
    readonly getVirtualItems: () => readonly { readonly index: number; readonly start: number }[]
    /** Scrolls no further than needed. */
    readonly scrollToIndex: (index: number) => void
  }
  /** The React key: the row's own, or one derived from its index if it isn't loaded. */
  readonly rowKey: (index: number) => string
  /** Rows that a page key moves by. */
  readonly pageRows: () => number
}

const OVERSCAN = 8
const noRows: RowRange = { startIndex: 0, endIndex: -1 }

/** The visible rows, updated while the element scrolls and resizes. */
const useRowsInView = (
  scrollRef: RefObject<HTMLDivElement | null>,
  readView: () => RowView,
  initialScrollTop: number,
): RowRange => {
  const [range, setRange] = useState(noRows)
  const measure = useEffectEvent((): void => {
    const { startIndex, endIndex } = rowsInView(readView())
    setRange((now) => (now.startIndex === startIndex && now.endIndex === endIndex ? now : { startIndex, endIndex }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when a size or the number of rows changes
  useLayoutEffect(() => measure(), [readView])

  const firstScrollTop = useRef(initialScrollTop)
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    if (firstScrollTop.current > 0) element.scrollTop = firstScrollTop.current
    measure()
    // Renders within the frame of the scroll, or new rows would be blank for a frame.
    const onScroll = () => flushSync(() => measure())
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scrollRef])
  useEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => measure())
    observer.observe(element)
    return () => observer.disconnect()
  }, [scrollRef])
  return range
}

export const useRowWindow = <Item>(options: RowWindowOptions<Item>): RowWindow => {
  const { scrollRef, rows, getKey, indexOfKey, rowHeight, headerHeight, initialScrollTop = 0, activeIndex } = options
  const { count, onInSight } = rows

  const readView = useCallback((): RowView => {
    const { scrollTop = 0, clientHeight = 0 } = scrollRef.current ?? {}
    return { scrollTop, height: clientHeight - headerHeight, rowHeight, count }
  }, [scrollRef, headerHeight, rowHeight, count])
  const measured = useRowsInView(scrollRef, readView, initialScrollTop)
  // The measurement of a shortened list follows a moment later.
  const endIndex = Math.min(measured.endIndex, count - 1)
  const startIndex = Math.min(measured.startIndex, Math.max(0, count - 1))

  const virtualizer = useMemo(
    () => ({
      range: { startIndex, endIndex },
      getTotalSize: () => count * rowHeight,
      getVirtualItems: () =>
        rowsToBuild({ startIndex, endIndex }, count, OVERSCAN, activeIndex).map((index) => ({
          index,
          start: headerHeight + index * rowHeight,
        })),
      scrollToIndex: (index: number) => {
        const top = scrollTopToShow(index, readView())
        if (top !== undefined && scrollRef.current !== null) scrollRef.current.scrollTop = top
      },
    }),
    [scrollRef, readView, startIndex, endIndex, count, rowHeight, headerHeight, activeIndex],
  )

  // Rows added or removed above must not move what the user reads: the scroll position moves by the distance that most
  // of the visible rows moved. At the very top the list stays there, so that new rows are visible.
  const visibleRows = useRef<readonly (readonly [key: string, index: number])[]>([])
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null || element.scrollTop <= headerHeight) return
    const distance = commonDistance(visibleRows.current, indexOfKey)
    if (distance !== 0) element.scrollTop += distance * rowHeight
  }, [scrollRef, indexOfKey, rowHeight, headerHeight])
  useEffect(() => {
    const visible: [key: string, index: number][] = []
    for (let index = startIndex; index <= endIndex; index += 1) {
      const item = rows.at(index)
      if (item !== undefined) visible.push([getKey(item), index])
    }
    visibleRows.current = visible
  }, [rows, getKey, startIndex, endIndex])
  useEffect(() => onInSight(startIndex, endIndex), [onInSight, startIndex, endIndex])

  // Another list starts at its top.
  const shownId = useRef(rows.id)
  useLayoutEffect(() => {
    if (shownId.current === rows.id) return
    shownId.current = rows.id
    visibleRows.current = []
    scrollRef.current?.scrollTo({ top: 0 })
  }, [scrollRef, rows.id])

  return {
    virtualizer,
    // A row that moved while pages were loading can be in two of them: only its last index gets its key.
    rowKey: useCallback(
      (index: number) => {
        const item = rows.at(index)
        const key = item === undefined ? undefined : getKey(item)
        return key !== undefined && indexOfKey.get(key) === index ? key : `hole ${index}`
      },
      [rows, getKey, indexOfKey],
    ),
    pageRows: () => Math.max(1, Math.floor(readView().height / rowHeight) - 1),
  }
}
