/** What the seller knows about an offer: the item with its floor and other offers, and the buyer. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BestOfferDetail } from '../../../shared/offers/best-offer.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import { listingLocation } from '../../parts/listing-path.ts'
import { offerLocation, priceText } from '../../parts/offers/offer-labels.ts'
import { Picture } from '../../parts/picture.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { type Fact, KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { FloorField } from '../floor-field.tsx'
import styles from './offers-view.module.css'

const listItemFacts = (offer: BestOfferDetail, cost: string): readonly Fact[] => [
  ...(cost === '' ? [] : [{ label: 'You paid', value: cost }]),
  ...(offer.asked === null ? [] : [{ label: 'Your price', value: priceText(offer.asked) }]),
  ...(offer.available === null ? [] : [{ label: 'In stock', value: formatNumber(offer.available) }]),
  ...(offer.watchers === null ? [] : [{ label: 'Watching', value: formatNumber(offer.watchers) }]),
  ...(offer.listedAtMs === null ? [] : [{ label: 'Listed', value: <RelativeTime at={offer.listedAtMs} /> }]),
  { label: 'Other open offers', value: offer.others.length === 0 ? 'none' : formatNumber(offer.others.length) },
]

const listBuyerFacts = ({ buyerOrders, earlierOffers }: BestOfferDetail): readonly Fact[] => [
  { label: 'Orders from you', value: buyerOrders.count === 0 ? 'none' : formatNumber(buyerOrders.count) },
  ...(buyerOrders.lastAtMs === null
    ? []
    : [{ label: 'Last order', value: <RelativeTime at={buyerOrders.lastAtMs} /> }]),
  {
    label: 'Earlier offers',
    value:
      earlierOffers.count === 0
        ? 'none'
        : `${formatNumber(earlierOffers.count)}, ${formatNumber(earlierOffers.accepted)} accepted`,
  },
]

type OfferContextProps = {
  readonly offer: BestOfferDetail
  /** The buyer's other conversations and the note. */
  readonly buyer: ReactNode
  /** Undefined if the pane is always open. */
  readonly onClose: (() => void) | undefined
}

export const OfferContext = ({ offer, buyer, onClose }: OfferContextProps) => {
  const { sku, listingId, itemKey, title } = offer
  const item = useApiQuery('inventory', 'item', { sku: sku ?? '-' }, { enabled: sku !== null }).data
  const href = locationHref(sku === null ? listingLocation(listingId) : { screen: 'items', path: [sku] })
  return (
    <aside aria-label="Item and buyer" className={styles.context} data-floating={onClose !== undefined || undefined}>
      <Stack gap={6}>
        <Stack as="section" gap={3}>
          <Row justify="between">
            <Text as="h2" size="section" strong>
              Item
            </Text>
            {onClose !== undefined && <IconButton icon={X} label="Close" onPress={onClose} />}
          </Row>
          <Row align="start" gap={3}>
            <Picture size="card" url={offer.pictureUrl} />
            <Stack gap={1}>
              <a className={styles.title} href={href}>
                {title}
              </a>
              <Text mono size="meta" tone="soft">
                {sku ?? listingId}
              </Text>
            </Stack>
          </Row>
          <KeyValue facts={listItemFacts(offer, item?.noted.cost ?? '')} />
          {offer.others.length > 0 && (
            <ul>
              {offer.others.map((other) => (
                <li key={other.offerId}>
                  <a className={styles.other} href={locationHref(offerLocation(other.offerId))}>
                    <Text truncate>
                      <bdi>{other.buyer ?? 'Unknown buyer'}</bdi>
                    </Text>
                    <Text tabular>{priceText(other.price)}</Text>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <FloorField itemKey={itemKey} />
        </Stack>
        <Stack as="section" gap={3}>
          <Text as="h2" size="section" strong>
            Buyer
          </Text>
          <KeyValue facts={listBuyerFacts(offer)} />
        </Stack>
        {buyer}
      </Stack>
    </aside>
  )
}
