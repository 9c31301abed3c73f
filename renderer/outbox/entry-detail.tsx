/** A change in the outbox: what it is, why it is there, and what can be done. */

import type { OutboundEntry } from '../../shared/outbound/contract.ts'
import { writeRunChange } from '../../shared/outbound/run-change.ts'
import { Badge } from '../ui/display/badge.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { EntryActions } from './entry-actions.tsx'
import { Evidence } from './evidence.tsx'
import { entryLabel, entryTitle } from './outbox-labels.ts'
import styles from './outbox-screen.module.css'
import { pageLinks } from './page-links.ts'
import { SentAlong } from './sent-along.tsx'
import { useSendingState } from './use-sending-state.ts'

export const EntryDetail = ({ entry, onClose }: { readonly entry: OutboundEntry; readonly onClose: () => void }) => {
  const nowMs = useNow('second')
  const { written, changes } = entry
  const { label, tone, detail } = entryLabel(entry, nowMs, useSendingState())
  const canAct = entry.canSettle || entry.canDiscard || entry.canEdit || entry.canSendNow
  return (
    <Pane
      title={entryTitle(entry)}
      subtitle={
        <>
          {written?.topic && `${written.topic} · `}
          <RelativeTime at={entry.createdAtMs} />
        </>
      }
      onBack={onClose}
      backLabel="Back to the outbox"
      footer={canAct && <EntryActions key={entry.id} entry={entry} />}
    >
      <Stack className={styles.detail} gap={4}>
        <Row align="start">
          <Badge tone={tone}>{label}</Badge>
          <Text as="p">{detail}</Text>
        </Row>
        {changes.length > 0 && (
          <Stack aria-label="What it changes" as="section" gap={1}>
            {changes.map((change) => (
              <Text as="p" key={change.label}>
                {writeRunChange(change)}
              </Text>
            ))}
          </Stack>
        )}
        {entry.found !== null && <Evidence found={entry.found} />}
        {written !== null && (
          <div>
            <blockquote className={styles.text} dir="auto">
              {written.text}
            </blockquote>
            <SentAlong written={written} />
          </div>
        )}
        {pageLinks(entry).map(({ label: text, href }) => (
          <p key={href}>
            <a href={href}>{text}</a>
          </p>
        ))}
      </Stack>
    </Pane>
  )
}
