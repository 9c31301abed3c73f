/** A new message to a buyer: asks for the buyer's name, then shows the composer. */
import { type RefObject, useEffect, useState } from 'react'
import type { Draft } from '../../../shared/messaging/conversation.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { OutboxLine } from '../../outbox/outbox-line.tsx'
import { replyLocation } from '../../parts/message-path.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { ConversationLinks, MAX_CONVERSATIONS } from '../context/conversation-links.tsx'
import { closeConversation, writeTo } from '../locations.ts'
import { Composer } from './composer.tsx'
import styles from './new-message-pane.module.css'

const MAX_PREVIEW_LENGTH = 120

const backProps = { onBack: closeConversation, backLabel: 'Back to the list' } as const

type NewMessagePaneProps = {
  readonly username: string | null
  readonly textRef: RefObject<HTMLTextAreaElement | null>
}

export const NewMessagePane = ({ username, textRef }: NewMessagePaneProps) =>
  username === null ? <Recipient /> : <NewMessage key={username} username={username} textRef={textRef} />

const Recipient = () => {
  const [typed, setTyped] = useState('')
  const drafts = useApiQuery('messaging', 'newDrafts', {}).data?.drafts ?? []
  const username = typed.trim()
  const submit = (): void => {
    if (username !== '') writeTo(username)
  }
  return (
    <Pane title="New message" {...backProps}>
      <Stack className={styles.recipient} gap={4}>
        <TextField
          label="Buyer’s username"
          description="Starts a new conversation. To answer a message, open its conversation."
          value={typed}
          onChange={setTyped}
          onSubmit={submit}
          autoFocus
        />
        <Row>
          <Button variant="primary" disabledReason={username === '' ? 'Enter a username' : undefined} onPress={submit}>
            Write
          </Button>
        </Row>
        {drafts.length > 0 && (
          <section aria-label="Drafts">
            <Text as="h3" size="meta" tone="soft">
              Drafts
            </Text>
            <ul>
              {drafts.map((draft) => (
                <DraftEntry draft={draft} key={draft.revision} />
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Pane>
  )
}

const DraftEntry = ({ draft: { target, content } }: { readonly draft: Draft }) => {
  if ('conversationId' in target) return null
  return (
    <Row as="li" gap={3}>
      <Button variant="quiet" onPress={() => writeTo(target.otherPartyUsername)}>
        {target.otherPartyUsername}
      </Button>
      <Text tone="faint" truncate>
        {content.messageText.replace(/\s+/g, ' ').slice(0, MAX_PREVIEW_LENGTH)}
      </Text>
    </Row>
  )
}

/** The buyer's existing conversations, where a reply belongs. */
const Existing = ({ username }: { readonly username: string }) => {
  const conversations = useApiQuery('messaging', 'buyer', { buyer: username }).data?.conversations ?? []
  if (conversations.length === 0) return null
  return (
    <section aria-label={`Conversations with ${username}`}>
      <Text as="p" tone="soft">
        To continue an earlier conversation, reply there:
      </Text>
      <ConversationLinks conversations={conversations.slice(0, MAX_CONVERSATIONS)} locate={replyLocation} />
    </section>
  )
}

const NewMessage = ({ username, textRef }: NewMessagePaneProps & { readonly username: string }) => {
  const query = useApiQuery('messaging', 'newMessage', { otherPartyUsername: username })
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded) textRef.current?.focus()
  }, [isLoaded, textRef])
  return (
    <Pane
      title={`To ${username}`}
      subtitle="A new conversation"
      actions={
        <CommandButton
          command="inbox.write"
          label="Write to another buyer"
          size="s"
          variant="quiet"
          onPress={() => writeTo(null)}
        />
      }
      {...backProps}
      footer={
        query.data && (
          <Composer
            target={{ otherPartyUsername: username }}
            buyer={username}
            username={username}
            subject={null}
            itemId={null}
            latestText=""
            draft={query.data.draft}
            buyerMessages={0}
            newer={0}
            textRef={textRef}
            onReview={() => undefined}
          />
        )
      }
    >
      <QueryView query={query} label="The draft" skeleton={{ shape: 'lines' }}>
        {({ outbox }) => (
          <Stack gap={3}>
            {outbox.map((entry) => (
              <OutboxLine entry={entry} key={entry.id} />
            ))}
            <Existing username={username} />
            {outbox.length === 0 && (
              <Text as="p" className={styles.hint} tone="soft">
                Answers from {username} arrive in the inbox as a new conversation. Until you send it, this message is a
                draft on this computer.
              </Text>
            )}
          </Stack>
        )}
      </QueryView>
    </Pane>
  )
}
