/**
 * The negotiation service: the seller's offers to those who watch a listing (FACT-173); eBay only. As its description says, it knows
 * no listings of the inventory service. No buyer gets a second offer for a listing.
 */
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import { admitByScope, type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import { asObject, type JsonObject } from '../json-body.ts'
import { newNumber } from '../shop/ids.ts'
import type { StoredListing } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { countLeft, findListing, toCents } from './best-offers.ts'
import type { StoredSellerOffer } from './offer-records.ts'

const BASE = '/sell/negotiation/v1'
const DAYS = 2
const DURATION_MS = DAYS * 86_400_000
const MAX_MESSAGE_CHARACTERS = 2_000
const MIN_PERCENT = 5

const { refuse, readBody } = createRefusals('API_NEGOTIATION')

const readCount = (text: string | undefined, usual: number): number =>
  text === undefined ? usual : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN

const isRunning = (practice: Practice, { expiresAtMs, status }: StoredSellerOffer): boolean =>
  status === 'PENDING' && expiresAtMs > practice.now()

const countInterested = ({ state }: Practice, { listingId, watchers }: StoredListing): number =>
  Math.max(0, watchers - state.sellerOffers.filter((offer) => offer.listingId === listingId).length)

const hasRunning = (practice: Practice, listingId: string): boolean =>
  practice.state.sellerOffers.some((offer) => offer.listingId === listingId && isRunning(practice, offer))

export const createNegotiationService = (practice: Practice, faults: Faults): PracticeApp => {
  const requireMarketplace = (c: Call): void => {
    const marketplace = c.req.header('x-ebay-c-marketplace-id')
    if (marketplace === undefined) refuse(400, 150001, 'Mandatory headers are missing.')
    if (marketplace !== practice.names.marketplaceId) {
      refuse(400, 150002, `The marketplace value ${marketplace} is not supported.`)
    }
  }

  const findEligibleItems = (c: Call): Response => {
    requireMarketplace(c)
    const limit = readCount(c.req.query('limit'), 10)
    const offset = readCount(c.req.query('offset'), 0)
    if (!(limit >= 1 && limit <= 200)) refuse(400, 150003, 'Invalid limit. Limit should be between 1 and 200.')
    if (Number.isNaN(offset)) refuse(400, 150004, 'Invalid offset. Offset cannot be less than 0.')
    const eligible = [...practice.state.listings.values()].filter(
      (listing) =>
        listing.type === 'FixedPriceItem' &&
        listing.variations.length === 0 &&
        listing.quantity > listing.soldQuantity &&
        countInterested(practice, listing) > 0 &&
        !hasRunning(practice, listing.listingId),
    )
    if (eligible.length === 0) return c.body(null, 204)
    const link = (from: number): string => `${practice.url}${BASE}/find_eligible_items?limit=${limit}&offset=${from}`
    return c.json({
      href: link(offset),
      limit,
      offset,
      total: eligible.length,
      ...(offset + limit < eligible.length ? { next: link(offset + limit) } : {}),
      ...(offset > 0 ? { prev: link(Math.max(0, offset - limit)) } : {}),
      eligibleItems: eligible.slice(offset, offset + limit).map(({ listingId }) => ({ listingId })),
    })
  }

  const requireListing = (listingId: string): StoredListing => {
    const listing = practice.state.listings.get(listingId)
    if (listing !== undefined) return listing
    if (findListing(practice, listingId) !== undefined) {
      return refuse(409, 150017, `Listing ${listingId} does not support offer.`)
    }
    const isEnded = [...practice.state.offers.values()].some((offer) => offer.listing?.listingId === listingId)
    return isEnded
      ? refuse(409, 150011, `Invalid listingId ${listingId}. The listing for this offer has ended.`)
      : refuse(409, 150012, `Invalid listingId ${listingId}. No such listing for this seller.`)
  }

  /** The price of one piece with the offer. */
  const readPrice = (offered: JsonObject, listing: StoredListing): string => {
    const { discountPercentage, price } = offered
    if (discountPercentage !== undefined && price !== undefined) {
      refuse(400, 150007, 'Both offer price and discount percentage cannot be present in the request.')
    }
    const asked = toCents(listing.price)
    if (discountPercentage !== undefined) {
      const percent = typeof discountPercentage === 'string' ? Number(discountPercentage) : Number.NaN
      if (!(percent < 100)) refuse(400, 150009, 'Invalid value for discountPercentage.')
      if (percent < MIN_PERCENT) {
        refuse(400, 150008, 'Price must be at least 5% less than your Buy It Now price.')
      }
      return (Math.round(asked * (100 - percent)) / 10_000).toFixed(2)
    }
    const { value, currency } = asObject(price)
    if (typeof value !== 'string' || currency !== 'USD' || !/^[\d.,]+$/.test(value)) {
      return refuse(400, 150009, 'Invalid value for price.')
    }
    // The wrong decimal mark is ignored, as described.
    const cents = toCents(value.replaceAll(',', ''))
    if (cents >= asked) {
      refuse(409, 150016, `Invalid price for listing ${listing.listingId}. Price value exceeds the listing price.`)
    }
    if (cents * 100 > asked * (100 - MIN_PERCENT)) {
      refuse(400, 150008, 'Price must be at least 5% less than your Buy It Now price.')
    }
    return (cents / 100).toFixed(2)
  }

  const toOfferJson = (offer: StoredSellerOffer, discountPercentage: unknown) => ({
    offerId: offer.offerId,
    offerType: 'SELLER_INITIATED_OFFER',
    offerStatus: offer.status,
    revision: '1',
    initiatedBy: practice.state.seller,
    buyer: { maskedUsername: offer.buyer },
    allowCounterOffer: false,
    ...(offer.message === '' ? {} : { message: offer.message }),
    creationDate: new Date(offer.sentAtMs).toISOString(),
    lastModifiedDate: new Date(offer.sentAtMs).toISOString(),
    offerDuration: { unit: 'DAY', value: DAYS },
    offeredItems: [
      {
        listingId: offer.listingId,
        quantity: offer.quantity,
        price: { value: offer.price, currency: 'USD' },
        ...(discountPercentage === undefined ? {} : { discountPercentage: String(discountPercentage) }),
      },
    ],
  })

  const sendOfferToInterestedBuyers = async (c: Call): Promise<Response> => {
    requireMarketplace(c)
    const { allowCounterOffer = false, message = '', offeredItems } = await readBody(c)
    const items = Array.isArray(offeredItems) ? offeredItems.map(asObject) : []
    const [offered, ...more] = items
    if (offered === undefined) return refuse(400, 150006, 'Request cannot be null/empty.')
    if (more.length > 0) refuse(400, 150005, 'Offer contains multiple listings.')
    if (allowCounterOffer !== false) refuse(400, 150009, 'Invalid value for allowCounterOffer.')
    if (typeof message !== 'string' || message.length > MAX_MESSAGE_CHARACTERS || /<[a-z]/i.test(message)) {
      return refuse(409, 150010, 'Invalid message. Message cannot contain HTML and cannot exceed 2000 characters.')
    }
    const listing = requireListing(String(offered.listingId ?? ''))
    const { listingId } = listing
    const quantity = Number(offered.quantity ?? 1)
    if (!Number.isInteger(quantity) || quantity < 1) refuse(400, 150009, 'Invalid value for quantity.')
    const price = readPrice(offered, listing)
    const hasBestOffer = practice.state.bestOffers.some(
      (offer) => offer.listingId === listingId && offer.status === 'Pending' && offer.expiresAtMs > practice.now(),
    )
    if (hasBestOffer)
      refuse(409, 150018, `Offer is invalid. A best offer currently exists on the listing ${listingId}.`)
    if (hasRunning(practice, listingId)) {
      refuse(409, 150019, `Offer is invalid. Listing ${listingId} currently has a seller-initiated negotiation.`)
    }
    if (countLeft(listing) < quantity) {
      refuse(409, 150014, `Current available quantity for this listing ${listingId} is less than the offer quantity.`)
    }
    const interested = countInterested(practice, listing)
    if (interested === 0) refuse(409, 150020, `Listing ${listingId} has no interested buyers.`)
    const sentAtMs = practice.now()
    const sent = Array.from({ length: interested }, (_, index): StoredSellerOffer => {
      return {
        offerId: newNumber(),
        listingId,
        buyer: `w***${index + 1}`,
        ...{ price, quantity, message, sentAtMs, expiresAtMs: sentAtMs + DURATION_MS, status: 'PENDING' },
      }
    })
    practice.state.sellerOffers.push(...sent)
    return c.json({ offers: sent.map((offer) => toOfferJson(offer, offered.discountPercentage)) })
  }

  const admit = admitByScope(practice, 'API_NEGOTIATION', {
    read: [scopes.inventory, scopes.inventoryReadonly],
    write: [scopes.inventory],
  })
  return createService(faults, { service: 'negotiation', base: BASE, admit }, [
    ['GET', '/find_eligible_items', 'findEligibleItems', findEligibleItems],
    ['POST', '/send_offer_to_interested_buyers', 'sendOfferToInterestedBuyers', sendOfferToInterestedBuyers],
  ])
}
