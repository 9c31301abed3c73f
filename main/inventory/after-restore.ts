/** Copies the last day's item changes into a restored database, because they still count against the limit (INV-15). */
import type { Database } from '../database/database.ts'
import { WINDOW_MS } from './saves/change-window.ts'

type LedgerRow = {
  readonly sku: string
  readonly items: number
  readonly at_ms: number
  readonly wall_ms: number
  readonly refunded: number
}

/** Changes in the current database that still count. */
export const ledgerOfToday = (present: Database) => ({
  rows: present.all<LedgerRow>(
    `SELECT sku, items, at_ms, wall_ms, refunded FROM item_change_ledger
     WHERE at_ms > (SELECT MAX(at_ms) FROM item_change_ledger) - ? ORDER BY id`,
    [WINDOW_MS],
  ),
  marks: present.all<{ name: string; value: string }>(
    `SELECT name, value FROM inventory_marks WHERE name = 'budgetTime'`,
  ),
})

/** Adds the entries of `today` that the copy's ledger lacks. */
export const keepLedger = (copy: Database, today: ReturnType<typeof ledgerOfToday>): void =>
  copy.transaction(() => {
    let added = 0
    for (const row of today.rows) {
      // Entries with the same time belong to one call.
      added += copy.run(
        `INSERT INTO item_change_ledger (call_id, sku, items, at_ms, wall_ms, refunded)
         SELECT (SELECT MIN(id) FROM item_change_ledger WHERE at_ms = :at_ms), :sku, :items, :at_ms, :wall_ms, :refunded WHERE NOT EXISTS
           (SELECT 1 FROM item_change_ledger WHERE sku = :sku AND items = :items AND at_ms = :at_ms)`,
        { ...row },
      ).changes
    }
    // Ledger time continues from the current database.
    for (const { name, value } of added > 0 ? today.marks : []) {
      copy.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [name, value])
    }
  })
