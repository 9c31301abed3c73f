/**
 * Shared by virtual list and virtual table: the scrolling element, the active row, and the rendered rows. DOM focus
 * stays on the scrolling element and `aria-activedescendant` names the row, so a row that is deleted, moved or scrolled
 * away never takes the focus with it.
 */
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays on the list or grid, which names the active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list or grid itself takes the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the linter can't see a computed role
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the linter can't see a computed role
import {
  type AriaAttributes,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../base/class-names.ts'
import { pressedKey } from '../base/pressed-key.ts'
import { type RowSource, rowsOfArray } from './row-source.ts'
import { useIndexOfKey, useRowWindow } from './row-window.ts'
import styles from './virtual-rows.module.css'

export type VirtualRowsOptions<Item> = {
  /** All rows, or a source that has loaded only some. */
  readonly items: readonly Item[] | RowSource<Item>
  /** Stable between renders. */
  readonly getKey: (item: Item) => string
  /** Height of every row in px. */
  readonly rowHeight: number
  readonly selectedKey?: string | null | undefined
  /**
   * The selected row's index, for a source that may not have loaded it; null while it is unknown. A new selection is
   * scrolled to as soon as its index is known.
   */
  readonly selectedIndex?: number | null | undefined
  /** Called when the row was selected by pointer, Space, or (with selectionFollowsFocus) by moving onto it. */
  readonly onSelect?: ((key: string, item: Item) => void) | undefined
  /** Called when the row was opened: Enter or a double press. Without it Enter selects. */
  readonly onOpen?: ((key: string, item: Item) => void) | undefined
  readonly selectionFollowsFocus?: boolean | undefined
  /** The scroll position of the last visit, in px. */
  readonly initialScrollTop?: number | undefined
  readonly onScrollTop?: ((scrollTop: number) => void) | undefined
}

/**
 * Rows checked besides the selected one: with a click on the row's `[data-checkbox]`, Ctrl or ⌘ and a click, Shift and
 * a click, or Shift with the arrow keys, Home and End. An index may belong to a row that isn't loaded.
 */
export type RowChecks<Item> = {
  readonly isChecked: (item: Item) => boolean
  readonly onToggle: (index: number) => void
  /** Checks the rows from the start of the range to `to`; it starts at `from` if there is none yet. */
  readonly onExtend: (from: number, to: number) => void
}

export type VirtualRowsProps<Item> = VirtualRowsOptions<Item> & {
  readonly label: string
  readonly kind: 'list' | 'table'
  /** Content above the rows that stays visible. */
  readonly header?: ReactNode
  /** Height of `header` in px. */
  readonly headerHeight?: number | undefined
  readonly columnCount?: number | undefined
  readonly style?: CSSProperties | undefined
  /** Undefined for a row that isn't loaded. */
  readonly renderRow: (item: Item | undefined, state: RowState) => ReactNode
  readonly rowClass?: string | undefined
  readonly checks?: RowChecks<Item> | undefined
  readonly activeIndexRef?: RefObject<number> | undefined
}

export type RowState = {
  readonly isSelected: boolean
  /** Whether keyboard focus is on this row. */
  readonly isActive: boolean
}

type Active = {
  /** Null for a row that isn't loaded, until it is. */
  readonly key: string | null
  readonly index: number
}

const isOnCheckbox = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-checkbox]') !== null

const isArray = <Item,>(items: readonly Item[] | RowSource<Item>): items is readonly Item[] => Array.isArray(items)

