// Plans a run of the unsaved edits and opens it.
import { Send } from 'lucide-react'
import type { ListScope } from '../../../shared/inventory/contract/list-scope.ts'
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Menu } from '../../ui/menu.tsx'
import { isOpenRun } from './run-labels.ts'

export interface SendButtonProps {
  /** Items with an edit. */
  readonly changed: number
  readonly scope: ListScope
  /** Items in the list as filtered. */
  readonly listed: number
  readonly onPlanned: () => void
}

/** If the list is filtered, offers all edits or those in the list. */
export function SendButton({ changed, scope, listed, onPlanned }: SendButtonProps) {
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const prepare = useReportedMutation('inventory', 'prepareRun')
  const plan = (wanted: RunScope) => prepare.mutate({ scope: wanted }, { onSuccess: onPlanned })
  const planAll = () => plan({ kind: 'changed' })
  const isHidden = changed === 0 || (run !== null && isOpenRun(run))
  useCommand('items.planRun', planAll, { isEnabled: !isHidden })
  if (isHidden) return null
  const isFiltered = scope.search !== '' || (scope.filter !== 'all' && scope.filter !== 'changed')
  const label = `Review and send ${formatNumber(changed)}`
  if (!isFiltered) {
    return (
      <Button icon={Send} isPending={prepare.isPending} onPress={planAll} variant="primary">
        {label}
      </Button>
    )
  }
  return (
    <Menu
      actions={[
        {
          id: 'list',
          label: 'Changes in this list',
          description: `The edited ones of ${formatCount(listed, 'item')}`,
          onPress: () => plan({ kind: 'list', ...scope }),
        },
        { id: 'changed', label: 'All changes', description: formatCount(changed, 'item'), onPress: planAll },
      ]}
      label="Which changes to send"
      placement="bottom end"
      trigger={
        <Button icon={Send} variant="primary">
          {label}
        </Button>
      }
    />
  )
}
