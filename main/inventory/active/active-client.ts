/**
 * Reads the seller's active listings, whoever made them, page by page (LST-13).
 *
 * https://developer.ebay.com/devzone/xml/docs/reference/ebay/getmyebayselling.html
 */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { ActiveListing, ListingVariation } from '../../../shared/inventory/active-listing.ts'
import { Failure } from '../../../shared/result.ts'
import type { ConnectionSecrets } from '../../feature.ts'
import type { HttpRequest, Send } from '../../http/request.ts'
import { createTradingCall } from '../../trading/trading-call.ts'
import { childText, findChildren, type XmlElement } from '../../xml.ts'

const MAX_PER_PAGE = 200
/** The list ends here, even if the shop has more listings. */
export const MAX_ACTIVE_LISTINGS = 25_000
/** A stated count beyond this would be read without end. */
const MAX_PAGES = MAX_ACTIVE_LISTINGS / MAX_PER_PAGE
/** The page is behind the last one, because listings ended since the page before was read. */
const PAGE_OUT_OF_RANGE = 340
/** The request has an element that the platform doesn't know. */
const UNKNOWN_ELEMENT = 20170

const CALL = 'GetMyeBaySelling'

export type ActivePage = {
  readonly listings: readonly ActiveListing[]
  readonly pages: number
  readonly total: number
}

const noPage: ActivePage = { listings: [], pages: 0, total: 0 }

const toNumber = (text: string | undefined): number | null => {
  const number = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

const toTime = (text: string | undefined): number | null => {
  const atMs = Date.parse(text ?? '')
  return Number.isNaN(atMs) ? null : atMs
}

const toFormat = (type: string | undefined): ActiveListing['format'] => {
  if (type === 'FixedPriceItem' || type === 'StoresFixedPrice') return 'fixedPrice'
  return type === 'Chinese' || type === 'Auction' ? 'auction' : 'other'
}

/** `Quantity` is what is available and what was sold together. */
const readStock = (element: XmlElement) => {
  const selling = findChildren(element, 'SellingStatus')[0]
  const sold = toNumber(childText(selling, 'QuantitySold')) ?? 0
  const all = toNumber(childText(element, 'Quantity'))
  const available = toNumber(childText(element, 'QuantityAvailable')) ?? (all === null ? null : Math.max(0, all - sold))
  return { available, sold }
}

const readSku = (element: XmlElement): string | null => childText(element, 'SKU') || null

const readVariation = (element: XmlElement): ListingVariation => ({
  sku: readSku(element),
  specifics: findChildren(findChildren(element, 'VariationSpecifics')[0], 'NameValueList').map((list) => ({
    name: childText(list, 'Name') ?? '',
    value: findChildren(list, 'Value')
      .map(({ text }) => text.trim())
      .join(', '),
  })),
  price: toNumber(childText(element, 'StartPrice')),
  ...readStock(element),
})

/** Only a web address is fetched. */
const readUrl = (text: string | undefined): string | null =>
  text !== undefined && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null

const readListing = (item: XmlElement): readonly ActiveListing[] => {
  const listingId = childText(item, 'ItemID') ?? ''
  if (listingId === '') return []
  const details = findChildren(item, 'ListingDetails')[0]
  const [amount = findChildren(item, 'BuyItNowPrice')[0]] = findChildren(
    findChildren(item, 'SellingStatus')[0],
    'CurrentPrice',
  )
  const pictures = findChildren(item, 'PictureDetails')[0]
  const variations = findChildren(findChildren(item, 'Variations')[0], 'Variation').map(readVariation)
  return [
    {
      listingId,
      sku: readSku(item),
      title: childText(item, 'Title') ?? '',
      format: toFormat(childText(item, 'ListingType')),
      pictureUrl: readUrl(childText(pictures, 'GalleryURL') ?? childText(pictures, 'PictureURL')),
      price: toNumber(amount?.text.trim()),
      currency: amount?.attributes.find(({ name }) => name === 'currencyID')?.value ?? null,
      ...readStock(item),
      watchers: toNumber(childText(item, 'WatchCount')),
      hasPolicies: findChildren(item, 'SellerProfiles').length > 0,
      startedAtMs: toTime(childText(details, 'StartTime')),
      variations,
    },
  ]
}

const readPage = (answer: XmlElement): ActivePage => {
  const list = findChildren(answer, 'ActiveList')[0]
  // A shop without active listings has no list.
  if (list === undefined) return noPage
  const result = findChildren(list, 'PaginationResult')[0]
  const listings = findChildren(findChildren(list, 'ItemArray')[0], 'Item').flatMap(readListing)
  return {
    listings,
    pages: Math.min(toNumber(childText(result, 'TotalNumberOfPages')) ?? 1, MAX_PAGES),
    total: toNumber(childText(result, 'TotalNumberOfEntries')) ?? listings.length,
  }
}

const isRefusedWith = (error: unknown, errorId: number): boolean =>
  error instanceof Failure && error.detail.kind === 'service' && error.detail.errorId === errorId

export type ActiveClient = ReturnType<typeof createActiveClient>

export const createActiveClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  readonly secrets: ConnectionSecrets
  /** Whether the platform said before that it knows no watch counts: its published request has no such element (FACT-163). */
  readonly watchCounts: { readonly areRefused: () => boolean; readonly noteRefused: () => void }
}) => {
  const call = createTradingCall(deps.profile, deps.send, deps.secrets)
  let asksWatchers = !deps.watchCounts.areRefused()

  const request = (page: number, options: Pick<HttpRequest, 'purpose'>): Promise<XmlElement> =>
    call({
      ...options,
      name: CALL,
      isRead: true,
      // The other lists would come too without `Include` or with a level of detail. The oldest listings come first, so that a
      // new one moves no other to another page.
      content:
        `${asksWatchers ? '<IncludeWatchCount>true</IncludeWatchCount>' : ''}<ActiveList><Include>true</Include><Pagination>` +
        `<EntriesPerPage>${MAX_PER_PAGE}</EntriesPerPage><PageNumber>${page}</PageNumber></Pagination>` +
        '<Sort>StartTime</Sort></ActiveList>',
    })

  return {
    /**
     * A page of at most 200 listings; the first page is 1. Throws the errors of `createTradingCall`.
     *
     * Empty behind the last page, which may have moved since the page before was read.
     */
    getActivePage: async (page: number, options: Pick<HttpRequest, 'purpose'> = {}): Promise<ActivePage> => {
      try {
        return readPage(await request(page, options))
      } catch (error) {
        if (isRefusedWith(error, PAGE_OUT_OF_RANGE)) return noPage
        // Watch counts are worth less than the list.
        if (!asksWatchers || !isRefusedWith(error, UNKNOWN_ELEMENT)) throw error
        asksWatchers = false
        deps.watchCounts.noteRefused()
        return readPage(await request(page, options))
      }
    },
  }
}
