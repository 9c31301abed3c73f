/** The price of offers to watchers as typed, and what each listing would have. Pure. */
import type { Money } from '../../../shared/money.ts'
import { discounted, isBelow } from '../../../shared/offers/arithmetic.ts'
import {
  type Discount,
  type EligibleListing,
  MAX_PERCENT,
  MIN_PERCENT,
  type SentWatcherOffer,
} from '../../../shared/offers/watcher-offer.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { dateFormat, formatNumber } from '../../ui/format/locale-format.ts'

const day = dateFormat({ dateStyle: 'medium' })

/** A price is read by main, in each listing's currency. */
export const readDiscount = (way: 'percent' | 'price', typed: string): Discount | { readonly problem: string } => {
  const text = typed.trim()
  if (text === '') return { problem: way === 'percent' ? 'Enter the percent first' : 'Enter the price first' }
  if (way === 'price') return { price: text }
  const percent = Number(text.replace(/\s*%$/, ''))
  return Number.isInteger(percent) && percent >= MIN_PERCENT && percent <= MAX_PERCENT
    ? { percent }
    : { problem: `Enter a whole number from ${MIN_PERCENT} to ${MAX_PERCENT}` }
}

/** Only what is known. */
const resultText = ({ result, buyers }: SentWatcherOffer): string =>
  result === null || (result.bought === 0 && !result.isKnown)
    ? ''
    : `: ${formatNumber(result.bought)}${buyers === null ? '' : ` of ${formatNumber(buyers)}`} bought`

type Described = {
  /** With the offer; null if it isn't known here. */
  readonly price: Money | null
  readonly facts: string
  /** Below the seller's floor, or below what the item cost. */
  readonly isLow: boolean
}

export const describeListing = (
  { price, watchers, cost, floor, available, listedAtMs, last }: EligibleListing,
  discount: Discount | undefined,
): Described => {
  const offered =
    price === null || discount === undefined || !('percent' in discount) ? null : discounted(price, discount.percent)
  const facts = [
    watchers === null ? '' : `${formatNumber(watchers)} watching`,
    available === null ? '' : `${formatNumber(available)} in stock`,
    cost === null ? '' : `you paid ${priceText(cost)}`,
    listedAtMs === null ? '' : `listed ${day.format(listedAtMs)}`,
    last === null ? '' : `last offered for ${priceText(last.price)}${resultText(last)}`,
    floor === null ? '' : `your floor ${priceText(floor)}`,
  ]
  return {
    price: offered,
    facts: facts.filter((part) => part !== '').join(' · '),
    isLow: offered !== null && (isBelow(offered, 1, floor) || isBelow(offered, 1, cost)),
  }
}
