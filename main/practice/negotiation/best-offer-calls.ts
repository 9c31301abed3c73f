/**
 * GetBestOffers and RespondToBestOffer, as eBay describes them. The messages come with the level of detail ReturnAll only; the status
 * All needs a listing. The error codes of refused answers are not documented; these are chosen.
 */
import { failCall } from '../api/call-failure.ts'
import { readText, type XmlElement } from '../api/soap-request.ts'
import { element, textElement } from '../delivery/legacy-events.ts'
import type { Notifier } from '../delivery/notifier.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  addOffer,
  announceOffer,
  countLeft,
  expireOffers,
  findListing,
  MAX_RESPONSE_CHARACTERS,
  sell,
  toCents,
} from './best-offers.ts'
import { offerStatuses, type StoredBestOffer } from './offer-records.ts'

const MAX_PER_PAGE = 200

const amount = (name: string, value: string): string => `<${name} currencyID="USD">${value}</${name}>`

const writeOffer = (offer: StoredBestOffer, isDetailed: boolean): string =>
  element(
    'BestOffer',
    textElement('BestOfferID', offer.offerId),
    textElement('ExpirationTime', new Date(offer.expiresAtMs).toISOString()),
    element('Buyer', textElement('FeedbackScore', '12'), textElement('UserID', offer.buyer)),
    amount('Price', offer.price),
    textElement('Status', offer.status),
    textElement('Quantity', String(offer.quantity)),
    isDetailed && offer.buyerMessage !== '' ? textElement('BuyerMessage', offer.buyerMessage) : '',
    isDetailed && offer.sellerMessage !== '' ? textElement('SellerMessage', offer.sellerMessage) : '',
    textElement('BestOfferCodeType', offer.type),
  )

const writeItem = (practice: Practice, listingId: string): string => {
  const listing = findListing(practice, listingId)
  return element(
    'Item',
    textElement('ItemID', listingId),
    ...(listing === undefined ? [] : [amount('BuyItNowPrice', listing.price), textElement('Title', listing.title)]),
  )
}

const readNumber = (request: XmlElement, name: string, ifMissing: number): number =>
  Number(readText(request, 'Pagination', name) ?? ifMissing)

