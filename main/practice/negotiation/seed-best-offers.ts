/** The open offers that a new shop begins with: a fair one that ends soon, one for two pieces, and one far too low. */
import { createHash } from 'node:crypto'
import { readPrice } from '../listing/offer-price.ts'
import type { StoredOffer } from '../shop/records.ts'
import { OFFER_MS, type StoredBestOffer } from './offer-records.ts'

const HOUR_MS = 3_600_000

type Plan = Pick<StoredBestOffer, 'buyer' | 'quantity' | 'buyerMessage'> & {
  /** Position among the listings. */
  readonly position: number
  readonly agoHours: number
  /** Of the asked price, in percent. */
  readonly percent: number
}

const plans: readonly Plan[] = [
  {
    position: 1,
    buyer: 'jules.b',
    quantity: 1,
    agoHours: 44,
    percent: 84,
    buyerMessage: 'I would pay right away. Does it come with the case?',
  },
  { position: 3, buyer: 'nora.lind', quantity: 1, agoHours: 20, percent: 90, buyerMessage: '' },
  { position: 5, buyer: 'quickbuy_88', quantity: 1, agoHours: 6, percent: 35, buyerMessage: 'Cash today?' },
]

export const createSeedBestOffers = (shop: {
  readonly nowMs: number
  readonly seed: number
  readonly offers: ReadonlyMap<string, StoredOffer>
}): StoredBestOffer[] => {
  const live = [...shop.offers.values()].flatMap((offer) =>
    offer.listing?.status === 'ACTIVE' ? [{ listingId: offer.listing.listingId, price: readPrice(offer).value }] : [],
  )
  return plans.flatMap(({ position, agoHours, percent, buyer, quantity, buyerMessage }, index): StoredBestOffer[] => {
    const listing = live[position % Math.max(live.length, 1)]
    if (listing === undefined) return []
    const madeAtMs = shop.nowMs - agoHours * HOUR_MS
    const hash = createHash('sha256').update(`best offer ${shop.seed} ${index}`).digest('hex')
    return [
      {
        offerId: `5${BigInt(`0x${hash}`).toString().slice(-11)}`,
        listingId: listing.listingId,
        buyer,
        type: 'BuyerBestOffer',
        price: ((Math.floor((Number(listing.price) * 100 * percent) / 100) * quantity) / 100).toFixed(2),
        quantity,
        buyerMessage,
        madeAtMs,
        expiresAtMs: madeAtMs + OFFER_MS,
        status: 'Pending',
        sellerMessage: '',
      },
    ]
  })
}
