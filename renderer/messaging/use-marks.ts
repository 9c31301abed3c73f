/**
 * Several conversations of the list, marked by keyboard (x, Shift with arrows) or pointer (Ctrl or ⌘, Shift, the box of a row).
 *
 * The list keeps its own single selection and its keys; marks are laid over it. Which row is meant is read from what the list
 * tells assistive technology: its active descendant, and a row's place in the set.
 */
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import type { Conversation } from '../../shared/messaging/conversation.ts'

export type Marks = {
  readonly marked: ReadonlyMap<string, Conversation>
  readonly clear: () => void
  /** Leaves only these marked: those that failed, to try them again. */
  readonly only: (conversationIds: ReadonlySet<string>) => void
  readonly handlers: (rows: readonly Conversation[]) => {
    readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void
    readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void
    readonly onDoubleClickCapture: (event: MouseEvent<HTMLElement>) => void
  }
}

const placeOf = (option: Element | null): number => Number(option?.getAttribute('aria-posinset') ?? 0) - 1

const activePlace = (target: EventTarget): number => {
  if (!(target instanceof HTMLElement) || target.role !== 'listbox') return -1
  const id = target.getAttribute('aria-activedescendant')
  return id === null ? -1 : placeOf(document.getElementById(id))
}

export const useMarks = (): Marks => {
  const [marked, setMarked] = useState<ReadonlyMap<string, Conversation>>(new Map())
  /** Where a range began. */
  const [anchor, setAnchor] = useState<string | null>(null)

  const clear = useCallback(() => {
    setMarked(new Map())
    setAnchor(null)
  }, [])

  const only = useCallback(
    (ids: ReadonlySet<string>) => setMarked((before) => new Map([...before].filter(([id]) => ids.has(id)))),
    [],
  )

  const toggle = (row: Conversation): void => {
    setAnchor(row.conversationId)
    setMarked((before) => {
      const next = new Map(before)
      if (!next.delete(row.conversationId)) next.set(row.conversationId, row)
      return next
    })
  }

  const range = (rows: readonly Conversation[], from: number, to: number): void => {
    const start = rows[from]
    if (start === undefined || rows[to] === undefined) return
    const anchorAt = rows.findIndex(({ conversationId }) => conversationId === anchor)
    const begin = anchorAt < 0 ? from : anchorAt
    if (anchorAt < 0) setAnchor(start.conversationId)
    const span = rows.slice(Math.min(begin, to), Math.max(begin, to) + 1)
    setMarked(new Map(span.map((row) => [row.conversationId, row])))
  }

  return {
    marked,
    clear,
    only,
    handlers: (rows) => ({
      onKeyDownCapture: (event) => {
        const place = activePlace(event.target)
        const row = rows[place]
        if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'x') {
          event.preventDefault()
          event.stopPropagation()
          toggle(row)
        } else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
          // The list itself moves on; the mark goes along.
          const to = Math.max(0, Math.min(rows.length - 1, place + (event.key === 'ArrowDown' ? 1 : -1)))
          range(rows, place, to)
        } else if (event.key === 'Escape' && marked.size > 0) {
          event.preventDefault()
          event.stopPropagation()
          clear()
        }
      },
      onClickCapture: (event) => {
        if (!(event.target instanceof Element)) return
        const place = placeOf(event.target.closest('[role=option]'))
        const row = rows[place]
        if (row === undefined) return
        const onBox = event.target.closest('[data-mark]') !== null
        if (!onBox && !event.ctrlKey && !event.metaKey && !event.shiftKey) return
        // A modified press marks and opens nothing.
        event.preventDefault()
        event.stopPropagation()
        if (event.shiftKey) range(rows, place, place)
        else toggle(row)
      },
      onDoubleClickCapture: (event) => {
        if (event.target instanceof Element && event.target.closest('[data-mark]') !== null) event.stopPropagation()
      },
    }),
  }
}
