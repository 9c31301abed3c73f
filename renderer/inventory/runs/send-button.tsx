// Plans a run of the unsaved edits and opens it.
import { Send } from 'lucide-react'
import type { ItemSelection, ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { keysHint } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Menu } from '../../ui/menu.tsx'
import { isOpenRun } from './run-labels.ts'

export interface SendButtonProps {
  /** Items with an edit. */
  readonly changed: number
  readonly scope: ListScope
  /** The checked rows. */
  readonly selection: ItemSelection | undefined
  /** Another button is the next step. */
  readonly isSecondary: boolean
  /** Items in the list as filtered. */
  readonly listed: number
  readonly onPlanned: () => void
}

/** If rows are checked or the list is filtered, offers their edits or all. */
export function SendButton({ changed, scope, selection, isSecondary, listed, onPlanned }: SendButtonProps) {
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const prepare = useReportedMutation('inventory', 'prepareRun')
  const plan = (wanted: RunScope) => prepare.mutate({ scope: wanted }, { onSuccess: onPlanned })
  const planAll = () => plan({ kind: 'changed' })
  const isHidden = changed === 0 || (run !== null && isOpenRun(run))
  useCommand('items.planRun', planAll, { isEnabled: !isHidden })
  if (isHidden) return null
  const isFiltered = scope.search !== '' || (scope.filter !== 'all' && scope.filter !== 'changed')
  const label = `Review and send ${formatNumber(changed)}`
  const look = { icon: Send, variant: isSecondary ? 'plain' : 'primary' } as const
  if (!isFiltered && selection === undefined) {
    return (
      <Button {...look} hint={keysHint('items.planRun')} isPending={prepare.isPending} onPress={planAll}>
        {label}
      </Button>
    )
  }
  return (
    <Menu
      actions={[
        ...(selection === undefined
          ? []
          : [{ id: 'rows', label: 'Changes in the selected rows', onPress: () => plan(selection) }]),
        {
          id: 'list',
          label: 'Changes in this list',
          description: `The edited ones of ${formatCount(listed, 'item')}`,
          onPress: () => plan({ kind: 'list', ...scope, except: [] }),
        },
        { id: 'changed', label: 'All changes', description: formatCount(changed, 'item'), onPress: planAll },
      ]}
      label="Which changes to send"
      placement="bottom end"
      trigger={<Button {...look}>{label}</Button>}
    />
  )
}
