/** The fields of an offer that a seller edits here. All other fields of an offer are kept as they are, and shown (LST-03). */
import { listOfferRows, type OfferFieldId, offerTermFields } from '../inventory/fields/offer-fields.ts'
import type { PolicyKind } from './contract/choices-contract.ts'

export type OfferField = OfferFieldId

const toIds = (rows: readonly { readonly id: OfferField }[]): readonly OfferField[] => rows.map(({ id }) => id)

/** The fields that every platform's offers have. */
export const coreOfferFields = toIds(offerTermFields)

export const offerFields = toIds(listOfferRows(true))

/** The fields that a platform's offers have. */
export const listOfferFields = (hasMoreFields: boolean): readonly OfferField[] =>
  hasMoreFields ? offerFields : coreOfferFields

export const offerFieldLabels = Object.fromEntries(listOfferRows(true).map(({ id, label }) => [id, label])) as Readonly<
  Record<OfferField, string>
>

/** The fields whose values are ids of the seller's policies. */
export const policyFields = {
  fulfillment: 'fulfillmentPolicyId',
  payment: 'paymentPolicyId',
  return: 'returnPolicyId',
} as const satisfies Readonly<Record<PolicyKind, OfferField>>

/** The kind of policy that a field's value is the id of; undefined for any other field. */
export const findPolicyKind = (field: string): PolicyKind | undefined =>
  (Object.keys(policyFields) as PolicyKind[]).find((kind) => policyFields[kind] === field)

/** Whether a field's value is one of the seller's policies or locations, which are read from the platform. */
export const isChosen = (field: string): boolean =>
  findPolicyKind(field) !== undefined || field === ('merchantLocationKey' satisfies OfferField)

/** Maximum characters kept for a field: the platform's limit for a listing description. */
export const MAX_FIELD_CHARACTERS = 500_000

/** Maximum elements of a bulk call (LST-07). */
export const MAX_BULK_OFFERS = 25
