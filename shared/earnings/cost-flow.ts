/**
 * What sold pieces cost the seller, first in first out (FIN-02). Pure.
 *
 * A lot serves only sales on or after the day on which it was bought.
 */
import type { CostLot } from '../inventory/cost.ts'

/** A line of a sale. */
export type SoldPieces = {
  /** The day of the sale, as `2026-11-28`. */
  readonly day: string
  /** Null if it isn't known, so that the cost isn't either. */
  readonly quantity: number | null
  readonly currency: string
}

/** The cost of each sale, in its currency's smallest unit; null if it isn't known. `sales`: of one item, the earliest first. */
export const flowCosts = (lots: readonly CostLot[], sales: readonly SoldPieces[]): readonly (number | null)[] => {
  const left = lots.map(({ pieces }) => pieces ?? Number.POSITIVE_INFINITY)
  return sales.map(({ day, quantity, currency }) => {
    let wanted = quantity ?? 0
    let cost: number | null = quantity === null ? null : 0
    for (const [index, { each, boughtOn }] of lots.entries()) {
      if (wanted === 0) break
      if (boughtOn !== null && boughtOn > day) continue
      const taken = Math.min(wanted, left[index] ?? 0)
      if (taken === 0) continue
      left[index] = (left[index] ?? 0) - taken
      wanted -= taken
      cost = cost === null || each.currency !== currency ? null : cost + taken * each.minor
    }
    return wanted > 0 ? null : cost
  })
}
