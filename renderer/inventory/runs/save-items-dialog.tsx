/** Plans to save the unsaved edits of many items. */
import { useState } from 'react'
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'

type SaveItemsDialogProps = {
  readonly scope: RunScope
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
