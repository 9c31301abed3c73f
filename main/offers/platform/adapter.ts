/**
 * What the feature needs of a platform. A successor of the legacy calls is announced (FACT-174), so nothing else knows which calls
 * they are.
 */

import type { Money } from '../../../shared/money.ts'
import type { BestOfferStatus, BestOfferType } from '../../../shared/offers/best-offer.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { Answered, Outcome } from '../../outbound/outcome.ts'

/** An offer of a buyer, or a counter of the seller, as read. */
export type BestOfferRecord = {
  readonly offerId: string
  readonly listingId: string
  readonly buyer: string | null
  readonly type: BestOfferType
  readonly status: BestOfferStatus
  /** For all pieces together. */
  readonly price: Money
  readonly quantity: number
  /** The listing's price of one piece. */
  readonly asked: Money | null
  readonly title: string | null
  readonly buyerMessage: string | null
  readonly sellerMessage: string | null
  readonly expiresAtMs: number | null
}

export type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>
export type WriteOptions = Pick<HttpRequest, 'trigger' | 'signal'>

/** `atMs`: the platform's clock when it answered; null if it doesn't say. */
export type BestOffersPage = {
  readonly offers: readonly BestOfferRecord[]
  readonly pages: number
  readonly atMs: number | null
}

/** An answer to offers of one listing. `offerIds`: several for `Decline` only. */
export type BestOfferAnswer =
  | { readonly action: 'Accept' | 'Decline'; readonly listingId: string; readonly message: string }
  | {
      readonly action: 'Counter'
      readonly listingId: string
      readonly message: string
      /** For all pieces together. */
      readonly price: Money
      readonly quantity: number
    }

export type BestOffersPort = {
  /** A page of all open offers; the first is 1. Throws the platform's and the network's errors. */
  readonly listOpen: (page: number, options: ReadOptions) => Promise<BestOffersPage>
  /** The first page of the open offers for a listing. Throws as `listOpen`. */
  readonly listOpenOf: (listingId: string, options: ReadOptions) => Promise<BestOffersPage>
  /** One offer in any state; undefined if the platform has none. Throws as `listOpen`. */
  readonly read: (
    offerId: string,
    options: ReadOptions,
  ) => Promise<{ readonly offer: BestOfferRecord | undefined; readonly atMs: number | null }>
  /**
   * Answers offers. `prepare` returns the ids to answer right before the request leaves (OFF-08); what it throws is thrown. Returns
   * the outcome of all, or of each by its id.
   */
  readonly respond: (
    answer: BestOfferAnswer,
    prepare: () => Promise<readonly string[]>,
    options: WriteOptions,
  ) => Promise<Outcome | ReadonlyMap<string, Outcome>>
}

/** An offer to everyone who watches a listing. */
export type WatcherOfferRequest = {
  readonly listingId: string
  readonly quantity: number
  readonly message: string
  readonly discount: { readonly percent: number } | { readonly price: Money }
}

/** What the platform answered to an offer to watchers. */
export type SentToWatchers = { readonly buyers: number; readonly untilMs: number | null }

export type WatcherOffersPort = {
  /** A page of listings whose watchers can get an offer. Throws the platform's and the network's errors. */
  readonly findEligible: (
    offset: number,
    options: ReadOptions,
  ) => Promise<{ readonly listingIds: readonly string[]; readonly step: number; readonly total: number }>
  /** Sends an offer. Never throws the platform's or the network's errors. */
  readonly send: (request: WatcherOfferRequest, options: WriteOptions) => Promise<Answered<SentToWatchers>>
}

/** `watchers`: null if the marketplace has no offers to watchers. */
export type OffersPlatform = { readonly bestOffers: BestOffersPort; readonly watchers: WatcherOffersPort | null }
