/** What was typed for an offer, as the sheet and the plans see it. Pure. */
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { findBestOfferConsequence, findBestOfferProblem } from './best-offer.ts'
import type { StoredListing } from './listing-store.ts'
import {
  type FieldContext,
  findFieldProblem,
  hasConflict,
  isSameText,
  type OfferDraft,
  readField,
} from './offer-draft.ts'

/** The fields whose typed text differs from the platform's. Texts cleared in a new draft don't count. */
export const listTypedFields = ({ draft, offer }: Pick<StoredListing, 'draft' | 'offer'>): readonly OfferField[] =>
  (Object.keys(draft) as OfferField[]).filter((field) => {
    const text = draft[field]?.text ?? ''
    if (field === 'price' && text.trim() === '') return false
    return !isSameText(field, text, readField(offer, field))
  })

/** What is wrong with the new text of a field, alone and beside the others; undefined if nothing is. */
export const findTextProblem = (
  field: OfferField,
  texts: { readonly read: (field: OfferField) => string; readonly isNew: (field: OfferField) => boolean },
  context: FieldContext,
): string | undefined =>
  findFieldProblem(field, texts.read(field), context) ??
  findBestOfferProblem(field, texts.read) ??
  findBestOfferConsequence(field, texts.read, texts.isNew)

/** The texts of an offer with what was typed. */
export const readTyped = ({
  draft,
  offer,
}: {
  readonly draft: OfferDraft
  readonly offer: StoredListing['offer']
}) => ({
  read: (field: OfferField): string => draft[field]?.text ?? readField(offer, field),
  isNew: (field: OfferField): boolean => draft[field] !== undefined,
})

/** Why a typed text can't be sent: wrong, refused, or changed on the platform since. Undefined if it can. */
export const findTypedProblem = (
  stored: Pick<StoredListing, 'draft' | 'offer' | 'refusals'>,
  field: OfferField,
  context: FieldContext,
): string | undefined => {
  const own = findTextProblem(field, readTyped(stored), context)
  if (own !== undefined) return own
  const refusal = stored.refusals.find(({ fix }) => fix?.at === 'offer' && fix.field === field)
  if (refusal !== undefined) return refusal.message
  if (!hasConflict(field, stored.draft, stored.offer)) return undefined
  const what = field === 'price' ? 'The price' : 'This'
  return `${what} changed on ${context.platformName.the} after you typed. Decide on the item’s own page.`
}
