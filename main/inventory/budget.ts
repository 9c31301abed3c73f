/**
 * The change ledger: every attempt is on disk before it is made (INV-15).
 *
 * A crash between the row and the wire costs a change that was never made; the other order would lose count of one that
 * was. Rows are taken out again only where the request certainly never got to the platform.
 */
import {
  type BudgetState,
  budgetAt,
  type LedgerEntry,
  ledgerTime,
  type TimeMark,
  WINDOW_MS,
} from '../../shared/inventory/change-budget.ts'
import type { Budget } from '../../shared/inventory/contract.ts'
import { type BudgetNow, reserveAtFirst, reserveWithin } from '../../shared/inventory/send-plan.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'

export type ChangeBudget = {
  readonly state: () => Budget
  /** The ledger as it counts now, for a plan. */
  readonly now: () => BudgetNow
  /**
   * Writes one attempt into the ledger and returns its number. Throws `quotaExhausted`, and writes nothing, where the
   * last 24 hours have no room for it. Call it in the transaction that makes the attempt durable. `sku`: of a single save;
   * empty for a call with many items.
   */
  readonly charge: (sku: string, items: number) => number
  /** Takes an attempt back that certainly never got to the platform. */
  readonly refund: (attempt: number) => void
  /** Notes the time now and then, so that a clock moved before a crash is not mistaken for time that passed. */
  readonly start: () => void
  readonly stop: () => void
}

const NOTE_TIME_EVERY_MS = 60_000
const KEEP_LEDGER_MS = 90 * WINDOW_MS
const TIME_MARK = 'budgetTime'
const KEY = 'inventory.budgetTime'

export const createChangeBudget = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly cap: number
  /** What the seller keeps for stock corrections and saves by hand; undefined: not chosen. */
  readonly reserve: () => number | undefined
  /** Items of a run that wait for their turn. */
  readonly planned: () => number
  /** Names this run of the app: monotonic times are comparable within one only. */
  readonly run: string
  readonly onChange: () => void
}): ChangeBudget => {
  const { database, clock, scheduler, cap, run } = deps

  const lastMark = (): TimeMark | undefined => {
    const row = database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [TIME_MARK])
    return row === undefined ? undefined : (JSON.parse(row.value) as TimeMark)
  }
  let mark = lastMark()

  const now = (): TimeMark => {
    mark = ledgerTime(mark, { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run })
    return mark
  }

  const noteTime = (): void => {
    database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [
      TIME_MARK,
      JSON.stringify(now()),
    ])
  }

  const entriesAt = (nowMs: number): readonly LedgerEntry[] =>
    database
      .all<{ at_ms: number; items: number }>(
        'SELECT at_ms, items FROM item_change_ledger WHERE at_ms > ? AND refunded = 0 ORDER BY at_ms',
        [nowMs - WINDOW_MS],
      )
      .map(({ at_ms, items }) => ({ atMs: at_ms, items }))

  const stateNow = (): BudgetState => {
    const { ledgerMs } = now()
    return budgetAt(entriesAt(ledgerMs), cap, ledgerMs)
  }

  const budgetNow = (): BudgetNow => {
    const { ledgerMs } = now()
    const reserve = reserveWithin(cap, deps.reserve() ?? reserveAtFirst(cap))
    return { entries: entriesAt(ledgerMs), cap, reserve, nowMs: ledgerMs }
  }

  const wallTimeOf = (state: BudgetState): number => Math.ceil(clock.nowMs() + state.nextFreeInMs)

  const planNote = (): void =>
    scheduler.plan(KEY, clock.nowMs() + NOTE_TIME_EVERY_MS, async () => {
      // Nobody asks for the time while nothing counts.
      if (stateNow().used > 0) noteTime()
      planNote()
    })

  return {
    now: budgetNow,
    state: () => {
      const state = stateNow()
      const { entries, reserve } = budgetNow()
      return {
        cap,
        used: state.used,
        calls: entries.length,
        planned: deps.planned(),
        left: state.left,
        reserve,
        nextFreeAtMs: state.left > 0 ? null : wallTimeOf(state),
      }
    },
    charge: (sku, items) =>
      database.transaction(() => {
        const state = stateNow()
        if (state.left < items) {
          throw new Failure({
            kind: 'quotaExhausted',
            message: `${state.used} of ${cap} item changes of the last 24 hours are used, so this was not sent. Your edit is kept.`,
            resetsAtMs: wallTimeOf(state),
          })
        }
        noteTime()
        const { lastInsertRowid } = database.run(
          'INSERT INTO item_change_ledger (sku, items, at_ms, wall_ms) VALUES (?, ?, ?, ?)',
          // Whole milliseconds, rounded up: the monotonic clock counts fractions.
          [sku, items, Math.ceil(now().ledgerMs), clock.nowMs()],
        )
        deps.onChange()
        return lastInsertRowid
      }),
    refund: (attempt) => {
      database.run('UPDATE item_change_ledger SET refunded = 1 WHERE id = ?', [attempt])
      deps.onChange()
    },
    start: () => {
      database.run('DELETE FROM item_change_ledger WHERE at_ms < ?', [now().ledgerMs - KEEP_LEDGER_MS])
      noteTime()
      planNote()
    },
    stop: () => {
      scheduler.cancel(KEY)
      noteTime()
    },
  }
}
