/** The limits of best offers against each other and against the price (LST-16). Pure. */
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { parseAmount } from './offer-draft.ts'

const amountOf = (text: string): number | undefined => {
  const amount = parseAmount(text)
  return amount === undefined ? undefined : Number(amount)
}

/**
 * What is wrong with a best-offer field beside the others; undefined if nothing is. The platform finds these only at publishing.
 *
 * https://developer.ebay.com/api-docs/sell/inventory/types/slr:BestOffer
 */
export const findBestOfferProblem = (field: OfferField, text: (field: OfferField) => string): string | undefined => {
  if (field !== 'autoAcceptPrice' && field !== 'autoDeclinePrice') return undefined
  const own = amountOf(text(field))
  if (own === undefined) return undefined
  if (text('bestOffer') !== 'yes') return 'This has no effect without best offer. Set best offer to yes, or empty this.'
  const price = amountOf(text('price'))
  if (price !== undefined && own >= price) return `This must be less than the price, ${price.toFixed(2)}.`
  const accept = amountOf(text('autoAcceptPrice'))
  if (field === 'autoDeclinePrice' && accept !== undefined && own >= accept) {
    return `This must be less than the amount that is accepted, ${accept.toFixed(2)}.`
  }
  return undefined
}
