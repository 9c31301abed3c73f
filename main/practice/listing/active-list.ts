/**
 * GetMyeBaySelling, as eBay answers it: the active listings of the seller, whoever made them. It needs no record of the
 * inventory service. `Quantity` counts what was sold too; `WatchCount` comes only if requested and above 0.
 */
import { failCall } from '../api/call-failure.ts'
import { findElement, readText, type XmlElement } from '../api/soap-request.ts'
import { element, textElement } from '../delivery/legacy-events.ts'
import { asObject, parseJsonObject } from '../json-body.ts'
import type { StoredListing } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { readPrice } from './offer-price.ts'
import { readSellable } from './publish-rules.ts'
import { findGroup, listSpecifications, toVariation } from './variation-rules.ts'

const MAX_PER_PAGE = 200
const MAX_LISTED = 25_000
const MAX_BURST_CALLS = 300
const BURST_MS = 15_000
/** Nothing stores when an offer was published. Before the listings of other tools, so that the order is kept. */
const PUBLISHED_AT_MS = Date.UTC(2024, 4, 14)

type Active = Pick<
  StoredListing,
  | 'listingId'
  | 'title'
  | 'type'
  | 'sku'
  | 'price'
  | 'pictureUrl'
  | 'quantity'
  | 'soldQuantity'
  | 'watchers'
  | 'startedAtMs'
  | 'hasPolicies'
  | 'variations'
>

/** Every live listing of the shop, the oldest first. */
export const listActive = (practice: Practice): readonly Active[] =>
  [...practice.state.listings.values(), ...listOffered(practice)].toSorted(
    (a, b) => a.startedAtMs - b.startedAtMs || a.listingId.localeCompare(b.listingId),
  )

/** The live listings of offers. Offers that share a listing are its variations. */
const listOffered = (practice: Practice): readonly Active[] => {
  const { state } = practice
  const byListing = new Map<string, Active>()
  for (const offer of state.offers.values()) {
    const { listing, sku } = offer
    if (listing === null || listing.status === 'ENDED') continue
    const record = parseJsonObject(state.items.get(sku)?.json ?? '') ?? {}
    const group = findGroup(practice, sku)?.[1]
    const item = group === undefined ? record : toVariation(record, group)
    const product = asObject(item.product)
    const price = readPrice(offer).value
    const quantity = readSellable(offer, item) + listing.soldQuantity
    const own = { sku, price, quantity, soldQuantity: listing.soldQuantity }
    const names = group === undefined ? [] : listSpecifications(group).map(({ name }) => name)
    const specifics = Object.fromEntries(
      Object.entries(asObject(product.aspects))
        .filter(([name]) => group === undefined || names.includes(name))
        .map(([name, values]) => [name, String(values)]),
    )
    const before = byListing.get(listing.listingId)
    const former = before === undefined ? [] : before.variations
    byListing.set(listing.listingId, {
      listingId: listing.listingId,
      title: String(product.title ?? ''),
      type: 'FixedPriceItem',
      ...own,
      quantity: quantity + (before?.quantity ?? 0),
      soldQuantity: listing.soldQuantity + (before?.soldQuantity ?? 0),
      pictureUrl: Array.isArray(product.imageUrls) ? String(product.imageUrls[0] ?? '') : null,
      watchers: 0,
      startedAtMs: PUBLISHED_AT_MS,
      hasPolicies: true,
      variations: [...former, { ...own, specifics }],
    })
  }
  return [...byListing.values()].map((active) =>
    active.variations.length > 1 ? { ...active, sku: null } : { ...active, variations: [] },
  )
}

const amount = (name: string, value: string): string => `<${name} currencyID="USD">${value}</${name}>`
const soldElement = (sold: number): string => (sold === 0 ? '' : textElement('QuantitySold', String(sold)))

const writeVariation = ({ sku, price, quantity, soldQuantity, specifics }: Active['variations'][number]): string =>
  element(
    'Variation',
    sku === null ? '' : textElement('SKU', sku),
    amount('StartPrice', price),
    textElement('Quantity', String(quantity)),
    element('SellingStatus', soldElement(soldQuantity)),
    element(
      'VariationSpecifics',
      ...Object.entries(specifics).map(([name, value]) =>
        element('NameValueList', textElement('Name', name), textElement('Value', value)),
      ),
    ),
  )

const policies = element(
  'SellerProfiles',
  element('SellerShippingProfile', textElement('ShippingProfileID', '6100001')),
  element('SellerReturnProfile', textElement('ReturnProfileID', '6300001')),
  element('SellerPaymentProfile', textElement('PaymentProfileID', '6200001')),
)

const writeItem = (active: Active, countsWatchers: boolean): string =>
  element(
    'Item',
    textElement('ItemID', active.listingId),
    element(
      'ListingDetails',
      textElement('StartTime', new Date(active.startedAtMs).toISOString()),
      textElement('ViewItemURL', `https://www.ebay.com/itm/${active.listingId}`),
    ),
    textElement('ListingType', active.type),
    textElement('Quantity', String(active.quantity)),
    element('SellingStatus', amount('CurrentPrice', active.price), soldElement(active.soldQuantity)),
    active.sku === null ? '' : textElement('SKU', active.sku),
    textElement('Title', active.title),
    countsWatchers && active.watchers > 0 ? textElement('WatchCount', String(active.watchers)) : '',
    active.variations.length === 0 ? '' : element('Variations', ...active.variations.map(writeVariation)),
    active.pictureUrl === null || active.pictureUrl === ''
      ? ''
      : element('PictureDetails', textElement('GalleryURL', active.pictureUrl)),
    active.hasPolicies ? policies : '',
  )

const readNumber = (request: XmlElement, name: string, ifMissing: number): number =>
  Number(readText(request, 'ActiveList', 'Pagination', name) ?? ifMissing)

export const createActiveList = (practice: Practice) => {
  /** When the calls of the last 15 seconds came. */
  let calls: number[] = []

  /** The content of the answer. */
  return (request: XmlElement): string => {
    const nowMs = practice.now()
    calls = calls.filter((atMs) => atMs > nowMs - BURST_MS)
    if (calls.length >= MAX_BURST_CALLS) failCall(518, 'Call usage limit has been reached.')
    calls.push(nowMs)
    if (readText(request, 'ActiveList', 'Include') !== 'true') return ''
    const perPage = readNumber(request, 'EntriesPerPage', 25)
    const page = readNumber(request, 'PageNumber', 1)
    if (!(perPage >= 1 && perPage <= MAX_PER_PAGE)) failCall(37, 'Input data for tag <EntriesPerPage> is invalid.')
    const all = listActive(practice).slice(0, MAX_LISTED)
    if (all.length === 0) return ''
    const pages = Math.ceil(all.length / perPage)
    if (!(page >= 1 && page <= pages)) failCall(340, 'Page number is out of range.')
    const shown = all.slice((page - 1) * perPage, page * perPage)
    const countsWatchers = findElement(request, 'IncludeWatchCount') !== undefined
    return element(
      'ActiveList',
      element('ItemArray', ...shown.map((active) => writeItem(active, countsWatchers))),
      element(
        'PaginationResult',
        textElement('TotalNumberOfPages', String(pages)),
        textElement('TotalNumberOfEntries', String(all.length)),
      ),
    )
  }
}
