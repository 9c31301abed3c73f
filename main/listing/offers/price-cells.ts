/** The price cell of the sheet: the same typed price as on the item's own page (USE-05). */
import type { PriceCells } from '../../price-cells-port.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from './listing-store.ts'
import { findFieldProblem, isSameText, type OfferDraft, readField, toStoredPrice, withTyped } from './offer-draft.ts'
import { isLiveOffer } from './offer-record.ts'

export const createPriceCells = (deps: {
  readonly store: ListingStore
  readonly choices: Choices
  /** Called in the transaction that changed the SKU's draft. */
  readonly onDraft: (sku: string) => void
  readonly notify: PriceCells['notify']
  readonly draft: PriceCells['draft']
}): PriceCells => {
  const { store, choices, onDraft } = deps

  const putDraft = (sku: string, draft: OfferDraft): void => {
    const { refusals } = store.load(sku)
    store.putDraft(sku, draft)
    // A new price clears the platform's refusal of the last one.
    const left = refusals.filter(({ fix }) => fix?.at !== 'offer' || fix.field !== 'price')
    if (left.length !== refusals.length) store.putRefusals(sku, left)
    onDraft(sku)
  }

  return {
    text: (sku) => {
      const { draft, offer } = store.load(sku)
      return draft.price?.text ?? readField(offer, 'price')
    },
    check: (text) => findFieldProblem('price', text, choices.context(true)) ?? null,
    isSame: (a, b) => {
      const style = choices.context(true)
      return isSameText('price', toStoredPrice(a, style), toStoredPrice(b, style))
    },
    typed: (sku) => store.load(sku).draft.price ?? null,
    stage: (sku, typed) => {
      const { draft, offer } = store.load(sku)
      const context = choices.context(isLiveOffer(offer))
      const text = toStoredPrice(typed.trim(), context)
      const isSame = text === '' || isSameText('price', text, readField(offer, 'price'))
      putDraft(sku, withTyped(draft, offer, 'price', isSame ? null : text))
      return isSame ? null : (findFieldProblem('price', text, context) ?? null)
    },
    put: (sku, price) => {
      const { price: _replaced, ...others } = store.load(sku).draft
      putDraft(sku, price === null ? others : { ...others, price })
    },
    notify: deps.notify,
    draft: deps.draft,
  }
}
