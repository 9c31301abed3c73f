/** Mouse and pen in a sheet: press selects a cell, drag selects a block or fills it down, and scrolls at the edges. */
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { CellPlace } from './cell-selection.ts'

export type CellPointerOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly headerHeight: number
  readonly onPress: (place: CellPlace, isExtending: boolean) => void
  readonly onExtend: (place: CellPlace) => void
  /** The handle at the block's corner is dragged to this row, and released there. */
  readonly onFillTo: (row: number, isDone: boolean) => void
  /** Called when a row's checkbox was pressed. */
  readonly onCheck: (row: number, isRange: boolean) => void
  /** The mark that unfolds a row was pressed. */
  readonly onFold: (place: CellPlace) => void
  readonly onOpen: (place: CellPlace) => void
  readonly onDoublePress: (place: CellPlace) => void
}

/** A drag this close to an edge scrolls. */
const EDGE_PX = 12
const SCROLL_STEP_PX = 18

/** The cell that contains an element, unless it is the editor. */
export const findCell = (target: EventTarget | null): CellPlace | undefined => {
  if (!(target instanceof Element) || target.closest('input') !== null) return undefined
  const cell = target.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (cell === null || cell === undefined || row === null || row === undefined) return undefined
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) }
}

/** The row whose checkbox contains an element. */
const findCheckedRow = (target: EventTarget | null): number | undefined => {
  if (!(target instanceof Element) || target.closest('[data-check]') === null) return undefined
  return Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
}

export const useCellPointer = (options: CellPointerOptions) => {
  const extendTo = useEffectEvent(options.onExtend)
  const fillTo = useEffectEvent(options.onFillTo)
  const stopDrag = useRef<() => void>(undefined)
  useEffect(() => () => stopDrag.current?.(), [])

  const drag = (from: CellPlace, onPlace: (place: CellPlace) => void, onEnd?: (last: CellPlace) => void) => {
    const { scrollRef, headerHeight } = options
    let last = from
    let x = 0
    let y = 0
    let frame = 0
    const extend = () => {
      const box = scrollRef.current?.getBoundingClientRect()
      if (box === undefined) return
      const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
      const place = findCell(
        document.elementFromPoint(
          within(x, box.left + 1, box.right - EDGE_PX),
          within(y, box.top + headerHeight + 1, box.bottom - EDGE_PX),
        ),
      )
      if (place === undefined || (place.row === last.row && place.column === last.column)) return
      last = place
      onPlace(place)
    }
    const scroll = () => {
      const element = scrollRef.current
      const box = element?.getBoundingClientRect()
      frame = 0
      if (element === null || box === undefined) return
      const step = y > box.bottom - EDGE_PX ? SCROLL_STEP_PX : y < box.top + headerHeight ? -SCROLL_STEP_PX : 0
      if (step === 0) return
      element.scrollTop += step
      extend()
      frame = requestAnimationFrame(scroll)
    }
    const onMove = (event: globalThis.PointerEvent) => {
      x = event.clientX
      y = event.clientY
      extend()
      if (frame === 0) scroll()
    }
    const stop = () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', finish)
      window.removeEventListener('pointercancel', stop)
      stopDrag.current = undefined
    }
    const finish = () => {
      stop()
      onEnd?.(last)
    }
    stopDrag.current?.()
    stopDrag.current = stop
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', finish)
    window.addEventListener('pointercancel', stop)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const checked = findCheckedRow(event.target)
      const place = findCell(event.target)
      if (event.button !== 0) return
      if (checked !== undefined) return options.onCheck(checked, event.shiftKey)
      if (place === undefined) return
      // Ends an edit before its cell can scroll out of view.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      if (event.target instanceof Element && event.target.closest('[data-fill]') !== null) {
        return drag(
          place,
          ({ row }) => fillTo(row, false),
          ({ row }) => fillTo(row, true),
        )
      }
      options.onPress(place, event.shiftKey)
      drag(place, (to) => extendTo(to))
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const place = findCell(event.target)
      const isFold = event.target instanceof Element && event.target.closest('[data-fold]') !== null
      if (place !== undefined && isFold) {
        options.onFold(place)
        return
      }
      const isOpener = event.target instanceof Element && event.target.closest('[data-opener="true"]') !== null
      if (place !== undefined && isOpener && !event.shiftKey) options.onOpen(place)
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const place = findCell(event.target)
      if (place !== undefined) options.onDoublePress(place)
    },
  }
}
