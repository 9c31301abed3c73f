/** What the inventory feature tells the earnings feature of costs (FIN-02). */
import type { CostLot } from '../shared/inventory/cost.ts'

export type CostsPort = {
  /** The lots of each SKU, in the order they are used up. SKUs without a cost are missing. */
  readonly lotsOf: (skus: readonly string[]) => ReadonlyMap<string, readonly CostLot[]>
}
