/**
 * Which of the two families of calls manages a SKU (document 1, section 1; INV-17).
 *
 * Listings made by offers cannot be changed with the legacy trading calls, and listings made by AddFixedPriceItem cannot be
 * changed with offers. The documents show no call that tells which it is, so that the seller's word, or what she read on
 * the listing, is recorded as the evidence; the path of the other family is then refused.
 */
import * as z from 'zod'

/** `offers`: inventory item, offer, publish. `trading`: AddFixedPriceItem and the legacy calls. */
export const families = ['offers', 'trading'] as const
export type Family = (typeof families)[number]

/** `seller`: her word. `listing`: what stands on the listing itself, such as its number or who made it. */
export const familyEvidences = ['seller', 'listing'] as const

export const familyRecordSchema = z.object({
  /** Null: it was recorded that nobody knows, in place of an earlier word. */
  family: z.enum(families).nullable(),
  evidence: z.enum(familyEvidences),
  note: z.string(),
  atMs: z.number(),
})
export type FamilyRecord = z.infer<typeof familyRecordSchema>

const familyWords: Readonly<Record<Family, string>> = {
  offers: 'offers',
  trading: 'the legacy trading calls',
}

const evidenceWords = ({ evidence, note }: FamilyRecord): string => {
  const said = evidence === 'seller' ? 'you said so' : 'it was read on the listing'
  return note === '' ? said : `${said}: "${note}"`
}

/** Why the path of `wanted` must not be taken for a SKU, or undefined when nothing stands against it. */
export const familyRefusal = (record: FamilyRecord | undefined, wanted: Family): string | undefined =>
  record === undefined || record.family === null || record.family === wanted
    ? undefined
    : `This SKU is managed by ${familyWords[record.family]} (${evidenceWords(record)}), and one SKU is managed by one family only. ${
        wanted === 'offers'
          ? 'Saving it as an inventory item would mix the two.'
          : 'Changing it with a trading call would mix the two.'
      } If that is not so, correct what is recorded.`
