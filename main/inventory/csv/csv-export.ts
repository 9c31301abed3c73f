/** The items of a list as a CSV file, with their unsaved edits. */
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import { privateFields } from '../../../shared/inventory/fields/private-fields.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { writeCsv } from '../../csv-file.ts'
import type { OfferCells } from '../../offer-cells-port.ts'
import { forEachBatch } from '../batches.ts'
import { csvHeader, type ListingCells, listOfferColumns, listUsedFields, toCsvCells } from '../items/columns.ts'
import type { InventoryStore } from '../store.ts'

const BATCH_ITEMS = 200
const noListing: ListingCells = { price: '', currency: '', 'listing state': '' }

/** `items`: how many of `total` are in the file. The others are outside the search and filters. */
export type CsvExport = { readonly text: string; readonly items: number; readonly total: number }

export const exportCsv = async (
  store: InventoryStore,
  offerCells: Pick<OfferCells, 'rows'>,
  scope: ListScope,
): Promise<CsvExport> => {
  const hasMoreFields = store.rules.capabilities.moreFields
  const offerColumns = listOfferColumns(hasMoreFields)
  const aspectNames = new Set<string>()
  const used = new Set<string>()
  const drafts: { readonly sku: string; readonly draft: JsonObject; readonly listing: ListingCells }[] = []
  await forEachBatch(store.skusIn(scope), BATCH_ITEMS, (skus) => {
    const items = store.contents(skus)
    const listings = store.listingCells(skus)
    const offers = offerCells.rows(skus)
    const noted = store.privateTexts(skus)
    const readOffer = (sku: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        offerColumns.flatMap((column) => {
          const text = offers.get(sku)?.fileText(column) ?? ''
          if (text === '') return []
          used.add(column)
          return [[column, text]]
        }),
      )
    for (const sku of skus) {
      const item = items.get(sku)
      if (item === undefined) continue
      const draft = applyEdit(item.record, item.edit)
      for (const { name } of readItemView(draft).aspects) aspectNames.add(name)
      for (const { id } of listUsedFields(draft, hasMoreFields)) used.add(id)
      const own = noted.get(sku)
      for (const { id } of privateFields) if ((own?.[id] ?? '') !== '') used.add(id)
      drafts.push({ sku, draft, listing: { ...(listings.get(sku) ?? noListing), ...readOffer(sku), ...own } })
    }
  })
  const names = [...aspectNames].sort()
  const header = csvHeader(names, used)
  const rows: (readonly string[])[] = [header]
  await forEachBatch(drafts, BATCH_ITEMS, (batch) => {
    for (const { sku, draft, listing } of batch) rows.push(toCsvCells(sku, draft, header, listing))
  })
  return { text: writeCsv(rows), items: drafts.length, total: store.count() }
}
