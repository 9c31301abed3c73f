/** A message to a buyer that answers none: whom it is for, then the same composer, with a draft of its own. */
import { type RefObject, useEffect, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureMessage } from '../messaging-labels.ts'
import { OutboxLine } from '../outbox/outbox-line.tsx'
import { writeTo } from '../write-to.ts'
import { Composer } from './composer.tsx'
import styles from './new-message-pane.module.css'

export type NewMessagePaneProps = {
  readonly username: string | null
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly onBack: () => void
}

export const NewMessagePane = ({ username, textRef, onBack }: NewMessagePaneProps) =>
  username === null ? (
    <Recipient onBack={onBack} />
  ) : (
    <Writing key={username} username={username} textRef={textRef} onBack={onBack} />
  )

const Recipient = ({ onBack }: { readonly onBack: () => void }) => {
  const [typed, setTyped] = useState('')
  const drafts = useApiQuery('messaging', 'newDrafts', {}).data?.drafts ?? []
  const begin = (): void => {
    if (typed.trim() !== '') writeTo(typed.trim())
  }
  return (
    <Pane title="New message" onBack={onBack} backLabel="Back to the list">
      <div className={styles.recipient}>
        <TextField
          label="Buyer’s user name"
          description="It begins a new conversation. To answer, open the conversation instead."
          value={typed}
          onChange={setTyped}
          onSubmit={begin}
          autoFocus
        />
        <Button variant="primary" isDisabled={typed.trim() === ''} disabledReason="Enter a user name" onPress={begin}>
          Write
        </Button>
        {drafts.length > 0 && (
          <section aria-label="Begun before">
            <h3 className={styles.heading}>Begun before</h3>
            <ul className={styles.drafts}>
              {drafts.map((draft) =>
                'conversationId' in draft.target ? null : (
                  <DraftEntry
                    key={draft.target.otherPartyUsername}
                    username={draft.target.otherPartyUsername}
                    text={draft.content.messageText}
                  />
                ),
              )}
            </ul>
          </section>
        )}
      </div>
    </Pane>
  )
}

const DraftEntry = ({ username, text }: { readonly username: string; readonly text: string }) => (
  <li className={styles.draft}>
    <Button variant="quiet" isWide onPress={() => writeTo(username)}>
      {username}
    </Button>
    <span className={styles.words}>{text.replace(/\s+/g, ' ').slice(0, 120)}</span>
  </li>
)

const Writing = ({ username, textRef, onBack }: NewMessagePaneProps & { readonly username: string }) => {
  const answer = useApiQuery('messaging', 'newMessage', { otherPartyUsername: username })
  const isThere = answer.data !== undefined
  useEffect(() => {
    if (isThere) textRef.current?.focus()
  }, [isThere, textRef])
  if (answer.data === undefined) {
    return (
      <Pane title={`To ${username}`} onBack={onBack} backLabel="Back to the list">
        {answer.error === null ? (
          <LoadingState label="Loading the draft" shape="lines" />
        ) : (
          <ErrorState
            what="This draft cannot be shown"
            {...failureMessage(answer.error.detail)}
            onRetry={() => void answer.refetch()}
          />
        )}
      </Pane>
    )
  }
  return (
    <Pane
      title={`To ${username}`}
      subtitle="A new conversation"
      actions={
        <Button size="s" variant="quiet" onPress={() => writeTo(null)}>
          Write to somebody else
        </Button>
      }
      onBack={onBack}
      backLabel="Back to the list"
      footer={
        <Composer
          target={{ otherPartyUsername: username }}
          buyer={username}
          values={{ buyer: username, item: null, subject: null }}
          draft={answer.data.draft}
          buyerMessages={0}
          textRef={textRef}
          onReview={() => undefined}
        />
      }
    >
      <div className={styles.entries}>
        {answer.data.outbox.map((entry) => (
          <OutboxLine key={entry.id} entry={entry} />
        ))}
        {answer.data.outbox.length === 0 && (
          <p className={styles.hint}>
            What {username} answers comes into the inbox as a conversation of its own. Until this is sent it is a draft,
            kept on this machine.
          </p>
        )}
      </div>
    </Pane>
  )
}
