/** One kind of change to an offer, as `listing-kinds.ts` queues it. */
import type { JsonObject, JsonPath } from '../../../shared/inventory/json.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Decision } from '../../outbound/kind.ts'
import type { StepResult } from '../platform/offer-results.ts'
import type { Payloads, ReadOffer } from './listing-payloads.ts'

/** A row to send: its payload and its offer as last read. */
export type Going<A extends ListingAction> = ReadOffer & { readonly payload: Payloads[A] }

/** Returns the rows that may still go, right before a request leaves (OFF-08). `only`: those of one of several requests. */
export type Leave<A extends ListingAction> = (only?: readonly Going<A>[]) => Promise<readonly Going<A>[]>

/** The differences between the actions. */
export type Step<A extends ListingAction> = {
  readonly describe: (payload: Payloads[A]) => string
  readonly decide: (
    offer: JsonObject | undefined,
    payload: Payloads[A],
    signal: AbortSignal,
  ) => Promise<Decision> | Decision
  /** Sends the rows. Returns their results by SKU, or one for all; see `Leave` for which rows go. */
  readonly send: (
    rows: readonly Going<A>[],
    leave: Leave<A>,
    signal: AbortSignal,
  ) => Promise<StepResult | ReadonlyMap<string, StepResult>>
  /** Whether the platform has the wanted state, by the offer and the stored item. */
  readonly isDone: (offer: JsonObject | undefined, payload: Payloads[A]) => boolean
  /** What a reading shows after a lost answer, if others may have changed the values since. By default `isDone`. */
  readonly settle?: (offer: JsonObject | undefined, payload: Payloads[A]) => boolean | null
  /** Whether `decide` and `isDone` need a fresh reading of the item too. */
  readonly needsItem?: (payload: Payloads[A]) => boolean
  /** The offer after a success, until it is read again; undefined if it was deleted. */
  readonly after: (offer: JsonObject | undefined, payload: Payloads[A], result: StepResult) => JsonObject | undefined
  readonly onDone?: (payload: Payloads[A], result: StepResult) => void
  /**
   * The change that undoes it and the names of what it deletes, from the offer as last read, or why it can't be undone.
   * `isExcluded`: whether the seller leaves the change with this path out.
   */
  readonly revert?: (
    offer: JsonObject | undefined,
    payload: Payloads[A],
    isExcluded: (path: JsonPath) => boolean,
  ) => { readonly payload: Payloads[A]; readonly deletions: readonly string[] } | { readonly problem: string }
  readonly revises?: true
  readonly maxBatch?: number
}

/** `Lamp (A-1)`, for a row of the queue. */
export const nameItem = (items: Pick<ListedItemsPort, 'titleOf'>, sku: string): string => {
  const title = items.titleOf(sku)
  return title === undefined ? sku : `${title} (${sku})`
}
