// Changes of a record, field by field, with differences marked.
import { type JsonValue, sameJson } from '../../../shared/inventory/json.ts'
import type { PreviewChange } from '../../../shared/inventory/save-preview.ts'
import { DiffText } from '../../ui/diff-text.tsx'
import { isUnknownPath, pathLabel, valueText } from '../item-labels.ts'
import styles from './change-table.module.css'
import { diffWords } from './word-diff.ts'

export interface ChangeTableProps {
  readonly changes: readonly PreviewChange[]
  readonly oldLabel: string
  readonly newLabel: string
}

export function ChangeTable({ changes, oldLabel, newLabel }: ChangeTableProps) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{oldLabel}</th>
          <th scope="col">{newLabel}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ChangeRow change={change} key={JSON.stringify(change.path)} />
        ))}
      </tbody>
    </table>
  )
}

/** A value with its differences to `from` marked. */
export function MarkedValue({
  from,
  value,
}: {
  readonly from: JsonValue | undefined
  readonly value: JsonValue | undefined
}) {
  return typeof from === 'string' && typeof value === 'string' ? (
    <DiffText segments={diffWords(from, value)} side="new" />
  ) : (
    <Value other={from} value={value} />
  )
}

function ChangeRow({ change }: { readonly change: PreviewChange }) {
  const old = change.kind === 'added' ? undefined : change.old
  const value = change.kind === 'deleted' ? undefined : change.value
  const segments = typeof old === 'string' && typeof value === 'string' ? diffWords(old, value) : undefined
  return (
    <tr data-kind-of-change={change.kind}>
      <th className={isUnknownPath(change.path) ? styles.unknown : undefined} scope="row">
        {pathLabel(change.path)}
      </th>
      <td>
        {segments !== undefined ? (
          <DiffText segments={segments} side="old" />
        ) : (
          <Value isOld other={value} value={old} />
        )}
      </td>
      <td>
        {segments !== undefined ? <DiffText segments={segments} side="new" /> : <Value other={old} value={value} />}
      </td>
    </tr>
  )
}

interface ValueProps {
  readonly value: JsonValue | undefined
  /** The value on the other side. Elements missing there are marked. */
  readonly other: JsonValue | undefined
  readonly isOld?: boolean
}

function Value({ value, other, isOld = false }: ValueProps) {
  if (value === undefined) return <span className={styles.nothing}>{isOld ? 'Nothing' : 'Deleted'}</span>
  const Mark = isOld ? 'del' : 'ins'
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? (other as readonly JsonValue[]) : []
    return (
      <ul className={styles.list}>
        {(value as readonly JsonValue[]).map((element, index) => {
          const text = valueText(element)
          const isMarked = !others.some((candidate) => sameJson(candidate, element))
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no other identity
          return <li key={index}>{isMarked ? <Mark className={styles[Mark]}>{text}</Mark> : text}</li>
        })}
      </ul>
    )
  }
  return <Mark className={styles[Mark]}>{valueText(value)}</Mark>
}
