/** The open offers of buyers for an item, each leading to where it is answered. */
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import {
  answerLabel,
  isSoon,
  localDeadline,
  offerLocation,
  priceText,
  timeLeft,
} from '../../parts/offers/offer-labels.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from './item-offers.module.css'

const MAX_OFFERS = 50

export const ItemOffers = ({ itemKey }: { readonly itemKey: string }) => {
  const nowMs = useNow()
  const reading = useApiQuery('offers', 'reading', {}).data
  const canRead = reading?.canRead === true
  const rows = useApiQuery('offers', 'open', { itemKey, limit: MAX_OFFERS }, { enabled: canRead }).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Panel title="Open offers">
      <ul>
        {rows.map((offer) => {
          const deadline = localDeadline(offer, reading?.clockAheadMs ?? 0)
          const leftMs = deadline === null ? null : deadline - nowMs
          return (
            <li key={offer.offerId}>
              <a className={styles.offer} href={locationHref(offerLocation(offer.offerId))}>
                <Text truncate>
                  <Text strong>{priceText(offer.price)}</Text> <bdi>{offer.buyer ?? 'Unknown buyer'}</bdi>
                  {offer.quantity > 1 && ` for ${offer.quantity}`}
                </Text>
                <Text size="meta" tone={leftMs !== null && isSoon(leftMs) ? 'caution' : 'soft'}>
                  {answerLabel(offer) ?? (leftMs === null ? '' : timeLeft(leftMs))}
                </Text>
              </a>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
