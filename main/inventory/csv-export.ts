/** The items of a list as a CSV file, with their unsaved edits. */
import { csvCellsOf, csvHeadOf } from '../../shared/inventory/csv-items.ts'
import { viewOf } from '../../shared/inventory/item.ts'
import { applyEdit } from '../../shared/inventory/item-edit.ts'
import { writeCsv } from '../csv-file.ts'
import { inTurns } from './in-turns.ts'
import type { ItemsRequest } from './item-pages.ts'
import type { InventoryStore } from './store.ts'

/** Items that are read at a time. */
const ITEMS_A_PART = 200

/** Writes the file in short turns: a list of 100,000 items takes a while. */
export const exportCsv = async (
  store: InventoryStore,
  request: Pick<ItemsRequest, 'search' | 'filter'>,
): Promise<{ readonly text: string; readonly items: number }> => {
  const skus = store.skusOf(request)
  const parts = Array.from({ length: Math.ceil(skus.length / ITEMS_A_PART) }, (_, index) =>
    skus.slice(index * ITEMS_A_PART, (index + 1) * ITEMS_A_PART),
  )
  const aspectNames = new Set<string>()
  const views: { readonly sku: string; readonly view: ReturnType<typeof viewOf> }[] = []
  await inTurns(parts, (part) => {
    const items = store.briefs(part)
    for (const sku of part) {
      const item = items.get(sku)
      if (item === undefined) continue
      const view = viewOf(applyEdit(item.record, item.edit))
      for (const { name } of view.aspects) aspectNames.add(name)
      views.push({ sku, view })
    }
  })
  const names = [...aspectNames].sort()
  const texts = [writeCsv([csvHeadOf(names)])]
  const groups = Array.from({ length: Math.ceil(views.length / ITEMS_A_PART) }, (_, index) =>
    views.slice(index * ITEMS_A_PART, (index + 1) * ITEMS_A_PART),
  )
  await inTurns(groups, (group) => {
    const rows = writeCsv(group.map(({ sku, view }) => csvCellsOf(sku, view, names)))
    // Each group is written as a file of its own; the byte-order mark stands before the first one only.
    texts.push(rows.slice(1))
  })
  return { text: texts.join(''), items: views.length }
}
