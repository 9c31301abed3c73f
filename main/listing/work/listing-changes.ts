/** Describes changes of an offer in the seller's terms, for a run's plan and result. */

import { FORMATTING_CHANGED, readableText } from '../../../shared/inventory/fields/field.ts'
import { findOfferRow } from '../../../shared/inventory/fields/offer-fields.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import { findPolicyKind, type OfferField, offerFieldLabels } from '../../../shared/listing/offer-field.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import { fieldPath, isAmount, type OfferDraft, parseAmount } from '../offers/offer-draft.ts'
import type { Payloads } from './listing-payloads.ts'

type WriteMoney = (amount: string | number, currency: string) => string

/** The path of a price in a plan. A row can exclude it alone, because the same plan may change the item too. */
export const pricePath: readonly string[] = ['pricingSummary', 'price']

/** What a new listing draft shows in a plan: its other fields are mostly the last ones used. */
const newOfferFields: readonly OfferField[] = ['price', 'quantity', 'categoryId']

const changePath = (field: OfferField): readonly string[] => (field === 'price' ? pricePath : fieldPath(field))

type DescribeActions = { readonly [A in ListingAction]: (payload: Payloads[A]) => readonly RunChange[] }

export type ListingChanges = {
  readonly describe: DescribeActions
  /** The typed texts, each with a path, so that it can be excluded alone. */
  readonly describeDraft: (draft: OfferDraft) => readonly RunChange[]
  /** The path of a field's change. */
  readonly path: (field: OfferField) => readonly string[]
}

export const createListingChanges = (deps: {
  readonly money: WriteMoney
  readonly currency: string
  /** A category's name, if it was read. */
  readonly categoryName: (categoryId: string) => string | undefined
  /** A policy's name, if it was read. */
  readonly policyName: (policyId: string) => string | undefined
}): ListingChanges => {
  const { money, currency } = deps

  /** A field's text as a seller reads it; null for an empty one. */
  const write = (field: OfferField, text: string): string | null => {
    if (text.trim() === '') return null
    if (field === 'categoryId') return deps.categoryName(text) ?? text
    if (findPolicyKind(field) !== undefined) return deps.policyName(text) ?? text
    const amount = isAmount(field) ? parseAmount(text) : undefined
    if (amount !== undefined) return money(amount, currency)
    const row = findOfferRow(field)
    return row === undefined ? text : readableText(row, text)
  }
  const changesFormattingOnly = (field: OfferField, was: string, text: string): boolean =>
    findOfferRow(field)?.kind.isMarkup === true && text.trim() !== '' && write(field, was) === write(field, text)

  const describeDraft = (draft: OfferDraft): readonly RunChange[] =>
    (Object.keys(draft) as OfferField[]).flatMap((field) => {
      const typed = draft[field]
      if (typed === undefined || typed.text === typed.was) return []
      const after = changesFormattingOnly(field, typed.was, typed.text) ? FORMATTING_CHANGED : write(field, typed.text)
      return [
        toRunChange(offerFieldLabels[field], { before: write(field, typed.was), after }, { path: changePath(field) }),
      ]
    })

  const describe: DescribeActions = {
    saveOffer: ({ draft, isNew }) =>
      isNew
        ? newOfferFields.flatMap((field) => {
            const text = draft[field]?.text ?? ''
            return text === '' ? [] : [toRunChange(offerFieldLabels[field], { after: write(field, text) })]
          })
        : describeDraft(draft),
    publish: ({ confirmed }) => [
      toRunChange('Price', { after: money(confirmed.price, confirmed.currency) }),
      toRunChange('Quantity', { after: String(confirmed.quantity) }),
    ],
    withdraw: ({ price }) => [
      toRunChange('Listing', { before: price == null ? null : money(price, currency), after: 'Ended' }),
    ],
    deleteOffer: () => [toRunChange('Listing', { after: 'Deleted' })],
    change: ({ price, quantity }) => [
      ...(price === null
        ? []
        : [
            toRunChange(
              'Price',
              {
                before: money(price.was.value, price.was.currency),
                after: money(price.value.value, price.value.currency),
              },
              { path: pricePath },
            ),
          ]),
      ...(quantity === null
        ? []
        : [
            toRunChange('Quantity', {
              before: quantity.was === null ? null : String(quantity.was),
              after: String(quantity.value),
            }),
          ]),
    ],
  }
  return { describe, describeDraft, path: changePath }
}
