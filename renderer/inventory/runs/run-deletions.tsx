/** What a run would delete, by name, with one confirmation for all. */
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import styles from '../save/deletion-list.module.css'

export type RunDeletionsProps = {
  readonly deletions: Run['deletions']
  readonly isConfirmed: boolean
  readonly onConfirm: (isConfirmed: boolean) => void
}

export const RunDeletions = ({ deletions: { all, first }, isConfirmed, onConfirm }: RunDeletionsProps) => (
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
