/**
 * The ledger of item changes (INV-15).
 *
 * Every attempt is on disk before it is sent: a crash in between costs a change, never loses one. Only attempts that
 * certainly never reached the platform are refunded.
 */
import type { Budget } from '../../../shared/inventory/contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { type BudgetNow, defaultReserve, limitReserve } from '../runs/run-plan.ts'
import { type LedgerEntry, ledgerTime, type TimeMark, WINDOW_MS, windowAt } from './change-window.ts'

const NOTE_TIME_EVERY_MS = 60_000
const KEEP_LEDGER_MS = 90 * WINDOW_MS
const TIME_MARK = 'budgetTime'
const TASK = 'inventory.budgetTime'

export type ChangeBudget = ReturnType<typeof createChangeBudget>

export const createChangeBudget = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly cap: number
  /** Undefined: the seller has not chosen. */
  readonly reserve: () => number | undefined
  /** Items of a run that wait for their turn. */
  readonly planned: () => number
  /** Identifies this process. */
  readonly run: string
  readonly onChange: () => void
}) => {
  const { database, clock, scheduler, cap, run } = deps
  const stored = database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [TIME_MARK])
  let mark = stored === undefined ? undefined : (JSON.parse(stored.value) as TimeMark)

  const timeNow = (): TimeMark => {
    mark = ledgerTime(mark, { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run })
    return mark
  }

  const noteTime = (): void => {
    const value = JSON.stringify(timeNow())
    database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [TIME_MARK, value])
  }

  /** The ledger as it counts now, for a plan. */
  const now = (): BudgetNow => {
    const nowMs = timeNow().ledgerMs
    const entries = database.all<LedgerEntry>(
      'SELECT at_ms AS atMs, items FROM item_change_ledger WHERE at_ms > ? AND refunded = 0 ORDER BY at_ms',
      [nowMs - WINDOW_MS],
    )
    return { entries, cap, reserve: limitReserve(cap, deps.reserve() ?? defaultReserve(cap)), nowMs }
  }

  const state = (): Budget => {
    const { entries, reserve, nowMs } = now()
    const { used, left, nextFreeInMs } = windowAt(entries, cap, nowMs)
    const nextFreeAtMs = left > 0 ? null : Math.ceil(clock.nowMs() + nextFreeInMs)
    return { cap, used, calls: entries.length, planned: deps.planned(), left, reserve, nextFreeAtMs }
  }

  const planNote = (): void =>
    scheduler.plan(TASK, clock.nowMs() + NOTE_TIME_EVERY_MS, async () => {
      if (now().entries.length > 0) noteTime()
      planNote()
    })

  return {
    now,
    state,
    /**
     * Records an attempt and returns its id. Call it in the transaction that makes the attempt durable. `sku` is empty for
     * a bulk call. Throws `quotaExhausted` if the last 24 hours have no room.
     */
    charge: (sku: string, items: number): number =>
      database.transaction(() => {
        const { used, left, nextFreeAtMs } = state()
        if (left < items) {
          throw new Failure({
            kind: 'quotaExhausted',
            message: `${used} of ${cap} item changes of the last 24 hours are used. Nothing was sent; your edit is kept.`,
            resetsAtMs: nextFreeAtMs ?? clock.nowMs(),
          })
        }
        noteTime()
        const { lastInsertRowid } = database.run(
          'INSERT INTO item_change_ledger (sku, items, at_ms, wall_ms) VALUES (?, ?, ?, ?)',
          // The monotonic clock counts fractions of a millisecond.
          [sku, items, Math.ceil(timeNow().ledgerMs), clock.nowMs()],
        )
        deps.onChange()
        return lastInsertRowid
      }),
    /** Only for an attempt that certainly did not count. */
    refund: (attempt: number): void => {
      database.run('UPDATE item_change_ledger SET refunded = 1 WHERE id = ?', [attempt])
      deps.onChange()
    },
    /** Notes the time regularly, so that a clock changed before a crash is not taken for time that passed. */
    start: (): void => {
      database.run('DELETE FROM item_change_ledger WHERE at_ms < ?', [timeNow().ledgerMs - KEEP_LEDGER_MS])
      noteTime()
      planNote()
    },
    stop: (): void => {
      scheduler.cancel(TASK)
      noteTime()
    },
  }
}
