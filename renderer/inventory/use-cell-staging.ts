/**
 * What is typed into the table, on its way to becoming edits.
 *
 * A text is on screen in the frame it was typed in, and kept by main a moment later. One that cannot be read as its field
 * (letters for a quantity) becomes no edit: main keeps it as it was typed, with the reason, and it stands here again whenever
 * the table does, until it is typed anew or taken back.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { CELL_ROWS_MAX } from '../../shared/inventory/cells-contract.ts'
import type { ItemRow } from '../../shared/inventory/contract.ts'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { useClient } from '../api/hooks.ts'
import type { CellWrite } from '../ui/cell-writing.ts'
import { errorMessage } from '../ui/error-message.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'

export type StagedText = {
  readonly text: string
  /** Why it is no edit; undefined while it is being kept. */
  readonly problem: string | undefined
  /** Which act it belongs to. */
  readonly act: number
  /** It is kept; the rows that are read next show it. */
  readonly isKept: boolean
}

/** By SKU, then by column. */
export type StagedTexts = ReadonlyMap<string, ReadonlyMap<string, StagedText>>

/** The text of a cell as one sees and types it. */
export const textIn = (staged: StagedTexts, item: ItemRow, column: string): string =>
  staged.get(item.sku)?.get(column)?.text ?? item.cells[column] ?? ''

const withTexts = (staged: StagedTexts, writes: readonly CellWrite[], act: number): StagedTexts => {
  const next = new Map(staged)
  const own = new Map<string, Map<string, StagedText>>()
  for (const { key, columnId, text } of writes) {
    const cells = own.get(key) ?? new Map(next.get(key))
    own.set(key, cells)
    cells.set(columnId, { text, problem: undefined, act, isKept: false })
  }
  for (const [key, cells] of own) next.set(key, cells)
  return next
}

/** Every text that is not let go of, as `keep` gives it back. */
const filtered = (staged: StagedTexts, keep: (entry: StagedText) => StagedText | undefined): StagedTexts => {
  const next = new Map<string, ReadonlyMap<string, StagedText>>()
  for (const [key, cells] of staged) {
    const left = new Map<string, StagedText>()
    for (const [column, entry] of cells) {
      const kept = keep(entry)
      if (kept !== undefined) left.set(column, kept)
    }
    if (left.size > 0) next.set(key, left)
  }
  return next
}

type StageRow = { readonly sku: string; readonly cells: (string | null)[] }

/** What was typed at other times and became no edit, below what was typed since. */
const KEPT_ACT = 0

const withKept = (
  staged: StagedTexts,
  cells: readonly { readonly sku: string; readonly column: string; readonly text: string; readonly message: string }[],
): StagedTexts => {
  const next = new Map(staged)
  for (const { sku, column, text, message } of cells) {
    const own = new Map(next.get(sku))
    if (!own.has(column)) own.set(column, { text, problem: message, act: KEPT_ACT, isKept: false })
    next.set(sku, own)
  }
  return next
}

/** The writes as rows under one list of columns; cells that nothing was written to are left alone. */
export const rowsOfWrites = (
  writes: readonly CellWrite[],
): { readonly columns: string[]; readonly rows: readonly StageRow[] } => {
  const columns = [...new Set(writes.map(({ columnId }) => columnId))]
  const place = new Map(columns.map((column, index) => [column, index]))
  const bySku = new Map<string, (string | null)[]>()
  for (const { key, columnId, text } of writes) {
    const cells = bySku.get(key) ?? columns.map(() => null)
    cells[place.get(columnId) ?? 0] = text
    bySku.set(key, cells)
  }
  return { columns, rows: [...bySku].map(([sku, cells]) => ({ sku, cells })) }
}

type Kept = {
  readonly blockId: number | null
  readonly staged: number
  readonly unread: readonly { readonly sku: string; readonly column: string; readonly message: string }[]
}

/** Keeps a block, in as many calls as it takes, to be taken back as one. */
const keepBlock = async (client: StallhandClient, writes: readonly CellWrite[]): Promise<Kept> => {
  const { columns, rows } = rowsOfWrites(writes)
  let blockId: number | null = null
  let staged = 0
  const unread: Kept['unread'][number][] = []
  for (let at = 0; at < rows.length; at += CELL_ROWS_MAX) {
    const answer: Awaited<ReturnType<StallhandClient['inventory']['stageCells']>> = await client.inventory.stageCells({
      columns,
      rows: rows.slice(at, at + CELL_ROWS_MAX).map(({ sku, cells }) => ({ sku, cells })),
      blank: 'delete',
      ...(blockId === null ? {} : { blockId }),
    })
    blockId ??= answer.blockId
    staged += answer.staged
    unread.push(...answer.problems.filter(({ isStaged }) => !isStaged))
  }
  return { blockId, staged, unread }
}

/** What the last act did, for the line below the table. */
export type CellNews = {
  readonly text: string
  readonly tone: 'neutral' | 'caution' | 'danger'
  readonly canUndo: boolean
}

type Act = { readonly act: number; readonly blockId: number | null; readonly unread: Kept['unread'] }

