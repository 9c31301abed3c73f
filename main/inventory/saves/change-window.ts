/**
 * The limit on item changes per day (INV-15, PLT-14).
 *
 * Keeps any 24 hours within the limit, because platforms don't say when their day begins. Counts them in ledger time, which a
 * changed clock doesn't affect.
 */

import * as z from 'zod'
import { readStoredJson } from '../../database/stored-json.ts'

export const WINDOW_MS = 24 * 60 * 60 * 1000

/** One call that may have counted on the platform. */
export type LedgerEntry = {
  /** Time until it stops counting, 24 hours after it was made. At 0 or less it no longer counts. */
  readonly inMs: number
  /** A bulk call counts once for each item. */
  readonly items: number
}

export type WindowState = {
  readonly cap: number
  readonly used: number
  readonly left: number
  /** Time until one more change is free; 0 if one is free now. */
  readonly nextFreeInMs: number
}

export const windowOf = (entries: readonly LedgerEntry[], cap: number): WindowState => {
  const counting = entries.filter(({ inMs }) => inMs > 0).sort((a, b) => a.inMs - b.inMs)
  const used = counting.reduce((sum, entry) => sum + entry.items, 0)
  const left = Math.max(0, cap - used)
  if (left > 0) return { cap, used, left, nextFreeInMs: 0 }
  let remaining = used
  for (const entry of counting) {
    remaining -= entry.items
    if (remaining < cap) return { cap, used, left, nextFreeInMs: entry.inMs }
  }
  return { cap, used, left, nextFreeInMs: WINDOW_MS }
}

/** The last known time. `run` identifies the process, because monotonic times are comparable within one process only. */
const timeMarkSchema = z.object({ ledgerMs: z.number(), wallMs: z.number(), monotonicMs: z.number(), run: z.string() })
export type TimeMark = Readonly<z.infer<typeof timeMarkSchema>>

/** The stored time. Undefined if it is damaged: ledger time then starts at the wall clock. */
export const parseTimeMark = (text: string): TimeMark | undefined => readStoredJson(timeMarkSchema, text)

/**
 * The ledger time now.
 *
 * Within a process it follows the monotonic clock. Over a restart it must trust the wall clock, forwards only. A monotonic
 * clock that stops during sleep makes the ledger lag, so that 24 hours last longer.
 */
export const ledgerTime = (mark: TimeMark | undefined, now: Omit<TimeMark, 'ledgerMs'>): TimeMark => {
  if (mark === undefined) return { ...now, ledgerMs: now.wallMs }
  const passedMs = mark.run === now.run ? now.monotonicMs - mark.monotonicMs : now.wallMs - mark.wallMs
  return { ...now, ledgerMs: mark.ledgerMs + Math.max(0, passedMs) }
}
