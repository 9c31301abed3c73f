/**
 * Several conversations of the list, marked by keyboard (x, Shift with arrows, Home and End, Mod+A) or pointer (Ctrl or ⌘,
 * Shift, the box of a row).
 *
 * The list keeps its own single selection and its keys; marks are laid over it. Which row is meant is read from what the list
 * tells assistive technology: its active descendant, and a row's place in the set. What is not here is read first; until then
 * nothing of it counts as marked.
 */
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { ListedConversation, ListSelection } from '../../../shared/messaging/list.ts'
import { useClient } from '../../api/hooks.ts'
import { formatNumber } from '../../ui/locale-format.ts'
import type { RowSource } from '../../ui/row-source.ts'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { MOST_MARKED, type RangeEnd, rangeOfRows } from './range-of-rows.ts'
import { sameSelection } from './use-selection.ts'

export type Marks = {
  readonly marked: ReadonlyMap<string, Conversation>
  /** A stretch is being read. */
  readonly isMarking: boolean
  readonly clear: () => void
  /** Leaves only these marked: those that failed, to try them again. */
  readonly only: (conversationIds: ReadonlySet<string>) => void
  /** Marks the whole list, as far as it can be filed at once. */
  readonly markAll: () => void
  readonly handlers: (rows: RowSource<ListedConversation>) => {
    readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void
    readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void
    readonly onDoubleClickCapture: (event: MouseEvent<HTMLElement>) => void
  }
}

const noMarks: ReadonlyMap<string, Conversation> = new Map()

const placeOf = (option: Element | null): number => Number(option?.getAttribute('aria-posinset') ?? 0) - 1

const activePlace = (target: EventTarget): number => {
  if (!(target instanceof HTMLElement) || target.role !== 'listbox') return -1
  const id = target.getAttribute('aria-activedescendant')
  return id === null ? -1 : placeOf(document.getElementById(id))
}

const byId = (rows: readonly Conversation[]): ReadonlyMap<string, Conversation> =>
  new Map(rows.map((row) => [row.conversationId, row]))

/** The rows from one place to another, both included; undefined where one of them is not here. */
const rowsBetween = (
  rows: RowSource<ListedConversation>,
  one: number,
  other: number,
): readonly ListedConversation[] | undefined => {
  const between: ListedConversation[] = []
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const row = rows.at(index)
    if (row === undefined) return undefined
    between.push(row)
  }
  return between
}

const indexOf = (rows: RowSource<ListedConversation>, conversationId: string | null): number => {
  if (conversationId === null) return -1
  for (const [index, row] of rows.here()) if (row.conversationId === conversationId) return index
  return -1
}

export const useMarks = (selection: ListSelection): Marks => {
  const client = useClient()
  const [marked, setMarked] = useState(noMarks)
  const [isMarking, setMarking] = useState(false)
  /** Where a range began. */
  const [anchor, setAnchor] = useState<string | null>(null)
  /** The reading whose answer still counts. */
  const reading = useRef(0)

  const clear = useCallback(() => {
    reading.current += 1
    setMarking(false)
    setMarked(noMarks)
    setAnchor(null)
  }, [])

  // Marks belong to the list they were made in: nothing that is out of sight is ever filed by a key.
  const [markedIn, setMarkedIn] = useState(selection)
  if (!sameSelection(markedIn, selection)) {
    setMarkedIn(selection)
    setMarking(false)
    setMarked(noMarks)
    setAnchor(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read of another list does not count
  useEffect(() => {
    reading.current += 1
  }, [selection])

  const only = useCallback(
    (ids: ReadonlySet<string>) => setMarked((before) => new Map([...before].filter(([id]) => ids.has(id)))),
    [],
  )

  /** Reads a stretch; `keep` is told what it holds, unless something else was asked for meanwhile. */
  const read = useCallback(
    (from: RangeEnd, to: RangeEnd, keep: (rows: readonly ListedConversation[]) => void): void => {
      reading.current += 1
      const mine = reading.current
      setMarking(true)
      rangeOfRows(client.messaging, selection, from, to)
        .then(({ rows, isCut }) => {
          if (mine !== reading.current) return
          keep(rows)
          if (isCut) toast({ text: `${formatNumber(MOST_MARKED)} are the most that can be marked at once.` })
        })
        .catch((error: unknown) => {
          if (mine !== reading.current) return
          toastFailure(error)
        })
        .finally(() => {
          if (mine === reading.current) setMarking(false)
        })
    },
    [client, selection],
  )

  const markAll = useCallback(() => {
    setAnchor(null)
    read({ place: 0 }, 'last', (all) => setMarked(byId(all)))
  }, [read])

  const toggle = (row: Conversation): void => {
    setAnchor(row.conversationId)
    setMarked((before) => {
      const next = new Map(before)
      if (!next.delete(row.conversationId) && next.size < MOST_MARKED) next.set(row.conversationId, row)
      return next
    })
  }

  /** A row that is still being read has a place already: a press or a key on it is not lost. */
  const toggleAt = (rows: RowSource<ListedConversation>, place: number): void => {
    const row = rows.at(place)
    if (row !== undefined) toggle(row)
    else read({ place }, { place }, ([read]) => read !== undefined && toggle(read))
  }

  /** From where the range began, else from `from`, to the row at `to`. */
  const range = (rows: RowSource<ListedConversation>, from: number, to: number): void => {
    const start = anchor ?? rows.at(from)?.conversationId
    if (start === undefined) return
    setAnchor(start)
    const startAt = indexOf(rows, start)
    const between = startAt < 0 ? undefined : rowsBetween(rows, startAt, to)
    if (between !== undefined && between.length <= MOST_MARKED) {
      reading.current += 1
      setMarking(false)
      setMarked(byId(between))
      return
    }
    const end = rows.at(to)
    read({ conversationId: start }, end === undefined ? { place: to } : { conversationId: end.conversationId }, (all) =>
      setMarked(byId(all)),
    )
  }

  return {
    marked,
    isMarking,
    clear,
    only,
    markAll,
    handlers: (rows) => ({
      onKeyDownCapture: (event) => {
        const place = activePlace(event.target)
        if (event.altKey || place < 0 || rows.isFormer) return
        if (event.ctrlKey || event.metaKey) {
          if (event.key.toLowerCase() !== 'a' || event.shiftKey) return
          event.preventDefault()
          event.stopPropagation()
          markAll()
          return
        }
        const lastPlace = rows.count - 1
        if (event.key === 'x') {
          event.preventDefault()
          event.stopPropagation()
          toggleAt(rows, place)
        } else if (event.shiftKey) {
          // The list itself moves on; the mark goes along.
          const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: lastPlace }[event.key]
          if (to !== undefined) range(rows, place, Math.max(0, Math.min(lastPlace, to)))
        } else if (event.key === 'Escape' && (marked.size > 0 || isMarking)) {
          event.preventDefault()
          event.stopPropagation()
          clear()
        }
      },
      onClickCapture: (event) => {
        if (!(event.target instanceof Element)) return
        const place = placeOf(event.target.closest('[role=option]'))
        if (place < 0) return
        const onBox = event.target.closest('[data-mark]') !== null
        if (!onBox && !event.ctrlKey && !event.metaKey && !event.shiftKey) return
        // A modified press marks and opens nothing.
        event.preventDefault()
        event.stopPropagation()
        if (rows.isFormer) return
        if (event.shiftKey) range(rows, place, place)
        else toggleAt(rows, place)
      },
      onDoubleClickCapture: (event) => {
        if (event.target instanceof Element && event.target.closest('[data-mark]') !== null) event.stopPropagation()
      },
    }),
  }
}
