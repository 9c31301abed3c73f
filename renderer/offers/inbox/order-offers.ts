/** The order of the list of offers, and which one comes next. Pure. */
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { isAnswered } from '../../parts/offers/offer-labels.ts'

export type OfferGroups = { readonly above: readonly BestOffer[]; readonly below: readonly BestOffer[] }

/** Those below the seller's floors last; the rest by their deadlines, as main lists them. */
export const groupOffers = (offers: readonly BestOffer[]): OfferGroups => ({
  above: offers.filter(({ isBelowFloor }) => !isBelowFloor),
  below: offers.filter(({ isBelowFloor }) => isBelowFloor),
})

/** Offers without an answer on its way. */
export const unanswered = <Offer extends Pick<BestOffer, 'pending'>>(offers: readonly Offer[]): readonly Offer[] =>
  offers.filter((offer) => !isAnswered(offer))

/** The next offer to answer after this one: below it, else the first; undefined if no other waits. */
export const nextOffer = (offers: readonly BestOffer[], offerId: string): BestOffer | undefined => {
  const at = offers.findIndex((one) => one.offerId === offerId)
  const isOther = (one: BestOffer): boolean => one.offerId !== offerId && !isAnswered(one)
  return offers.slice(at + 1).find(isOther) ?? offers.find(isOther)
}