export const VirtualRows = <Item,>(props: VirtualRowsProps<Item>) => {
  const { label, kind, header, headerHeight = 0, columnCount, style, renderRow, rowClass } = props
  const { items, getKey, rowHeight, selectedKey = null, selectedIndex: knownIndex, onSelect, onOpen } = props
  const { selectionFollowsFocus = false, initialScrollTop = 0, onScrollTop, checks, activeIndexRef } = props
  const scrollRef = useRef<HTMLDivElement | null>(null)
  const id = useId()
  const rows = useMemo(() => (isArray(items) ? rowsOfArray(items) : items), [items])
  const indexOfKey = useIndexOfKey(rows, getKey)

  const [active, setActive] = useState<Active | null>(null)
  const [seenSelectedKey, setSeenSelectedKey] = useState<string | null>(null)

  // The active row follows a selection made elsewhere and keeps its key when data changes. When its row is removed, the
  // row that moved into its place becomes active. A row that isn't loaded keeps its last index.
  let current = active
  const selectedIndex = selectedKey === null ? undefined : (indexOfKey.get(selectedKey) ?? knownIndex ?? undefined)
  const awaitsIndex = selectedKey !== null && selectedIndex === undefined && knownIndex === null
  if (selectedKey !== seenSelectedKey && !awaitsIndex) {
    setSeenSelectedKey(selectedKey)
    if (selectedKey !== null && selectedIndex !== undefined) current = { key: selectedKey, index: selectedIndex }
  }
  if (current !== null) {
    const found = current.key === null ? undefined : indexOfKey.get(current.key)
    const index = Math.min(found ?? current.index, rows.count - 1)
    const item = rows.at(index)
    const key = item === undefined ? current.key : getKey(item)
    if (index < 0) current = null
    else if (key !== current.key || index !== current.index) current = { key, index }
  }
  if (current !== active) setActive(current)
  const activeIndex = current?.index ?? -1
  useEffect(() => {
    if (activeIndexRef !== undefined) activeIndexRef.current = activeIndex
  }, [activeIndexRef, activeIndex])

  // Registered before the row window's listener: reading the position after it has rendered rows would force a layout.
  const reportScrollTop = useEffectEvent((scrollTop: number) => onScrollTop?.(scrollTop))
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const report = () => reportScrollTop(element.scrollTop)
    element.addEventListener('scroll', report, { passive: true })
    return () => element.removeEventListener('scroll', report)
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

  // A list that returns to its last scroll position stays there, wherever the selected row is.
  const lastShownKey = useRef<string | null>(initialScrollTop > 0 ? selectedKey : null)
  useEffect(() => {
    if (lastShownKey.current === selectedKey || awaitsIndex) return
    lastShownKey.current = selectedKey
    if (selectedIndex !== undefined) virtualizer.scrollToIndex(selectedIndex)
  }, [selectedKey, selectedIndex, awaitsIndex, virtualizer])

  // The user moved to a row that isn't loaded: it is selected once it is, unless the keyboard has moved on.
  const awaited = useRef<number | null>(null)
  // A row of the previous list was pressed while the next was loading: it is selected if the next list contains it.
  const pressedEarly = useRef<{ readonly key: string; readonly isOpening: boolean } | null>(null)
  const settle = useEffectEvent(() => {
    if (rows.isFormer) return
    const item = awaited.current === null ? undefined : rows.at(awaited.current)
    if (item !== undefined) {
      awaited.current = null
      onSelect?.(getKey(item), item)
    }
    const early = pressedEarly.current
    if (early === null) return
    pressedEarly.current = null
    const index = indexOfKey.get(early.key)
    const pressed = index === undefined ? undefined : rows.at(index)
    if (index === undefined || pressed === undefined) return
    setActive({ key: early.key, index })
    const action = early.isOpening ? onOpen : onSelect
    action?.(early.key, pressed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => settle(), [rows])

  const moveTo = (target: number, isExtending: boolean) => {
    const index = Math.max(0, Math.min(rows.count - 1, target))
    if (index >= rows.count) return
    const item = rows.at(index)
    const key = item === undefined ? null : getKey(item)
    if (isExtending && activeIndex >= 0) checks?.onExtend(activeIndex, index)
    setActive({ key, index })
    virtualizer.scrollToIndex(index)
    awaited.current = selectionFollowsFocus && key === null ? index : null
    if (item !== undefined && key !== null && selectionFollowsFocus && key !== selectedKey) onSelect?.(key, item)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key pressed in a control inside the list belongs to that control.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const target = findTarget(pressedKey(event), activeIndex, pageRows(), rows.count)
    if (target === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    const item = rows.at(activeIndex)
    if (rows.isFormer) {
      // A key move is relative to this list, so it doesn't apply to the next one.
      if (target === undefined && item !== undefined)
        pressedEarly.current = { key: getKey(item), isOpening: event.key === 'Enter' && onOpen !== undefined }
      return
    }
    if (target !== undefined) return moveTo(target, event.shiftKey)
    const action = event.key === 'Enter' ? (onOpen ?? onSelect) : onSelect
    if (item !== undefined) action?.(getKey(item), item)
  }
  const onFocus = () => {
    if (current !== null) return
    const index = selectedIndex ?? virtualizer.range.startIndex
    const item = rows.at(index)
    if (item !== undefined) setActive({ key: getKey(item), index })
  }
  const press = (item: Item, isOpening: boolean) => {
    const key = getKey(item)
    if (rows.isFormer) {
      pressedEarly.current = { key, isOpening }
      return
    }
    if (isOpening) return onOpen?.(key, item)
    setActive({ key, index: indexOfKey.get(key) ?? 0 })
    onSelect?.(key, item)
  }

  /** A click that checks a row doesn't open it. */
  const onClick = (event: MouseEvent, index: number, item: Item | undefined) => {
    const isCheck = isOnCheckbox(event) || event.ctrlKey || event.metaKey || event.shiftKey
    if (checks === undefined || !isCheck) {
      if (item !== undefined) press(item, false)
    } else if (!rows.isFormer) {
      if (event.shiftKey) checks.onExtend(index, index)
      else checks.onToggle(index)
    }
  }

  const isTable = kind === 'table'
  const rowAria = (index: number): AriaAttributes =>
    isTable ? { 'aria-rowindex': index + 2 } : { 'aria-posinset': index + 1, 'aria-setsize': rows.count }
  return (
    <div
      aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
      aria-busy={rows.isFormer}
      aria-colcount={columnCount}
      aria-label={label}
      aria-rowcount={isTable ? rows.count + 1 : undefined}
      className={styles.box}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      ref={scrollRef}
      role={isTable ? 'grid' : 'listbox'}
      style={style}
      tabIndex={0}
    >
      {header}
      <div
        className={styles.rows}
        role={isTable ? 'rowgroup' : 'presentation'}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = rows.at(index)
          const isHole = item === undefined
          const isSelected = !isHole && getKey(item) === selectedKey
          const isActive = index === activeIndex
          return (
            <div
              {...rowAria(index)}
              aria-label={isHole && !isTable ? 'Loading' : undefined}
              aria-checked={isHole ? undefined : checks?.isChecked(item)}
              aria-selected={isSelected}
              className={classNames(styles.row, rowClass, isHole && styles.hole, isActive && styles.active)}
              id={`${id}-${index}`}
              key={rowKey(index)}
              onClick={(event) => onClick(event, index, item)}
              onDoubleClick={(event) => {
                const isCheck = checks !== undefined && isOnCheckbox(event)
                if (!isHole && !isCheck) press(item, true)
              }}
              role={isTable ? 'row' : 'option'}
              style={{ height: rowHeight, transform: `translateY(${start - headerHeight}px)` }}
            >
              {renderRow(item, { isSelected, isActive })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The index a key moves to; undefined for other keys. */
const findTarget = (key: string, from: number, pageRows: number, count: number): number | undefined => {
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
