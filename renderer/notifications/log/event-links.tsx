/** Links from an event to its items and to the conversations with its buyers. */
import { Link2, MessageSquare, Package } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { locationHref } from '../../location.ts'
import { LinkItem } from '../../parts/link-item.tsx'
import { listingLocation } from '../../parts/listing-path.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './event.module.css'

type Listing = EventPage['listings'][number]

const ListingLink = ({ listing }: { readonly listing: Listing }) => {
  const [isLinking, setLinking] = useState(false)
  const { itemId, sku, by } = listing
  const item = useListedItem(itemId)
  return (
    <Stack as="li">
      <div className={styles.link}>
        <Package aria-hidden="true" size={14} />
        {sku === null && item?.isElsewhere === true ? (
          <a href={locationHref(listingLocation(itemId))}>Open {item.title}</a>
        ) : sku === null ? (
          <span>
            Listing <span className="mono">{itemId}</span>
          </span>
        ) : (
          <a href={locationHref({ screen: 'items', path: [sku] })}>
            Open {(item?.sku === sku ? item.title : null) ?? `item ${sku}`}
          </a>
        )}
        {by !== 'message' && !isLinking && (
          <Button icon={Link2} onPress={() => setLinking(true)} size="s" variant="quiet">
            {sku === null ? 'Link to an item' : 'Change'}
          </Button>
        )}
      </div>
      {isLinking && (
        <LinkItem linkedSku={by === 'seller' ? sku : null} listingId={itemId} onDone={() => setLinking(false)} />
      )}
    </Stack>
  )
}

/** The newest conversation with a buyer, or a link to write the first message. */
const BuyerLink = ({ buyer }: { readonly buyer: string }) => {
  const { data } = useApiQuery('messaging', 'conversations', { view: 'all', otherParty: buyer, limit: 1 })
  if (data === undefined) return null
  const [newest] = data.rows
  return (
    <li className={styles.link}>
      <MessageSquare aria-hidden="true" size={14} />
      {newest === undefined ? (
        <a href={locationHref(newMessageLocation(buyer))}>Write to {buyer}</a>
      ) : (
        <>
          <a href={locationHref({ screen: 'inbox', path: [newest.conversationId] })}>
            Open the conversation with {buyer}
          </a>
          {data.total > 1 && <Text tone="soft">newest of {formatNumber(data.total)}</Text>}
        </>
      )}
    </li>
  )
}

/** Links to an event's subjects. Nothing is read from an unverified one (SEC-09). */
export const EventLinks = ({ event }: { readonly event: EventPage }) => {
  const buyers = [...new Set(event.occurrences.map(({ buyer }) => buyer).filter((buyer) => buyer !== null))]
  if (event.signature !== 'verified') return null
  if (event.listings.length === 0 && buyers.length === 0 && event.conversationId === null) return null
  return (
    <ul aria-label="Related" className={styles.links}>
      {event.listings.map((listing) => (
        <ListingLink key={listing.itemId} listing={listing} />
      ))}
      {event.conversationId !== null && (
        <li className={styles.link}>
          <MessageSquare aria-hidden="true" size={14} />
          <a href={locationHref({ screen: 'inbox', path: [event.conversationId] })}>Open the conversation</a>
        </li>
      )}
      {event.conversationId === null && buyers.map((buyer) => <BuyerLink buyer={buyer} key={buyer} />)}
    </ul>
  )
}
