/** Plans the new price of one live listing, for runs and for cells of the sheet (LST-19). Pure. */
import { isJsonObject, type JsonObject, type JsonPath, valueAt } from '../../../shared/inventory/json.ts'
import { isLargeChange } from '../../../shared/money.ts'
import { isLiveOffer, offerIdOf, priceOf, textOf } from '../offers/offer-record.ts'
import type { Payloads } from '../work/listing-payloads.ts'

type WriteMoney = (amount: string | number, currency: string) => string

export type PricePlan =
  | { readonly payload: Payloads['change']; readonly caution: string | undefined }
  | { readonly problem: string; readonly payload?: Payloads['change'] }

const bestOfferPath: JsonPath = ['listingPolicies', 'bestOfferTerms', 'autoAcceptPrice']

const manyTimes = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `90% less than $129.00`; from ten times the old price on `31 times $32.50`, since four digits of percent say little. */
const compare = (was: number, next: number, before: string): string => {
  if (next >= was * 10) return `${manyTimes.format(next / was)} times ${before}`
  const percent = Math.round((Math.abs(next - was) / was) * 100)
  return `${percent}% ${next < was ? 'less' : 'more'} than ${before}`
}

/** What the seller confirms about a new price: a large change (USE-05), or offers that are still accepted below it (LST-20). */
export const priceCaution = (
  offer: JsonObject,
  { value: before, currency }: { readonly value: string; readonly currency: string },
  after: string,
  money: WriteMoney,
): string | undefined => {
  const [was, next] = [Number(before), Number(after)]
  const limit = valueAt(offer, bestOfferPath)
  const accepted = isJsonObject(limit) ? textOf(limit.value) : ''
  const sentences = [
    ...(isLargeChange(was, next)
      ? [`${money(after, currency)} is ${compare(was, next, money(before, currency))}.`]
      : []),
    ...(next > was && accepted !== '' && Number(accepted) < next
      ? [`Best offers of ${money(accepted, currency)} or more are still accepted automatically.`]
      : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

/**
 * Changes the price of `offer` to what `rule` makes of its price in cents. `currency`: that of the marketplace. A plan that is left
 * out keeps its payload where the window can show old and new.
 */
export const planPrice = (
  { sku, offer }: { readonly sku: string; readonly offer: JsonObject | undefined },
  rule: (cents: number) => number | undefined,
  { currency, money }: { readonly currency: string; readonly money: WriteMoney },
): PricePlan => {
  const offerId = offer === undefined ? '' : offerIdOf(offer)
  if (offer === undefined || offerId === '') return { problem: 'It isn’t listed yet.' }
  const was = priceOf(offer)
  if (was.value === '') return { problem: 'It has no price yet. Enter it on the item’s own page.' }
  if (was.currency !== currency)
    return { problem: `Its price is in ${was.currency}. Change it on the item’s own page.` }
  const cents = rule(Math.round(Number(was.value) * 100))
  if (cents === undefined) return { problem: 'The new price would be 0 or less.' }
  const value = { value: (cents / 100).toFixed(2), currency }
  const payload = { sku, offerId, price: { was, value }, quantity: null }
  if (!isLiveOffer(offer)) return { problem: 'It isn’t live, so buyers see no price.', payload }
  if (Number(was.value) === cents / 100) return { problem: 'It already has this price.', payload }
  return { payload, caution: priceCaution(offer, was, value.value, money) }
}
