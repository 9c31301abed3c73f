/** A conversation whose reply is the answer to an offer. */
import { useCallback, useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { locationHref } from '../../location.ts'
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
import offerStyles from './offer-message.module.css'

export const OfferConversation = (props: OfferConversationProps) => {
  const { conversationId, listing, answer, actions, onBack } = props
  const platformName = usePlatformName()
  const query = useApiQuery('messaging', 'thread', { conversationId })
  const conversation = query.data?.conversation
  useThreadRefresh(conversationId, conversation?.unread === true && conversation.filing !== 'failed')
  const reviewRef = useRef<() => void>(() => undefined)
  const [followed, setFollowed] = useState<FollowedLink | null>(null)
  const follow = useCallback((link: FollowedLink) => setFollowed(link), [])
  const name = conversation === undefined ? 'Conversation' : buyerName(conversation, platformName)
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
      subtitle={<bdi>{listing.title}</bdi>}
      title={name}
    >
      <QueryView label="This conversation" query={query} skeleton={{ shape: 'lines' }}>
        {({ messages, outbox, newer }) => (
          <>
            {conversation !== undefined && conversation.itemId !== listing.listingId && (
              <p className={offerStyles.elsewhere}>
                Their last messages are about something else:{' '}
                <a href={locationHref({ screen: 'inbox', path: [conversationId] })}>
                  <bdi>{conversation.subject || 'No subject'}</bdi>
                </a>
              </p>
            )}
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
          </>
        )}
      </QueryView>
      {followed !== null && (
        <LinkDialog conversationId={conversationId} link={followed} onClose={() => setFollowed(null)} />
      )}
    </Pane>
  )
}
