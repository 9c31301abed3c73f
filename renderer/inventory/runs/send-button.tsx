/** Plans saving the unsaved edits of the checked rows, or of all. */
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { ItemSelection } from '../../../shared/inventory/contract/list-scope.ts'
import type { PlanScope } from '../../../shared/inventory/contract/plan-contract.ts'
import { keysHint } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { SaveItemsDialog } from '../../runs/save-items-dialog.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Menu } from '../../ui/overlays/menu.tsx'

type SendButtonProps = {
  /** Number of items with an edit. */
  readonly changed: number
  /** The checked rows. */
  readonly selection: ItemSelection | undefined
  /** Whether the button is secondary, because the panel beside the list has the next step. */
  readonly isSecondary: boolean
  /** Whether there is room for a short label only. */
  readonly isShort: boolean
  /** Whether the key is off, because an item is open and the key would save more than is on screen. */
  readonly isKeyOff: boolean
  readonly onStarted: (runId: number) => void
  /** Shows the cell of a value that the plan leaves out. */
  readonly onCorrect: (sku: string, path: readonly string[]) => void
}

export const SendButton = (props: SendButtonProps) => {
  const { changed, selection, isSecondary, isShort, isKeyOff, onStarted, onCorrect } = props
  const [scope, setScope] = useState<PlanScope>()
  const planAll = () => setScope({ kind: 'changed' })
  const isHidden = changed === 0
  useCommand('items.review', planAll, { isEnabled: !isHidden && !isKeyOff, label: 'Review all changes' })
  const label = `${isShort ? 'Review' : 'Review changes'} (${formatNumber(changed)})`
  const look = { icon: Send, variant: isSecondary ? 'plain' : 'primary' } as const
  return (
    <>
      {!isHidden && selection === undefined && (
        <Button {...look} hint={keysHint('items.review')} onPress={planAll}>
          {label}
        </Button>
      )}
      {!isHidden && selection !== undefined && (
        <Menu
          actions={[
            { id: 'rows', label: 'Changes in the selected rows', onPress: () => setScope(selection) },
            { id: 'changed', label: 'All changes', description: formatCount(changed, 'item'), onPress: planAll },
          ]}
          label="Which changes to review"
          placement="bottom end"
          trigger={<Button {...look}>{label}</Button>}
        />
      )}
      {/* The edits may be saved while the dialog is open. */}
      {scope !== undefined && (
        <SaveItemsDialog
          onClose={() => setScope(undefined)}
          onCorrect={onCorrect}
          onStarted={onStarted}
          scope={scope}
        />
      )}
    </>
  )
}
