/** One offer of the list: picture, buyer, title, offered of asked, and the time left. */
import { askedFor } from '../../../shared/offers/arithmetic.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { locationHref } from '../../location.ts'
import {
  answerLabel,
  isAnswered,
  isSoon,
  localDeadline,
  offerLocation,
  priceText,
  timeLeft,
} from '../../parts/offers/offer-labels.ts'
import { Picture } from '../../parts/picture.tsx'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import styles from './offers-view.module.css'

const State = ({ offer, leftMs }: { readonly offer: BestOffer; readonly leftMs: number | null }) => {
  const answer = answerLabel(offer)
  if (answer !== null) {
    return (
      <Text size="meta" tone={isAnswered(offer) ? 'info' : 'danger'}>
        {answer}
      </Text>
    )
  }
  if (leftMs === null) return null
  return (
    <Text size="meta" tone={isSoon(leftMs) ? 'caution' : 'soft'}>
      {timeLeft(leftMs)}
    </Text>
  )
}

type OfferRowProps = {
  readonly offer: BestOffer
  readonly isOpen: boolean
  readonly nowMs: number
  readonly clockAheadMs: number
  readonly isTicked: boolean
  readonly onFocus: (() => void) | undefined
  readonly onTick: () => void
}

export const OfferRow = ({ offer, isOpen, nowMs, clockAheadMs, isTicked, onFocus, onTick }: OfferRowProps) => {
  const { offerId, buyer, title, price, quantity, asked, pictureUrl } = offer
  const deadline = localDeadline(offer, clockAheadMs)
  return (
    <li className={styles.entry}>
      {!isAnswered(offer) && (
        <span className={styles.tick}>
          <Checkbox isSelected={isTicked} onChange={onTick}>
            <VisuallyHidden>{`Select the offer of ${buyer ?? 'an unknown buyer'}, ${priceText(price)}`}</VisuallyHidden>
          </Checkbox>
        </span>
      )}
      <a
        aria-current={isOpen || undefined}
        className={styles.row}
        data-offer={offerId}
        data-ticked={isTicked || undefined}
        href={locationHref(offerLocation(offerId))}
        onFocus={onFocus}
      >
        <Picture url={pictureUrl} />
        <span className={styles.who}>
          <Text strong truncate>
            <bdi>{buyer ?? 'Unknown buyer'}</bdi>
          </Text>
          <Text size="meta" tone="soft" truncate>
            {quantity > 1 && `${formatNumber(quantity)} × `}
            {title}
          </Text>
        </span>
        <span className={styles.end}>
          <Text tabular>
            <Text strong>{priceText(price)}</Text>
            {asked !== null && <Text tone="faint">{` of ${priceText(askedFor(asked, quantity))}`}</Text>}
          </Text>
          <State leftMs={deadline === null ? null : deadline - nowMs} offer={offer} />
        </span>
      </a>
    </li>
  )
}
