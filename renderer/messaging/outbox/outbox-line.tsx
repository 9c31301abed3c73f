/** An outbox message within its conversation: text, state, and actions. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { summarizeMessage } from '../../../shared/messaging/message-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Evidence } from './evidence.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { outboxLabel } from './outbox-labels.ts'
import styles from './outbox-line.module.css'
import { SentAlong } from './sent-along.tsx'

export const OutboxLine = ({ entry }: { readonly entry: OutboxEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = outboxLabel(entry, nowMs)
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
