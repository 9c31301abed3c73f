/** Plans to save the unsaved edits of many items. */
import { useState } from 'react'
import type { PlanScope } from '../../shared/inventory/contract/plan-contract.ts'
import type { Exclusion } from '../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { formatCount } from '../ui/format/locale-format.ts'
import { PlanDialog } from './plan-dialog.tsx'

type SaveItemsDialogProps = {
  readonly scope: PlanScope
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const SaveItemsDialog = ({ scope, onClose, onStarted }: SaveItemsDialogProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery('inventory', 'planRun', { scope, excluded: [...excluded] }, { keepPrevious: true })
  return (
    <PlanDialog
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => `Send ${formatCount(going, 'item')}`}
      title="Review changes"
    />
  )
}
