/** A connection's kind: its colour, its pattern, and always the word. */
import { type ConnectionKind, connectionKindLabels } from '../ui/connection-kind.ts'
import styles from './settings.module.css'

export function KindChip({ kind }: { readonly kind: ConnectionKind }) {
  return (
    <span className={styles.kind} data-kind={kind}>
      {connectionKindLabels[kind]}
    </span>
  )
}
