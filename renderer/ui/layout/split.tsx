/** Two panes side by side; in a narrow window one at a time. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import styles from './split.module.css'

export type SplitProps = {
  /** Names the separator: "Width of the message list". */
  readonly label: string
  readonly list: ReactNode
  /** Without a detail the list fills the width; the list keeps its state when a detail appears or disappears. */
  readonly detail?: ReactNode
  /** Width of the list in px; 0 until the seller chooses one. */
  readonly size: number
  /** Called when a drag ends and on every key. */
  readonly onSizeChange: (size: number) => void
  /** The visible pane below 900 px. */
  readonly showing: 'list' | 'detail'
}

const MIN_PX = 320
const KEY_STEP_PX = 16
/** A wide window has room for a wider list. */
const normal = { startPx: 360, maxPx: 480 } as const
const wide = { startPx: 480, maxPx: 640 } as const

/**
 * The separator can be dragged, moved with the arrow keys, Home and End, and reset with a double click. Below 900 px
 * only `showing` is visible; the other pane stays mounted.
 */
export const Split = ({ label, list, detail, size, onSizeChange, showing }: SplitProps) => {
  const { startPx, maxPx } = useMediaQuery('(min-width: 1900px)') ? wide : normal
  const clamp = (px: number): number => Math.round(Math.max(MIN_PX, Math.min(maxPx, px)))
  const dragFrom = useRef<{ readonly x: number; readonly size: number } | null>(null)
  const [draggedSize, setDraggedSize] = useState<number | null>(null)
  const width = clamp(draggedSize ?? (size === 0 ? startPx : size))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragFrom.current = { x: event.clientX, size: width }
    setDraggedSize(width)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = dragFrom.current
    if (from !== null) setDraggedSize(clamp(from.size + event.clientX - from.x))
  }
  const onDragEnd = () => {
    if (dragFrom.current === null) return
    dragFrom.current = null
    setDraggedSize(null)
    if (width !== size) onSizeChange(width)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = {
      ArrowLeft: width - KEY_STEP_PX,
      ArrowRight: width + KEY_STEP_PX,
      Home: MIN_PX,
      End: maxPx,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSizeChange(clamp(next))
  }

  return (
    <div
      className={styles.split}
      data-alone={detail === undefined || undefined}
      data-showing={showing}
      style={{ '--list-size': `${width}px` } as CSSProperties}
    >
      <div className={styles.list}>{list}</div>
      {detail !== undefined && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is not an <hr> */}
          <div
            aria-label={label}
            aria-orientation="vertical"
            aria-valuemax={maxPx}
            aria-valuemin={MIN_PX}
            aria-valuenow={width}
            className={styles.line}
            data-dragging={draggedSize !== null || undefined}
            onDoubleClick={() => onSizeChange(startPx)}
            onKeyDown={onKeyDown}
            onLostPointerCapture={onDragEnd}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onDragEnd}
            role="separator"
            tabIndex={0}
          />
          <div className={styles.detail}>{detail}</div>
        </>
      )}
    </div>
  )
}
