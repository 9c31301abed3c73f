/** What an offer needs before it can be published. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { readQuantity } from '../shop/item-quantity.ts'
import type { StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { isPolicy } from './account-service.ts'
import { conditions, findCategory } from './categories.ts'

const { detail } = createRefusals('API_INVENTORY')

/** The quantity that a published offer sells: its own, or the item's. */
export const readSellable = (offer: StoredOffer, item: JsonObject): number => {
  const quantities = [offer.fields.availableQuantity, readQuantity(item)].filter((value) => typeof value === 'number')
  return quantities.length === 0 ? 0 : Math.min(...quantities)
}

export const readPrice = ({ fields }: StoredOffer): { readonly value: string; readonly currency: string } => {
  const { value, currency } = asObject(asObject(fields.pricingSummary).price)
  return { value: String(value ?? ''), currency: String(currency ?? '') }
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
    return isPolicy(kind, id)
      ? []
      : [detail(25035, 'The specified policy is not found for the market place', { policyId: id })]
  })
}

const checkItem = (item: JsonObject, offer: StoredOffer): ErrorDetail[] => {
  const product = asObject(item.product)
  const category = findCategory(offer.fields.categoryId)
  const errors: ErrorDetail[] = []
  const missing = (field: string): ErrorDetail =>
    detail(25002, `A user error has occurred. The ${field} of the item is missing.`, { field })
  if (typeof product.title !== 'string' || product.title.trim() === '') errors.push(missing('product.title'))
  const description = offer.fields.listingDescription ?? product.description
  if (typeof description !== 'string' || description.trim() === '') errors.push(missing('product.description'))
  if (!Array.isArray(product.imageUrls) || product.imageUrls.length === 0) {
    errors.push(detail(25014, 'The unpublished offer has invalid pictures. At least one picture is needed.'))
  }
  const condition = Object.entries(conditions).find(([, { name }]) => name === item.condition)
  if (condition === undefined || (category !== undefined && !category.conditionIds.includes(condition[0]))) {
    const problem = item.condition === undefined ? 'The condition is missing.' : 'The category does not allow it.'
    const message = `The unpublished offer has invalid item condition information. ${problem}`
    errors.push(detail(25021, message, { field: 'condition' }))
  }
  const aspects = asObject(product.aspects)
  for (const { name, required } of category?.aspects ?? []) {
    if (required && !Object.hasOwn(aspects, name)) {
      const message = `A user error has occurred. The item specific ${name} is missing. Add ${name} to this listing.`
      errors.push(detail(25002, message, { 0: name, aspect: name }))
    }
  }
  return errors
}

/** Every reason why an offer can't be published; empty if it can be. */
export const listPublishProblems = (practice: Practice, offer: StoredOffer): readonly ErrorDetail[] => {
  const { state } = practice
  const stored = state.items.get(offer.sku)
  const item = stored === undefined ? undefined : parseJsonObject(stored.json)
  if (item === undefined) return [detail(25702, `${offer.sku} could not be found or is not available in the system.`)]
  const errors: ErrorDetail[] = []
  const price = readPrice(offer)
  if (!(Number(price.value) >= 0.99)) {
    errors.push(detail(25003, 'The unpublished offer has an invalid price. It must be at least 0.99.', price))
  } else if (price.currency !== 'USD') {
    errors.push(detail(25003, 'The unpublished offer has an invalid price. The currency must be USD.', price))
  }
  if (readSellable(offer, item) < 1) {
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
  return [...errors, ...checkPolicies(offer), ...checkItem(item, offer)]
}
