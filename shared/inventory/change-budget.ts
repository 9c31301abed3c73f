/**
 * The day's changes (document 1, section 8: 250 create or update calls a day for a seller account; INV-15).
 *
 * The documents do not say when a day begins, so that any 24 hours are held to the cap: wherever the platform cuts its days,
 * none of them can hold more. Everything here is arithmetic over the ledger's own time (`ledgerTime`), which no moved clock
 * can turn back or push on.
 */

export const WINDOW_MS = 24 * 60 * 60 * 1000

/** One attempt that may have counted on the platform. */
export type LedgerEntry = {
  /** Ledger time. */
  readonly atMs: number
  /** Items it changes. A bulk call counts for each: the documents leave open whether it is one change or many. */
  readonly items: number
}

export type BudgetState = {
  readonly cap: number
  readonly used: number
  readonly left: number
  /** Milliseconds until one more is free; 0 when one is free now. */
  readonly nextFreeInMs: number
}

/** What the window holds at `nowMs`. An attempt leaves it exactly 24 hours after it was made. */
export const budgetAt = (entries: readonly LedgerEntry[], cap: number, nowMs: number): BudgetState => {
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

/** What was last known of the time, and by which run of the app. */
export type TimeMark = {
  readonly ledgerMs: number
  readonly wallMs: number
  readonly monotonicMs: number
  readonly run: string
}

/**
 * The ledger's time now.
 *
 * Within one run of the app it goes on with the monotonic clock alone: moving the wall clock by hand neither frees nor
 * blocks a change. Over a restart the wall clock has to be believed for the time between, forwards only. (A machine that
 * sleeps may stop its monotonic clock; the ledger then lags, which can only make it stricter until the next start.)
 */
export const ledgerTime = (mark: TimeMark | undefined, now: Omit<TimeMark, 'ledgerMs'>): TimeMark => {
  if (mark === undefined) return { ...now, ledgerMs: now.wallMs }
  const passedMs = mark.run === now.run ? now.monotonicMs - mark.monotonicMs : now.wallMs - mark.wallMs
  return { ...now, ledgerMs: mark.ledgerMs + Math.max(0, passedMs) }
}
