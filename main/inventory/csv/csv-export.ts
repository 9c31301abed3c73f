/** The items of a list as a CSV file, with their unsaved edits. */
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { writeCsv } from '../../csv-file.ts'
import { forEachBatch } from '../batches.ts'
import { csvHeader, listUsedFields, toCsvCells } from '../items/columns.ts'
import type { InventoryStore } from '../store.ts'

const BATCH_ITEMS = 200

export const exportCsv = async (store: InventoryStore, scope: ListScope): Promise<{ readonly text: string }> => {
  const aspectNames = new Set<string>()
  const used = new Set<string>()
  const drafts: { readonly sku: string; readonly draft: JsonObject }[] = []
  await forEachBatch(store.skusIn(scope), BATCH_ITEMS, (skus) => {
    const items = store.briefs(skus)
    for (const sku of skus) {
      const item = items.get(sku)
      if (item === undefined) continue
      const draft = applyEdit(item.record, item.edit)
      for (const { name } of readItemView(draft).aspects) aspectNames.add(name)
      for (const { id } of listUsedFields(draft, store.rules.capabilities.moreFields)) used.add(id)
      drafts.push({ sku, draft })
    }
  })
  const names = [...aspectNames].sort()
  const header = csvHeader(names, used)
  const rows: (readonly string[])[] = [header]
  await forEachBatch(drafts, BATCH_ITEMS, (batch) => {
    for (const { sku, draft } of batch) rows.push(toCsvCells(sku, draft, header))
  })
  return { text: writeCsv(rows) }
}
