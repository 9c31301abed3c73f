/**
 * Decides from readings whether to publish or end a listing. Nothing is listed twice (LST-02), and nothing is published that the
 * seller didn't see (LST-04). Pure, so that tests can try every order of answers.
 */
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { Confirmed } from '../../../shared/listing/contract.ts'
import type { Fee } from '../../../shared/outbound/run-contract.ts'
import type { Decision } from '../../outbound/kind.ts'
import { isSameText } from './offer-draft.ts'
import { isPublished, listingIdOf, offerIdOf, priceOf, quantityForSale } from './offer-record.ts'

export const refuse = (message: string): Decision => ({ decision: 'refuse', error: { kind: 'conflict', message } })

/** Sums whole numbers, because a sum of fractions depends on their order. */
const sumFees = (fees: readonly Fee[]): number =>
  fees.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 10_000), 0) / 10_000

/** Writes an amount as the window does: `$129.00`. */
type WriteMoney = (amount: string | number, currency: string) => string

/** The sum of the fees in each currency: `$0.35`. */
export const formatFees = (fees: readonly Fee[], money: WriteMoney): string => {
  const currencies = [...new Set(fees.map(({ currency }) => currency))]
  return currencies
    .map((currency) => money(sumFees(fees.filter((fee) => fee.currency === currency)), currency))
    .join(' + ')
}

/** How the platform's offer differs from what the seller confirmed; undefined if it doesn't. */
const findDifference = (
  offer: JsonObject,
  itemQuantity: number | undefined,
  confirmed: Pick<Confirmed, 'price' | 'currency' | 'quantity' | 'marketplaceId'>,
  money: WriteMoney,
): string | undefined => {
  const { value, currency } = priceOf(offer)
  if (offer.marketplaceId !== confirmed.marketplaceId) return 'The marketplace'
  if (!isSameText('price', value, confirmed.price) || currency !== confirmed.currency) {
    return `The price is ${value === '' ? 'missing' : money(value, currency)}`
  }
  const quantity = quantityForSale(offer, itemQuantity)
  return quantity === confirmed.quantity ? undefined : `The quantity is ${quantity ?? 'missing'}`
}

const CONFIRM_AGAIN = 'Nothing went live. Check it and publish again.'

/** Refuses fees that are higher than what the seller saw. Null: the platform doesn't name them. */
export const decideFees = (seen: readonly Fee[] | null, fees: readonly Fee[] | null, money: WriteMoney): Decision =>
  fees !== null && sumFees(fees) > (seen === null ? 0 : sumFees(seen))
    ? refuse(`Publishing costs ${formatFees(fees, money)} now, more than you saw. ${CONFIRM_AGAIN}`)
    : { decision: 'send' }

/** Call before publishing. `fees` is null if the platform doesn't name them. */
export const decidePublish = (
  offer: JsonObject | undefined,
  itemQuantity: number | undefined,
  confirmed: Confirmed,
  fees: readonly Fee[] | null,
  money: WriteMoney,
): Decision => {
  if (offer === undefined) return refuse(`This item has no listing draft any more. ${CONFIRM_AGAIN}`)
  // Already published, here or elsewhere. Publishing again could only list it twice.
  if (isPublished(offer)) return { decision: 'alreadyThere' }
  const difference = findDifference(offer, itemQuantity, confirmed, money)
  if (difference !== undefined) return refuse(`${difference}, not what you confirmed. ${CONFIRM_AGAIN}`)
  return decideFees(confirmed.fees, fees, money)
}

/** Call before ending a listing. */
export const decideWithdraw = (offer: JsonObject | undefined, listingId: string): Decision => {
  if (offer === undefined || !isPublished(offer)) return { decision: 'alreadyThere' }
  if (listingIdOf(offer) === listingId) return { decision: 'send' }
  return refuse('Another listing of this item is live now. Nothing was ended. Check it and end that one.')
}

/** Call before deleting an offer. `endsListing`: whether the seller confirmed that its live listing ends. */
export const decideDelete = (offer: JsonObject | undefined, offerId: string, endsListing: boolean): Decision => {
  if (offer === undefined || offerIdOf(offer) !== offerId) return { decision: 'alreadyThere' }
  if (!isPublished(offer) || endsListing) return { decision: 'send' }
  return refuse('This listing is live now, and deleting it would end it. Nothing was deleted.')
}
