/** Decides from a fresh reading whether an answer may still go, and what became of one whose answer was lost (LST-25). Pure. */

import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { Money } from '../../../shared/money.ts'
import { askedFor } from '../../../shared/offers/arithmetic.ts'
import type { AnswerAction, BestOfferStatus } from '../../../shared/offers/best-offer.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Decision } from '../../outbound/kind.ts'
import type { BestOfferRecord } from '../platform/adapter.ts'
import { waitsForSeller } from '../store/best-offer-store.ts'

/** What the seller decided about, as it was shown. */
export type DecidedAnswer = {
  readonly action: AnswerAction
  readonly seen: { readonly price: Money; readonly quantity: number }
  /** For all pieces together; null unless the action is `Counter`. */
  readonly counter: Money | null
}

export type Words = { readonly name: PlatformName; readonly money: (money: Money) => string }

const refuse = (message: string): Decision & { readonly decision: 'refuse'; readonly error: AppError } => ({
  decision: 'refuse',
  error: { kind: 'conflict', message },
})

const isSamePrice = (one: Money, other: Money): boolean => one.minor === other.minor && one.currency === other.currency

/** The states that an answer leads to. */
const resultsOf: Readonly<Record<AnswerAction, readonly BestOfferStatus[]>> = {
  Accept: ['Accepted', 'PendingBuyerPayment'],
  Counter: ['Countered', 'PendingBuyerConfirmation'],
  Decline: ['Declined'],
}

/** The state to show until the offer is read again. */
export const statusAfter = (action: AnswerAction): BestOfferStatus =>
  action === 'Accept' ? 'Accepted' : action === 'Counter' ? 'Countered' : 'Declined'

export const TOO_LATE = 'It is too late for this answer: the offer has expired. Nothing was sent.'

/** Why an offer can't be answered any more, as a sentence without its consequence. */
export const describeEnd = (status: BestOfferStatus, { The }: PlatformName): string => {
  switch (status) {
    case 'Retracted':
      return 'The buyer withdrew this offer.'
    case 'Expired':
      return 'This offer has expired.'
    case 'Accepted':
    case 'PendingBuyerPayment':
      return 'This offer is accepted already.'
    case 'Declined':
      return 'This offer is declined already.'
    case 'Countered':
    case 'PendingBuyerConfirmation':
      return 'This offer has a counter already.'
    case 'AdminEnded':
      return `${The} ended this offer.`
    default:
      return 'This offer is no longer open.'
  }
}

/** `$45.00`, `$90.00 for 2 pieces`. */
const describePrice = ({ price, quantity }: Pick<BestOfferRecord, 'price' | 'quantity'>, { money }: Words): string =>
  quantity === 1 ? money(price) : `${money(price)} for ${quantity} pieces`

/** Why a counter can't be sent; undefined if it can. */
export const findCounterProblem = (
  counter: Money,
  { price, quantity, asked }: Pick<BestOfferRecord, 'price' | 'quantity' | 'asked'>,
  { money }: Words,
): string | undefined => {
  if (counter.currency === price.currency && counter.minor <= price.minor) {
    return `The buyer offers ${money(price)}. Accept that, or ask for more.`
  }
  if (asked === null || asked.currency !== counter.currency) return undefined
  const whole = askedFor(asked, quantity)
  return counter.minor > whole.minor
    ? `The listing asks ${money(whole)}${quantity === 1 ? '' : ` for ${quantity} pieces`}. Enter at most that.`
    : undefined
}

/** `platformNowMs`: the platform's clock. `newer`: an open offer of the same buyer for the same listing. */
export const decideAnswer = (
  answer: DecidedAnswer,
  offer: BestOfferRecord | undefined,
  platformNowMs: number,
  newer: BestOfferRecord | undefined,
  words: Words,
): Decision => {
  if (offer === undefined) return refuse(`${words.name.The} no longer has this offer. Nothing was sent.`)
  if (resultsOf[answer.action].includes(offer.status)) return { decision: 'alreadyThere' }
  if (!waitsForSeller(offer)) {
    const now = newer === undefined ? '' : ` They now offer ${describePrice(newer, words)}.`
    return refuse(`${describeEnd(offer.status, words.name)}${now} Nothing was sent.`)
  }
  if (offer.expiresAtMs !== null && offer.expiresAtMs <= platformNowMs) return refuse(TOO_LATE)
  if (!isSamePrice(offer.price, answer.seen.price) || offer.quantity !== answer.seen.quantity) {
    return refuse(`The buyer now offers ${describePrice(offer, words)}. Nothing was sent. Answer that offer.`)
  }
  const problem = answer.counter === null ? undefined : findCounterProblem(answer.counter, offer, words)
  return problem === undefined ? { decision: 'send' } : refuse(`${problem} Nothing was sent.`)
}

/**
 * Whether a reading shows an answer that may have been sent. Null: it can't tell. An offer that ended in another way was not
 * answered so.
 */
export const isAnswered = ({ action }: DecidedAnswer, offer: BestOfferRecord | undefined): boolean | null => {
  if (offer === undefined || offer.status === 'Unknown') return null
  return resultsOf[action].includes(offer.status)
}
