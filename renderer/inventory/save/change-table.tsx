/** Changes of a record, field by field, with differences marked. */
import { isUnseenChange } from '../../../shared/inventory/fields/field.ts'
import { describeValue } from '../../../shared/inventory/fields/plain-facts.ts'
import { type JsonValue, sameJson } from '../../../shared/inventory/json.ts'
import type { PreviewChange } from '../../../shared/inventory/save-preview.ts'
import { DiffText } from '../../ui/display/diff-text.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { pathLabel, shownValues } from '../item-labels.ts'
import styles from './change-table.module.css'
import { diffWords } from './word-diff.ts'

export type ChangeTableProps = {
  readonly changes: readonly PreviewChange[]
  readonly oldLabel: string
  readonly newLabel: string
}

export const ChangeTable = ({ changes, oldLabel, newLabel }: ChangeTableProps) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">{oldLabel}</th>
        <th scope="col">{newLabel}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map((change) => {
        const [old, value] = shownValues(
          change.path,
          change.kind === 'added' ? undefined : change.old,
          change.kind === 'deleted' ? undefined : change.value,
        )
        return (
          <tr key={JSON.stringify(change.path)}>
            <th scope="row">{pathLabel(change.path)}</th>
            <td>
              <MarkedValue other={value} side="old" value={old} />
            </td>
            <td>
              <MarkedValue other={old} side="new" value={value} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

export type MarkedValueProps = {
  readonly value: JsonValue | undefined
  /** The value on the other side; common parts are not marked. */
  readonly other: JsonValue | undefined
  readonly side: 'old' | 'new'
}

export const MarkedValue = ({ value, other, side }: MarkedValueProps) => {
  if (typeof value === 'string' && isUnseenChange(value)) return <Text tone="soft">{value}</Text>
  if (isUnseenChange(other)) return <MarkedValue other={value} side={side} value={value} />
  if (value === undefined) return <Text tone="faint">{side === 'old' ? 'Nothing' : 'Deleted'}</Text>
  if (typeof value === 'string' && typeof other === 'string') {
    return <DiffText segments={side === 'old' ? diffWords(value, other) : diffWords(other, value)} side={side} />
  }
  const change = side === 'old' ? 'removed' : 'added'
  if (!Array.isArray(value)) return <DiffText segments={[{ change, text: describeValue(value) }]} side={side} />
  const others = Array.isArray(other) ? (other as readonly JsonValue[]) : []
  return (
    <ul>
      {(value as readonly JsonValue[]).map((element, index) => {
        const isShared = others.some((candidate) => sameJson(candidate, element))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no other identity
          <li key={index}>
            <DiffText segments={[{ change: isShared ? 'same' : change, text: describeValue(element) }]} side={side} />
          </li>
        )
      })}
    </ul>
  )
}
