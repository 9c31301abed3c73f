/** The price of an offer, inside its fields. */
import { asObject } from '../json-body.ts'
import type { StoredOffer } from '../shop/records.ts'

export const readPrice = ({ fields }: StoredOffer): { readonly value: string; readonly currency: string } => {
  const { value, currency } = asObject(asObject(fields.pricingSummary).price)
  return { value: String(value ?? ''), currency: String(currency ?? '') }
}
