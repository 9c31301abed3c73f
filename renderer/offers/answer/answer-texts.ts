/** What the toast and the undo say of answers to offers. Pure. */
import type { AnswerAction, BestOffer, BestOfferDetail } from '../../../shared/offers/best-offer.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'

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

/**
 * What would be left of the offered price. Fees are only an estimate, from the shop's own last sales. Null without a cost in the
 * same currency: then nothing is left to say.
 */
export const describeLeft = ({
  price,
  cost,
  fees,
}: Pick<BestOfferDetail, 'price' | 'cost' | 'fees'>): string | null => {
  if (cost === null || cost.currency !== price.currency) return null
  const say = (minor: number, about: string): string => {
    const amount = priceText({ ...price, minor: Math.abs(minor) })
    return minor < 0 ? `You would lose ${about}${amount}` : `${about}${amount} would be left for you`
  }
  const begin = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
  if (fees === null)
    return `${say(price.minor - cost.minor, '')}: you paid ${priceText(cost)}. Before fees and postage.`
  const left = begin(say(price.minor - cost.minor - fees.amount.minor, 'about '))
  return `${left}: you paid ${priceText(cost)}, fees about ${priceText(fees.amount)} (an estimate from your last ${formatNumber(fees.sales)} sales). Before postage.`
}
