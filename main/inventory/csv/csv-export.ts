/** The items of a list as a CSV file, with their unsaved edits. */
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import { type ItemView, readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import { writeCsv } from '../../csv-file.ts'
import { forEachBatch } from '../batches.ts'
import { csvHeader, toCsvCells } from '../items/columns.ts'
import type { InventoryStore } from '../store.ts'

const BATCH_ITEMS = 200

export const exportCsv = async (store: InventoryStore, scope: ListScope): Promise<{ readonly text: string }> => {
  const aspectNames = new Set<string>()
  const views: { readonly sku: string; readonly view: ItemView }[] = []
  await forEachBatch(store.skusIn(scope), BATCH_ITEMS, (skus) => {
    const items = store.briefs(skus)
    for (const sku of skus) {
      const item = items.get(sku)
      if (item === undefined) continue
      const view = readItemView(applyEdit(item.record, item.edit))
      for (const { name } of view.aspects) aspectNames.add(name)
      views.push({ sku, view })
    }
  })
  const names = [...aspectNames].sort()
  const rows: (readonly string[])[] = [csvHeader(names)]
  await forEachBatch(views, BATCH_ITEMS, (batch) => {
    for (const { sku, view } of batch) rows.push(toCsvCells(sku, view, names))
  })
  return { text: writeCsv(rows) }
}