export const createBestOfferCalls = (practice: Practice, notifier: Notifier) => {
  const all = (): readonly StoredBestOffer[] => {
    expireOffers(practice, notifier)
    return practice.state.bestOffers
  }

  const writeGroup = (listingId: string, offers: readonly StoredBestOffer[], isDetailed: boolean): string =>
    element('BestOfferArray', ...offers.map((offer) => writeOffer(offer, isDetailed))) + writeItem(practice, listingId)

  const getBestOffers = (request: XmlElement): string => {
    const isDetailed = readText(request, 'DetailLevel') === 'ReturnAll'
    const offerId = readText(request, 'BestOfferID')
    if (offerId !== undefined) {
      const offer = all().find((one) => one.offerId === offerId)
      return offer === undefined ? '' : writeGroup(offer.listingId, [offer], isDetailed)
    }
    const listingId = readText(request, 'ItemID')
    const status = readText(request, 'BestOfferStatus') ?? (listingId === undefined ? 'Active' : 'All')
    const isKnown = status === 'All' || status === 'Active' || offerStatuses.some((known) => known === status)
    if (!isKnown || (status === 'All' && listingId === undefined)) {
      failCall(37, 'Input data for tag <BestOfferStatus> is invalid or missing.')
    }
    const perPage = readNumber(request, 'EntriesPerPage', 25)
    const page = readNumber(request, 'PageNumber', 1)
    if (!(perPage >= 1 && perPage <= MAX_PER_PAGE)) failCall(37, 'Input data for tag <EntriesPerPage> is invalid.')
    const found = all().filter(
      (offer) =>
        (listingId === undefined || offer.listingId === listingId) &&
        (status === 'All' || offer.status === (status === 'Active' ? 'Pending' : status)),
    )
    const shown = found.slice((page - 1) * perPage, page * perPage)
    const result = element(
      'PaginationResult',
      textElement('TotalNumberOfPages', String(Math.ceil(found.length / perPage))),
      textElement('TotalNumberOfEntries', String(found.length)),
    )
    if (listingId !== undefined) return writeGroup(listingId, shown, isDetailed) + result
    const groups = [...Map.groupBy(shown, (offer) => offer.listingId)]
    const written = groups.map(([id, offers]) =>
      element('ItemBestOffers', textElement('Role', 'Seller'), writeGroup(id, offers, isDetailed)),
    )
    return (written.length === 0 ? '' : element('ItemBestOffersArray', ...written)) + result
  }

  /** Why an offer can't be answered. */
  const findProblem = (offer: StoredBestOffer | undefined, listingId: string): string | undefined => {
    if (offer === undefined || offer.listingId !== listingId) return 'The best offer does not exist for this item.'
    if (offer.status !== 'Pending') return 'The best offer is no longer active. It was answered, withdrawn or expired.'
    return offer.type === 'SellerCounterOffer' ? 'A seller cannot answer a counter offer of the seller.' : undefined
  }

  const refuse = (message: string): never => failCall(21930, message)

  const requireOne = (offerIds: readonly string[], listingId: string): StoredBestOffer => {
    const [offerId, ...more] = offerIds
    if (offerId === undefined || more.length > 0) return refuse('Only one best offer can be accepted or countered.')
    const offer = all().find((one) => one.offerId === offerId)
    const problem = findProblem(offer, listingId)
    return offer === undefined || problem !== undefined ? refuse(problem ?? '') : offer
  }

  const writeResults = (results: readonly (readonly [offerId: string, isDone: boolean])[]): string =>
    element(
      'RespondToBestOffer',
      ...results.map(([offerId, isDone]) =>
        element(
          'BestOffer',
          textElement('BestOfferID', offerId),
          textElement('CallStatus', isDone ? 'Success' : 'Failure'),
        ),
      ),
    )

  const decline = (offerIds: readonly string[], listingId: string, message: string): string => {
    const results = offerIds.map((offerId) => {
      const offer = all().find((one) => one.offerId === offerId)
      if (offer === undefined || findProblem(offer, listingId) !== undefined) return [offerId, false] as const
      offer.status = 'Declined'
      offer.sellerMessage = message
      announceOffer(notifier, offer)
      return [offerId, true] as const
    })
    if (!results.some(([, isDone]) => isDone)) {
      refuse(
        findProblem(
          all().find(({ offerId }) => offerId === offerIds[0]),
          listingId,
        ) ?? 'Nothing was declined.',
      )
    }
    return writeResults(results)
  }

  const counter = (request: XmlElement, offerIds: readonly string[], listingId: string, message: string): string => {
    const offer = requireOne(offerIds, listingId)
    const listing = findListing(practice, listingId)
    if (listing === undefined) return refuse('The item has ended.')
    const price = readText(request, 'CounterOfferPrice') ?? ''
    const quantity = Number(readText(request, 'CounterOfferQuantity') ?? '')
    if (!/^\d+(\.\d+)?$/.test(price) || Number(price) <= 0) failCall(37, 'CounterOfferPrice is invalid or missing.')
    if (!Number.isInteger(quantity) || quantity < 1) failCall(37, 'CounterOfferQuantity is invalid or missing.')
    if (toCents(price) > toCents(listing.price) * quantity) refuse('The counter offer exceeds the Buy It Now price.')
    offer.status = 'Countered'
    offer.sellerMessage = message
    const { buyer } = offer
    const made = addOffer(practice, {
      ...{ listingId, buyer, price, quantity, buyerMessage: '', type: 'SellerCounterOffer' },
    })
    made.sellerMessage = message
    announceOffer(notifier, made)
    return writeResults([[offer.offerId, true]])
  }

  const accept = (offerIds: readonly string[], listingId: string, message: string): string => {
    const offer = requireOne(offerIds, listingId)
    const listing = findListing(practice, listingId)
    if (listing === undefined) return refuse('The item has ended.')
    if (countLeft(listing) < offer.quantity) return refuse('The item does not have this quantity.')
    offer.status = 'Accepted'
    offer.sellerMessage = message
    announceOffer(notifier, offer)
    sell(practice, notifier, offer)
    return writeResults([[offer.offerId, true]])
  }

  const respondToBestOffer = (request: XmlElement): string => {
    const listingId = readText(request, 'ItemID') ?? failCall(37, 'ItemID is missing.')
    const offerIds = request.children.filter(({ name }) => name === 'BestOfferID').map(({ text }) => text.trim())
    const message = readText(request, 'SellerResponse') ?? ''
    if (message.length > MAX_RESPONSE_CHARACTERS) failCall(37, 'Input data for tag <SellerResponse> is too long.')
    switch (readText(request, 'Action')) {
      case 'Accept':
        return accept(offerIds, listingId, message)
      case 'Counter':
        return counter(request, offerIds, listingId, message)
      case 'Decline':
        return decline(offerIds, listingId, message)
      default:
        return failCall(37, 'Input data for tag <Action> is invalid or missing.')
    }
  }

  return { GetBestOffers: getBestOffers, RespondToBestOffer: respondToBestOffer }
}
