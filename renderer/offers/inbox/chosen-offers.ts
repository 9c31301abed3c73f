/** The offers that the seller ticked, to decline them together. Pure. */
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { unanswered } from './order-offers.ts'

/** Ids of offers: as ticked, some of which may be answered or gone since. */
export type Ticked = ReadonlySet<string>

export const nothingTicked: Ticked = new Set()

/** Ticks these, or unticks them if all of them are ticked. */
export const toggleTicks = (ticked: Ticked, offerIds: readonly string[]): Ticked => {
  const isAll = offerIds.every((id) => ticked.has(id))
  return isAll ? new Set([...ticked].filter((id) => !offerIds.includes(id))) : new Set([...ticked, ...offerIds])
}

/** The ticked ones that are listed and wait for an answer: nothing off screen, or answered by now, is declined. */
export const chosenOffers = (offers: readonly BestOffer[], ticked: Ticked): readonly BestOffer[] =>
  unanswered(offers).filter(({ offerId }) => ticked.has(offerId))
