/** Buyers' offers as the window shows them: with what is known of the thing, the buyer and the answer on its way. */
import type { Money } from '../../shared/money.ts'
import { estimateFees, isBelow, percentBelow } from '../../shared/offers/arithmetic.ts'
import type { BestOffer, BestOfferDetail } from '../../shared/offers/best-offer.ts'
import type { FeesPort } from '../fees-port.ts'
import type { OfferedItems } from '../offered-items-port.ts'
import type { Answers } from './answers/answers.ts'
import { conversationKey, type ListingFacts, type OffersFacts } from './listing-facts.ts'
import type { PlatformClock } from './reading/platform-clock.ts'
import type { BestOfferStore, StoredBestOffer } from './store/best-offer-store.ts'
import type { FloorStore } from './store/floor-store.ts'

export type OpenFilter = {
  readonly itemKey?: string
  readonly buyer?: string
  readonly conversationId?: string
}

export type OfferList = ReturnType<typeof createOfferList>

export const createOfferList = (deps: {
  readonly store: BestOfferStore
  readonly floors: FloorStore
  readonly facts: OffersFacts
  readonly platformClock: PlatformClock
  readonly pending: Answers['pending']
  readonly fees: FeesPort
  /** What one piece of each SKU cost, where that is known. */
  readonly costsOf: (skus: readonly string[]) => ReadonlyMap<string, Money>
}) => {
  const { store, floors, facts, platformClock } = deps

  const isOpenNow = ({ isOpen, expiresAtMs }: StoredBestOffer): boolean => isOpen && !platformClock.isPast(expiresAtMs)

  const describe = (offers: readonly StoredBestOffer[]): readonly BestOffer[] => {
    const listings = facts.listings([...new Set(offers.map(({ listingId }) => listingId))])
    const keyOf = (listingId: string): string => listings.get(listingId)?.itemKey ?? listingId
    const floorOf = floors.load([...new Set(offers.map(({ listingId }) => keyOf(listingId)))])
    const pending = deps.pending(offers.map(({ offerId }) => offerId))
    const conversations = facts.conversations(
      offers.flatMap(({ buyer, listingId }) => (buyer === null ? [] : [{ buyer, listingId }])),
    )
    return offers.map((offer) => {
      const { offerId, listingId, buyer, price, quantity } = offer
      const about = listings.get(listingId)
      const asked = offer.asked ?? about?.price ?? null
      const floor = floorOf.get(keyOf(listingId)) ?? null
      return {
        offerId,
        listingId,
        itemKey: keyOf(listingId),
        sku: about?.sku ?? null,
        title: offer.title ?? about?.title ?? listingId,
        pictureUrl: about?.pictureUrl ?? null,
        buyer,
        type: offer.type,
        status: offer.status,
        isOpen: isOpenNow(offer),
        price,
        quantity,
        asked,
        percentBelow: percentBelow(price, quantity, asked),
        message: offer.buyerMessage,
        expiresAtMs: offer.expiresAtMs,
        floor,
        isBelowFloor: isBelow(price, quantity, floor),
        conversationId: buyer === null ? null : (conversations.get(conversationKey(buyer, listingId)) ?? null),
        pending: pending.get(offerId) ?? null,
      }
    })
  }

  /** What these pieces cost the seller. */
  const costOf = (sku: string | null, quantity: number): Money | null => {
    const each = sku === null ? undefined : deps.costsOf([sku]).get(sku)
    return each === undefined ? null : { ...each, minor: each.minor * quantity }
  }
  const feesOn = (price: Money): BestOfferDetail['fees'] => {
    const sold = deps.fees.lastSales(price.currency)
    return sold === undefined ? null : { amount: estimateFees(price, sold), sales: sold.sales }
  }

  const openNow = (): readonly StoredBestOffer[] => store.open().filter(isOpenNow)

  /** The filter by conversation is its buyer, and its listing if it is about one. */
  const matches = (filter: OpenFilter): ((offer: BestOffer) => boolean) => {
    const about = filter.conversationId === undefined ? undefined : facts.about(filter.conversationId)
    const isNowhere = filter.conversationId !== undefined && about?.buyer == null
    const names = new Set([
      ...(about?.buyer == null ? [] : facts.namesOf(about.buyer)),
      ...(filter.buyer === undefined ? [] : facts.namesOf(filter.buyer)),
    ])
    return ({ itemKey, buyer, listingId }) =>
      !isNowhere &&
      (filter.itemKey === undefined || itemKey === filter.itemKey) &&
      (names.size === 0 || (buyer !== null && names.has(buyer))) &&
      (about?.listingId == null || listingId === about.listingId)
  }

  return {
    /** What has an open offer now. */
    withOpenOffers: (): OfferedItems => {
      const listingIds = [...new Set(openNow().map(({ listingId }) => listingId))]
      return { listingIds, skus: [...facts.listings(listingIds).values()].flatMap(({ sku }) => sku ?? []) }
    },

    page: (filter: OpenFilter, offset: number, limit: number) => {
      const rows = describe(openNow()).filter(matches(filter))
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    },

    detail: (offerId: string): BestOfferDetail | null => {
      const offer = store.find(offerId)
      const [shown] = offer === undefined ? [] : describe([offer])
      if (offer === undefined || shown === undefined) return null
      const about: ListingFacts | undefined = facts.listings([offer.listingId]).get(offer.listingId)
      const earlier = offer.buyer === null ? [] : store.ofBuyer(facts.namesOf(offer.buyer))
      const ended = earlier.filter((one) => one.offerId !== offerId && !isOpenNow(one))
      const others = openNow().filter((one) => one.listingId === offer.listingId && one.offerId !== offerId)
      return {
        ...shown,
        available: about?.available ?? null,
        watchers: about?.watchers ?? null,
        listedAtMs: about?.listedAtMs ?? null,
        cost: costOf(shown.sku, offer.quantity),
        fees: feesOn(offer.price),
        sellerMessage: offer.sellerMessage,
        buyerOrders: offer.buyer === null ? { count: 0, lastAtMs: null } : facts.buyer(offer.buyer).orders,
        earlierOffers: {
          count: ended.length,
          accepted: ended.filter(({ status }) => status === 'Accepted' || status === 'PendingBuyerPayment').length,
        },
        others: describe(others).toSorted((a, b) => b.price.minor / b.quantity - a.price.minor / a.quantity),
      }
    },

    counts: () => {
      const open = openNow()
      const listings = facts.listings([...new Set(open.map(({ listingId }) => listingId))])
      const floorOf = floors.load([...listings.values()].map(({ itemKey }) => itemKey))
      const isLow = ({ listingId, price, quantity }: StoredBestOffer): boolean =>
        isBelow(price, quantity, floorOf.get(listings.get(listingId)?.itemKey ?? '') ?? null)
      return {
        open: open.length,
        belowFloor: open.filter(isLow).length,
        firstExpiresAtMs: open[0]?.expiresAtMs ?? null,
      }
    },
  }
}
