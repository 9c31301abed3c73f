/**
 * What a virtual list and a virtual table share: which row the keyboard is at, how keys move it, and which rows are built.
 *
 * DOM focus stays on the scrolling element and `aria-activedescendant` names the row. A row that is deleted, moved or
 * scrolled away can therefore never take the focus with it.
 */
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FixedRows } from './fixed-rows.ts'
import { type RowSource, rowsOfArray } from './row-source.ts'
import { useIndexOfKey, useRowWindow } from './row-window.ts'

export interface VirtualRowsOptions<Item> {
  /** All of them, or a source of which only some are here. */
  readonly items: readonly Item[] | RowSource<Item>
  readonly getKey: (item: Item) => string
  /** Height of every row in px. */
  readonly rowHeight: number
  readonly selectedKey?: string | null | undefined
  /**
   * Where the selected row stands, for a source that may not have it here; null while nobody knows. A new selection is brought
   * into sight as soon as it is known.
   */
  readonly selectedIndex?: number | null | undefined
  /** The row was chosen by pointer, Space, or (with selectionFollowsFocus) by moving onto it. */
  readonly onSelect?: ((key: string, item: Item) => void) | undefined
  /** The row was opened: Enter or a double press. Without it Enter selects. */
  readonly onOpen?: ((key: string, item: Item) => void) | undefined
  readonly selectionFollowsFocus?: boolean | undefined
  /** Where the list was when it was left, in px. */
  readonly initialScrollTop?: number | undefined
  readonly onScrollTop?: ((scrollTop: number) => void) | undefined
  /** Height in px of what stands above the rows within the scrolling element. */
  readonly headerHeight?: number | undefined
}

export interface VirtualRows<Item> {
  readonly rows: RowSource<Item>
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly virtualizer: FixedRows
  readonly activeIndex: number
  readonly rowId: (index: number) => string
  /** For React: the row's own key, or one of its place where it is not here. */
  readonly rowKey: (index: number) => string
  readonly activeRowId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: () => void
  readonly onRowPress: (item: Item) => void
  readonly onRowDoublePress: (item: Item) => void
}

interface Active {
  /** Null for a row that is not here yet: it was moved to, and gets its key when it comes. */
  readonly key: string | null
  readonly index: number
}

const isArray = <Item>(items: readonly Item[] | RowSource<Item>): items is readonly Item[] => Array.isArray(items)

