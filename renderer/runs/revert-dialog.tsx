/** Plans a run that reverts another (OFF-06). */
import { useState } from 'react'
import type { Exclusion, Run } from '../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { formatCount } from '../ui/format/locale-format.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { runTitle } from './run-labels.ts'

type RevertDialogProps = {
  readonly run: Run
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const RevertDialog = ({ run, onClose, onStarted }: RevertDialogProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery(
    'outbound',
    'planRevert',
    { runId: run.runId, excluded: [...excluded] },
    { keepPrevious: true },
  )
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
      submitLabel={(going) => `Put back ${formatCount(going, 'item')}`}
      title={runTitle({ label: run.label, revertsRunId: run.runId })}
    />
  )
}
