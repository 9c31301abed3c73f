/** The typed texts of an offer. Stored 300 ms after the last key, on leaving, and before a preview. */
import { useState } from 'react'
import type { Listing, OfferFieldView } from '../../shared/listing/contract.ts'
import type { OfferField } from '../../shared/listing/offer-field.ts'
import { useClient } from '../api/hooks.ts'
import { useAutosave } from '../api/use-autosave.ts'

type Typed = Readonly<Partial<Record<OfferField, string | null>>>

const noneTyped: Typed = {}

export type OfferDraft = {
  readonly text: (field: OfferField) => string
  readonly view: (field: OfferField) => OfferFieldView | undefined
  /** A problem blocks saving and comes first; typing clears a refusal. */
  readonly error: (field: OfferField) => string | undefined
  /** Null restores the platform's value. */
  readonly change: (field: OfferField, text: string | null) => void
  /** Whether a field on screen differs from the listing as last read, because its text is not yet stored. */
  readonly isAhead: boolean
  /** Stores pending changes now. Rejects with a `Failure`. */
  readonly keep: () => Promise<void>
}

/** The error of a field. Undefined until main has checked the typed text. */
export const fieldError = (
  typed: string | null | undefined,
  view: Pick<OfferFieldView, 'text' | 'problem' | 'refusal'> | undefined,
): string | undefined => {
  if (typed !== undefined && typed !== view?.text) return undefined
  return view?.problem ?? view?.refusal ?? undefined
}

export const useOfferDraft = (listing: Listing): OfferDraft => {
  const client = useClient()
  const { sku } = listing
  const keeper = useAutosave<Typed>(`listing ${sku}`, (fields) => client.listing.saveDraft({ sku, fields }), {
    what: `The listing of ${sku}`,
  })
  const [typed, setTyped] = useState<Typed>(keeper.pending()?.value ?? noneTyped)
  const [seen, setSeen] = useState(listing)
  if (seen !== listing) {
    setSeen(listing)
    // The listing now has every stored change. Pending ones are newer.
    setTyped(keeper.pending()?.value ?? noneTyped)
  }
  const view = (field: OfferField) => listing.fields.find((each) => each.field === field)
  return {
    text: (field) => typed[field] ?? view(field)?.text ?? '',
    view,
    error: (field) => fieldError(typed[field], view(field)),
    change: (field, text) => {
      // Two changes in one event must both count.
      const next = { ...(keeper.pending()?.value ?? noneTyped), [field]: text }
      setTyped((before) => ({ ...before, [field]: text ?? undefined }))
      keeper.change(next)
    },
    isAhead: listing.fields.some(({ field, text }) => typed[field] !== undefined && typed[field] !== text),
    keep: keeper.flush,
  }
}
