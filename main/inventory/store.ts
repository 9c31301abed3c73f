/** The inventory feature's store, joined from its parts. */
import type { ItemEdit } from '../../shared/inventory/item-edit.ts'
import type { ItemRules } from '../../shared/inventory/item-rules.ts'
import type { Database } from '../database/database.ts'
import type { OfferCells } from '../offer-cells-port.ts'
import { noOfferedItems, type OfferedItemsPort } from '../offered-items-port.ts'
import { createActiveStore } from './active/active-store.ts'
import { createGroupStore } from './groups/group-store.ts'
import { loadAspectsInUse } from './items/aspects-in-use.ts'
import { createChoiceStore } from './items/choice-store.ts'
import { createItemList } from './items/item-list.ts'
import { noListing } from './items/item-row.ts'
import { createItemStore } from './items/item-store.ts'
import { createSaveHistory } from './saves/save-history.ts'

export type InventoryStore = ReturnType<typeof createInventoryStore>

/** `rules` are the platform's; `shapeEdit` gives edits the shapes of its records. */
export const createInventoryStore = (
  database: Database,
  rules: ItemRules,
  shapeEdit = (edit: ItemEdit): ItemEdit => edit,
  /** The offers' cells of the list; none by default. */
  offerCells?: () => OfferCells,
  /** What has an open offer of a buyer; nothing by default. */
  offered?: () => OfferedItemsPort,
) => {
  const choices = createChoiceStore(database)
  const history = createSaveHistory(database)
  const { lowStockAtMost, privateTexts } = choices
  const active = createActiveStore(database)
  const groups = createGroupStore(database, {
    onRecord: (skus) => {
      for (const sku of skus) items.refresh(sku)
    },
  })
  const items = createItemStore(database, {
    shapeEdit,
    rules,
    lastSave: history.lastSave,
    groups,
    listing: (sku) => offerCells?.().summarize(sku) ?? noListing,
  })
  return {
    ...items,
    ...createItemList(database, {
      content: items.content,
      lowStockAtMost,
      offered: () => offered?.().withOpenOffers() ?? noOfferedItems,
      privateTexts,
      offerRows: (skus) => offerCells?.().rows(skus) ?? new Map(),
    }),
    ...history,
    ...choices,
    active,
    groups,
    aspectsInUse: () => loadAspectsInUse(database),
    rules,
  }
}
