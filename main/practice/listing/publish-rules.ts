/** What an offer needs before it can be published. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { readQuantity } from '../shop/item-quantity.ts'
import type { StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { CALCULATED_POLICY_ID, foreignPolicyIds, isPolicy } from './account-service.ts'
import { findCategory } from './categories.ts'
import { checkItem } from './item-publish-rules.ts'
import { readPrice } from './offer-price.ts'
import { findGroup, toVariation } from './variation-rules.ts'

const { detail } = createRefusals('API_INVENTORY')

/** The quantity that a published offer sells: its own, or the item's. */
export const readSellable = (offer: StoredOffer, item: JsonObject): number => {
  const quantities = [offer.fields.availableQuantity, readQuantity(item)].filter((value) => typeof value === 'number')
  return quantities.length === 0 ? 0 : Math.min(...quantities)
}

const checkPolicies = ({ fields }: StoredOffer): ErrorDetail[] => {
  const policies = asObject(fields.listingPolicies)
  const kinds = [
    ['fulfillment', 25007, 'Fulfillment'],
    ['payment', 25008, 'Payment'],
    ['return', 25009, 'Return'],
  ] as const
  return kinds.flatMap(([kind, errorId, label]) => {
    const id = policies[`${kind}PolicyId`]
    if (typeof id !== 'string' || id === '') {
      return [detail(errorId, `The unpublished offer has invalid data in the associated ${label} policy. Missing.`)]
    }
    return isPolicy(kind, id) || foreignPolicyIds.includes(id)
      ? []
      : [detail(25035, 'The specified policy is not found for the market place', { policyId: id })]
  })
}

/** Calculated shipping needs the package's weight and size. */
const checkPackage = (item: JsonObject, { fields }: StoredOffer, marketplaceId: string): ErrorDetail[] => {
  if (asObject(fields.listingPolicies).fulfillmentPolicyId !== CALCULATED_POLICY_ID) return []
  const { weight, dimensions, packageType } = asObject(item.packageWeightAndSize)
  const missing = [
    ...(Number(asObject(weight).value) > 0 ? [] : ['weight']),
    ...(Number(asObject(dimensions).length) > 0 ? [] : ['dimensions']),
  ]
  if (missing.length > 0) {
    return [detail(25020, `Invalid package details. The package ${missing.join(' and ')} is not valid or is missing.`)]
  }
  const isWrongType = packageType !== undefined && packageType !== 'PACKAGE_THICK_ENVELOPE'
  if (marketplaceId !== 'EBAY_US' || !isWrongType) return []
  return [detail(25101, 'Invalid package type for the shipping service.', { packageType: String(packageType) })]
}

/** The limits of Best Offer are compared only when the offer is published. */
const checkBestOffer = ({ fields }: StoredOffer): ErrorDetail[] => {
  const { autoAcceptPrice, autoDeclinePrice } = asObject(asObject(fields.listingPolicies).bestOfferTerms)
  const [accept, decline] = [asObject(autoAcceptPrice).value, asObject(autoDeclinePrice).value]
  if (accept === undefined || decline === undefined || Number(decline) < Number(accept)) return []
  return [detail(25002, 'A user error has occurred. The auto decline amount is above the auto accept amount.')]
}

/** Every reason why an offer can't be published; empty if it can be. */
export const listPublishProblems = (practice: Practice, offer: StoredOffer): readonly ErrorDetail[] => {
  const { state } = practice
  const stored = state.items.get(offer.sku)
  const record = stored === undefined ? undefined : parseJsonObject(stored.json)
  if (record === undefined) return [detail(25702, `${offer.sku} could not be found or is not available in the system.`)]
  const group = findGroup(practice, offer.sku)?.[1]
  const item = group === undefined ? record : toVariation(record, group)
  const errors: ErrorDetail[] = []
  const price = readPrice(offer)
  if (!(Number(price.value) >= 0.99)) {
    errors.push(detail(25003, 'The unpublished offer has an invalid price. It must be at least 0.99.', price))
  } else if (price.currency !== 'USD') {
    errors.push(detail(25003, 'The unpublished offer has an invalid price. The currency must be USD.', price))
  }
  // A variation that is sold out stays in its listing.
  if (group === undefined && readSellable(offer, item) < 1) {
    errors.push(detail(25004, 'The unpublished offer has an invalid quantity. It must be 1 or more.'))
  }
  const { categoryId, merchantLocationKey } = offer.fields
  if (findCategory(categoryId) === undefined) {
    const message = 'The unpublished offer has an invalid category ID. The category is not a leaf category.'
    errors.push(detail(25005, message, { categoryId: String(categoryId ?? '') }))
  }
  const location = state.locations.get(String(merchantLocationKey ?? ''))
  if (location?.isEnabled !== true) {
    const message = `Invalid inventory location. ${location === undefined ? 'It is missing or unknown.' : 'It is disabled.'}`
    errors.push(detail(25012, message, { merchantLocationKey: String(merchantLocationKey ?? '') }))
  }
  return [
    ...errors,
    ...checkPolicies(offer),
    ...checkBestOffer(offer),
    ...checkPackage(item, offer, practice.names.marketplaceId),
    ...checkItem(practice, item, offer),
  ]
}
