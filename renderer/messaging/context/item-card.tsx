/** The item a conversation is about. If it isn't known, the seller can choose it. */
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../api/location.ts'
import { Picture } from '../../api/picture.tsx'
import { useListedItem } from '../../api/use-listed-items.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ListingBadge } from '../../ui/listing-badge.tsx'
import { formatMoney, formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import styles from './context-pane.module.css'

const MAX_ITEMS = 500

const LinkItem = ({ listingId, onDone }: { readonly listingId: string; readonly onDone: () => void }) => {
  const items = useApiQuery('inventory', 'items', { limit: MAX_ITEMS })
  const link = useApiMutation('notifications', 'linkListing')
  const choose = (sku: string | null): void => {
    if (sku !== null) link.mutate({ itemId: listingId, sku }, { onSuccess: onDone })
  }
  return (
    <Stack>
      <MutationError of={link} />
      <ComboBox
        autoFocus
        description="Stays on this computer, for every conversation and event of this listing."
        emptyText="No matching item"
        error={items.error?.message}
        label="Which item is this?"
        onChange={choose}
        options={(items.data?.rows ?? []).map(({ sku, title }) => ({
          id: sku,
          label: title ?? sku,
          ...(title === null ? {} : { description: sku }),
        }))}
        value={null}
      />
    </Stack>
  )
}

export const ItemCard = ({ listingId }: { readonly listingId: string }) => {
  const item = useListedItem(listingId)
  const [isLinking, setLinking] = useState(false)
  if (item === undefined) return null
  const { sku, title, quantity, price, currency, listingState, source } = item
  return (
    <Stack as="section" gap={3}>
      {sku === null ? (
        <Text as="p" tone="soft">
          Listing <Text mono>{listingId}</Text>
        </Text>
      ) : (
        <>
          <Row align="start" gap={3}>
            <Picture size="card" url={item.pictureUrl} />
            <Stack gap={1}>
              <a className={styles.title} href={locationHref({ screen: 'items', path: [sku] })}>
                {title ?? sku}
              </a>
              <Text mono size="meta" tone="soft">
                {sku}
              </Text>
            </Stack>
          </Row>
          <Row gap={3} wrap>
            {price !== null && <Text strong>{formatMoney(price, currency)}</Text>}
            {quantity !== null && (
              <Text tone={quantity === 0 ? undefined : 'soft'} strong={quantity === 0}>
                {quantity === 0 ? 'None in stock' : `${formatNumber(quantity)} in stock`}
              </Text>
            )}
            {listingState !== 'unread' && <ListingBadge state={listingState} />}
          </Row>
        </>
      )}
      {isLinking ? (
        <LinkItem listingId={listingId} onDone={() => setLinking(false)} />
      ) : (
        (source === null || source === 'seller') && (
          <span>
            <Button size="s" onPress={() => setLinking(true)}>
              {sku === null ? 'Link to an item' : 'Change the item'}
            </Button>
          </span>
        )
      )}
    </Stack>
  )
}
