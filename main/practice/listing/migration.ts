/**
 * bulkMigrateListing: makes records of the inventory service for listings that were made with other tools, by the
 * requirements of its published description. The new offers lack the ids of the policies.
 */
import { createRefusals } from '../api/refusal.ts'
import { asObject, type JsonObject } from '../json-body.ts'
import { newNumber } from '../shop/ids.ts'
import type { StoredGroup, StoredListing } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'

const MAX_LISTINGS = 5
const LOCATION = 'migrated-location'

const { detail, refuse, refuseAll } = createRefusals('API_INVENTORY')

type Unit = Pick<StoredListing, 'price' | 'quantity' | 'soldQuantity'> & {
  readonly sku: string | null
  readonly specifics: Readonly<Record<string, string>>
}

/** What each SKU of a listing sells. */
const listUnits = ({ sku, price, quantity, soldQuantity, variations }: StoredListing): readonly Unit[] =>
  variations.length > 0 ? variations : [{ sku, price, quantity, soldQuantity, specifics: {} }]

const findProblems = (practice: Practice, listing: StoredListing): readonly string[] => {
  const units = listUnits(listing)
  const isOffered = ({ sku }: Unit): boolean =>
    [...practice.state.offers.values()].some((offer) => offer.sku === sku && offer.listing !== null)
  return [
    ...(listing.type === 'FixedPriceItem' ? [] : ['Only fixed-price listings can be migrated.']),
    ...(units.every(({ sku }) => sku !== null && sku !== '') ? [] : ['Every item needs a SKU.']),
    ...(listing.hasPolicies ? [] : ['The listing must use business policies.']),
    ...(listing.requiresImmediatePayment ? [] : ['The payment policy must require immediate payment.']),
    ...(units.some(isOffered) ? ['Another listing has this SKU.'] : []),
  ]
}

const toItem = (listing: StoredListing, { quantity, soldQuantity, specifics }: Unit): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity: quantity - soldQuantity } },
  condition: listing.condition,
  product: {
    title: listing.title,
    description: listing.description,
    aspects: {
      ...listing.aspects,
      ...Object.fromEntries(Object.entries(specifics).map(([name, value]) => [name, [value]])),
    },
    ...(listing.pictureUrl === null ? {} : { imageUrls: [listing.pictureUrl] }),
  },
})

const toGroup = (listing: StoredListing): StoredGroup => {
  const names = [...new Set(listing.variations.flatMap(({ specifics }) => Object.keys(specifics)))]
  return {
    contentLanguage: 'en-US',
    fields: {
      title: listing.title,
      description: listing.description,
      aspects: listing.aspects,
      ...(listing.pictureUrl === null ? {} : { imageUrls: [listing.pictureUrl] }),
      variantSKUs: listing.variations.map(({ sku }) => sku ?? ''),
      variesBy: {
        aspectsImageVariesBy: names.slice(0, 1),
        specifications: names.map((name) => ({
          name,
          values: [...new Set(listing.variations.flatMap(({ specifics }) => specifics[name] ?? []))],
        })),
      },
    },
  }
}

type Answer = JsonObject & { readonly statusCode: number }

/** Answers one element of the call. */
const migrate = (practice: Practice, request: JsonObject): Answer => {
  const { state, names } = practice
  const listingId = String(request.listingId ?? '')
  const about = { listingId, marketplaceId: names.marketplaceId }
  const listing = state.listings.get(listingId)
  const problems =
    listing === undefined ? ['The listing is not an active one to migrate.'] : findProblems(practice, listing)
  if (listing === undefined || problems.length > 0) {
    const errors = problems.map((problem) => detail(25718, `Cannot migrate listing. ${problem}`, { listingId }))
    const skus = listing === undefined ? [] : listUnits(listing).flatMap(({ sku }) => (sku === null ? [] : [{ sku }]))
    return { ...about, statusCode: 400, inventoryItems: skus, errors }
  }
  // FACT-162: each migration makes a location by itself, and its offers name it at once.
  const merchantLocationKey = `${LOCATION}-${newNumber()}`
  const location = { address: { postalCode: '95125', country: 'US' } }
  state.locations.set(merchantLocationKey, { fields: { location, locationTypes: ['WAREHOUSE'] }, isEnabled: true })
  const inventoryItems = listUnits(listing).map((unit) => {
    const sku = unit.sku ?? ''
    const offerId = newNumber()
    state.items.set(sku, { json: JSON.stringify(toItem(listing, unit)), contentLanguage: 'en-US', itemId: listingId })
    state.offers.set(offerId, {
      offerId,
      sku,
      marketplaceId: names.marketplaceId,
      format: 'FIXED_PRICE',
      fields: {
        availableQuantity: unit.quantity - unit.soldQuantity,
        categoryId: listing.categoryId,
        merchantLocationKey,
        pricingSummary: { price: { value: unit.price, currency: 'USD' } },
        listingDuration: 'GTC',
      },
      listing: { listingId, status: 'ACTIVE', soldQuantity: unit.soldQuantity, isOnHold: false },
    })
    return { sku, offerId }
  })
  state.listings.delete(listingId)
  const key = `migrated-${listingId}`
  const isGroup = listing.variations.length > 0
  if (isGroup) state.groups.set(key, toGroup(listing))
  return { ...about, statusCode: 200, ...(isGroup ? { inventoryItemGroupKey: key } : {}), inventoryItems }
}

/** The answers to one call. Refuses the whole call if it names no listing, more than five, or one twice. */
export const migrateListings = (practice: Practice, { requests }: JsonObject): readonly Answer[] => {
  if (!Array.isArray(requests) || requests.length === 0) return refuse(400, 25709, 'Invalid value for requests.')
  const ids = requests.map((request: unknown) => asObject(request).listingId)
  const isRepeated = new Set(ids).size < ids.length
  refuseAll([
    ...(requests.length > MAX_LISTINGS ? [detail(25718, 'Cannot migrate listing. More than 5 listings.')] : []),
    ...(isRepeated ? [detail(25718, 'Cannot migrate listing. A listing is named twice.')] : []),
  ])
  return requests.map((request: unknown) => migrate(practice, asObject(request)))
}
