/** Which rows of a long list are built, and where the list stays when rows come and go: shared by list, table and sheet. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type FixedRows, useFixedRows } from './fixed-rows.ts'
import { commonDistance, type RowSource } from './row-source.ts'

/** Where each row that is here stands. */
export const useIndexOfKey = <Item>(
  rows: RowSource<Item>,
  getKey: (item: Item) => string,
): ReadonlyMap<string, number> =>
  useMemo(() => {
    const indexes = new Map<string, number>()
    for (const [index, item] of rows.here()) indexes.set(getKey(item), index)
    return indexes
  }, [rows, getKey])

export interface RowWindowOptions<Item> {
  /** The element that scrolls. */
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly rows: RowSource<Item>
  readonly getKey: (item: Item) => string
  readonly indexOfKey: ReadonlyMap<string, number>
  /** Height of every row in px. */
  readonly rowHeight: number
  /** Height in px of what stands above the rows within the scrolling element. */
  readonly headerHeight: number
  readonly initialScrollTop?: number | undefined
  /** A row that is built wherever the list is scrolled to: `aria-activedescendant` must name an element that exists. */
  readonly activeIndex: number
}

export interface RowWindow {
  readonly virtualizer: FixedRows
  /** For React: the row's own key, or one of its place where it is not here. */
  readonly rowKey: (index: number) => string
  /** Rows that a page key goes. */
  readonly pageRows: () => number
}

export function useRowWindow<Item>(options: RowWindowOptions<Item>): RowWindow {
  const { scrollRef, rows, getKey, indexOfKey, rowHeight, headerHeight, initialScrollTop = 0, activeIndex } = options
  const { onInSight } = rows

  // While blocks are read one after the other, a row that moved can be in two of them: only its last place bears its key.
  const rowKey = useCallback(
    (index: number) => {
      const item = rows.at(index)
      const key = item === undefined ? undefined : getKey(item)
      return key !== undefined && indexOfKey.get(key) === index ? key : `hole ${index}`
    },
    [rows, getKey, indexOfKey],
  )
  const virtualizer = useFixedRows({
    scrollRef,
    count: rows.count,
    rowHeight,
    headerHeight,
    initialScrollTop,
    kept: activeIndex,
  })

  // Rows that come or go above must not move what is being read: where most of the rows in sight moved by the same distance,
  // the scroll position moves with them. At the very top the list stays at the top, and news comes into sight.
  const rowsInSight = useRef<readonly (readonly [key: string, index: number])[]>([])
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null || element.scrollTop <= headerHeight) return
    const distance = commonDistance(rowsInSight.current, indexOfKey)
    if (distance !== 0) element.scrollTop += distance * rowHeight
  }, [scrollRef, indexOfKey, rowHeight, headerHeight])
  const { startIndex: firstInSight, endIndex: lastInSight } = virtualizer.range
  useEffect(() => {
    const inSight: [key: string, index: number][] = []
    for (let index = firstInSight; index <= lastInSight; index += 1) {
      const item = rows.at(index)
      if (item !== undefined) inSight.push([getKey(item), index])
    }
    rowsInSight.current = inSight
  }, [rows, getKey, firstInSight, lastInSight])
  useEffect(() => onInSight(firstInSight, lastInSight), [onInSight, firstInSight, lastInSight])

  // Another view is another list: it begins at its top.
  const shownId = useRef(rows.id)
  useLayoutEffect(() => {
    if (shownId.current === rows.id) return
    shownId.current = rows.id
    rowsInSight.current = []
    scrollRef.current?.scrollTo({ top: 0 })
  }, [scrollRef, rows.id])

  return {
    virtualizer,
    rowKey,
    pageRows: () => Math.max(1, Math.floor(((scrollRef.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
  }
}
