/** Finds what sold pieces cost, and keeps it with each sale (FIN-02). */
import { platformDay } from '../../../shared/connection/platform-days.ts'
import { flowCosts } from '../../../shared/earnings/cost-flow.ts'
import type { CostsPort } from '../../costs-port.ts'
import type { Database } from '../../database/database.ts'

/** Items looked at in one go, so that other work is not held up. */
const BATCH = 100

type LineRow = {
  transaction_row: number
  line_item_id: string
  at_ms: number | null
  quantity: number | null
  cost_minor: number | null
  currency: string
}

export const createCostStore = (
  database: Database,
  deps: {
    readonly costs: CostsPort
    readonly zone: string | undefined
    readonly recount: (transactionRow: number) => void
  },
) => {
  /** All sales of the item take part, because earlier ones have used up the earlier lots. */
  const assignOne = (sku: string, lots: Parameters<typeof flowCosts>[0]): number => {
    const lines = database.all<LineRow>(
      `SELECT l.transaction_row, l.line_item_id, l.at_ms, l.quantity, l.cost_minor, t.currency
       FROM earnings_lines l JOIN earnings_transactions t ON t.id = l.transaction_row
       WHERE l.sku = ? AND t.currency IS NOT NULL AND t.is_undone = 0
       ORDER BY l.at_ms, l.transaction_row, l.line_item_id`,
      [sku],
    )
    const costs = flowCosts(
      lots,
      lines.map(({ at_ms: atMs, quantity, currency, cost_minor: kept }) => ({
        day: atMs === null ? '' : platformDay(atMs, deps.zone),
        quantity,
        currency,
        kept,
      })),
    )
    const found = lines.flatMap((line, index) => {
      const cost = costs[index] ?? null
      return line.cost_minor === null && cost !== null ? [{ ...line, cost }] : []
    })
    for (const { cost, transaction_row: row, line_item_id: id } of found) {
      database.run('UPDATE earnings_lines SET cost_minor = ? WHERE transaction_row = ? AND line_item_id = ?', [
        cost,
        row,
        id,
      ])
      deps.recount(row)
    }
    return found.length
  }

  return {
    /**
     * Finds the costs of sales that have none, of up to a hundred items after `afterSku`. `lastSku`: null after the last item.
     */
    assign: (afterSku: string): { readonly found: number; readonly lastSku: string | null } => {
      const skus = database.column<string>(
        `SELECT DISTINCT sku FROM earnings_lines WHERE sku IS NOT NULL AND cost_minor IS NULL AND sku > ? ORDER BY sku LIMIT ?`,
        [afterSku, BATCH],
      )
      const lots = deps.costs.lotsOf(skus)
      const found = database.transaction(() =>
        skus.reduce((sum, sku) => {
          const own = lots.get(sku)
          return own === undefined || own.length === 0 ? sum : sum + assignOne(sku, own)
        }, 0),
      )
      return { found, lastSku: skus.at(-1) ?? null }
    },
  }
}
