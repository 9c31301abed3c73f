/**
 * The calls of a run: which are sent now, and which wait for the change limit (INV-15).
 *
 * Stock corrections are sent first and may use the reserve. A run waits until it can send a full call, instead of sending
 * single items.
 */
import { MAX_BULK_ITEMS } from '../../../shared/inventory/limits.ts'
import { type LedgerEntry, WINDOW_MS } from './change-window.ts'

/** Rows of one kind and language, in sending order: stock corrections first. */
export type RowGroup = {
  readonly isStockCorrection: boolean
  readonly contentLanguage: string
  readonly items: number
}

export type PlannedCall = {
  /** Milliseconds until it is sent; 0 for now. */
  readonly inMs: number
  /** At most 25, all in one language. */
  readonly items: number
}

/** Calls sent at the same time. */
export type CallTurn = { readonly inMs: number; readonly items: number; readonly calls: number }

export type BudgetNow = {
  readonly entries: readonly LedgerEntry[]
  readonly cap: number
  /** Changes that a run leaves for stock corrections and single saves. */
  readonly reserve: number
}

/** Limits the reserve so that a run has at least one change. Otherwise it would never end. */
export const limitReserve = (cap: number, reserve: number): number => Math.min(reserve, cap - 1)

export const defaultReserve = (cap: number): number => Math.floor(cap / 10)

const countItems = (groups: readonly RowGroup[]): number => groups.reduce((items, group) => items + group.items, 0)

const dropFirst = (groups: readonly RowGroup[], count: number): readonly RowGroup[] => {
  let left = count
  return groups.flatMap((group) => {
    const items = Math.min(left, group.items)
    left -= items
    return items === group.items ? [] : [{ ...group, items: group.items - items }]
  })
}

/** Number of rows at the front in one language. Only they can share a call. */
const countOneLanguage = (groups: readonly RowGroup[]): number => {
  const other = groups.findIndex(({ contentLanguage }) => contentLanguage !== groups[0]?.contentLanguage)
  return countItems(other === -1 ? groups : groups.slice(0, other))
}

/** Number of rows in the next call; 0 if too few changes are free. */
const sizeNextCall = (groups: readonly RowGroup[], left: number, cap: number, reserve: number): number => {
  const corrections = Math.min(countItems(groups.filter(({ isStockCorrection }) => isStockCorrection)), left)
  const all = countItems(groups)
  const free = corrections + Math.min(all, Math.max(0, left - corrections - reserve))
  const startsWithCorrection = groups[0]?.isStockCorrection === true
  const enough = startsWithCorrection ? 1 : Math.min(MAX_BULK_ITEMS, all, cap - reserve)
  return free < enough ? 0 : Math.min(free, MAX_BULK_ITEMS, countOneLanguage(groups))
}

/** Every call of the run, in order. */
function* planCalls(groups: readonly RowGroup[], budget: BudgetNow): Generator<PlannedCall> {
  const { cap } = budget
  const reserve = limitReserve(cap, budget.reserve)
  const freeing = budget.entries.filter(({ inMs }) => inMs > 0).sort((a, b) => a.inMs - b.inMs)
  let used = freeing.reduce((items, entry) => items + entry.items, 0)
  let rest = groups.filter(({ items }) => items > 0)
  let inMs = 0
  for (let next = 0; rest.length > 0; ) {
    const items = sizeNextCall(rest, Math.max(0, cap - used), cap, reserve)
    if (items > 0) {
      yield { inMs, items }
      freeing.push({ inMs: inMs + WINDOW_MS, items })
      used += items
      rest = [...dropFirst(rest, items)]
      continue
    }
    const freed = freeing[next]
    if (freed === undefined) throw new RangeError('An empty window has room')
    next += 1
    used -= freed.items
    inMs = Math.max(inMs, freed.inMs)
  }
}

/** The calls that send all rows, by when they can go. */
export const planTurns = (groups: readonly RowGroup[], budget: BudgetNow): readonly CallTurn[] => {
  const turns: CallTurn[] = []
  for (const { inMs, items } of planCalls(groups, budget)) {
    const last = turns.at(-1)
    if (last?.inMs === inMs) turns[turns.length - 1] = { inMs, items: last.items + items, calls: last.calls + 1 }
    else turns.push({ inMs, items, calls: 1 })
  }
  return turns
}

/** The next call; undefined if no row is left. */
export const planNextCall = (groups: readonly RowGroup[], budget: BudgetNow): PlannedCall | undefined =>
  planCalls(groups, budget).next().value ?? undefined
