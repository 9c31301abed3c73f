/** Plans to save the unsaved edits of many items. */
import { useState } from 'react'
import type { PlanScope } from '../../shared/inventory/contract/plan-contract.ts'
import type { Exclusion, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { PlanDialog } from './plan-dialog.tsx'

type SaveItemsDialogProps = {
  readonly scope: PlanScope
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
  /** Shows where a value that the plan leaves out is corrected. */
  readonly onCorrect?: ((sku: string, path: readonly string[]) => void) | undefined
}

/** `going`: rows that are sent. Without their number where an item has two, because the seller counts items. */
export const saveLabel = (going: number, plan: Pick<RunPlan, 'label' | 'counts' | 'items'> | undefined): string => {
  if (plan?.label === 'prices') return `Change ${formatCount(going, 'price')}`
  return plan === undefined || plan.items.going === plan.counts.going ? `Save all ${formatNumber(going)}` : 'Save'
}

export const SaveItemsDialog = ({ scope, onClose, onStarted, onCorrect }: SaveItemsDialogProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery('inventory', 'planRun', { scope, excluded: [...excluded] }, { keepPrevious: true })
  return (
    <PlanDialog
      excluded={excluded}
      onClose={onClose}
      onCorrect={
        onCorrect &&
        ((sku, path) => {
          onClose()
          onCorrect(sku, path)
        })
      }
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => saveLabel(going, plan.data)}
      title="Review changes"
    />
  )
}
