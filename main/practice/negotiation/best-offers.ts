/** The platform's rules for buyers' offers, without a wire format (FACT-172). */
import type { Notifier } from '../delivery/notifier.ts'
import { listActive } from '../listing/active-list.ts'
import { announceSale } from '../orders/order-topics.ts'
import { buy, buyElsewhere, findPurchaseProblem } from '../orders/orders.ts'
import { newNumber } from '../shop/ids.ts'
import type { Practice } from '../shop/shop-state.ts'
import { OFFER_MS, type StoredBestOffer } from './offer-records.ts'

/** Seen by a client: a longer answer to a buyer is refused. */
export const MAX_RESPONSE_CHARACTERS = 250

type Listing = ReturnType<typeof listActive>[number]

export const findListing = (practice: Practice, listingId: string): Listing | undefined =>
  listActive(practice).find((listing) => listing.listingId === listingId)

export const countLeft = ({ quantity, soldQuantity }: Listing): number => quantity - soldQuantity

export const toCents = (amount: string): number => Math.round(Number(amount) * 100)

/** The topic names the states PENDING, ACCEPTED, DECLINED and EXPIRED; a withdrawn offer isn't announced. */
export const announceOffer = (notifier: Notifier, { listingId, offerId, type, status }: StoredBestOffer): number => {
  const states = { Pending: 'PENDING', Accepted: 'ACCEPTED', Declined: 'DECLINED', Expired: 'EXPIRED' } as const
  const state = status in states ? states[status as keyof typeof states] : undefined
  const offerType = {
    BuyerBestOffer: 'BUYER_OFFER',
    BuyerCounterOffer: 'BUYER_COUNTER_OFFER',
    SellerCounterOffer: 'SELLER_COUNTER_OFFER',
  }[type]
  return state === undefined
    ? 0
    : notifier.publish('OFFER_ACTIVITY', { listingId, offerId, offerType, offerStatus: state })
}

/** Ends the offers whose time is over. Call it before offers are read or changed. */
export const expireOffers = (practice: Practice, notifier: Notifier): void => {
  for (const offer of practice.state.bestOffers) {
    if (offer.status !== 'Pending' || offer.expiresAtMs > practice.now()) continue
    offer.status = 'Expired'
    announceOffer(notifier, offer)
  }
}

export const addOffer = (
  practice: Practice,
  made: Pick<StoredBestOffer, 'listingId' | 'buyer' | 'price' | 'quantity' | 'buyerMessage' | 'type'>,
): StoredBestOffer => {
  const madeAtMs = practice.now()
  const offer: StoredBestOffer = {
    ...made,
    offerId: newNumber(),
    madeAtMs,
    expiresAtMs: madeAtMs + OFFER_MS,
    status: 'Pending',
    sellerMessage: '',
  }
  practice.state.bestOffers.push(offer)
  return offer
}

/** The buyer pays at once, so the sale is announced. `price`: for all pieces together. */
export const sell = (
  practice: Practice,
  notifier: Notifier,
  { listingId, buyer, price, quantity }: Pick<StoredBestOffer, 'listingId' | 'buyer' | 'price' | 'quantity'>,
): void => {
  const each = (toCents(price) / quantity / 100).toFixed(2)
  const elsewhere = practice.state.listings.get(listingId)
  if (elsewhere !== undefined) {
    announceSale(practice, notifier, buyElsewhere(practice, elsewhere, { buyer, quantity, price: each }))
    return
  }
  const sku = [...practice.state.offers.values()].find((one) => one.listing?.listingId === listingId)?.sku
  if (sku === undefined) return
  const purchase = { buyer, lines: [{ sku, quantity, price: each }] }
  if (findPurchaseProblem(practice, purchase) === undefined) announceSale(practice, notifier, buy(practice, purchase))
}

/** The offer as the platform keeps it after its buyer's account was closed. */
export const closeOfferAccount = (offer: StoredBestOffer): StoredBestOffer => ({
  ...offer,
  buyer: 'closed-account',
  buyerMessage: '',
})
