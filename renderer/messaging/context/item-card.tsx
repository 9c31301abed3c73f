/** The item a conversation is about. If unknown, the seller can choose it. */
import { useState } from 'react'
import { useListedItem } from '../../api/use-listed-items.ts'
import { locationHref } from '../../location.ts'
import { LinkItem } from '../../parts/link-item.tsx'
import { ListingBadge } from '../../parts/listing-badge.tsx'
import { listingLocation } from '../../parts/listing-path.ts'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './context-pane.module.css'

type ItemCardProps = {
  readonly listingId: string
  /** Its picture and title are in the order above. */
  readonly isInOrder: boolean
}

export const ItemCard = ({ listingId, isInOrder }: ItemCardProps) => {
  const item = useListedItem(listingId)
  const [isLinking, setLinking] = useState(false)
  if (item === undefined) return null
  const { sku, title, quantity, price, currency, listingState, source, isElsewhere } = item
  const itemHref = locationHref(sku === null ? listingLocation(listingId) : { screen: 'items', path: [sku] })
  return (
    <Stack as="section" gap={3}>
      {sku === null && !isElsewhere ? (
        <Text as="p" tone="soft">
          Listing <Text mono>{listingId}</Text>
        </Text>
      ) : (
        <>
          {isInOrder ? (
            <h3 className={styles.heading}>
              <a className={styles.title} href={itemHref}>
                Item
              </a>
            </h3>
          ) : (
            <Row align="start" gap={3}>
              <Picture size="card" url={item.pictureUrl} />
              <Stack gap={1}>
                <a className={styles.title} href={itemHref}>
                  {title || (sku ?? listingId)}
                </a>
                <Text mono={!isElsewhere} size="meta" tone="soft">
                  {isElsewhere ? 'Made with another tool' : sku}
                </Text>
              </Stack>
            </Row>
          )}
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
        <LinkItem linkedSku={source === 'seller' ? sku : null} listingId={listingId} onDone={() => setLinking(false)} />
      ) : (
        ((source === null && !isElsewhere) || source === 'seller') && (
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
