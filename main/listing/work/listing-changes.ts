/** Describes changes of an offer in the seller's terms, for a run's plan and result. */
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import type { Payloads } from './listing-payloads.ts'

type WriteMoney = (amount: string | number, currency: string) => string

/** The path of a price in a plan. A row can exclude it alone, because the same plan may change the item too. */
export const pricePath: readonly string[] = ['pricingSummary', 'price']

export const toChange = (
  label: string,
  before: string | null,
  after: string | null,
  path: readonly string[] | null = null,
): RunChange => ({
  label,
  path,
  before,
  after,
  isExcluded: false,
  problem: null,
})

const fieldLabels = { price: 'Price', quantity: 'Quantity', categoryId: 'Category' } as const
type ShownField = keyof typeof fieldLabels

export const createListingChanges = (deps: {
  readonly money: WriteMoney
  readonly currency: string
  /** A category's name, if it was read. */
  readonly categoryName: (categoryId: string) => string | undefined
}): { readonly [A in ListingAction]: (payload: Payloads[A]) => readonly RunChange[] } => {
  const { money, currency } = deps
  const write = (field: ShownField, text: string): string | null => {
    if (text === '') return null
    return field === 'categoryId' ? (deps.categoryName(text) ?? text) : text
  }
  return {
    saveOffer: ({ draft }) =>
      (Object.keys(fieldLabels) as ShownField[]).flatMap((field) => {
        const typed = draft[field]
        return typed === undefined || typed.text === typed.was
          ? []
          : [toChange(fieldLabels[field], write(field, typed.was), write(field, typed.text))]
      }),
    publish: ({ confirmed }) => [
      toChange('Price', null, money(confirmed.price, confirmed.currency)),
      toChange('Quantity', null, String(confirmed.quantity)),
    ],
    withdraw: ({ price }) => [toChange('Listing', price == null ? null : money(price, currency), 'Ended')],
    deleteOffer: () => [toChange('Listing', null, 'Deleted')],
    change: ({ price, quantity }) => [
      ...(price === null
        ? []
        : [
            toChange(
              'Price',
              money(price.was.value, price.was.currency),
              money(price.value.value, price.value.currency),
              pricePath,
            ),
          ]),
      ...(quantity === null
        ? []
        : [toChange('Quantity', quantity.was === null ? null : String(quantity.was), String(quantity.value))]),
    ],
  }
}