/** `rows` changes whenever rows were read anew. */
export const useCellStaging = (rows: unknown) => {
  const client = useClient()
  const [staged, setStaged] = useState<StagedTexts>(new Map())
  const acts = useRef<readonly Act[]>([])
  const lastAct = useRef(0)
  /** One after the other: what is typed last is what stays. */
  const underWay = useRef<Promise<void>>(Promise.resolve())
  const [news, setNews] = useState<CellNews>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were read after a text was kept show it themselves
  useEffect(() => {
    setStaged((now) =>
      [...now.values()].some((cells) => [...cells.values()].some(({ isKept }) => isKept))
        ? filtered(now, (entry) => (entry.isKept ? undefined : entry))
        : now,
    )
  }, [rows])

  useEffect(() => {
    let isCurrent = true
    client.inventory
      .unreadCells({})
      .then(({ cells }) => {
        if (isCurrent && cells.length > 0) setStaged((now) => withKept(now, cells))
      })
      .catch((error: unknown) => {
        if (isCurrent) setNews({ text: errorMessage(error), tone: 'danger', canUndo: false })
      })
    return () => {
      isCurrent = false
    }
  }, [client])

  const settle = (act: number, { unread, staged: count }: Pick<Kept, 'unread' | 'staged'>) => {
    const reasons = new Map(unread.map(({ sku, column, message }) => [`${sku} ${column}`, message]))
    setStaged((now) => {
      const next = new Map<string, ReadonlyMap<string, StagedText>>()
      for (const [sku, cells] of now) {
        const left = new Map<string, StagedText>()
        for (const [column, entry] of cells) {
          const problem = entry.act === act ? reasons.get(`${sku} ${column}`) : undefined
          if (problem !== undefined) left.set(column, { ...entry, problem })
          else if (entry.act !== act) left.set(column, entry)
          // Where nothing changed no rows will be read anew, and what stands there is the same.
          else if (count > 0) left.set(column, { ...entry, isKept: true })
        }
        if (left.size > 0) next.set(sku, left)
      }
      return next
    })
  }

  const write = (writes: readonly CellWrite[]) => {
    setNews(undefined)
    lastAct.current += 1
    const act = lastAct.current
    setStaged((now) => withTexts(now, writes, act))
    underWay.current = underWay.current.then(async () => {
      try {
        const kept = await keepBlock(client, writes)
        acts.current = [...acts.current, { act, blockId: kept.blockId, unread: kept.unread }]
        settle(act, kept)
        const told = newsOfBlock(writes, kept)
        if (told !== undefined) setNews(told)
      } catch (error) {
        const message = errorMessage(error)
        settle(act, { staged: 0, unread: writes.map(({ key, columnId }) => ({ sku: key, column: columnId, message })) })
        acts.current = [...acts.current, { act, blockId: null, unread: [] }]
        setNews({ text: `This was not kept. ${message}`, tone: 'danger', canUndo: false })
      }
    })
  }

  const takeBack = async () => {
    const last = acts.current.at(-1)
    acts.current = acts.current.slice(0, -1)
    const blockId = last === undefined ? (await client.inventory.lastCells({}))?.blockId : last.blockId
    if (last !== undefined) {
      setStaged((now) => filtered(now, (entry) => (entry.act === last.act ? undefined : entry)))
      for (let at = 0; at < last.unread.length; at += CELL_ROWS_MAX) {
        const cells = last.unread.slice(at, at + CELL_ROWS_MAX).map(({ sku, column }) => ({ sku, column }))
        await client.inventory.forgetUnreadCells({ cells })
      }
    }
    setNews(
      blockId === undefined ? { text: 'There is nothing to take back.', tone: 'neutral', canUndo: false } : undefined,
    )
    if (blockId === undefined || blockId === null) return
    const { undone, kept } = await client.inventory.undoCells({ blockId })
    setNews({
      text: [`Taken back: ${formatCount(undone, 'item')}.`, ...kept.slice(0, 3).map(({ message }) => message)].join(
        ' ',
      ),
      tone: kept.length > 0 ? 'caution' : 'neutral',
      canUndo: false,
    })
  }
  const undo = () => {
    underWay.current = underWay.current.then(takeBack).catch((error: unknown) => {
      setNews({ text: errorMessage(error), tone: 'danger', canUndo: false })
    })
  }

  const tell = useCallback((text: string) => setNews({ text, tone: 'caution', canUndo: false }), [])
  return { staged, write, undo, news, tell }
}

/** A block is told of; a single cell shows itself. */
const newsOfBlock = (writes: readonly CellWrite[], { staged, unread }: Kept): CellNews | undefined => {
  if (writes.length < 2) return undefined
  const cleared = writes.filter(({ text }) => text.trim() === '').length
  return {
    text: [
      staged === 0 ? 'Nothing changed' : `${formatCount(staged, 'cell')} changed`,
      ...(cleared === 0 ? [] : [`${formatNumber(cleared)} of them emptied`]),
      ...(unread.length === 0 ? [] : [`${formatCount(unread.length, 'cell')} could not be read and stay as typed`]),
    ].join(', '),
    tone: unread.length > 0 ? 'caution' : 'neutral',
    canUndo: staged > 0 || unread.length > 0,
  }
}
