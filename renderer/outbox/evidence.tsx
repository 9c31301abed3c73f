/** What the conversation showed before and after a message whose delivery is unknown. */
import type { OutboundEntry } from '../../shared/outbound/contract.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { evidenceLabels } from './outbox-labels.ts'
import styles from './outbox-line.module.css'

export const Evidence = ({ found }: { readonly found: NonNullable<OutboundEntry['found']> }) => {
  const nowMs = useNow()
  return (
    <ul aria-label="What the conversation shows" className={styles.evidence}>
      {evidenceLabels(found, nowMs).map((label) => (
        <Text as="li" key={label} size="meta" tabular tone="soft">
          {label}
        </Text>
      ))}
    </ul>
  )
}
