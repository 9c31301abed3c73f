/** The rows of a view of the item list. */
import { listingKey } from '../../../shared/inventory/active-listing.ts'
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import { useClient } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import type { RowRange } from '../../ui/sheet/cell-grid.tsx'
import { type ListView, listScope, listSort } from './list-view.ts'
import { editableColumns } from './sheet/item-columns.tsx'

/** Unique in the list: the SKU, or the listing's own key, because it may have no SKU or one that others have too. */
export const keyOf = ({ sku, elsewhere }: ItemRow): string =>
  elsewhere === null ? sku : listingKey(elsewhere.listingId)

export const useItemList = (view: ListView) => {
  const client = useClient()
  const scope: ListScope = listScope(view)
  const input = { ...scope, sort: listSort(view), columns: editableColumns(view.columns) }
  const { rows, head } = useApiRows('inventory', 'items', input)

  const readRows = async (first: number, last: number): Promise<readonly ItemRow[]> =>
    (await client.inventory.items({ ...input, offset: first, limit: last - first + 1 })).rows
  const readKeys = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await client.inventory.items({ ...input, columns: [], offset, limit })).rows.map(keyOf)
  /** Reads only what isn't loaded. */
  const keysIn = async ({ first, last }: RowRange): Promise<readonly string[]> => {
    const loaded = Array.from({ length: last - first + 1 }, (_, index) => rows.at(first + index))
    return loaded.every((row) => row !== undefined) ? loaded.map(keyOf) : readKeys(first, last - first + 1)
  }
  return { scope, rows, head, data: head.data, total: head.data?.total ?? 0, readRows, readKeys, keysIn }
}

export type ItemList = ReturnType<typeof useItemList>
export type ItemListData = NonNullable<ItemList['data']>
