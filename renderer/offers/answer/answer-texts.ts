/** What the toast and the undo say of answers to offers. Pure. */
import type { AnswerAction, BestOffer } from '../../../shared/offers/best-offer.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { formatCount } from '../../ui/format/locale-format.ts'

type Answered = Pick<BestOffer, 'buyer' | 'price'>

const done: Readonly<Record<AnswerAction, string>> = { Accept: 'accepted', Counter: 'countered', Decline: 'declined' }

/** `Offer of $40.00 by anna declined`, `3 offers declined`. */
export const describeAnswer = (action: AnswerAction, offers: readonly Answered[]): string => {
  const [only, ...more] = offers
  if (only === undefined || more.length > 0) return `${formatCount(offers.length, 'offer')} ${done[action]}`
  return `Offer of ${priceText(only.price)}${only.buyer === null ? '' : ` by ${only.buyer}`} ${done[action]}`
}

/** The toast's text. With `undoUntilMs` it counts down, unless the app is offline. */
export const describeSending = (
  label: string,
  { isOffline, isWaiting }: { readonly isOffline: boolean; readonly isWaiting: boolean },
): string => {
  if (!isWaiting) return label
  return isOffline ? `${label}; sent when you are online` : `${label}; sent in`
}
