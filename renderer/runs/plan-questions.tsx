/** Deleting items can't be undone, so it is confirmed once for all of a plan. */
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { ConfirmBox } from '../parts/save/confirm-box.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'

type PlanDeletionsProps = RunPlan['deletions'] & {
  readonly isConfirmed: boolean
  readonly onConfirm: (isConfirmed: boolean) => void
}

export const PlanDeletions = ({ all, first, isConfirmed, onConfirm }: PlanDeletionsProps) => (
  <ConfirmBox
    names={first.map(({ sku, name }) => (
      <li key={`${sku} ${name}`}>
        <Text mono>{sku}</Text> Delete <del>{name}</del>
      </li>
    ))}
    title="This can’t be undone"
  >
    {all > first.length && <Text tone="soft">And {formatNumber(all - first.length)} more, in the table above</Text>}
    <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
      {all === 1 ? 'Delete it' : `Delete all ${formatNumber(all)}`}
    </Checkbox>
  </ConfirmBox>
)
