/** The store's rules for offers, without HTTP. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { newNumber } from '../shop/ids.ts'
import { setQuantity } from '../shop/item-quantity.ts'
import type { StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { foreignPolicyIds } from './account-service.ts'
import { readPrice } from './offer-price.ts'
import { listPublishProblems, readSellable } from './publish-rules.ts'
import { findGroup, withoutVariant } from './variation-rules.ts'

const { detail, refuse, refuseAll } = createRefusals('API_INVENTORY')

const INSERTION_FEE = '0.35'

/** The fields of an offer that a seller writes; everything else in a body is an error. */
const writableFields: readonly string[] = [
  'availableQuantity',
  'categoryId',
  'charity',
  'extendedProducerResponsibility',
  'hideBuyerDetails',
  'includeCatalogProductDetails',
  'listingDescription',
  'listingDuration',
  'listingPolicies',
  'listingStartDate',
  'lotSize',
  'merchantLocationKey',
  'pricingSummary',
  'quantityLimitPerBuyer',
  'regulatory',
  'secondaryCategoryId',
  'storeCategoryNames',
  'tax',
]

const checkFields = (fields: JsonObject): ErrorDetail[] => {
  const errors = Object.keys(fields)
    .filter((name) => !writableFields.includes(name))
    .map((name) => detail(2004, `Invalid request. The field ${name} is unknown.`, { reason: name }))
  const { availableQuantity, pricingSummary, merchantLocationKey } = fields
  const isCount = Number.isSafeInteger(availableQuantity) && Number(availableQuantity) >= 0
  if (availableQuantity !== undefined && !isCount) {
    errors.push(detail(25004, 'Invalid quantity. It must be a whole number of 0 or more.'))
  }
  const { price } = asObject(pricingSummary)
  if (price !== undefined) {
    const { value, currency } = asObject(price)
    const isAmount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) && typeof currency === 'string'
    if (!isAmount) errors.push(detail(25003, 'Invalid price. It needs a value as text and a currency.'))
    else if (Number(value) === 0) {
      errors.push(detail(25016, 'Invalid price. The value must be above the minimum.', { MinValue: '0.99' }))
    }
  }
  if (typeof merchantLocationKey === 'string' && merchantLocationKey.length > 36) {
    errors.push(detail(25012, 'Invalid inventory location. The key has more than 36 characters.'))
  }
  return errors
}

/** The platform stores a price of more than two decimals rounded: 11.999 as 12.0. */
const withRoundedPrice = (fields: JsonObject): JsonObject => {
  const summary = asObject(fields.pricingSummary)
  const price = asObject(summary.price)
  if (typeof price.value !== 'string' || !/\.\d{3,}$/.test(price.value)) return fields
  const cents = Math.round(Number(price.value) * 100)
  const value = cents % 10 === 0 ? (cents / 100).toFixed(1) : (cents / 100).toFixed(2)
  return { ...fields, pricingSummary: { ...summary, price: { ...price, value } } }
}

/** The offer as the platform returns it, with its listing. */
export const toOfferJson = (practice: Practice, offer: StoredOffer): JsonObject => {
  const { listing, fields, ...keys } = offer
  const item = parseJsonObject(practice.state.items.get(offer.sku)?.json ?? '') ?? {}
  const isPublished = listing !== null && listing.status !== 'ENDED'
  return {
    ...fields,
    ...keys,
    hideBuyerDetails: fields.hideBuyerDetails ?? false,
    includeCatalogProductDetails: fields.includeCatalogProductDetails ?? true,
    listingDuration: fields.listingDuration ?? 'GTC',
    status: isPublished ? 'PUBLISHED' : 'UNPUBLISHED',
    ...(isPublished
      ? {
          listing: {
            listingId: listing.listingId,
            listingStatus: readSellable(offer, item) < 1 ? 'OUT_OF_STOCK' : 'ACTIVE',
            soldQuantity: listing.soldQuantity,
            listingOnHold: listing.isOnHold,
          },
        }
      : {}),
  }
}

