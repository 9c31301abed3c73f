/** Names what a run would delete, with one confirmation for all. */
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import styles from './plan-deletions.module.css'

type PlanDeletionsProps = {
  readonly deletions: RunPlan['deletions']
  readonly isConfirmed: boolean
  readonly onConfirm: (isConfirmed: boolean) => void
}

export const PlanDeletions = ({ deletions: { all, first }, isConfirmed, onConfirm }: PlanDeletionsProps) => (
  <fieldset className={styles.deletions}>
    <legend>This deletes {formatCount(all, 'value')} from the platform</legend>
    <ul className={styles.names}>
      {first.map(({ sku, name }) => (
        <li key={`${sku} ${name}`}>
          <Text mono>{sku}</Text> Delete <del>{name}</del>
        </li>
      ))}
    </ul>
    {all > first.length && <Text tone="soft">And {formatNumber(all - first.length)} more, in the table above</Text>}
    <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
      {all === 1 ? 'Delete it' : `Delete all ${formatNumber(all)}`}
    </Checkbox>
  </fieldset>
)
