/**
 * Reads and answers buyers' offers by the legacy calls GetBestOffers and RespondToBestOffer (FACT-172).
 *
 * Without a listing the service returns only open offers; the messages come with the level of detail ReturnAll alone. The amount of
 * an offer and of a counter is for all its pieces.
 */
import { type Money, moneyText, parseMoney } from '../../../shared/money.ts'
import { bestOfferStatuses, bestOfferTypes } from '../../../shared/offers/best-offer.ts'
import { Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import { failedWrite, type Outcome } from '../../outbound/outcome.ts'
import { createTradingCall } from '../../trading/trading-call.ts'
import { childText, escapeXml, findChildren, type XmlElement } from '../../xml.ts'
import type {
  BestOfferAnswer,
  BestOfferRecord,
  BestOffersPage,
  BestOffersPort,
  ReadOptions,
  WriteOptions,
} from './adapter.ts'

const MAX_PER_PAGE = 100
/** The service names at most 10,000 offers. */
const MAX_PAGES = 100
/** “Internal error to the application”: what became of the change isn't known. */
const INTERNAL_ERRORS: readonly number[] = [10001, 10007]

const DETAIL = '<DetailLevel>ReturnAll</DetailLevel>'

const tag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

const readAmount = (element: XmlElement | undefined): Money | null => {
  const currency = element?.attributes.find(({ name }) => name === 'currencyID')?.value
  return element === undefined || currency === undefined ? null : (parseMoney(element.text, currency) ?? null)
}

const readTime = (text: string | undefined): number | null => {
  const atMs = Date.parse(text ?? '')
  return Number.isNaN(atMs) ? null : atMs
}

const first = (element: XmlElement | undefined, name: string): XmlElement | undefined => findChildren(element, name)[0]

/** Undefined for an element without what an answer needs. */
const readOffer = (offer: XmlElement, item: XmlElement | undefined): BestOfferRecord | undefined => {
  const offerId = childText(offer, 'BestOfferID') ?? ''
  const listingId = childText(item, 'ItemID') ?? ''
  const price = readAmount(first(offer, 'Price'))
  if (offerId === '' || listingId === '' || price === null) return undefined
  const status = childText(offer, 'Status')
  const type = childText(offer, 'BestOfferCodeType')
  const quantity = Number(childText(offer, 'Quantity') ?? '1')
  return {
    offerId,
    listingId,
    buyer: childText(first(offer, 'Buyer'), 'UserID') || null,
    type: bestOfferTypes.find((known) => known === type) ?? 'BuyerBestOffer',
    status: bestOfferStatuses.find((known) => known === status) ?? 'Unknown',
    price,
    quantity: Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 1,
    asked: readAmount(first(item, 'BuyItNowPrice')) ?? readAmount(first(first(item, 'SellingStatus'), 'CurrentPrice')),
    title: childText(item, 'Title') || null,
    buyerMessage: childText(offer, 'BuyerMessage') || null,
    sellerMessage: childText(offer, 'SellerMessage') || null,
    expiresAtMs: readTime(childText(offer, 'ExpirationTime')),
  }
}

/** Offers of all listings are grouped by listing; those of one listing come beside its item. */
const readPage = (answer: XmlElement): BestOffersPage & { readonly unreadable: number } => {
  const groups = [answer, ...findChildren(first(answer, 'ItemBestOffersArray'), 'ItemBestOffers')]
  const offers = groups.flatMap((group) =>
    findChildren(first(group, 'BestOfferArray'), 'BestOffer').map((offer) => readOffer(offer, first(group, 'Item'))),
  )
  const pages = Number(childText(first(answer, 'PaginationResult'), 'TotalNumberOfPages') ?? '1')
  const readable = offers.filter((offer) => offer !== undefined)
  return {
    offers: readable,
    unreadable: offers.length - readable.length,
    pages: Number.isSafeInteger(pages) ? Math.min(pages, MAX_PAGES) : 1,
    atMs: readTime(childText(answer, 'Timestamp')),
  }
}

const writeAnswer = (answer: BestOfferAnswer, offerIds: readonly string[]): string =>
  [
    tag('ItemID', answer.listingId),
    ...offerIds.map((offerId) => tag('BestOfferID', offerId)),
    tag('Action', answer.action),
    ...(answer.message === '' ? [] : [tag('SellerResponse', answer.message)]),
    ...(answer.action === 'Counter'
      ? [
          `<CounterOfferPrice currencyID="${escapeXml(answer.price.currency)}">${moneyText(answer.price)}</CounterOfferPrice>`,
          tag('CounterOfferQuantity', String(answer.quantity)),
        ]
      : []),
  ].join('')

/** The outcome of each offer that the answer names. One that it doesn't name is read. */
const readOutcomes = (answer: XmlElement, refused: string): ReadonlyMap<string, Outcome> =>
  new Map(
    findChildren(first(answer, 'RespondToBestOffer'), 'BestOffer').flatMap((offer): [string, Outcome][] => {
      const offerId = childText(offer, 'BestOfferID')
      const status = childText(offer, 'CallStatus')
      if (offerId === undefined) return []
      if (status === 'Success') return [[offerId, { outcome: 'carriedOut' }]]
      return status === 'Failure'
        ? [[offerId, { outcome: 'refused', error: { kind: 'conflict', message: refused } }]]
        : []
    }),
  )

export const createEbayBestOffers = (
  deps: Pick<Services, 'profile' | 'send' | 'secrets' | 'clock' | 'log'>,
): BestOffersPort => {
  const call = createTradingCall(deps.profile, deps.send, deps.secrets)

  const readOffers = async (content: string, options: ReadOptions): Promise<BestOffersPage> => {
    const page = readPage(await call({ ...options, name: 'GetBestOffers', isRead: true, content }))
    if (page.unreadable > 0) deps.log.warn('offers of buyers could not be read', { count: page.unreadable })
    return page
  }
  const pagination = (page: number): string =>
    `<Pagination>${tag('EntriesPerPage', String(MAX_PER_PAGE))}${tag('PageNumber', String(page))}</Pagination>`

  /** An error with an id is the service's refusal, although its status is 200. Anything else unreadable proves nothing. */
  const toOutcome = (error: unknown): Outcome => {
    const outcome = failedWrite(error, deps.clock.nowMs())
    const detail = error instanceof Failure ? error.detail : undefined
    const isRefusal =
      detail?.kind === 'service' &&
      detail.status === 200 &&
      detail.errorId !== undefined &&
      !INTERNAL_ERRORS.includes(detail.errorId)
    return isRefusal ? { outcome: 'refused', error: detail } : outcome
  }

  return {
    listOpen: (page, options) => readOffers(`${DETAIL}${tag('BestOfferStatus', 'Active')}${pagination(page)}`, options),
    listOpenOf: (listingId, options) =>
      readOffers(`${DETAIL}${tag('ItemID', listingId)}${tag('BestOfferStatus', 'Active')}${pagination(1)}`, options),
    read: async (offerId, options) => {
      const { offers, atMs } = await readOffers(`${DETAIL}${tag('BestOfferID', offerId)}`, options)
      return { offer: offers.find((one) => one.offerId === offerId), atMs }
    },
    respond: async (answer, prepare, options: WriteOptions) => {
      let stopped: unknown
      const content = async (): Promise<string> => {
        try {
          return writeAnswer(answer, await prepare())
        } catch (error) {
          stopped = error
          throw error
        }
      }
      try {
        const answered = await call({ ...options, name: 'RespondToBestOffer', isRead: false, content })
        return readOutcomes(answered, 'eBay refused this answer. Refresh the offers and look at it again.')
      } catch (error) {
        if (error === stopped || error instanceof NothingLeaves) throw error
        return toOutcome(error)
      }
    },
  }
}
