/**
 * Runs and the change ledger of a copy that takes the place of the present database.
 *
 * A run that was under way waits for the seller. Changes of the last day that the copy knows nothing of were made all the
 * same, and count (INV-15).
 */
import { nextRunState, type RunState } from '../../shared/inventory/send-run.ts'
import type { Database } from '../database/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type LedgerRow = {
  readonly sku: string
  readonly items: number
  readonly at_ms: number
  readonly wall_ms: number
  readonly refunded: number
}

/** What the present database knows and a copy may not: changes that still count. */
export type LedgerOfToday = {
  readonly rows: readonly LedgerRow[]
  readonly marks: readonly { name: string; value: string }[]
}

export const ledgerOfToday = (present: Database): LedgerOfToday => {
  const newest = present.get<{ at_ms: number | null }>('SELECT max(at_ms) AS at_ms FROM item_change_ledger')?.at_ms ?? 0
  return {
    rows: present.all<LedgerRow>(
      'SELECT sku, items, at_ms, wall_ms, refunded FROM item_change_ledger WHERE at_ms > ? ORDER BY id',
      [newest - DAY_MS],
    ),
    marks: present.all<{ name: string; value: string }>(
      `SELECT name, value FROM inventory_marks WHERE name = 'budgetTime'`,
    ),
  }
}

/** Pauses runs that would go on by themselves; how many. Adds what `today` holds beyond the copy's own ledger. */
export const holdBackRuns = (copy: Database, today: LedgerOfToday): number =>
  copy.transaction(() => {
    let added = 0
    for (const row of today.rows) {
      added += copy.run(
        `INSERT INTO item_change_ledger (sku, items, at_ms, wall_ms, refunded)
         SELECT :sku, :items, :at_ms, :wall_ms, :refunded WHERE NOT EXISTS
           (SELECT 1 FROM item_change_ledger WHERE sku = :sku AND items = :items AND at_ms = :at_ms)`,
        { ...row },
      ).changes
    }
    // The ledger's own time goes on from where it is, not from where the copy left it.
    if (added > 0) {
      for (const { name, value } of today.marks) {
        copy.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [name, value])
      }
    }
    let paused = 0
    for (const { id, state } of copy.all<{ id: number; state: string }>(
      'SELECT id, state FROM send_runs WHERE is_open = 1',
    )) {
      const next = nextRunState(JSON.parse(state) as RunState, { type: 'pause' })
      if (next === undefined) continue
      paused += 1
      copy.run('UPDATE send_runs SET state = ? WHERE id = ?', [JSON.stringify(next), id])
    }
    return paused
  })
