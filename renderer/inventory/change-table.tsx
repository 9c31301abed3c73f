// What changes in a record, field by field: old and new side by side, words marked inside text.
import { type JsonValue, sameJson } from '../../shared/inventory/json.ts'
import type { PreviewChange } from '../../shared/inventory/save-preview.ts'
import { diffWords } from '../../shared/inventory/word-diff.ts'
import { DiffText } from '../ui/diff-text.tsx'
import styles from './change-table.module.css'
import { isForeign, placeName, valueText } from './item-words.ts'

export interface ChangeTableProps {
  readonly changes: readonly PreviewChange[]
  /** Heads of the two columns of values. */
  readonly oldLabel: string
  readonly newLabel: string
}

/** One row a change, in the order in which they are applied. */
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

/** One value beside the one it differs from: words marked inside text, elements of a list one by one. */
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
    <Value lost={from} value={value} />
  )
}

function ChangeRow({ change }: { readonly change: PreviewChange }) {
  const old = change.kind === 'added' ? undefined : change.old
  const value = change.kind === 'deleted' ? undefined : change.value
  const segments = typeof old === 'string' && typeof value === 'string' ? diffWords(old, value) : undefined
  return (
    <tr data-kind-of-change={change.kind}>
      <th className={isForeign(change.path) ? styles.foreign : undefined} scope="row">
        {placeName(change.path)}
      </th>
      <td>
        {segments !== undefined ? (
          <DiffText segments={segments} side="old" />
        ) : (
          <Value isOld lost={value} value={old} />
        )}
      </td>
      <td>
        {segments !== undefined ? <DiffText segments={segments} side="new" /> : <Value lost={old} value={value} />}
      </td>
    </tr>
  )
}

interface ValueProps {
  readonly value: JsonValue | undefined
  /** What stands on the other side: elements that are missing there are marked here. */
  readonly lost: JsonValue | undefined
  readonly isOld?: boolean
}

function Value({ value, lost, isOld = false }: ValueProps) {
  if (value === undefined) return <span className={styles.nothing}>{isOld ? 'Nothing' : 'Deleted'}</span>
  const Mark = isOld ? 'del' : 'ins'
  if (Array.isArray(value)) {
    const others = Array.isArray(lost) ? (lost as readonly JsonValue[]) : []
    return (
      <ul className={styles.list}>
        {(value as readonly JsonValue[]).map((element, index) => {
          const text = valueText(element)
          const isMarked = !others.some((other) => sameJson(other, element))
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity but their place
          return <li key={index}>{isMarked ? <Mark className={styles[Mark]}>{text}</Mark> : text}</li>
        })}
      </ul>
    )
  }
  return <Mark className={styles[Mark]}>{valueText(value)}</Mark>
}
