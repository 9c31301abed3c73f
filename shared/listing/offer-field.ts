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

/** The longest text that is kept for a field. The platform's own limit of a listing description. */
export const MAX_FIELD_CHARACTERS = 500_000

/** Elements of one bulk call (LST-07). */
export const MAX_BULK_OFFERS = 25
