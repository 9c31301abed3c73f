/** The commands and menu entries that change one column of many items. */
import { useState } from 'react'
import { commandInfo } from '../../../commands/commands.ts'
import { useCommand } from '../../../commands/registry.ts'
import { toastFailure } from '../../../ui/feedback/toast.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import type { MenuAction } from '../../../ui/overlays/menu.tsx'
import { PRICE_COLUMN } from '../sheet/sheet-columns.ts'
import type { ChangeDialogProps } from './change-dialog.tsx'
import { isKeptField } from './field-select.tsx'
import type { ChosenItems } from './use-chosen-items.ts'

/** What the dialog opens with. */
export type BulkChange = Omit<ChangeDialogProps, 'aspects' | 'onClose' | 'onPrice'>

/** `changePrices`: plans the prices of their listings; undefined while that isn't possible. */
export const useBulkChange = ({ count, total, readSelection }: ChosenItems, changePrices: (() => void) | undefined) => {
  const [opened, setOpened] = useState<BulkChange>()
  const open = (column: string, way: 'set' | 'replace'): void =>
    void readSelection()
      .then((chosen) => setOpened({ ...chosen, column, way }))
      .catch(toastFailure)
  /** Falls back to the most common column if this one can't be changed. */
  const change = (column = 'quantity'): void => {
    if (changePrices !== undefined && column === PRICE_COLUMN) {
      setOpened(undefined)
      changePrices()
    } else open(isKeptField(column) ? column : 'quantity', 'set')
  }
  const replaceText = (column = 'title'): void =>
    open(isKeptField(column) && column !== 'quantity' ? column : 'title', 'replace')

  useCommand('items.change', () => change(), { isEnabled: total > 0 })
  useCommand('items.replaceText', () => replaceText(), { isEnabled: total > 0 })
  useCommand('items.repriceMany', () => change(PRICE_COLUMN), { isEnabled: changePrices !== undefined })

  const menuActions = (column: string): readonly MenuAction[] => [
    {
      id: 'change',
      label: `${commandInfo('items.change').label} of ${formatCount(count, 'item')}`,
      keys: commandInfo('items.change').keys,
      onPress: () => change(column),
    },
    {
      id: 'replace',
      label: `${commandInfo('items.replaceText').label} in ${formatCount(count, 'item')}`,
      keys: commandInfo('items.replaceText').keys,
      onPress: () => replaceText(column),
    },
  ]
  return { opened, close: () => setOpened(undefined), change, replaceText, menuActions }
}
