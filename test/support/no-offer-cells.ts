/** Offer cells of a shop that lists nothing, for tests without the listing feature. */
import { noListing } from '../../main/inventory/items/item-row.ts'
import type { OfferCells, OfferRow } from '../../main/offer-cells-port.ts'

const emptyRow: OfferRow = {
  text: () => '',
  fileText: () => '',
  typed: () => null,
  isSame: (_, text) => text === '',
  findProblems: () => ({}),
}

export const noOfferCells: OfferCells = {
  summarize: () => noListing,
  prepare: async () => undefined,
  rows: (skus) => new Map(skus.map((sku) => [sku, emptyRow])),
  stage: (_, texts) => Object.fromEntries(Object.keys(texts).map((column) => [column, 'This shop lists nothing.'])),
  put: () => undefined,
  copy: () => undefined,
  notify: () => undefined,
  draft: () => ({ label: 'prices', rows: [], calls: 0, confirmation: '' }),
}
