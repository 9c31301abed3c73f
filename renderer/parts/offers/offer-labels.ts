/** Texts about buyers' offers. Pure. */
import { type Money, moneyText } from '../../../shared/money.ts'
import type { BestOffer, BestOfferStatus } from '../../../shared/offers/best-offer.ts'
import type { AppError } from '../../../shared/result.ts'
import { formatMoney, formatNumber } from '../../ui/format/locale-format.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So few hours are a caution. */
const SOON_MS = 3 * HOUR_MS

/** `$47.50` */
export const priceText = (price: Money): string => formatMoney(Number(moneyText(price)), price.currency)

/** The deadline on this computer's clock. `clockAheadMs`: how far the platform's is ahead. */
export const localDeadline = ({ expiresAtMs }: Pick<BestOffer, 'expiresAtMs'>, clockAheadMs: number): number | null =>
  expiresAtMs === null ? null : expiresAtMs - clockAheadMs

/** `41 h left`, `12 min left`: in hours up to the last one, rounded down, because an offer lasts two days. */
export const timeLeft = (leftMs: number): string => {
  if (leftMs <= 0) return 'Expired'
  return leftMs < HOUR_MS
    ? `${Math.max(1, Math.floor(leftMs / MINUTE_MS))} min left`
    : `${formatNumber(Math.floor(leftMs / HOUR_MS))} h left`
}

export const isSoon = (leftMs: number): boolean => leftMs < SOON_MS

/** `offered for 1 of 2 · 16% below your $47.50`. `available`: pieces left; null if that isn't known. */
export const offeredFor = (
  { quantity, asked, percentBelow }: Pick<BestOffer, 'quantity' | 'asked' | 'percentBelow'>,
  available: number | null,
): string => {
  const pieces = available === null ? formatNumber(quantity) : `${formatNumber(quantity)} of ${formatNumber(available)}`
  const price = asked === null ? undefined : `${priceText(asked)}${quantity === 1 ? '' : ' each'}`
  const below =
    price === undefined
      ? []
      : percentBelow !== null && percentBelow > 0
        ? [`${percentBelow}% below your ${price}`]
        : [`your price is ${price}`]
  return [`offered for ${pieces}`, ...below].join(' · ')
}

/** States in which an answer may be carried out or was: no other can be given. */
const onItsWay: readonly string[] = ['delayed', 'queued', 'waiting', 'sending', 'unknown']

export const isAnswered = ({ pending }: Pick<BestOffer, 'pending'>): boolean =>
  pending !== null && onItsWay.includes(pending.state)

const answerWords = { Accept: 'Accepting', Counter: 'Countering', Decline: 'Declining' } as const
const notDone = { Accept: 'Not accepted', Counter: 'Not countered', Decline: 'Not declined' } as const

/** `Declining`, `Not accepted`; null without an answer. */
export const answerLabel = ({ pending }: Pick<BestOffer, 'pending'>): string | null => {
  if (pending === null) return null
  return (onItsWay.includes(pending.state) ? answerWords : notDone)[pending.action]
}

/** What became of an offer that can't be answered any more. */
export const endLabels: Readonly<Record<BestOfferStatus, string>> = {
  Pending: 'The time to answer is over.',
  Active: 'The time to answer is over.',
  Accepted: 'You accepted this offer.',
  PendingBuyerPayment: 'You accepted this offer. The buyer has yet to pay.',
  PendingBuyerConfirmation: 'You countered. The buyer has yet to answer.',
  Declined: 'You declined this offer.',
  Countered: 'You countered this offer.',
  Expired: 'This offer has expired.',
  Retracted: 'The buyer withdrew this offer.',
  AdminEnded: 'This offer was ended for you and the buyer.',
  Unknown: 'This offer is no longer open.',
}

/** Where an offer is answered: a view of the inbox. */
export const OFFERS_PATH = '~offers'
export const offerLocation = (offerId: string) => ({ screen: 'inbox', path: [OFFERS_PATH, offerId] }) as const
export const offersLocation = { screen: 'inbox', path: [OFFERS_PATH] } as const

type OfferReading = {
  readonly canRead: boolean
  readonly readAtMs: number | null
  readonly problem: AppError | null
}

/** What Today says before the open offers were read once. Null once they are known, or if the platform has none. */
export const offersUnread = (reading: OfferReading | undefined): string | null => {
  if (reading === undefined || !reading.canRead || reading.readAtMs !== null) return null
  return reading.problem === null ? 'Still reading your offers.' : 'Your offers haven’t been read yet.'
}
