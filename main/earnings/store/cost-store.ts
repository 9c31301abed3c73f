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

type Lots = Parameters<typeof flowCosts>[0]

/** The kept cost of a line of a sale. */
export type SaleCost = { readonly sale: number; readonly lineItemId: string; readonly cost: number | null }

export type CostStore = ReturnType<typeof createCostStore>

export const createCostStore = (
  database: Database,
  deps: {
    readonly costs: CostsPort
    readonly zone: string | undefined
    readonly recount: (transactionRow: number) => void
  },
) => {
  /**
   * The sales of the item with what they cost by these lots; all take part, because earlier ones have used up the earlier lots.
   */
  const readSales = (sku: string, lots: Lots): readonly (LineRow & { readonly found: number | null })[] => {
    const lines = database.all<LineRow>(
      `SELECT l.transaction_row, l.line_item_id, l.at_ms, l.quantity, l.cost_minor, t.currency
       FROM earnings_lines l JOIN earnings_transactions t ON t.id = l.transaction_row
       WHERE l.sku = ? AND t.currency IS NOT NULL AND t.is_undone = 0
       ORDER BY l.at_ms, l.transaction_row, l.line_item_id`,
      [sku],
    )
    const costs = flowCosts(
      lots,
      lines.map(({ at_ms: atMs, quantity, currency }) => ({
        day: atMs === null ? '' : platformDay(atMs, deps.zone),
        quantity,
        currency,
      })),
    )
    return lines.map((line, index) => ({ ...line, found: costs[index] ?? null }))
  }

  const setCost = (row: number, lineItemId: string, cost: number | null): void => {
    database.run('UPDATE earnings_lines SET cost_minor = ? WHERE transaction_row = ? AND line_item_id = ?', [
      cost,
      row,
      lineItemId,
    ])
    deps.recount(row)
  }

  const assignOne = (sku: string, lots: Lots): number => {
    const found = readSales(sku, lots).filter((line) => line.cost_minor === null && line.found !== null)
    for (const line of found) setCost(line.transaction_row, line.line_item_id, line.found)
    return found.length
  }

  /** Sales that would cost something else by the cost that the item has now. A sale that it says nothing about isn't one. */
  const readOutdated = (sku: string) => {
    const lots = deps.costs.lotsOf([sku]).get(sku) ?? []
    return readSales(sku, lots).filter(({ found, cost_minor: kept }) => found !== null && found !== kept)
  }

  return {
    /** How many past sales have another cost than the item has now. */
    countOutdated: (sku: string): number => readOutdated(sku).filter(({ cost_minor: kept }) => kept !== null).length,

    /** Gives past sales the cost that the item has now. Returns what they had, for `restore`. */
    useForPast: (sku: string): readonly SaleCost[] =>
      database.transaction(() => {
        const outdated = readOutdated(sku)
        for (const { transaction_row: row, line_item_id: id, found } of outdated) setCost(row, id, found)
        return outdated.map(({ transaction_row: sale, line_item_id: lineItemId, cost_minor: cost }) => ({
          ...{ sale, lineItemId, cost },
        }))
      }),

    /** Gives sales of the item back what they had. Others, and sales that are gone, are left alone. */
    restore: (sku: string, costs: readonly SaleCost[]): void =>
      database.transaction(() => {
        for (const { sale, lineItemId, cost } of costs) {
          const isItems = database.get(
            'SELECT 1 FROM earnings_lines WHERE transaction_row = ? AND line_item_id = ? AND sku = ?',
            [sale, lineItemId, sku],
          )
          if (isItems !== undefined) setCost(sale, lineItemId, cost)
        }
      }),

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
          return own === undefined ? sum : sum + assignOne(sku, own)
        }, 0),
      )
      return { found, lastSku: skus.at(-1) ?? null }
    },
  }
}
