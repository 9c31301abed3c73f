/** A conversation whose reply is the answer to an offer. */
import { useCallback, useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { openReply } from '../locations.ts'
import { buyerName } from '../messaging-labels.ts'
import type { OfferConversationProps } from '../offers-parts.ts'
import { LinkDialog } from '../thread/link-dialog.tsx'
import type { FollowedLink } from '../thread/message-text.tsx'
import { ThreadMessages } from '../thread/thread-messages.tsx'
import styles from '../thread/thread-pane.module.css'
import { useThreadRefresh } from '../thread/use-thread-refresh.ts'

export const OfferConversation = ({ conversationId, answer, actions, onBack }: OfferConversationProps) => {
  const platformName = usePlatformName()
  const query = useApiQuery('messaging', 'thread', { conversationId })
  const conversation = query.data?.conversation
  useThreadRefresh(conversationId, conversation?.unread === true && conversation.filing !== 'failed')
  const reviewRef = useRef<() => void>(() => undefined)
  const [followed, setFollowed] = useState<FollowedLink | null>(null)
  const follow = useCallback((link: FollowedLink) => setFollowed(link), [])
  const name = conversation === undefined ? '' : buyerName(conversation, platformName)
  return (
    <Pane
      actions={
        <>
          <CommandButton command="inbox.reply" onPress={() => openReply(conversationId)} text="Write" variant="quiet" />
          {actions}
        </>
      }
      backLabel="Back to the list"
      footer={answer}
      isFilled
      onBack={onBack}
      subtitle={conversation?.subject ?? null}
      title={name}
    >
      <QueryView label="This conversation" query={query} skeleton={{ shape: 'lines' }}>
        {({ messages, outbox, newer }) => (
          <ThreadMessages
            empty={messages.length === 0 ? <p className={styles.notice}>No messages are loaded yet.</p> : null}
            hit={null}
            messages={messages}
            name={name}
            newer={newer}
            onFollow={follow}
            outbox={outbox}
            reviewRef={reviewRef}
          />
        )}
      </QueryView>
      {followed !== null && (
        <LinkDialog conversationId={conversationId} link={followed} onClose={() => setFollowed(null)} />
      )}
    </Pane>
  )
}
