/**
 * What a virtual list and a virtual table share: which row the keyboard is at, how keys move it, and which rows are built.
 *
 * DOM focus stays on the scrolling element and `aria-activedescendant` names the row. A row that is deleted, moved or
 * scrolled away can therefore never take the focus with it.
 */
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

export interface VirtualRowsOptions<Item> {
  readonly items: readonly Item[]
  readonly getKey: (item: Item) => string
  /** Height of every row in px. */
  readonly rowHeight: number
  readonly selectedKey?: string | null | undefined
  /** The row was chosen by pointer, Space, or (with selectionFollowsFocus) by moving onto it. */
  readonly onSelect?: ((key: string, item: Item) => void) | undefined
  /** The row was opened: Enter or a double press. Without it Enter selects. */
  readonly onOpen?: ((key: string, item: Item) => void) | undefined
  readonly selectionFollowsFocus?: boolean | undefined
  /** Fewer than ten rows are left below; called once for every length of `items`. */
  readonly onEndReached?: (() => void) | undefined
  /** Where the list was when it was left, in px. */
  readonly initialScrollTop?: number | undefined
  readonly onScrollTop?: ((scrollTop: number) => void) | undefined
  /** Height in px of what stands above the rows within the scrolling element. */
  readonly headerHeight?: number | undefined
}

export interface VirtualRows<Item> {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  readonly activeIndex: number
  readonly rowId: (index: number) => string
  readonly activeRowId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: () => void
  readonly onRowPress: (item: Item) => void
  readonly onRowDoublePress: (item: Item) => void
}

interface Active {
  readonly key: string
  readonly index: number
}

/** How many rows before the end more is asked for. */
const endDistance = 10

export function useVirtualRows<Item>(options: VirtualRowsOptions<Item>): VirtualRows<Item> {
  const { items, getKey, rowHeight, selectedKey = null, onSelect, onOpen, onEndReached, onScrollTop } = options
  const { selectionFollowsFocus = false, initialScrollTop = 0, headerHeight = 0 } = options
  const scrollRef = useRef<HTMLDivElement | null>(null)
  const id = useId()
  const indexOfKey = useMemo(() => new Map(items.map((item, index) => [getKey(item), index])), [items, getKey])

  const [active, setActive] = useState<Active | null>(null)
  const [seenSelectedKey, setSeenSelectedKey] = useState<string | null>(null)

  // The active row follows a selection made elsewhere, keeps its key when data changes, and when its row is gone stands
  // on the neighbour that moved into its place.
  let current = active
  if (selectedKey !== seenSelectedKey) {
    setSeenSelectedKey(selectedKey)
    const index = selectedKey === null ? undefined : indexOfKey.get(selectedKey)
    if (selectedKey !== null && index !== undefined) current = { key: selectedKey, index }
  }
  if (current !== null) {
    const index = indexOfKey.get(current.key)
    if (index !== undefined) {
      if (index !== current.index) current = { key: current.key, index }
    } else {
      const neighbourIndex = Math.min(current.index, items.length - 1)
      const neighbour = items[neighbourIndex]
      current = neighbour === undefined ? null : { key: getKey(neighbour), index: neighbourIndex }
    }
  }
  if (current !== active) setActive(current)
  const activeIndex = current?.index ?? -1

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      // aria-activedescendant must name an element that exists.
      if (activeIndex >= 0 && activeIndex < range.count && !indexes.includes(activeIndex)) indexes.push(activeIndex)
      return indexes.sort((one, other) => one - other)
    },
    [activeIndex],
  )
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : getKey(item)
    },
    initialOffset: initialScrollTop,
    overscan: 8,
    rangeExtractor,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
  })

  // A change of row height (density) must not leave rows at their old places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again exactly when the height changes
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])

  // Rows that arrive above must not push away what is being read: when the rows in sight all moved by the same distance,
  // the scroll position moves with them. At the very top the list stays at the top, and news comes into sight.
  const rowsInSight = useRef<readonly (readonly [key: string, index: number])[]>([])
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null || element.scrollTop <= headerHeight) return
    const distances = new Set(rowsInSight.current.map(([key, index]) => (indexOfKey.get(key) ?? Number.NaN) - index))
    const [distance] = distances
    if (distances.size === 1 && distance !== undefined && distance > 0) element.scrollTop += distance * rowHeight
  }, [indexOfKey, rowHeight, headerHeight])
  const { startIndex: firstInSight = 0, endIndex: lastInSight = -1 } = virtualizer.range ?? {}
  useEffect(() => {
    rowsInSight.current = items
      .slice(firstInSight, lastInSight + 1)
      .map((item, offset) => [getKey(item), firstInSight + offset])
  }, [items, getKey, firstInSight, lastInSight])

  const selectedIndex = selectedKey === null ? undefined : indexOfKey.get(selectedKey)
  const lastShownKey = useRef<string | null>(null)
  useEffect(() => {
    if (lastShownKey.current === selectedKey) return
    lastShownKey.current = selectedKey
    if (selectedIndex !== undefined) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedKey, selectedIndex, virtualizer])

  const askedAtLength = useRef(-1)
  useEffect(() => {
    if (onEndReached === undefined || items.length === 0 || askedAtLength.current === items.length) return
    if (lastInSight < items.length - 1 - endDistance) return
    askedAtLength.current = items.length
    onEndReached()
  }, [lastInSight, items.length, onEndReached])

  useEffect(() => {
    const element = scrollRef.current
    if (element === null || onScrollTop === undefined) return undefined
    const tell = () => onScrollTop(element.scrollTop)
    element.addEventListener('scroll', tell, { passive: true })
    return () => element.removeEventListener('scroll', tell)
  }, [onScrollTop])

  const moveTo = (target: number) => {
    const index = Math.max(0, Math.min(items.length - 1, target))
    const item = items[index]
    if (item === undefined) return
    const key = getKey(item)
    setActive({ key, index })
    virtualizer.scrollToIndex(index, { align: 'auto' })
    if (selectionFollowsFocus && key !== selectedKey) onSelect?.(key, item)
  }
  const pageRows = () =>
    Math.max(1, Math.floor(((scrollRef.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key pressed in a control within the list is that control's.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const target = targetOf(event.key, activeIndex, pageRows(), items.length)
    if (target === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    if (target !== undefined) moveTo(target)
    else withActive(event.key === 'Enter' ? (onOpen ?? onSelect) : onSelect)
  }
  const withActive = (act: ((key: string, item: Item) => void) | undefined) => {
    const item = items[activeIndex]
    if (item !== undefined) act?.(getKey(item), item)
  }

  return {
    scrollRef,
    virtualizer,
    activeIndex,
    rowId: (index) => `${id}-${index}`,
    activeRowId: activeIndex >= 0 ? `${id}-${activeIndex}` : undefined,
    onKeyDown,
    onFocus: () => {
      if (current !== null) return
      const index = selectedIndex ?? virtualizer.range?.startIndex ?? 0
      const item = items[index]
      if (item !== undefined) setActive({ key: getKey(item), index })
    },
    onRowPress: (item) => {
      const key = getKey(item)
      setActive({ key, index: indexOfKey.get(key) ?? 0 })
      onSelect?.(key, item)
    },
    onRowDoublePress: (item) => onOpen?.(getKey(item), item),
  }
}

/** Where a key leads from a row; undefined for keys that do not move. */
function targetOf(key: string, from: number, pageRows: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return from + 1
    case 'ArrowUp':
    case 'k':
      return from - 1
    case 'PageDown':
      return from + pageRows
    case 'PageUp':
      return from - pageRows
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
