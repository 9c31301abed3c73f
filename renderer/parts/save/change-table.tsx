/** What a save changes, field by field, with differences marked. */
import { isUnseenChange } from '../../../shared/inventory/fields/field.ts'
import { describeValue } from '../../../shared/inventory/fields/plain-facts.ts'
import { type JsonValue, sameJson } from '../../../shared/inventory/json.ts'
import { DiffText } from '../../ui/display/diff-text.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import styles from './change-table.module.css'
import { diffWords } from './word-diff.ts'

/** A value before and after, as a seller reads it; undefined is none. */
export type ShownChange = {
  readonly key: string
  readonly label: string
  readonly old: JsonValue | undefined
  readonly value: JsonValue | undefined
}

type ChangeTableProps = {
  readonly changes: readonly ShownChange[]
  /** Null: nothing has been there before. */
  readonly oldLabel: string | null
  readonly newLabel: string
}

export const ChangeTable = ({ changes, oldLabel, newLabel }: ChangeTableProps) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        {oldLabel !== null && <th scope="col">{oldLabel}</th>}
        <th scope="col">{newLabel}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ key, label, old, value }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          {oldLabel !== null && (
            <td>
              <MarkedValue other={value} side="old" value={old} />
            </td>
          )}
          <td>
            {/* Without a column to compare with, nothing is marked. */}
            <MarkedValue other={oldLabel === null ? value : old} side="new" value={value} />
          </td>
        </tr>
      ))}
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
