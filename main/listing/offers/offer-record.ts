/** An offer as the platform has it: raw JSON, so that fields this app doesn't know survive (LST-03). */
import { isJsonObject, type JsonObject, type JsonValue, toNumber, valueAt } from '../../../shared/inventory/json.ts'
import { jsonText } from '../../../shared/inventory/json-text.ts'
import { isLive, type OfferState } from '../../../shared/inventory/listing-state.ts'

/** The only format that can be edited here. */
export const LISTED_FORMAT = 'FIXED_PRICE'

/**
 * Fields that the platform adds to a read, and an update must omit:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/offer/methods/updateOffer
 */
const readOnlyFields = ['offerId', 'status', 'listing', 'sku', 'marketplaceId', 'format']

/** Listing states in which buyers no longer find the listing. */
const endedStatuses = ['ENDED', 'EBAY_ENDED', 'NOT_LISTED', 'INACTIVE']

export const textOf = (value: JsonValue | undefined): string => {
  if (typeof value === 'string') return value
  const number = toNumber(value)
  return number === undefined || value === undefined ? '' : jsonText(value)
}

export const offerIdOf = (offer: JsonObject): string => textOf(offer.offerId)

export const listingIdOf = (offer: JsonObject): string | null =>
  textOf(valueAt(offer, ['listing', 'listingId'])) || null

export const soldQuantityOf = (offer: JsonObject): number | null =>
  toNumber(valueAt(offer, ['listing', 'soldQuantity'])) ?? null

export const priceOf = (offer: JsonObject): { readonly value: string; readonly currency: string } => {
  const price = valueAt(offer, ['pricingSummary', 'price'])
  return isJsonObject(price)
    ? { value: textOf(price.value), currency: textOf(price.currency) }
    : { value: '', currency: '' }
}

export const categoryIdOf = (offer: JsonObject): string => textOf(offer.categoryId)

/** The quantity for sale: the offer's or the item's, whichever is less. Undefined if neither is known. */
export const quantityForSale = (offer: JsonObject, itemQuantity: number | undefined): number | undefined => {
  const known = [toNumber(offer.availableQuantity), itemQuantity].filter((value) => value !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

export const isPublished = (offer: JsonObject): boolean =>
  offer.status === 'PUBLISHED' && !endedStatuses.includes(textOf(valueAt(offer, ['listing', 'listingStatus'])))

/** `wasListed`: a listing of this SKU was seen before. The record of an ended listing no longer names it. */
export const readOfferState = (offer: JsonObject | undefined, wasListed: boolean): OfferState => {
  if (offer === undefined) return 'notListed'
  if (!isPublished(offer)) return wasListed || listingIdOf(offer) !== null ? 'ended' : 'offer'
  if (valueAt(offer, ['listing', 'listingOnHold']) === true) return 'onHold'
  return valueAt(offer, ['listing', 'listingStatus']) === 'OUT_OF_STOCK' ? 'outOfStock' : 'published'
}

/** Whether buyers see the offer, or will see it once it is in stock or no longer held by the platform. */
export const isLiveOffer = (offer: JsonObject | undefined): boolean => isLive(readOfferState(offer, false))

/** The offer that is edited here: one per SKU, marketplace and format (LST-02). */
export const findOffer = (offers: readonly JsonObject[], marketplaceId: string): JsonObject | undefined =>
  offers.find((offer) => offer.marketplaceId === marketplaceId && (offer.format ?? LISTED_FORMAT) === LISTED_FORMAT)

/** The record without the fields that an update must omit. */
export const toWritable = (offer: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(offer).filter(([name]) => !readOnlyFields.includes(name)))
