/** A buyer writes: into a conversation of the inbox, or a new one. */
import { useState } from 'react'
import { useApiMutation, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './practice.module.css'
import { Said } from './said.tsx'
import { useRemembered } from './use-remembered.ts'

export function BuyerPanel({ onDone }: { readonly onDone: () => void }) {
  const [conversationId, setConversationId] = useRemembered<string | null>('buyer.conversation', null)
  const [username, setUsername] = useRemembered('buyer.name', 'curious-anna')
  const [subject, setSubject] = useRemembered('buyer.subject', '')
  const [text, setText] = useRemembered('buyer.text', '')
  const [said, setSaid] = useState('')
  const { data } = useApiQuery('messaging', 'conversations', { view: 'all', limit: 50 })
  const write = useApiMutation('practice', 'sendAsBuyer')
  const sync = useReportedMutation('messaging', 'syncNow')

  const threads = (data?.rows ?? [])
    .filter((row) => row.conversationType === 'FROM_MEMBERS')
    .map((row) => ({
      id: row.conversationId,
      label: row.subject ?? row.preview ?? 'No subject',
      description: row.buyer ?? 'a buyer',
    }))
  const chosen = threads.find(({ id }) => id === conversationId)
  const isReady = text.trim() !== '' && (conversationId !== null || username.trim() !== '')

  const send = (): void => {
    if (!isReady) return
    setSaid('')
    const opening = subject.trim() === '' ? {} : { subject: subject.trim() }
    write.mutate(
      { text, ...(conversationId === null ? { username: username.trim(), ...opening } : { conversationId }) },
      {
        onSuccess: () => {
          setText('')
          setSaid(`${chosen?.description ?? username.trim()} has written. Look into the inbox.`)
          // What a buyer wrote shows at the next look into the mailbox; here the seller need not wait for it.
          sync.mutate({})
          onDone()
        },
      },
    )
  }

  return (
    <Panel description="Say anything. The inbox will not know that it was you." isRaised title="Be the buyer">
      <div className={styles.form}>
        <ComboBox
          description={chosen === undefined ? 'Leave it empty to begin a new one.' : `With ${chosen.description}.`}
          emptyText="No conversation goes by this name."
          label="Conversation"
          onChange={setConversationId}
          options={threads}
          placeholder="A new conversation"
          value={conversationId}
        />
        {conversationId === null && (
          <div className={styles.pair}>
            <TextField label="Who writes" onChange={setUsername} value={username} />
            <TextField label="About" onChange={setSubject} placeholder="A question from a buyer" value={subject} />
          </div>
        )}
        <TextArea
          label="What the buyer says"
          maxRows={6}
          minRows={2}
          onChange={setText}
          onSubmit={send}
          placeholder="Would you take half the price? My cat likes it too."
          value={text}
        />
        <div className={styles.acts}>
          <Button
            disabledReason="Write something for the buyer to say first."
            isDisabled={!isReady}
            isPending={write.isPending}
            onPress={send}
            variant="primary"
          >
            Send as the buyer
          </Button>
          <Said error={write.error}>{said}</Said>
        </div>
      </div>
    </Panel>
  )
}
