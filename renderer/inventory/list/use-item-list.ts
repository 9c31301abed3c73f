/** The rows of a view of the item list. */
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import { useClient } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import type { RowRange } from '../../ui/sheet/cell-grid.tsx'
import { type ListView, listScope, listSort } from './list-view.ts'
import { editableColumns } from './sheet/item-columns.tsx'

export const useItemList = (view: ListView) => {
  const client = useClient()
  const scope: ListScope = listScope(view)
  const input = { ...scope, sort: listSort(view), columns: editableColumns(view.columns) }
  const { rows, head } = useApiRows('inventory', 'items', input)

  const readRows = async (first: number, last: number): Promise<readonly ItemRow[]> =>
    (await client.inventory.items({ ...input, offset: first, limit: last - first + 1 })).rows
  const readSkus = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await client.inventory.items({ ...input, columns: [], offset, limit })).rows.map(({ sku }) => sku)
  /** Reads only what isn't loaded. */
  const skusIn = async ({ first, last }: RowRange): Promise<readonly string[]> => {
    const loaded = Array.from({ length: last - first + 1 }, (_, index) => rows.at(first + index)?.sku)
    return loaded.every((sku) => sku !== undefined) ? loaded : readSkus(first, last - first + 1)
  }
  return { scope, rows, head, data: head.data, total: head.data?.total ?? 0, readRows, readSkus, skusIn }
}

export type ItemList = ReturnType<typeof useItemList>
export type ItemListData = NonNullable<ItemList['data']>
