/** The newest conversations about an item's listings, or about one listing. */
import { useState } from 'react'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import styles from './item-conversations.module.css'
import { Section } from './section.tsx'

const SHOWN_AT_FIRST = 5

type ConversationListProps = OutputOf<StallhandContract['overview']['itemConversations']> & {
  /** "this item" */
  readonly about: string
}

/** Shows nothing without conversations. */
export const ConversationList = ({ conversations, total, about }: ConversationListProps) => {
  const [showsAll, setShowsAll] = useState(false)
  if (conversations.length === 0) return null
  const shown = showsAll ? conversations : conversations.slice(0, SHOWN_AT_FIRST)
  return (
    <Section
      note={`${formatCount(total, 'conversation')} about ${about}${total > shown.length ? `, the newest ${shown.length} here` : ''}.`}
      title="Conversations"
    >
      <ul>
        {shown.map(({ conversationId, buyer, subject, preview, latestAtMs, unread }) => (
          <li key={conversationId}>
            <a className={styles.conversation} href={locationHref({ screen: 'inbox', path: [conversationId] })}>
              <Text strong={unread} truncate>
                <bdi>{buyer ?? 'Unknown buyer'}</bdi>
                <Text tone="soft">
                  {' · '}
                  <bdi>{preview || subject || 'No text'}</bdi>
                </Text>
              </Text>
              {latestAtMs !== null && (
                <Text size="meta" tabular tone="faint">
                  <RelativeTime at={latestAtMs} />
                </Text>
              )}
            </a>
          </li>
        ))}
      </ul>
      {conversations.length > shown.length && (
        <Row>
          <Button onPress={() => setShowsAll(true)} size="s" variant="quiet">
            {`Show ${conversations.length - shown.length} more`}
          </Button>
        </Row>
      )}
    </Section>
  )
}

/** Shows nothing if no buyer has written about the item. */
export const ItemConversations = ({ sku }: { readonly sku: string }) => {
  const { data } = useApiQuery('overview', 'itemConversations', { sku })
  return data === undefined ? null : <ConversationList {...data} about="this item" />
}
