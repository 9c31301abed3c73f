/** A connection's kind by colour, pattern and name. Practice is plain text, because nothing is at stake there. */
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { Text } from '../ui/layout/layout.tsx'
import styles from './kind-chip.module.css'
import { connectionKindLabels } from './kind-labels.ts'

export const KindChip = ({ kind }: { readonly kind: ConnectionKind }) =>
  kind === 'practice' ? (
    <Text size="meta" tone="soft">
      {connectionKindLabels.practice}
    </Text>
  ) : (
    <span className={styles.kind} data-kind={kind}>
      {connectionKindLabels[kind]}
    </span>
  )
