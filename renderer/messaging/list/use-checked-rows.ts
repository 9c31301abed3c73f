/** The conversations checked in the list, for filing many at once. */
import { useEffect, useMemo, useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'
import type { RowChecks } from '../../ui/lists/virtual-list.tsx'
import { findRow, MAX_CHECKED, type RangeEnd, readRange, refreshChecked } from './checked-rows.ts'

export type CheckedRows = {
  readonly rows: readonly Conversation[]
  /** Whether a range is being read; none of it is checked yet. */
  readonly isReading: boolean
  /** Whether rows are checked or about to be: filing then applies to them, not to the open conversation. */
  readonly isActive: boolean
  readonly checks: RowChecks<ListedConversation>
  /** Checks the whole list, up to `MAX_CHECKED`. */
  readonly checkAll: () => void
  readonly uncheck: (conversationIds: ReadonlySet<string>) => void
  readonly clear: () => void
}

type Checked = {
  readonly filter: ListFilter
  readonly rows: ReadonlyMap<string, Conversation>
  /** The row where a range starts. */
  readonly anchor: string | null
}

const noRows: ReadonlyMap<string, Conversation> = new Map()

const byId = (rows: readonly Conversation[]): ReadonlyMap<string, Conversation> =>
  new Map(rows.map((row) => [row.conversationId, row]))

/** The rows between two indexes, both included; undefined if one isn't loaded. */
const loadedBetween = (
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

export const useCheckedRows = (filter: ListFilter, list: RowSource<ListedConversation>): CheckedRows => {
  const client = useClient()
  const none: Checked = { filter, rows: noRows, anchor: null }
  const [stored, setChecked] = useState(none)
  // Checks belong to their list, so that no key files what is off screen.
  const checked = stored.filter === filter ? stored : none
  const reading = useAction(({ from, to }: { readonly from: RangeEnd; readonly to: RangeEnd }) =>
    readRange(client.messaging, filter, from, to),
  )
  const { reset: stopReading } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: a range of the previous list doesn't count
  useEffect(() => stopReading, [filter, stopReading])

  const set = (rows: ReadonlyMap<string, Conversation>, anchor: string | null): void => {
    stopReading()
    setChecked({ filter, rows, anchor })
  }
  const read = (from: RangeEnd, to: RangeEnd, onRead: (rows: readonly ListedConversation[]) => void): void =>
    reading.mutate(
      { from, to },
      {
        onSuccess: ({ rows, isCut }) => {
          onRead(rows)
          if (isCut) toast({ text: `You can select up to ${formatNumber(MAX_CHECKED)} conversations at once.` })
        },
        onError: toastFailure,
      },
    )

  const toggle = (row: Conversation): void => {
    const rows = new Map(checked.rows)
    if (!rows.delete(row.conversationId) && rows.size < MAX_CHECKED) rows.set(row.conversationId, row)
    set(rows, row.conversationId)
  }
  const onToggle = (index: number): void => {
    if (list.isFormer) return
    const row = list.at(index)
    if (row !== undefined) toggle(row)
    else read({ index }, { index }, ([loaded]) => loaded !== undefined && toggle(loaded))
  }
  const onExtend = (from: number, to: number): void => {
    const anchor = checked.anchor ?? list.at(from)?.conversationId
    if (anchor === undefined) return
    const start = findRow(list, anchor)?.index
    const between = start === undefined ? undefined : loadedBetween(list, start, to)
    if (between !== undefined && between.length <= MAX_CHECKED) {
      set(byId(between), anchor)
      return
    }
    const end = list.at(to)
    read(
      { conversationId: anchor },
      end === undefined ? { index: to } : { conversationId: end.conversationId },
      (rows) => set(byId(rows), anchor),
    )
  }

  const rows = useMemo(() => refreshChecked(checked.rows, list), [checked.rows, list])
  return {
    rows,
    isReading: reading.isPending,
    isActive: rows.length > 0 || reading.isPending,
    checks: { isChecked: ({ conversationId }) => checked.rows.has(conversationId), onToggle, onExtend },
    checkAll: () => {
      if (list.count > 0) read({ index: 0 }, { index: list.count - 1 }, (rows) => set(byId(rows), null))
    },
    uncheck: (ids) =>
      setChecked((before) => ({ ...before, rows: new Map([...before.rows].filter(([id]) => !ids.has(id))) })),
    clear: () => set(noRows, null),
  }
}
