/** The rows that a bulk action changes: the checked ones, else the selected block, else the whole list. */
import { useState } from 'react'
import type { ItemSelection } from '../../../../shared/inventory/contract/list-scope.ts'
import { useCommand } from '../../../commands/registry.ts'
import { toastFailure } from '../../../ui/feedback/toast.tsx'
import type { RowRange } from '../../../ui/sheet/cell-grid.tsx'
import type { ItemList } from '../use-item-list.ts'
import { useRowSelection } from './use-row-selection.ts'

const lengthOf = ({ first, last }: RowRange): number => last - first + 1

export const useChosenItems = ({ scope, rows, total, readSkus, skusIn }: ItemList) => {
  const checked = useRowSelection(scope, total)
  const [selected, setSelected] = useState<RowRange>()
  /** More than the active row. */
  const block = selected !== undefined && lengthOf(selected) > 1 ? selected : undefined

  const countUnchecked = block === undefined ? total : lengthOf(block)
  const count = checked.count > 0 ? checked.count : countUnchecked
  const readSelection = async (): Promise<ItemSelection> => {
    if (checked.selection !== undefined) return checked.selection
    if (block !== undefined) return { kind: 'skus', skus: await skusIn(block) }
    return { kind: 'list', ...scope, except: [] }
  }
  const readChosenSkus = async (limit: number): Promise<readonly string[]> => {
    const selection = await readSelection()
    if (selection.kind === 'skus') return selection.skus
    const skus = await readSkus(0, limit + selection.except.length)
    return skus.filter((sku) => !selection.except.includes(sku))
  }

  useCommand('items.selectAll', checked.selectAll, { isEnabled: total > 0 })
  useCommand('items.selectNone', checked.clear, { isEnabled: checked.count > 0 })
  return {
    checked,
    count,
    total,
    /** The item of the active row, if no other row is selected. */
    activeSku: selected === undefined || block !== undefined ? undefined : rows.at(selected.first)?.sku,
    select: setSelected,
    toggleRows: (range: RowRange) => void skusIn(range).then(checked.toggle).catch(toastFailure),
    readSelection,
    readSkus: readChosenSkus,
  }
}

export type ChosenItems = ReturnType<typeof useChosenItems>
