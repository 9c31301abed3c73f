/** Conversations as links, newest first. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { type AppLocation, locationHref } from '../../location.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import styles from './context-pane.module.css'

/** The most links shown for a buyer. */
export const MAX_CONVERSATIONS = 5

type ConversationLinksProps = {
  readonly conversations: readonly Pick<
    Conversation,
    'conversationId' | 'subject' | 'preview' | 'latestAtMs' | 'unread'
  >[]
  readonly locate: (conversationId: string) => AppLocation
}

export const ConversationLinks = ({ conversations, locate }: ConversationLinksProps) => (
  <ul>
    {conversations.map((row) => (
      <li key={row.conversationId}>
        <a className={styles.link} href={locationHref(locate(row.conversationId))}>
          <Text strong={row.unread} truncate>
            <bdi>{row.subject || row.preview || 'No subject'}</bdi>
          </Text>
          <Text size="meta" tabular tone="faint">
            {row.latestAtMs !== null && <RelativeTime at={row.latestAtMs} />}
          </Text>
        </a>
      </li>
    ))}
  </ul>
)
