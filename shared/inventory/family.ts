/**
 * Which of the two call families manages a SKU (INV-17).
 *
 * Listings made by offers cannot be changed with the legacy trading calls, nor the other way round. No call reveals the
 * family, so the seller's statement is recorded as evidence.
 */
import * as z from 'zod'

/** `offers`: inventory item, offer, publish. `trading`: AddFixedPriceItem and the other legacy calls. */
export const families = ['offers', 'trading'] as const
export type Family = (typeof families)[number]

/** `seller`: the seller said so. `listing`: the listing itself shows it. */
export const familyEvidences = ['seller', 'listing'] as const

export const familyRecordSchema = z.object({
  /** Null: recorded as unknown. */
  family: z.enum(families).nullable(),
  evidence: z.enum(familyEvidences),
  note: z.string(),
  atMs: z.number(),
})
export type FamilyRecord = z.infer<typeof familyRecordSchema>

/** Why a SKU must not be saved or listed by offers; undefined if it may be. */
export const familyRefusal = (record: FamilyRecord | undefined): string | undefined => {
  if (record?.family !== 'trading') return undefined
  const source = record.evidence === 'seller' ? 'you said so' : 'read on the listing'
  const note = record.note === '' ? '' : `: “${record.note}”`
  return `This SKU was made with another tool (${source}${note}), so saving it here could break its listing. If this is wrong, correct it on the item page under Made with.`
}