/** The store's operations on offers. Each throws a `Refusal` with every problem of its request. */
export const createOffers = (practice: Practice) => {
  const { offers } = practice.state

  /** Seen by others: an id that can't be one is an invalid value (400), an unknown one isn't available (404). */
  const requireOffer = (offerId: string): StoredOffer => {
    if (!/^\d+$/.test(offerId)) refuse(400, 25709, 'Invalid value for offerId.', { fieldName: 'offerId' })
    return (
      practice.state.offers.get(offerId) ??
      refuse(404, 25713, 'This Offer is not available : unknown offerId.', { offerId })
    )
  }

  /**
   * While a location is disabled, the offers sent from it can't be modified. The description names no error for it:
   * https://developer.ebay.com/api-docs/sell/inventory/resources/location/methods/disableInventoryLocation
   */
  const requireEnabledLocation = ({ fields: { merchantLocationKey } }: Pick<StoredOffer, 'fields'>): void => {
    const location = practice.state.locations.get(String(merchantLocationKey ?? ''))
    if (location?.isEnabled === false) {
      refuse(400, 25012, 'Invalid inventory location. The location is disabled.', {
        merchantLocationKey: String(merchantLocationKey),
      })
    }
  }

  /** A picture in a listing no longer expires. */
  const keepPictures = ({ sku }: StoredOffer): void => {
    const { uploads, items } = practice.state
    const text = items.get(sku)?.json ?? ''
    for (const [id, { expiresAtMs: _, ...upload }] of uploads) if (text.includes(`/z/${id}/`)) uploads.set(id, upload)
  }

  /** The platform names neither of these causes: it says that the offer isn't available. */
  const requireSeller = (offer: StoredOffer): void => {
    const { listingPolicies } = offer.fields
    const isForeign = Object.values(asObject(listingPolicies)).some((id) => foreignPolicyIds.includes(String(id)))
    if (isForeign || practice.state.settings.isRegistrationIncomplete === true) {
      refuse(404, 25713, 'This Offer is not available.', { offerId: offer.offerId })
    }
  }

  const isLive = ({ listing }: StoredOffer): boolean => listing !== null && listing.status !== 'ENDED'

  const create = (body: JsonObject, naming: 'asParameter' | 'inSentence' = 'asParameter'): StoredOffer => {
    const { sku, marketplaceId, format, ...fields } = body
    const errors = checkFields(fields)
    if (typeof sku !== 'string' || !practice.state.items.has(sku)) {
      errors.push(detail(25702, `${String(sku)} could not be found or is not available in the system.`))
    }
    if (marketplaceId !== practice.names.marketplaceId) {
      errors.push(detail(25709, 'Invalid value for marketplaceId.', { field: 'marketplaceId' }))
    }
    if (format !== 'FIXED_PRICE') errors.push(detail(25709, 'Invalid value for format.', { field: 'format' }))
    const existing = [...offers.values()].find((offer) => offer.sku === sku && offer.marketplaceId === marketplaceId)
    if (existing !== undefined) {
      const { offerId } = existing
      const message = 'A user error has occurred. Offer entity already exists.'
      // Seen in both forms: the id as a parameter, and in the sentence alone.
      errors.push(
        naming === 'asParameter'
          ? detail(25002, message, { offerId })
          : detail(25002, `${message} (offerId: ${offerId})`),
      )
    }
    refuseAll(errors)
    const offer: StoredOffer = {
      offerId: newNumber(),
      sku: String(sku),
      marketplaceId: String(marketplaceId),
      format: 'FIXED_PRICE',
      fields: withRoundedPrice(fields),
      listing: null,
    }
    offers.set(offer.offerId, offer)
    return offer
  }

  return {
    requireOffer,
    create,
    /** Replaces every field: a field that is left out is deleted. A live listing must stay publishable. */
    update: (offerId: string, body: JsonObject): void => {
      const offer = requireOffer(offerId)
      requireEnabledLocation(offer)
      const { sku: _sku, marketplaceId: _marketplace, format: _format, ...fields } = body
      const errors = checkFields(fields)
      if (isLive(offer) && errors.length === 0) errors.push(...listPublishProblems(practice, { ...offer, fields }))
      refuseAll(errors)
      offer.fields = withRoundedPrice(fields)
    },
    /**
     * A published offer keeps its listing, and the answer is a success with a warning. The offer of a variation is published
     * with its group only.
     */
    publish: (
      offerId: string,
      by: 'itself' | 'bulk' = 'itself',
    ): { readonly listingId: string; readonly warnings?: readonly ErrorDetail[] } => {
      const offer = requireOffer(offerId)
      if (findGroup(practice, offer.sku) !== undefined) {
        if (by === 'itself') refuse(400, 25016, `The sku value is invalid. ${offer.sku} is part of a variation group.`)
        const message =
          'Offers associated with SKUs that are part of a variation group cannot be published using this endpoint.'
        refuse(400, 25732, message)
      }
      if (offer.listing !== null && isLive(offer)) {
        const warning = detail(25402, 'System warning. The offer is published already.', { offerId })
        return { listingId: offer.listing.listingId, warnings: [{ ...warning, category: 'APPLICATION' }] }
      }
      requireSeller(offer)
      const errors = listPublishProblems(practice, offer)
      refuseAll(errors)
      keepPictures(offer)
      // A listing that is published again gets a new number.
      const listingId = newNumber()
      offer.listing = { listingId, status: 'ACTIVE', soldQuantity: 0, isOnHold: false }
      const item = practice.state.items.get(offer.sku)
      // From now on, conversations and events about this item use the new listing.
      if (item !== undefined) item.itemId = listingId
      return { listingId }
    },
    /** Ends the listing and keeps the offer. */
    withdraw: (offerId: string): string => {
      const { listing, sku } = requireOffer(offerId)
      if (findGroup(practice, sku) !== undefined) {
        refuse(400, 25002, 'A user error has occurred. The offer is part of a multiple-variation listing.', { offerId })
      }
      if (listing === null || listing.status === 'ENDED') {
        return refuse(400, 25713, 'This Offer is not available : it is not published.', { offerId })
      }
      listing.status = 'ENDED'
      return listing.listingId
    },
    /** Takes a live variation out of its listing and its group, unless it was sold. */
    remove: (offerId: string): void => {
      const offer = requireOffer(offerId)
      const [key, group] = findGroup(practice, offer.sku) ?? []
      if (key !== undefined && group !== undefined && isLive(offer)) {
        if ((offer.listing?.soldQuantity ?? 0) > 0) {
          refuse(400, 25002, 'A user error has occurred. The variation has sales and cannot be deleted.', { offerId })
        }
        practice.state.groups.set(key, withoutVariant(group, offer.sku))
      }
      offers.delete(offer.offerId)
    },
    listFees: (offerIds: readonly string[]): JsonObject => {
      for (const offerId of offerIds) {
        if (!offers.has(offerId)) {
          refuse(400, 25754, 'One or more provided offerId(s) are invalid.', { offerId })
        }
      }
      const amount = (value: string) => ({ value, currency: 'USD' })
      return {
        feeSummaries: [
          {
            marketplaceId: practice.names.marketplaceId,
            fees: [
              { feeType: 'InsertionFee', amount: amount((Number(INSERTION_FEE) * offerIds.length).toFixed(2)) },
              { feeType: 'SubtitleFee', amount: amount('0.00') },
            ],
          },
        ],
      }
    },
    /** Changes the price and quantity of one offer, and the quantity of its item. */
    reprice: (sku: string, change: JsonObject): void => {
      const item = practice.state.items.get(sku) ?? refuse(404, 25702, `${sku} could not be found in the system.`)
      if (change.offerId !== undefined) {
        const offer = requireOffer(String(change.offerId))
        requireEnabledLocation(offer)
        const { price = readPrice(offer), quantity = offer.fields.availableQuantity } = change
        const fields = {
          ...offer.fields,
          pricingSummary: { ...asObject(offer.fields.pricingSummary), price },
          ...(quantity === undefined ? {} : { availableQuantity: quantity }),
        }
        refuseAll(checkFields(fields))
        offer.fields = withRoundedPrice(fields)
      }
      if (typeof change.shipTo === 'number') setQuantity(item, change.shipTo)
      // A quantity of 0 is refused, and applied all the same.
      if (change.quantity === 0 || change.shipTo === 0) {
        refuse(400, 25004, 'Invalid quantity. The quantity must be greater than 0.')
      }
    },
  }
}
