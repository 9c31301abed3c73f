/** What the listing feature provides to the item sheet: the price cell of a SKU's listing (USE-05). Types only. */
import type { Exclusion } from '../shared/outbound/run-contract.ts'
import type { RunDraft } from './outbound/run-draft.ts'

/** A price as typed, and the platform's text from when typing began. */
export type TypedPrice = { readonly text: string; readonly was: string }

export type PriceCells = {
  /** The price typed for the SKU's listing; null if none was. */
  readonly typed: (sku: string) => TypedPrice | null
  /** The text of the cell: the typed price, else the platform's. Empty if there is neither. */
  readonly text: (sku: string) => string
  /** What is wrong with a text as a price; null if nothing is. Empty is fine. */
  readonly check: (text: string) => string | null
  /** Whether two texts are the same price: `12.5` and `12.50`. */
  readonly isSame: (a: string, b: string) => boolean
  /** Keeps a text as the listing's new price; empty drops it. Returns what is wrong with it, or null. Call in a transaction. */
  readonly stage: (sku: string, text: string) => string | null
  /** Puts back what `typed` returned. Call in a transaction. */
  readonly put: (sku: string, price: TypedPrice | null) => void
  /** Call after the transaction, so that open listings show the change. */
  readonly notify: (skus: readonly string[]) => void
  /** Plans the typed prices of these SKUs as rows of a run. Calls no platform. */
  readonly draft: (skus: readonly string[], excluded: readonly Exclusion[]) => RunDraft
}
