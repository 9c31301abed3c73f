/** Details about the open conversation: its order, its item, the buyer's other conversations, recent events, a note. */
import { X } from 'lucide-react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import { conversationLocation } from '../../parts/message-path.ts'
import { NoteField } from '../../parts/note-field.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './context-pane.module.css'
import { ConversationLinks, MAX_CONVERSATIONS } from './conversation-links.tsx'
import { ItemCard } from './item-card.tsx'
import { OrdersSection } from './orders-section.tsx'

type BuyerSectionProps = {
  readonly buyer: string
  /** The open one; null if there is none. */
  readonly conversationId: string | null
}

export const BuyerSection = ({ buyer, conversationId }: BuyerSectionProps) => {
  const { data } = useApiQuery('messaging', 'buyer', { buyer })
  const saveNote = useApiMutation('messaging', 'saveBuyerNote')
  if (data === undefined) return null
  const others = data.conversations.filter((row) => row.conversationId !== conversationId)
  const more = data.total - (conversationId === null ? 0 : 1) - MAX_CONVERSATIONS
  return (
    <Stack as="section" gap={3}>
      <h3 className={styles.heading}>
        <bdi>{buyer}</bdi>
      </h3>
      {others.length === 0 ? (
        <Text as="p" size="meta" tone="faint">
          No other conversations.
        </Text>
      ) : (
        <ConversationLinks conversations={others.slice(0, MAX_CONVERSATIONS)} locate={conversationLocation} />
      )}
      {more > 0 && (
        <Text as="p" size="meta" tone="soft">
          {formatCount(more, 'more conversation')}
        </Text>
      )}
      <NoteField
        error={saveNote.error?.detail}
        id={`messaging.note.${buyer}`}
        limit={messagingLimits.buyerNoteCharacters}
        maxRows={8}
        minRows={2}
        placeholder="Only you see this"
        save={(text) => saveNote.mutateAsync({ buyer, text })}
        stored={data.note}
      />
    </Stack>
  )
}

const ListingEvents = ({ listingId }: { readonly listingId: string }) => {
  const { events } = useApiQuery('overview', 'listingEvents', { listingId }).data ?? { events: [] }
  if (events.length === 0) return null
  return (
    <Stack as="section" gap={3}>
      <h3 className={styles.heading}>Recent notifications</h3>
      <ul>
        {events.map(({ eventId, label, buyer, receivedAtMs }) => (
          <li key={eventId}>
            <a className={styles.link} href={locationHref({ screen: 'notifications', path: [String(eventId)] })}>
              <Text truncate>
                {label}
                {buyer !== null && (
                  <Text tone="soft">
                    {' · '}
                    <bdi>{buyer}</bdi>
                  </Text>
                )}
              </Text>
              <Text size="meta" tabular tone="faint">
                <RelativeTime at={receivedAtMs} />
              </Text>
            </a>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

type ContextPaneProps = {
  readonly conversation: Conversation
  /** Undefined if the pane is always open. */
  readonly onClose?: (() => void) | undefined
}

export const ContextPane = ({ conversation, onClose }: ContextPaneProps) => {
  const { buyer, itemId, conversationId } = conversation
  const orders = useApiQuery('orders', 'beside', { buyer, listingId: itemId }, { enabled: buyer !== null })
  const first = orders.data?.orders[0]
  // The order names the item and shows its picture.
  const isInOrder = first?.lines[0]?.listingId === itemId
  const order = buyer !== null && <OrdersSection buyer={buyer} listingId={itemId} />
  // What the conversation is about comes first: its order, or else its item.
  const isOrderFirst = itemId === null || first?.isAboutListing === true
  return (
    <aside
      aria-label="Order, item and buyer"
      className={styles.pane}
      data-floating={onClose !== undefined || undefined}
    >
      {onClose !== undefined && (
        <Row justify="between">
          <Text as="h2" size="section" strong>
            Order, item and buyer
          </Text>
          <IconButton icon={X} label="Close" onPress={onClose} />
        </Row>
      )}
      <Stack className={styles.sections} gap={6}>
        {isOrderFirst && order}
        {/* Placed once the orders are here, so that nothing moves. */}
        {itemId !== null && !orders.isLoading && (
          <>
            <ItemCard isInOrder={isInOrder} key={itemId} listingId={itemId} />
            <ListingEvents listingId={itemId} />
          </>
        )}
        {!isOrderFirst && order}
        {buyer !== null && <BuyerSection key={buyer} buyer={buyer} conversationId={conversationId} />}
      </Stack>
    </aside>
  )
}
