/** Writes as a buyer, into a conversation of the inbox or a new one; or as the platform, which sends notices. */
import { useApiMutation, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import styles from './practice.module.css'
import { useRememberedForm } from './use-remembered-form.ts'

type BuyerForm = {
  readonly conversationId: string | null
  readonly username: string
  readonly subject: string
  readonly text: string
}
const initial: BuyerForm = { conversationId: null, username: 'curious-anna', subject: '', text: '' }

export const BuyerPanel = () => {
  const { the, The } = usePlatformName()
  const [form, change] = useRememberedForm('buyer', initial)
  const { conversationId, username, subject, text } = form
  const { data } = useApiQuery('messaging', 'conversations', { view: 'all', limit: 50 })
  const write = useApiMutation('practice', 'sendAsBuyer')
  const notice = useApiMutation('practice', 'sendNotice')
  const sync = useReportedMutation('messaging', 'syncNow')

  const conversations = (data?.rows ?? [])
    .filter((row) => row.conversationType === 'FROM_MEMBERS')
    .map((row) => ({
      id: row.conversationId,
      label: row.subject ?? row.preview ?? 'No subject',
      description: row.buyer ?? 'Unknown buyer',
    }))
  const chosen = conversations.find(({ id }) => id === conversationId)
  const isReady = text.trim() !== '' && (conversationId !== null || username.trim() !== '')

  const about = subject.trim() === '' ? {} : { subject: subject.trim() }
  const onSuccess = (): void => {
    // What was typed since isn't sent yet.
    change((now) => (now.text === text ? { text: '' } : {}))
    // Shows the message at once instead of at the next check for new messages.
    sync.mutate({})
  }
  const send = (): void => {
    if (!isReady) return
    notice.reset()
    write.mutate(
      { text, ...(conversationId === null ? { username: username.trim(), ...about } : { conversationId }) },
      { onSuccess },
    )
  }
  const sendNotice = (): void => {
    write.reset()
    notice.mutate({ text, ...about }, { onSuccess })
  }

  return (
    <Panel
      description={`As a buyer or as ${the}. ${The}’s notices can’t be answered.`}
      isRaised
      title="Write as a buyer"
    >
      <Stack gap={3}>
        <ComboBox
          description={
            chosen === undefined ? 'Leave empty to start a new conversation.' : `With ${chosen.description}.`
          }
          emptyText="No conversation with this subject."
          label="Conversation"
          onChange={(id) => change({ conversationId: id })}
          options={conversations}
          placeholder="New conversation"
          value={conversationId}
        />
        {conversationId === null && (
          <div className={styles.pair}>
            <TextField label="Buyer" onChange={(typed) => change({ username: typed })} value={username} />
            <TextField
              label="Subject"
              onChange={(typed) => change({ subject: typed })}
              placeholder="A question from a buyer"
              value={subject}
            />
          </div>
        )}
        <TextArea
          label="Message"
          maxRows={6}
          minRows={2}
          onChange={(typed) => change({ text: typed })}
          onSubmit={send}
          placeholder="Would you take half the price? My cat likes it too."
          value={text}
        />
        <Row gap={3} wrap>
          <CommandButton
            command="practice.sendAsBuyer"
            disabledReason={isReady ? undefined : 'Write a message and name the buyer first.'}
            isPending={write.isPending}
            onPress={send}
            variant="primary"
          />
          {conversationId === null && (
            <CommandButton
              command="practice.sendNotice"
              label={`Send as ${the}`}
              disabledReason={text.trim() === '' ? 'Write a message first.' : undefined}
              isPending={notice.isPending}
              onPress={sendNotice}
            />
          )}
          <ActionStatus error={write.error ?? notice.error}>
            {write.isSuccess || notice.isSuccess ? 'Sent. See the inbox.' : ''}
          </ActionStatus>
        </Row>
      </Stack>
    </Panel>
  )
}
