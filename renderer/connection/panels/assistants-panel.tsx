/** Assistants that may read and propose: their keys, what each may read, and what they read (SEC-19). */
import { useState } from 'react'
import {
  type AssistantRead,
  assistantReadNames,
  assistantReads,
  isAssistantRead,
  withRead,
} from '../../../shared/proposals/reads.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './assistants-panel.module.css'

const MAX_READINGS = 100

const readingTexts: Readonly<Record<AssistantRead, (rows: number, subject: string) => string>> = {
  waitingConversations: (rows) => `${formatCount(rows, 'waiting conversation')} read`,
  thread: (rows, subject) => `${formatCount(rows, 'message')} of conversation ${subject} read`,
  item: (_, subject) => `Item ${subject} read`,
  order: (_, subject) => `Order ${subject} read`,
  savedReplies: () => 'Saved replies read',
  dueToday: () => 'What is due today read',
}

/** `3 messages of conversation c17 read`. */
const describeReading = (read: string, subject: string | null, rows: number): string => {
  if (!isAssistantRead(read)) return 'Something read'
  if (subject !== null) return readingTexts[read](rows, subject)
  // A reading of one thing that found it names it.
  const isOfOne = read === 'thread' || read === 'item' || read === 'order'
  return isOfOne ? `${assistantReads[read].label}: nothing found` : readingTexts[read](rows, '')
}

type ReadsProps = {
  readonly reads: readonly AssistantRead[]
  readonly onChange: (read: AssistantRead, isAllowed: boolean) => void
}

const Reads = ({ reads, onChange }: ReadsProps) => (
  <Stack gap={1}>
    <Text as="p" size="meta" strong tone="soft">
      It may read
    </Text>
    {assistantReadNames.map((name) => (
      <Checkbox isSelected={reads.includes(name)} key={name} onChange={(isOn) => onChange(name, isOn)}>
        {assistantReads[name].label}
      </Checkbox>
    ))}
  </Stack>
)

const AddDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [name, setName] = useState('')
  const [reads, setReads] = useState<readonly AssistantRead[]>(['waitingConversations', 'thread', 'savedReplies'])
  const add = useApiMutation('proposals', 'addAssistant')
  if (add.data !== undefined) {
    const { key, program } = add.data
    const settings = JSON.stringify({ stallhand: { ...program, env: { STALLHAND_KEY: key } } }, null, 2)
    return (
      <Dialog closeLabel="Done" isDismissable={false} onClose={onClose} title={`Key for ${name.trim()}`}>
        <Stack gap={3}>
          <p>Add this to the MCP servers in the assistant’s settings. The key is shown only once.</p>
          <pre className={styles.settings}>{settings}</pre>
          <Row>
            {/* A second Enter copies the key rather than closing the only view of it. */}
            <CopyButton autoFocus label="Copy" text={settings} />
          </Row>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      submit={{
        label: 'Make a key',
        disabledReason: name.trim() === '' ? 'Give the assistant a name' : undefined,
        isPending: add.isPending,
        onPress: () => add.mutate({ name, reads: [...reads] }),
      }}
      title="Add an assistant"
    >
      <Stack gap={4}>
        <TextField
          autoFocus
          label="Name"
          limit={60}
          onChange={setName}
          placeholder="Such as Desk assistant"
          value={name}
        />
        <Reads onChange={(read, isAllowed) => setReads((now) => withRead(now, read, isAllowed))} reads={reads} />
        <Banner tone="info">
          What it reads leaves this computer with the assistant you chose. The addresses of orders, telephone numbers,
          email addresses and secrets never do; an address that a buyer writes in a message can. It can only propose:
          you decide each time.
        </Banner>
        <MutationError of={add} />
      </Stack>
    </Dialog>
  )
}

export const AssistantsPanel = () => {
  const { data } = useApiQuery('proposals', 'assistants', {})
  const readings = useApiQuery('proposals', 'readings', { limit: MAX_READINGS }).data
  const [isAdding, setAdding] = useState(false)
  const change = useReportedMutation('proposals', 'changeRead')
  const withdraw = useApiMutation('proposals', 'withdrawAssistant')
  const [withdrawn, setWithdrawn] = useState<{ readonly assistantId: number; readonly name: string }>()
  const assistants = data?.assistants ?? []
  return (
    <Panel title="Assistants">
      <Stack gap={4}>
        <Text as="p" tone="soft">
          An assistant program on this computer may read a part of this shop and propose replies and changes.
          {assistants.length === 0 && ' Nothing can be read until you add one.'}
        </Text>
        {assistants.map(({ assistantId, name, reads, lastUsedAtMs, readsToday }) => (
          <Stack aria-label={name} as="section" gap={2} key={assistantId}>
            <Row justify="between">
              <Stack gap={0}>
                <Text strong>
                  <bdi>{name}</bdi>
                </Text>
                <Text size="meta" tone="soft">
                  {lastUsedAtMs === null ? (
                    'Never used'
                  ) : (
                    <>
                      Last used <RelativeTime at={lastUsedAtMs} />
                    </>
                  )}
                  {` · ${formatCount(readsToday, 'reading')} in 24 hours`}
                </Text>
              </Stack>
              <Button onPress={() => setWithdrawn({ assistantId, name })} size="s">
                Withdraw its key…
              </Button>
            </Row>
            <Reads onChange={(read, isAllowed) => change.mutate({ assistantId, read, isAllowed })} reads={reads} />
          </Stack>
        ))}
        <Row>
          <Button onPress={() => setAdding(true)} size="s">
            Add an assistant…
          </Button>
        </Row>
        {readings !== undefined && readings.total > 0 && (
          <details>
            <summary>{`What was read: ${formatCount(readings.total, 'reading')}`}</summary>
            <ul>
              {readings.rows.map(({ atMs, assistant, read, subject, rows }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a reading has no identity but its place
                <li key={`${atMs} ${index}`}>
                  <Text size="meta" tone="soft">
                    {`${describeReading(read, subject, rows)} by `}
                    <bdi>{assistant}</bdi> · <RelativeTime at={atMs} />
                  </Text>
                </li>
              ))}
            </ul>
            {readings.total > readings.rows.length && (
              <Text
                as="p"
                size="meta"
                tone="soft"
              >{`${formatCount(readings.total - readings.rows.length, 'earlier reading')} before these.`}</Text>
            )}
          </details>
        )}
      </Stack>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {withdrawn !== undefined && (
        <ConfirmDialog
          confirmLabel="Withdraw"
          consequence="It can’t read or propose any more. To allow it again, add it with a new key. What it proposed stays for you to decide."
          isOpen
          mutation={withdraw}
          onClose={() => setWithdrawn(undefined)}
          onConfirm={() =>
            withdraw.mutate({ assistantId: withdrawn.assistantId }, { onSuccess: () => setWithdrawn(undefined) })
          }
          title={`Withdraw the key of ${withdrawn.name}?`}
        />
      )}
    </Panel>
  )
}
