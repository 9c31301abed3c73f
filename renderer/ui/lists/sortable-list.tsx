/** A short list that can be reordered by dragging a handle, or with the arrow keys on it. */
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import styles from './sortable-list.module.css'

export type SortableListProps<Item> = {
  readonly label: string
  readonly items: readonly Item[]
  /** Unique within the list. */
  readonly keyOf: (item: Item, index: number) => string
  /** An entry's name during a move: "Picture 2". */
  readonly nameOf: (item: Item, index: number) => string
  readonly onMove: (from: number, to: number) => void
  /** The entry; it contains `handle`. */
  readonly renderItem: (item: Item, index: number, handle: ReactNode) => ReactNode
  /** `tiles` wrap into lines; `rows` (default) are one below the other. */
  readonly layout?: 'rows' | 'tiles' | undefined
}

type Drag = {
  readonly from: number
  readonly to: number
}

/** The array with one element moved. */
export const movedTo = <Item,>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const moved = [...items]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

const keyTargets: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * The order changes on drop; until then the list previews it, and Escape cancels. On the keyboard, arrow keys move the
 * entry by one, Home and End to the ends, and the focus follows.
 */
export const SortableList = <Item,>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  renderItem,
  layout = 'rows',
}: SortableListProps<Item>) => {
  const helpId = useId()
  const listRef = useRef<HTMLOListElement>(null)
  /** Centres of the entries when the drag started. */
  const middles = useRef<readonly { readonly x: number; readonly y: number }[]>([])
  const [drag, setDrag] = useState<Drag>()
  const [news, setNews] = useState('')
  const focusAt = useRef<number | undefined>(undefined)

  // Only the visual order changes during a drag: a moved element would lose the pointer capture.
  const order = drag === undefined ? [] : movedTo([...items.keys()], drag.from, drag.to)

  useEffect(() => {
    const place = focusAt.current
    if (place === undefined) return
    focusAt.current = undefined
    listRef.current?.querySelectorAll<HTMLElement>('[data-handle]')[place]?.focus()
  })

  useEffect(() => {
    if (drag === undefined) return undefined
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setDrag(undefined)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [drag])

  const announce = (from: number, to: number) => {
    const item = items[from]
    if (item !== undefined) setNews(`${nameOf(item, from)} moved to place ${to + 1} of ${items.length}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = keyTargets[event.key]?.(index, items.length - 1)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (to < 0 || to >= items.length || to === index) return
    focusAt.current = to
    announce(index, to)
    onMove(index, to)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    middles.current = [...(listRef.current?.children ?? [])].map((entry) => {
      const box = entry.getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    })
    setDrag({ from: index, to: index })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag === undefined) return
    const distances = middles.current.map(({ x, y }) => Math.hypot(event.clientX - x, event.clientY - y))
    const to = distances.indexOf(Math.min(...distances))
    if (to !== -1 && to !== drag.to) setDrag({ ...drag, to })
  }
  const onDrop = () => {
    if (drag === undefined) return
    setDrag(undefined)
    if (drag.from === drag.to) return
    focusAt.current = drag.to
    announce(drag.from, drag.to)
    onMove(drag.from, drag.to)
  }

  const renderHandle = (item: Item, index: number): ReactNode => (
    <button
      aria-describedby={helpId}
      aria-label={`Move ${nameOf(item, index)}`}
      className={styles.handle}
      data-handle
      onKeyDown={(event) => onKeyDown(event, index)}
      onLostPointerCapture={() => setDrag(undefined)}
      onPointerDown={(event) => onPointerDown(event, index)}
      onPointerMove={onPointerMove}
      onPointerUp={onDrop}
      title="Drag, or use the arrow keys"
      type="button"
    >
      <GripVertical aria-hidden="true" size={14} />
    </button>
  )

  return (
    <>
      <ol aria-label={label} className={styles.list} data-layout={layout} ref={listRef}>
        {items.map((item, index) => (
          <li
            className={classNames(styles.entry, drag?.from === index && styles.dragged)}
            key={keyOf(item, index)}
            style={drag === undefined ? {} : { order: order.indexOf(index) }}
          >
            {renderItem(item, index, renderHandle(item, index))}
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span id={helpId}>Use the arrow keys to move it, Home and End for the ends.</span>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </>
  )
}
