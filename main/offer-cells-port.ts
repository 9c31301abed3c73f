/** What the listing feature provides to the item sheet and to CSV files: the cells of a SKU's offer (USE-05, LST-16). Types only. */
import type { ListingState } from '../shared/inventory/listing-state.ts'
import type { PlanContext } from './outbound/plan-rows.ts'
import type { RunDraft } from './outbound/run-draft.ts'

/** A text as typed, and the platform's text from when typing began. */
export type TypedText = { readonly text: string; readonly was: string }

/** Texts by the names of their columns. */
export type ColumnTexts = Readonly<Record<string, string>>

/** The cells of one SKU's offer. Columns that the platform's offers don't have are empty. */
export type OfferRow = {
  /** The text of a cell: as typed, else the platform's. Empty if there is neither. */
  readonly text: (column: string) => string
  /** The text of a cell as a file has it: policies by their names. */
  readonly fileText: (column: string) => string
  /** What was typed into a cell; null if nothing was. */
  readonly typed: (column: string) => TypedText | null
  /** Whether a text means what the cell has: `12.5` and `12.50` are the same price. */
  readonly isSame: (column: string, text: string) => boolean
  /** Why these new texts can't be sent, by column: alone, or beside the other cells. Empty texts are fine. */
  readonly findProblems: (texts: ColumnTexts) => ColumnTexts
}

/** What the item list shows of an item's listing (LST-11). */
export type ListingSummary = {
  readonly state: ListingState
  readonly price: number | null
  readonly currency: string | null
  /** Its name, or its id. */
  readonly category: string | null
  /** The new price as typed; null if none was, or if the platform already has it. */
  readonly typedPrice: string | null
  /** Why that price can't be sent; null if it can. */
  readonly priceProblem: string | null
  /** The columns of other new texts of its offer, and why each can't be sent; null if it can. */
  readonly typedOffer: readonly { readonly column: string; readonly problem: string | null }[]
}

export type OfferCells = {
  /** As it is stored now. */
  readonly summarize: (sku: string) => ListingSummary
  /** Reads what texts of these columns are checked with, such as the shop's policies, unless it was read today. Never throws a read's error. */
  readonly prepare: (columns: readonly string[]) => Promise<void>
  /** A row for each of these SKUs, in one query. */
  readonly rows: (skus: readonly string[]) => ReadonlyMap<string, OfferRow>
  /**
   * Keeps texts as the offer's new ones; an empty one removes the field, or drops what was typed for a field that a listing can't
   * be without. Returns what is wrong with them, by column. Call in a transaction.
   */
  readonly stage: (sku: string, texts: ColumnTexts) => ColumnTexts
  /** Puts back what `typed` returned for these columns. Call in a transaction. */
  readonly put: (sku: string, typed: Readonly<Record<string, TypedText | null>>) => void
  /**
   * Starts the offer of a new item like that of another: what is typed or listed for it, without what belongs to one piece. Does
   * nothing if the connection can't list, or if the new item has an offer.
   */
  readonly copy: (from: string, to: string) => void
  /** Call after the transaction, so that open listings show the change. */
  readonly notify: (skus: readonly string[]) => void
  /** Plans the typed texts of these SKUs as rows of a run. Calls no platform. */
  readonly draft: (skus: readonly string[], context: PlanContext) => RunDraft
}
