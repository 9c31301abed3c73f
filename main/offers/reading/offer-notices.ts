/** Desktop notices of buyers' new offers (LST-25). A click opens the offer. */
import { askedFor } from '../../../shared/offers/arithmetic.ts'
import type { Ports } from '../../ports.ts'
import type { Words } from '../answers/answer-decision.ts'
import type { OffersFacts } from '../listing-facts.ts'
import type { BestOfferStore, StoredBestOffer } from '../store/best-offer-store.ts'
import type { PlatformClock } from './platform-clock.ts'

/** More at once share one notice. */
const MAX_SINGLE = 3
const HOUR_MS = 3_600_000

const OFFERS_PLACE = '#/inbox/~offers'

export const createOfferNotices = (deps: {
  readonly notify: Ports['notify']
  readonly store: Pick<BestOfferStore, 'find'>
  readonly facts: Pick<OffersFacts, 'listings'>
  readonly platformClock: PlatformClock
  readonly words: Words
}) => {
  const { platformClock, words } = deps

  const timeLeft = ({ expiresAtMs }: StoredBestOffer): readonly string[] => {
    const hours = expiresAtMs === null ? 0 : Math.floor((expiresAtMs - platformClock.nowMs()) / HOUR_MS)
    return hours < 1 ? [] : [`${hours} h left`]
  }

  /** The price comes first, so that a long title doesn't hide it. */
  const describe = (offer: StoredBestOffer): string => {
    const { listingId, buyer, price, quantity } = offer
    const about = deps.facts.listings([listingId]).get(listingId)
    const asked = offer.asked ?? about?.price ?? null
    const of = asked === null ? '' : ` of ${words.money(askedFor(asked, quantity))}`
    const title = offer.title ?? about?.title
    return [
      `${words.money(price)}${of}`,
      ...(title == null ? [] : [quantity === 1 ? title : `${quantity} × ${title}`]),
      ...(buyer === null ? [] : [`by ${buyer}`]),
      ...timeLeft(offer),
    ].join(' · ')
  }

  return {
    /** `offerIds`: offers that are new here and wait for the seller. */
    show: (offerIds: readonly string[]): void => {
      const offers = offerIds
        .flatMap((offerId) => deps.store.find(offerId) ?? [])
        .filter(({ expiresAtMs }) => !platformClock.isPast(expiresAtMs))
      if (offers.length > MAX_SINGLE) {
        deps.notify({
          title: `${offers.length} new offers`,
          text: 'Answer them before they expire.',
          place: OFFERS_PLACE,
        })
        return
      }
      for (const offer of offers) {
        const place = `${OFFERS_PLACE}/${encodeURIComponent(offer.offerId)}`
        deps.notify({ title: 'New offer', text: describe(offer), place })
      }
    },
  }
}
