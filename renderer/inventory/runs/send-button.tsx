/** Plans a run of the unsaved edits and opens it. */
import { Send } from 'lucide-react'
import type { ItemSelection } from '../../../shared/inventory/contract/list-scope.ts'
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { keysHint } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { isOpenRun } from './run-labels.ts'

export type SendButtonProps = {
  /** Items with an edit. */
  readonly changed: number
  /** The checked rows. */
  readonly selection: ItemSelection | undefined
  /** Not the primary button: the panel beside the list has the next step. */
  readonly isSecondary: boolean
  /** An item is open: the key would send more than what is on screen. */
  readonly isKeyOff: boolean
  readonly onPlanned: () => void
}

/** If rows are checked, offers their edits or all. */
export const SendButton = ({ changed, selection, isSecondary, isKeyOff, onPlanned }: SendButtonProps) => {
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const prepare = useReportedMutation('inventory', 'prepareRun')
  const plan = (wanted: RunScope) => prepare.mutate({ scope: wanted }, { onSuccess: onPlanned })
  const planAll = () => plan({ kind: 'changed' })
  const isHidden = changed === 0 || (run !== null && isOpenRun(run))
  useCommand('items.planRun', planAll, { isEnabled: !isHidden && !isKeyOff })
  if (isHidden) return null
  const label = `Review and send ${formatNumber(changed)}`
  const look = { icon: Send, variant: isSecondary ? 'plain' : 'primary' } as const
  if (selection === undefined) {
    return (
      <Button {...look} hint={keysHint('items.planRun')} isPending={prepare.isPending} onPress={planAll}>
        {label}
      </Button>
    )
  }
  return (
    <Menu
      actions={[
        { id: 'rows', label: 'Changes in the selected rows', onPress: () => plan(selection) },
        { id: 'changed', label: 'All changes', description: formatCount(changed, 'item'), onPress: planAll },
      ]}
      label="Which changes to send"
      placement="bottom end"
      trigger={<Button {...look}>{label}</Button>}
    />
  )
}
