import type { ThreadReading } from '../../../shared/messaging/outbox-state.ts'
import { Text } from '../../ui/layout.tsx'
import { useNow } from '../../ui/use-now.ts'
import { evidenceLabels } from './outbox-labels.ts'
import styles from './outbox-line.module.css'

export type EvidenceProps = {
  readonly before: ThreadReading | null
  readonly after: ThreadReading | null
}

/** What the conversation showed before and after a message whose delivery is unknown. */
export const Evidence = ({ before, after }: EvidenceProps) => {
  const nowMs = useNow()
  return (
    <ul aria-label="What the conversation shows" className={styles.evidence}>
      {evidenceLabels(before, after, nowMs).map((label) => (
        <Text as="li" key={label} size="meta" tabular tone="soft">
          {label}
        </Text>
      ))}
    </ul>
  )
}
