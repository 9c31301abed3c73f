/**
 * The ledger of item changes (INV-15, PLT-14): one limit for the seller, or one for each listing.
 *
 * Every attempt is on disk before it is sent: a crash in between may cost a change, but no attempt goes uncounted. Only
 * attempts that certainly never reached the platform are refunded.
 */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { Budget } from '../../../shared/inventory/contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import { type BudgetNow, defaultReserve, limitReserve } from './call-plan.ts'
import { type LedgerEntry, ledgerTime, parseTimeMark, type TimeMark, WINDOW_MS, windowOf } from './change-window.ts'

const NOTE_TIME_EVERY_MS = 60_000
const KEEP_LEDGER_MS = 90 * WINDOW_MS
const TIME_MARK = 'budgetTime'
const TASK = 'inventory.budgetTime'

export type ChangeBudget = ReturnType<typeof createChangeBudget>

export const createChangeBudget = (
  deps: Pick<Services, 'clock' | 'database' | 'scheduler'> & {
    readonly limits: Pick<ConnectionProfile['limits'], 'itemChangesPerDay' | 'changesCountedPer'>
    /** Undefined: the seller has not chosen. */
    readonly reserve: () => number | undefined
    /** Identifies this process. */
    readonly run: string
    readonly onChange: () => void
  },
) => {
  const { database, clock, scheduler, run } = deps
  const { itemChangesPerDay: cap, changesCountedPer } = deps.limits
  const isPerListing = changesCountedPer === 'listing'
  const stored = database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [TIME_MARK])
  let mark = stored === undefined ? undefined : parseTimeMark(stored.value)

  const timeNow = (): TimeMark => {
    mark = ledgerTime(mark, { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run })
    return mark
  }

  const noteTime = (): void => {
    const value = JSON.stringify(timeNow())
    database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [TIME_MARK, value])
  }

  /** Calls that may still count. With a SKU, those of its listing. */
  const load = (nowMs: number, sku?: string): readonly LedgerEntry[] =>
    database
      .all<{ atMs: number; items: number }>(
        `SELECT at_ms AS atMs, SUM(items) AS items
         FROM item_change_ledger WHERE at_ms > :since AND refunded = 0 AND sku = COALESCE(:sku, sku)
         GROUP BY COALESCE(call_id, id)`,
        { since: nowMs - WINDOW_MS, sku: sku ?? null },
      )
      .map(({ atMs, items }) => ({ items, inMs: atMs + WINDOW_MS - nowMs }))

  /** The listing with the most changes. */
  const findBusiest = (nowMs: number): string | undefined =>
    database.get<{ sku: string }>(
      `SELECT sku FROM item_change_ledger WHERE at_ms > ? AND refunded = 0
       GROUP BY sku ORDER BY COUNT(*) DESC, sku LIMIT 1`,
      [nowMs - WINDOW_MS],
    )?.sku

  /** The ledger as it is now, for a plan. A limit per listing delays no plan, because a run changes each item once. */
  const now = (): BudgetNow => {
    const nowMs = timeNow().ledgerMs
    if (isPerListing) return { entries: [], cap: Number.MAX_SAFE_INTEGER, reserve: 0 }
    return { entries: load(nowMs), cap, reserve: limitReserve(cap, deps.reserve() ?? defaultReserve(cap)) }
  }

  const toWallMs = (inMs: number): number => Math.ceil(clock.nowMs() + inMs)

  const state = (sku?: string): Budget => {
    const nowMs = timeNow().ledgerMs
    const counted = isPerListing ? (sku ?? findBusiest(nowMs)) : undefined
    const { used, left, nextFreeInMs } = windowOf(load(nowMs, counted), cap)
    return {
      cap,
      used,
      left,
      reserve: isPerListing ? 0 : now().reserve,
      nextFreeAtMs: left > 0 ? null : toWallMs(nextFreeInMs),
      per: changesCountedPer,
    }
  }

  /** Why these items can't be changed now; undefined if they can. */
  const findShortage = (skus: readonly string[]): Failure | undefined => {
    const nowMs = timeNow().ledgerMs
    const shortage = (entries: readonly LedgerEntry[], wanted: number, of: string): Failure | undefined => {
      const { used, left, nextFreeInMs } = windowOf(entries, cap)
      if (left >= wanted) return undefined
      return new Failure({
        kind: 'quotaExhausted',
        message: `${used} of ${cap} ${of} are used. Nothing was sent; your edit is kept.`,
        resetsAtMs: toWallMs(nextFreeInMs),
      })
    }
    if (!isPerListing) return shortage(load(nowMs), skus.length, 'item changes of the last 24 hours')
    for (const sku of skus) {
      const found = shortage(load(nowMs, sku), 1, `changes of ${sku} of the last 24 hours`)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Records an attempt and returns its id. Call it in the transaction that makes the attempt durable. `skus` share one
   * call. Throws `quotaExhausted` if the day's changes don't suffice for all of them.
   */
  const charge = (skus: readonly string[]): number =>
    database.transaction(() => {
      const found = findShortage(skus)
      if (found !== undefined) throw found
      noteTime()
      // The monotonic clock counts fractions of a millisecond.
      const times = [Math.ceil(timeNow().ledgerMs), clock.nowMs()]
      let attempt: number | null = null
      for (const sku of skus) {
        const { lastInsertRowid } = database.run(
          'INSERT INTO item_change_ledger (call_id, sku, items, at_ms, wall_ms) VALUES (?, ?, 1, ?, ?)',
          [attempt, sku, ...times],
        )
        attempt ??= lastInsertRowid
      }
      deps.onChange()
      return attempt ?? 0
    })

  const planNote = (): void =>
    scheduler.plan(TASK, clock.nowMs() + NOTE_TIME_EVERY_MS, async () => {
      if (findBusiest(timeNow().ledgerMs) !== undefined) noteTime()
      planNote()
    })

  return {
    now,
    /** The limit as it is now. If it is for each listing: of this one, or of the most changed one. */
    state,
    findShortage,
    /** Why this listing can't be changed now, if the limit is for each listing (PLT-14). */
    findListingShortage: (sku: string): Failure | undefined => (isPerListing ? findShortage([sku]) : undefined),
    charge,
    /** The changes of one listing that still count. */
    countListing: (sku: string): { readonly used: number; readonly cap: number } => {
      const nowMs = timeNow().ledgerMs
      return { used: windowOf(load(nowMs, sku), cap).used, cap }
    },
    /** Charges a change of a live listing other than an item save; undefined if the limit is not per listing, or is used up. */
    chargeListing: (sku: string): number | undefined =>
      isPerListing && findShortage([sku]) === undefined ? charge([sku]) : undefined,
    /** Removes an attempt. Call only if it certainly did not count. */
    refund: (attempt: number): void => {
      database.run('UPDATE item_change_ledger SET refunded = 1 WHERE ? IN (id, call_id)', [attempt])
      deps.onChange()
    },
    /** Stores the time regularly, so that setting the clock before a crash doesn't look like elapsed time. */
    start: (): void => {
      database.run('DELETE FROM item_change_ledger WHERE at_ms < ?', [timeNow().ledgerMs - KEEP_LEDGER_MS])
      noteTime()
      planNote()
    },
    stop: noteTime,
  }
}
