/**
 * The plan of a run: what goes now, and what spills to when (INV-15).
 *
 * Arithmetic over the ledger, like the budget itself. Stock corrections go first, and may use what is kept in reserve; the
 * rest leaves the reserve alone. A run does not dribble: it goes on once a whole call's worth is free, or all that is left.
 */
import { type LedgerEntry, WINDOW_MS } from './change-budget.ts'
import { BULK_ITEMS_MAX } from './limits.ts'

/** Rows of a run that go in one breath: same kind, same language. In the order in which they go: stock corrections first. */
export type RowBatch = {
  readonly isStockCorrection: boolean
  readonly contentLanguage: string
  readonly items: number
}

export type PlannedCall = {
  /** From now on; 0: now. */
  readonly inMs: number
  /** At most 25, all in one language. */
  readonly items: number
}

/** Calls that go at one time. */
export type Wave = { readonly inMs: number; readonly items: number; readonly calls: number }

export type BudgetNow = {
  readonly entries: readonly LedgerEntry[]
  readonly cap: number
  /** Changes that a run leaves to stock corrections and to saves by hand. */
  readonly reserve: number
  /** Ledger time. */
  readonly nowMs: number
}

/** The reserve as it counts: at least one change stays for a run, or it would never end. */
export const reserveWithin = (cap: number, reserve: number): number => Math.min(reserve, cap - 1)

/** What is kept until the seller sets another number: a tenth. */
export const reserveAtFirst = (cap: number): number => Math.floor(cap / 10)

const sum = (batches: readonly RowBatch[]): number => batches.reduce((items, batch) => items + batch.items, 0)

const without = (batches: readonly RowBatch[], count: number): readonly RowBatch[] => {
  let gone = count
  return batches.flatMap((batch) => {
    const items = Math.min(gone, batch.items)
    gone -= items
    return items === batch.items ? [] : [{ ...batch, items: batch.items - items }]
  })
}

/** Rows of the front in one language: only they can share a call. */
const ofOneLanguage = (batches: readonly RowBatch[]): number => {
  const other = batches.findIndex(({ contentLanguage }) => contentLanguage !== batches[0]?.contentLanguage)
  return sum(other === -1 ? batches : batches.slice(0, other))
}

/** How many rows of the front may go while `left` changes are free. */
const mayGo = (batches: readonly RowBatch[], left: number, reserve: number): number => {
  const corrections = Math.min(sum(batches.filter(({ isStockCorrection }) => isStockCorrection)), left)
  const others = sum(batches.filter(({ isStockCorrection }) => !isStockCorrection))
  return corrections + Math.min(others, Math.max(0, left - corrections - reserve))
}

/** How many rows of the front go in the next call, or 0 where too little is free for it to be worth one. */
const nextCall = (batches: readonly RowBatch[], left: number, cap: number, reserve: number): number => {
  const items = mayGo(batches, left, reserve)
  const isCorrecting = batches[0]?.isStockCorrection === true
  const enough = isCorrecting ? 1 : Math.min(BULK_ITEMS_MAX, sum(batches), cap - reserve)
  return items < enough ? 0 : Math.min(items, BULK_ITEMS_MAX, ofOneLanguage(batches))
}

/** Every call of the run, in order, with the time from now on at which it can go. */
function* plannedCalls(rows: readonly RowBatch[], budget: BudgetNow): Generator<PlannedCall> {
  const { cap, nowMs } = budget
  const reserve = reserveWithin(cap, budget.reserve)
  const freeing = budget.entries
    .filter(({ atMs }) => nowMs - atMs < WINDOW_MS)
    .map(({ atMs, items }) => ({ inMs: atMs + WINDOW_MS - nowMs, items }))
    .sort((a, b) => a.inMs - b.inMs)
  let used = freeing.reduce((items, entry) => items + entry.items, 0)
  let rest = rows.filter(({ items }) => items > 0)
  let inMs = 0
  for (let next = 0; rest.length > 0; ) {
    const items = nextCall(rest, Math.max(0, cap - used), cap, reserve)
    if (items > 0) {
      yield { inMs, items }
      freeing.push({ inMs: inMs + WINDOW_MS, items })
      used += items
      rest = [...without(rest, items)]
      continue
    }
    const freed = freeing[next]
    if (freed === undefined) throw new RangeError('A window without an attempt in it has room')
    next += 1
    used -= freed.items
    inMs = Math.max(inMs, freed.inMs)
  }
}

/** The waves in which the rows go, the first one perhaps now. All of them go: the window frees without end. */
export const planWaves = (rows: readonly RowBatch[], budget: BudgetNow): readonly Wave[] => {
  const waves: Wave[] = []
  for (const { inMs, items } of plannedCalls(rows, budget)) {
    const wave = waves.at(-1)
    if (wave?.inMs === inMs) waves[waves.length - 1] = { inMs, items: wave.items + items, calls: wave.calls + 1 }
    else waves.push({ inMs, items, calls: 1 })
  }
  return waves
}

/** The call that a run makes next; undefined where no row is left. */
export const nextPlannedCall = (rows: readonly RowBatch[], budget: BudgetNow): PlannedCall | undefined => {
  for (const call of plannedCalls(rows, budget)) return call
  return undefined
}
