/** The rows of a view of the item list. */
import { listingKey } from '../../../shared/inventory/active-listing.ts'
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import { groupRowKey } from '../../../shared/inventory/group.ts'
import { useClient } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { takeRows } from '../../ui/lists/take-rows.ts'
import type { RowRange } from '../../ui/sheet/cell-grid.tsx'
import { type ListView, listScope, listSort } from './list-view.ts'
import { textColumns } from './sheet/sheet-columns.ts'

/** Unique in the list: the SKU, or the listing's own key, because it may have no SKU or one that others have too. */
export const rowKey = ({ sku, elsewhere, group }: ItemRow): string => {
  if (group !== null) return groupRowKey(group.groupKey)
  return elsewhere === null ? sku : listingKey(elsewhere.listingId)
}

/** What selecting a row selects: for a listing with variations, its items (LST-15). */
export const listItemKeys = (row: ItemRow): readonly string[] => row.group?.skus ?? [rowKey(row)]

/** The items among these rows. */
export const toItemKeys = (rows: readonly ItemRow[]): readonly string[] => [...new Set(rows.flatMap(listItemKeys))]

/** `unfolded`: the keys of the listings with variations that show their items. */
export const useItemList = (view: ListView, unfolded: readonly string[] = []) => {
  const client = useClient()
  const scope: ListScope = listScope(view)
  const order = { ...scope, sort: listSort(view), isGrouped: true, unfolded: [...unfolded] }
  const input = { ...order, columns: textColumns(view.columns) }
  // The price is a column once the marketplace is known: what is selected by then stays selected.
  const { rows, head } = useApiRows('inventory', 'items', input, order)

  const readRows = async (first: number, last: number): Promise<readonly ItemRow[]> =>
    (await client.inventory.items({ ...input, offset: first, limit: last - first + 1 })).rows
  /** The items among rows of the list. */
  const readKeys = async (offset: number, limit: number): Promise<readonly string[]> =>
    toItemKeys((await client.inventory.items({ ...input, columns: [], unfolded: [], offset, limit })).rows)
  /** The items among these rows. */
  const keysIn = async ({ first, last }: RowRange): Promise<readonly string[]> =>
    toItemKeys(await takeRows({ rows, getKey: rowKey, readRows }, first, last))
  /** Items and listings, however many rows show them. */
  const total = head.data?.matches ?? 0
  return { scope, rows, head, data: head.data, total, readRows, readKeys, keysIn }
}

export type ItemList = ReturnType<typeof useItemList>
/** How many rows each view has, so that “All” counts what the list shows: items, and listings made with other tools. */
export const listedCounts = ({ counts, active }: Pick<ItemListData, 'counts' | 'active'>): ItemListData['counts'] => ({
  ...counts,
  all: counts.all + (active?.elsewhere ?? 0),
})

export type ItemListData = NonNullable<ItemList['data']>
