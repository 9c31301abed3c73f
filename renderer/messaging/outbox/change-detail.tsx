/** A change in the outbox that is no message: what it is, why it is here, and what can be done. */
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { locationHref } from '../../api/location.ts'
import { useConnection } from '../../api/use-connection.ts'
import { useNow } from '../../api/use-now.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Pane } from '../../ui/pane.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { changeLabel, nextChangeTryLabel } from './outbox-labels.ts'
import styles from './outbox-screen.module.css'

/** Where the change's object is shown; undefined if it has no page. */
const subjectLink = (subject: string) => {
  const [type = '', id = ''] = [subject.slice(0, subject.indexOf(':')), subject.slice(subject.indexOf(':') + 1)]
  if (type === 'conversation')
    return { label: 'Open the conversation', href: locationHref({ screen: 'inbox', path: [id] }) }
  return type === 'item' ? { label: 'Open the item', href: locationHref({ screen: 'items', path: [id] }) } : undefined
}

const ChangeActions = ({ entry }: { readonly entry: OutboundEntry }) => {
  const connection = useConnection()
  const sendNow = useReportedMutation('outbound', 'sendNow')
  const discard = useReportedMutation('outbound', 'discard')
  const isPending = sendNow.isPending || discard.isPending
  const ids = [entry.id]
  return (
    <>
      {entry.canDiscard && (
        <CommandButton
          command="outbox.discard"
          label="Don’t send"
          variant="quiet"
          isPending={isPending}
          onPress={() => discard.mutate({ ids })}
        />
      )}
      {entry.canSendNow && (
        <CommandButton
          command="outbox.send"
          kind={connection?.kind}
          label={entry.nextAtMs === null ? 'Send again' : undefined}
          isPending={isPending}
          onPress={() => sendNow.mutate({ ids })}
        />
      )}
    </>
  )
}

export type ChangeDetailProps = { readonly entry: OutboundEntry; readonly onClose: () => void }

export const ChangeDetail = ({ entry, onClose }: ChangeDetailProps) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = changeLabel(entry, nowMs)
  const link = subjectLink(entry.subject)
  return (
    <Pane
      title={entry.title}
      onBack={onClose}
      backLabel="Back to the outbox"
      footer={<ChangeActions key={entry.id} entry={entry} />}
    >
      <Stack className={styles.detail} gap={4}>
        <Text as="p" tabular>
          <Badge tone={tone}>{label}</Badge> {detail}
        </Text>
        <KeyValue
          facts={[
            { label: 'Requested', value: <RelativeTime at={entry.createdAtMs} now={nowMs} /> },
            { label: 'Last error', value: entry.error?.message ?? 'None' },
            { label: 'Next try', value: nextChangeTryLabel(entry, nowMs) },
          ]}
        />
        {link !== undefined && (
          <p>
            <a href={link.href}>{link.label}</a>
          </p>
        )}
      </Stack>
    </Pane>
  )
}
