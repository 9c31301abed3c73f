/** What the practice platform stores about offers, as plain data. */

/** How long an offer waits for its answer (FACT-172). */
export const OFFER_MS = 48 * 3_600_000

export const offerStatuses = ['Pending', 'Accepted', 'Declined', 'Countered', 'Expired', 'Retracted'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** An offer of a buyer for a listing, or the seller's counter to one. */
export type StoredBestOffer = {
  readonly offerId: string
  readonly listingId: string
  readonly buyer: string
  readonly type: 'BuyerBestOffer' | 'BuyerCounterOffer' | 'SellerCounterOffer'
  /** For all pieces together, such as `40.00`. */
  readonly price: string
  readonly quantity: number
  readonly buyerMessage: string
  readonly madeAtMs: number
  readonly expiresAtMs: number
  status: OfferStatus
  sellerMessage: string
}

/** An offer of the seller to one buyer who watches a listing. Which watcher it is has no name here. */
export type StoredSellerOffer = {
  readonly offerId: string
  readonly listingId: string
  readonly buyer: string
  /** Of one piece. */
  readonly price: string
  readonly quantity: number
  readonly message: string
  readonly sentAtMs: number
  readonly expiresAtMs: number
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED'
}
