/** The rows that a bulk action changes: the checked ones, else the selected block, else the whole list. */
import { useState } from 'react'
import { parseListingKey } from '../../../../shared/inventory/active-listing.ts'
import type { ItemSelection } from '../../../../shared/inventory/contract/list-scope.ts'
import type { ItemRow } from '../../../../shared/inventory/contract.ts'
import { conflict } from '../../../../shared/result.ts'
import { useCommand } from '../../../commands/registry.ts'
import type { RowRange } from '../../../ui/sheet/cell-grid.tsx'
import { type ItemList, toItemKeys } from '../use-item-list.ts'
import { useRowSelection } from './use-row-selection.ts'

const findSku = (row: ItemRow | undefined): string | undefined =>
  row?.elsewhere === null && row.group === null ? row.sku : undefined

const lengthOf = ({ first, last }: RowRange): number => last - first + 1

export const useChosenItems = ({ scope, rows, total, readKeys, keysIn }: ItemList) => {
  const checked = useRowSelection(scope, total)
  const [selected, setSelected] = useState<RowRange>()
  /** More than the active row. */
  const block = selected !== undefined && lengthOf(selected) > 1 ? selected : undefined

  const activeRow = selected === undefined || block !== undefined ? undefined : rows.at(selected.first)

  const countUnchecked = block === undefined ? total : lengthOf(block)
  const count = checked.count > 0 ? checked.count : countUnchecked
  /** The keys of the chosen rows, at most `limit`. */
  const readChosen = async (limit: number): Promise<readonly string[]> => {
    if (checked.count > 0 && !checked.isAll) return [...checked.keys].slice(0, limit)
    if (checked.count === 0 && block !== undefined) return keysIn(block)
    const keys = await readKeys(0, limit + checked.keys.size)
    return keys.filter((key) => !checked.keys.has(key)).slice(0, limit)
  }
  /**
   * The items among the chosen rows, and the number of all that is chosen: items, and listings made with other tools. Throws
   * `conflict` if there are no items.
   */
  const readSelection = async (): Promise<{ readonly selection: ItemSelection; readonly count: number }> => {
    if (checked.count > 0 && checked.selection !== undefined)
      return { selection: checked.selection, count: checked.count }
    if (checked.count === 0 && block === undefined)
      return { selection: { kind: 'list', ...scope, except: [] }, count: total }
    const keys = await readChosen(Number.POSITIVE_INFINITY)
    const skus = keys.filter((key) => parseListingKey(key) === undefined)
    if (skus.length === 0)
      throw conflict('These listings were made with another tool. Take them over to change them here.')
    return { selection: { kind: 'skus', skus }, count: keys.length }
  }
  const readChosenSkus = async (limit: number): Promise<readonly string[]> =>
    (await readChosen(limit)).filter((key) => parseListingKey(key) === undefined)
  /** The listings made with other tools among the chosen rows. */
  const readListingIds = async (limit: number): Promise<readonly string[]> =>
    (await readChosen(limit)).flatMap((key) => parseListingKey(key) ?? [])

  useCommand('items.selectAll', checked.selectAll, { isEnabled: total > 0 })
  useCommand('items.selectNone', checked.clear, { isEnabled: checked.count > 0 })
  return {
    checked,
    count,
    total,
    /** The active row, if no other row is selected. */
    activeRow,
    /** The item of the active row. */
    activeSku: findSku(activeRow),
    select: setSelected,
    toggleRows: (toggled: readonly ItemRow[]) => checked.toggle(toItemKeys(toggled)),
    readSelection,
    readSkus: readChosenSkus,
    readListingIds,
  }
}

export type ChosenItems = ReturnType<typeof useChosenItems>
