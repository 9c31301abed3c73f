/**
 * The limit on item changes per day (INV-15: 250 create or update calls per seller account).
 *
 * The platform does not say when a day begins, so any 24 hours are kept within the limit. All times are ledger time, which a
 * changed clock cannot move.
 */

export const WINDOW_MS = 24 * 60 * 60 * 1000

/** One attempt that may have counted on the platform. */
export type LedgerEntry = {
  readonly atMs: number
  /** A bulk call counts for each item: it is unknown whether it is one change or many. */
  readonly items: number
}

export type WindowState = {
  readonly cap: number
  readonly used: number
  readonly left: number
  /** Until one more change is free; 0 if one is free now. */
  readonly nextFreeInMs: number
}

/** The window at `nowMs`. An attempt leaves it after exactly 24 hours. */
export const windowAt = (entries: readonly LedgerEntry[], cap: number, nowMs: number): WindowState => {
  const counting = entries.filter((entry) => nowMs - entry.atMs < WINDOW_MS).sort((a, b) => a.atMs - b.atMs)
  const used = counting.reduce((sum, entry) => sum + entry.items, 0)
  const left = Math.max(0, cap - used)
  if (left > 0) return { cap, used, left, nextFreeInMs: 0 }
  let remaining = used
  for (const entry of counting) {
    remaining -= entry.items
    if (remaining < cap) return { cap, used, left, nextFreeInMs: entry.atMs + WINDOW_MS - nowMs }
  }
  return { cap, used, left, nextFreeInMs: WINDOW_MS }
}

/** The last known time. `run` names the process: monotonic times are comparable within one only. */
export type TimeMark = {
  readonly ledgerMs: number
  readonly wallMs: number
  readonly monotonicMs: number
  readonly run: string
}

/**
 * The ledger time now.
 *
 * Within a process it follows the monotonic clock. Over a restart it must trust the wall clock, forwards only. A monotonic
 * clock that stops during sleep makes the ledger lag, which is only stricter.
 */
export const ledgerTime = (mark: TimeMark | undefined, now: Omit<TimeMark, 'ledgerMs'>): TimeMark => {
  if (mark === undefined) return { ...now, ledgerMs: now.wallMs }
  const passedMs = mark.run === now.run ? now.monotonicMs - mark.monotonicMs : now.wallMs - mark.wallMs
  return { ...now, ledgerMs: mark.ledgerMs + Math.max(0, passedMs) }
}
