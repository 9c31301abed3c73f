/** The fields of an offer that a seller edits here. All other fields of an offer are kept as they are, and shown (LST-03). */
import { type MoreOfferFieldId, moreOfferFields } from '../inventory/fields/offer-fields.ts'

/** The fields that every platform's offers have. */
export const coreOfferFields = [
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
type CoreOfferField = (typeof coreOfferFields)[number]
export type OfferField = CoreOfferField | MoreOfferFieldId

export const offerFields: readonly OfferField[] = [...coreOfferFields, ...moreOfferFields.map(({ id }) => id)]

const moreLabels = Object.fromEntries(moreOfferFields.map(({ id, label }) => [id, label])) as Readonly<
  Record<MoreOfferFieldId, string>
>

/** The fields that a platform's offers have. */
export const listOfferFields = (hasMoreFields: boolean): readonly OfferField[] =>
  hasMoreFields ? offerFields : coreOfferFields

export const offerFieldLabels: Readonly<Record<OfferField, string>> = {
  ...moreLabels,
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
