/** Links from an event to its items and to the conversations with its buyers. */
import { Link2, MessageSquare, Package } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../api/location.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import styles from './event.module.css'

type Listing = EventPage['listings'][number]

const MAX_ITEMS = 500

const LinkListing = ({ listing, onClose }: { readonly listing: Listing; readonly onClose: () => void }) => {
  const items = useApiQuery('inventory', 'items', { limit: MAX_ITEMS })
  const link = useApiMutation('notifications', 'linkListing')
  const [sku, setSku] = useState(listing.sku)
  const save = (chosen: string | null): void =>
    link.mutate({ itemId: listing.itemId, sku: chosen }, { onSuccess: onClose })
  return (
    <Dialog
      footer={
        <>
          {listing.by === 'seller' && (
            <Button isPending={link.isPending} onPress={() => save(null)} variant="quiet">
              Unlink
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            disabledReason={sku === null ? 'Choose an item' : undefined}
            isPending={link.isPending}
            onPress={() => save(sku)}
            variant="primary"
          >
            Link
          </Button>
        </>
      }
      onClose={onClose}
      size="s"
      title={`Which item is listing ${listing.itemId}?`}
    >
      <Stack gap={4}>
        <MutationError of={link} />
        <ComboBox
          autoFocus
          description="Saved on this computer. Every event of this listing then links to the item."
          emptyText="No matching item"
          error={items.error?.message}
          label="Item"
          onChange={setSku}
          options={(items.data?.rows ?? []).map((row) => ({
            id: row.sku,
            label: row.sku,
            ...(row.title === null ? {} : { description: row.title }),
          }))}
          value={sku}
        />
      </Stack>
    </Dialog>
  )
}

const ListingLink = ({ listing }: { readonly listing: Listing }) => {
  const [isOpen, setOpen] = useState(false)
  const { itemId, sku, by } = listing
  return (
    <li className={styles.link}>
      <Package aria-hidden="true" size={14} />
      {sku === null ? (
        <span>
          Listing <span className="mono">{itemId}</span>
        </span>
      ) : (
        <a href={locationHref({ screen: 'items', path: [sku] })}>Open item {sku}</a>
      )}
      {by !== 'message' && (
        <Button icon={Link2} onPress={() => setOpen(true)} size="s" variant="quiet">
          {sku === null ? 'Link to an item' : 'Change'}
        </Button>
      )}
      {isOpen && <LinkListing listing={listing} onClose={() => setOpen(false)} />}
    </li>
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
        <a href={locationHref({ screen: 'inbox', path: ['~new', buyer] })}>Write to {buyer}</a>
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

export const EventLinks = ({ event }: { readonly event: EventPage }) => {
  const buyers = [...new Set(event.occurrences.map(({ buyer }) => buyer).filter((buyer) => buyer !== null))]
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