export function useVirtualRows<Item>(options: VirtualRowsOptions<Item>): VirtualRows<Item> {
  const { items, getKey, rowHeight, selectedKey = null, onSelect, onOpen, onScrollTop } = options
  const { selectionFollowsFocus = false, initialScrollTop = 0, headerHeight = 0 } = options
  const scrollRef = useRef<HTMLDivElement | null>(null)
  const id = useId()
  const rows = useMemo(() => (isArray(items) ? rowsOfArray(items) : items), [items])
  const indexOfKey = useIndexOfKey(rows, getKey)

  const [active, setActive] = useState<Active | null>(null)
  const [seenSelectedKey, setSeenSelectedKey] = useState<string | null>(null)

  // The active row follows a selection made elsewhere, keeps its key when data changes, and when its row is gone stands
  // on the neighbour that moved into its place. A row that is not here is where it was last.
  let current = active
  const selectedIndex =
    selectedKey === null ? undefined : (indexOfKey.get(selectedKey) ?? options.selectedIndex ?? undefined)
  /** The selected row is not here, and where it stands will be told. */
  const awaitsPlace = selectedKey !== null && selectedIndex === undefined && options.selectedIndex === null
  if (selectedKey !== seenSelectedKey && !awaitsPlace) {
    setSeenSelectedKey(selectedKey)
    if (selectedKey !== null && selectedIndex !== undefined) current = { key: selectedKey, index: selectedIndex }
  }
  if (current !== null) {
    const index = current.key === null ? undefined : indexOfKey.get(current.key)
    const place = Math.min(index ?? current.index, rows.count - 1)
    const item = rows.at(place)
    const key = item === undefined ? current.key : getKey(item)
    if (place < 0) current = null
    else if (key !== current.key || place !== current.index) current = { key, index: place }
  }
  if (current !== active) setActive(current)
  const activeIndex = current?.index ?? -1

  // Heard before the rows of the new place are built: asking afterwards would have them laid out at once.
  const tellScrollTop = useRef(onScrollTop)
  useLayoutEffect(() => {
    tellScrollTop.current = onScrollTop
  }, [onScrollTop])
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const tell = () => tellScrollTop.current?.(element.scrollTop)
    element.addEventListener('scroll', tell, { passive: true })
    return () => element.removeEventListener('scroll', tell)
  }, [])

  const { virtualizer, rowKey, pageRows } = useRowWindow({
    scrollRef,
    rows,
    getKey,
    indexOfKey,
    rowHeight,
    headerHeight,
    initialScrollTop,
    activeIndex,
  })

  // A list that comes back to where it was left stays there, wherever the selected row is.
  const lastShownKey = useRef<string | null>(initialScrollTop > 0 ? selectedKey : null)
  useEffect(() => {
    if (lastShownKey.current === selectedKey || awaitsPlace) return
    lastShownKey.current = selectedKey
    if (selectedIndex !== undefined) virtualizer.scrollToIndex(selectedIndex)
  }, [selectedKey, selectedIndex, awaitsPlace, virtualizer])

  const moveTo = (target: number) => {
    const index = Math.max(0, Math.min(rows.count - 1, target))
    if (index >= rows.count) return
    const item = rows.at(index)
    const key = item === undefined ? null : getKey(item)
    setActive({ key, index })
    virtualizer.scrollToIndex(index)
    awaited.current = selectionFollowsFocus && key === null ? index : null
    if (item !== undefined && key !== null && selectionFollowsFocus && key !== selectedKey) onSelect?.(key, item)
  }
  // Moved to a row that was not here: it is selected when it comes, unless the keyboard has gone on.
  const awaited = useRef<number | null>(null)
  useEffect(() => {
    const item = awaited.current === null ? undefined : rows.at(awaited.current)
    if (item === undefined || rows.isFormer) return
    awaited.current = null
    onSelect?.(getKey(item), item)
  }, [rows, getKey, onSelect])

  // A row of the former list that was pressed while the next was on its way: meant if it is in the next one too. A key moves
  // from place to place, which say nothing of the next list.
  const pressedEarly = useRef<{ readonly key: string; readonly isOpening: boolean } | null>(null)
  useEffect(() => {
    const early = pressedEarly.current
    if (early === null || rows.isFormer) return
    pressedEarly.current = null
    const index = indexOfKey.get(early.key)
    const item = index === undefined ? undefined : rows.at(index)
    if (index === undefined || item === undefined) return
    setActive({ key: early.key, index })
    const action = early.isOpening ? onOpen : onSelect
    action?.(early.key, item)
  }, [rows, indexOfKey, onSelect, onOpen])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key pressed in a control within the list is that control's.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const target = targetOf(event.key, activeIndex, pageRows(), rows.count)
    if (target === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    if (rows.isFormer) return
    if (target !== undefined) moveTo(target)
    else withActive(event.key === 'Enter' ? (onOpen ?? onSelect) : onSelect)
  }
  const withActive = (action: ((key: string, item: Item) => void) | undefined) => {
    const item = rows.at(activeIndex)
    if (item !== undefined) action?.(getKey(item), item)
  }

  return {
    rows,
    scrollRef,
    virtualizer,
    activeIndex,
    rowId: (index) => `${id}-${index}`,
    rowKey,
    activeRowId: activeIndex >= 0 ? `${id}-${activeIndex}` : undefined,
    onKeyDown,
    onFocus: () => {
      if (current !== null) return
      const index = selectedIndex ?? virtualizer.range.startIndex
      const item = rows.at(index)
      if (item !== undefined) setActive({ key: getKey(item), index })
    },
    onRowPress: (item) => {
      const key = getKey(item)
      if (rows.isFormer) {
        pressedEarly.current = { key, isOpening: false }
        return
      }
      setActive({ key, index: indexOfKey.get(key) ?? 0 })
      onSelect?.(key, item)
    },
    onRowDoublePress: (item) => {
      if (rows.isFormer) pressedEarly.current = { key: getKey(item), isOpening: true }
      else onOpen?.(getKey(item), item)
    },
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
