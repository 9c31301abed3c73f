/** A message or another change in the outbox: what it is, why it is there, and what can be done. */

import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { summarizeMessage } from '../../../shared/messaging/message-text.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { writeRunChange } from '../../../shared/outbound/run-change.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { inPlatformWords } from '../../api/platform-words.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { changeButtons, changeLabel, outboxLabel, type SendingState } from './outbox-labels.ts'
import { Evidence } from './outbox-line.tsx'
import styles from './outbox-screen.module.css'
import { pageLinks } from './page-links.ts'
import { SentAlong } from './sent-along.tsx'
import { useSendingState } from './use-sending-state.ts'

const ChangeActions = ({ entry }: { readonly entry: OutboundEntry }) => {
  const sendNow = useReportedMutation('outbound', 'sendNow')
  const discard = useReportedMutation('outbound', 'discard')
  const settle = useReportedMutation('outbound', 'settle')
  const isPending = sendNow.isPending || discard.isPending || settle.isPending
  const ids = [entry.id]
  const buttons = changeButtons(entry)
  return (
    <>
      {entry.canSettle && (
        <>
          <CommandButton
            command="outbox.markSent"
            label="Mark as done"
            isPending={isPending}
            onPress={() => settle.mutate({ id: entry.id, isDone: true })}
          />
          <CommandButton
            command="outbox.markNotSent"
            label="Not done"
            isPending={isPending}
            onPress={() => settle.mutate({ id: entry.id, isDone: false })}
          />
        </>
      )}
      {entry.canDiscard && (
        <CommandButton
          command="outbox.discard"
          label={buttons.discard}
          variant="quiet"
          isPending={isPending}
          onPress={() => discard.mutate({ ids })}
        />
      )}
      {entry.canSendNow && (
        <CommandButton
          command="outbox.send"
          sends
          label={buttons.send}
          isPending={isPending}
          onPress={() => sendNow.mutate({ ids })}
        />
      )}
    </>
  )
}

/** A change, with its text if it is a message. */
export type Waiting = { readonly entry: OutboundEntry; readonly message: OutboxEntry | undefined }

export const waitingTitle = ({ entry, message }: Waiting): string =>
  message === undefined ? entry.title : (message.buyer ?? 'Unknown buyer')

export const waitingLabel = ({ entry, message }: Waiting, nowMs: number, sending: SendingState) =>
  message === undefined ? changeLabel(entry, nowMs, sending) : outboxLabel(message, nowMs, sending)

export const ChangeDetail = ({ change, onClose }: { readonly change: Waiting; readonly onClose: () => void }) => {
  const nowMs = useNow('second')
  const { entry, message } = change
  const { label, tone, detail } = waitingLabel(change, nowMs, useSendingState())
  const canAct = entry.canSettle || entry.canDiscard || entry.canSendNow
  return (
    <Pane
      title={waitingTitle(change)}
      subtitle={
        <>
          {message?.subject && `${message.subject} · `}
          <RelativeTime at={entry.createdAtMs} />
        </>
      }
      onBack={onClose}
      backLabel="Back to the outbox"
      footer={
        message !== undefined ? (
          <OutboxActions key={entry.id} entry={message} />
        ) : (
          canAct && <ChangeActions key={entry.id} entry={entry} />
        )
      }
    >
      <Stack className={styles.detail} gap={4}>
        <Row align="start">
          <Badge tone={tone}>{label}</Badge>
          <Text as="p">{inPlatformWords(detail)}</Text>
        </Row>
        {entry.changes.length > 0 && (
          <Stack aria-label="What it changes" as="section" gap={1}>
            {entry.changes.map((change) => (
              <Text as="p" key={change.label}>
                {writeRunChange(change)}
              </Text>
            ))}
          </Stack>
        )}
        {message !== undefined && (
          <>
            {message.state.state === 'unknown' && <Evidence {...message.state} />}
            <div>
              <blockquote className={styles.text} dir="auto">
                {summarizeMessage(message.content)}
              </blockquote>
              <SentAlong {...message.content} />
            </div>
          </>
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
