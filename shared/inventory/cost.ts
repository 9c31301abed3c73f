/** What the seller paid for an item (FIN-02): kept here alone, never sent to the platform. */
import type { Money } from '../money.ts'

/** Pieces bought together. Lots are used up in order of their date (first in, first out). */
export type CostLot = {
  /** What one piece cost, packing included if the seller counts it. */
  readonly each: Money
  /** Pieces bought; null for all that follow, as where an item has one cost. Only the last lot may have null. */
  readonly pieces: number | null
  /** `2026-11-28`; null for the first lot where the seller gave no date. */
  readonly boughtOn: string | null
}
