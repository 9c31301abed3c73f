/** An outbox message within its conversation: text, state, and actions. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { summarizeMessage } from '../../../shared/messaging/message-text.ts'
import type { ThreadReading } from '../../../shared/messaging/outbox-state.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { evidenceLabels, outboxLabel } from './outbox-labels.ts'
import styles from './outbox-line.module.css'
import { SentAlong } from './sent-along.tsx'
import { useSendingState } from './use-sending-state.ts'

type EvidenceProps = {
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

export const OutboxLine = ({ entry }: { readonly entry: OutboxEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = outboxLabel(entry, nowMs, useSendingState())
  const { state } = entry
  return (
    <article aria-label={`Your message, ${label.toLowerCase()}`} className={styles.entry} data-tone={tone}>
      <Stack>
        <Row wrap>
          <Text strong>You</Text>
          <Badge tone={tone}>{label}</Badge>
          <Row className={styles.actions} wrap>
            <OutboxActions entry={entry} isBrief />
          </Row>
        </Row>
        <p className={styles.text} dir="auto">
          {summarizeMessage(entry.content)}
        </p>
        <SentAlong {...entry.content} />
        <Text as="p" className={styles.detail} size="meta" tabular tone="soft">
          {detail}
        </Text>
        {state.state === 'unknown' && state.nextReadAtMs === null && <Evidence {...state} />}
      </Stack>
    </article>
  )
}
