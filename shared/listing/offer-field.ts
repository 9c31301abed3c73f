/** The fields of an offer that a seller edits here. All other fields of an offer are kept as they are (LST-03). */

export const offerFields = [
  'price',
  'quantity',
  'categoryId',
  'fulfillmentPolicyId',
  'paymentPolicyId',
  'returnPolicyId',
  'merchantLocationKey',
  'listingDescription',
  'quantityLimitPerBuyer',
] as const
export type OfferField = (typeof offerFields)[number]

export const offerFieldLabels: Readonly<Record<OfferField, string>> = {
  price: 'Price',
  quantity: 'Quantity',
  categoryId: 'Category',
  fulfillmentPolicyId: 'Shipping policy',
  paymentPolicyId: 'Payment policy',
  returnPolicyId: 'Return policy',
  merchantLocationKey: 'Location',
  listingDescription: 'Listing description',
  quantityLimitPerBuyer: 'Limit per buyer',
}

/** Maximum characters kept for a field: the platform's limit for a listing description. */
export const MAX_FIELD_CHARACTERS = 500_000

/** Maximum elements of a bulk call (LST-07). */
export const MAX_BULK_OFFERS = 25
