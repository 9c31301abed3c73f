/** What the rest of the app knows of a listing and of a buyer. `main/session` provides it. Types only. */
import type { Money } from '../../shared/money.ts'

export type ListingFacts = {
  readonly listingId: string
  /** The key of the thing in the list of items. */
  readonly itemKey: string
  readonly sku: string | null
  readonly title: string | null
  readonly pictureUrl: string | null
  /** Of one piece. */
  readonly price: Money | null
  readonly available: number | null
  readonly watchers: number | null
  readonly listedAtMs: number | null
  readonly format: 'fixedPrice' | 'auction' | 'other'
}

export type BuyerFacts = {
  readonly orders: { readonly count: number; readonly lastAtMs: number | null }
}

export type OffersFacts = {
  /** With an entry for every listing, known or not. */
  readonly listings: (listingIds: readonly string[]) => ReadonlyMap<string, ListingFacts>
  readonly buyer: (buyer: string) => BuyerFacts
  /** Every name that a buyer has or had, at least this one. */
  readonly namesOf: (buyer: string) => readonly string[]
  /** The newest conversation with each buyer, about the listing if there is one. Keys as made by `conversationKey`. */
  readonly conversations: (
    of: readonly { readonly buyer: string; readonly listingId: string }[],
  ) => ReadonlyMap<string, string>
  /** Orders of the listing between these times of the platform, at this price of one piece, that were not cancelled. */
  readonly countBought: (of: {
    readonly listingId: string
    readonly price: Money
    readonly fromMs: number
    readonly untilMs: number
  }) => number
  /** Until when all orders are here, by this computer's clock; null before they were read. */
  readonly ordersKnownToMs: () => number | null
  /** Who the conversation is with and what it is about; undefined if it isn't known. */
  readonly about: (
    conversationId: string,
  ) => { readonly buyer: string | null; readonly listingId: string | null } | undefined
}

export const conversationKey = (buyer: string, listingId: string): string => JSON.stringify([buyer, listingId])
