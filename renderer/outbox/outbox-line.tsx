/** An outbox message within its conversation: text, state, and actions. */
import type { OutboundEntry } from '../../shared/outbound/contract.ts'
import { Badge } from '../ui/display/badge.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { EntryActions } from './entry-actions.tsx'
import { Evidence } from './evidence.tsx'
import { entryLabel } from './outbox-labels.ts'
import styles from './outbox-line.module.css'
import { SentAlong } from './sent-along.tsx'
import { useSendingState } from './use-sending-state.ts'

export const OutboxLine = ({ entry }: { readonly entry: OutboundEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = entryLabel(entry, nowMs, useSendingState())
  const { written, found, nextAtMs } = entry
  return (
    <article aria-label={`Your message, ${label.toLowerCase()}`} className={styles.entry} data-tone={tone}>
      <Stack gap={1}>
        <Row gap={2} wrap>
          <Text strong tone="accent">
            You
          </Text>
          <Badge tone={tone}>{label}</Badge>
        </Row>
        {written !== null && (
          <>
            <p className={styles.text} dir="auto">
              {written.text}
            </p>
            <SentAlong written={written} />
          </>
        )}
        <Text as="p" className={styles.detail} size="meta" tabular tone="soft">
          {detail}
        </Text>
        {found !== null && nextAtMs === null && <Evidence found={found} />}
        <Row wrap>
          <EntryActions entry={entry} isBrief />
        </Row>
      </Stack>
    </article>
  )
}
