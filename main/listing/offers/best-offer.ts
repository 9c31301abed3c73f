/** The limits of best offers against each other and against the price (LST-16). Pure. */
import { findOfferRow } from '../../../shared/inventory/fields/offer-fields.ts'
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

/** What a new text makes wrong in limits that keep theirs; undefined if nothing. `isNew`: the fields with a new text. */
export const findBestOfferConsequence = (
  field: OfferField,
  text: (field: OfferField) => string,
  isNew: (field: OfferField) => boolean,
): string | undefined => {
  const kept = (['autoAcceptPrice', 'autoDeclinePrice'] as const).filter((limit) => !isNew(limit))
  if (field === 'bestOffer' && text('bestOffer') !== 'yes') {
    const left = kept.filter((limit) => amountOf(text(limit)) !== undefined)
    const names = left.map((limit) => `“${findOfferRow(limit)?.label ?? limit}”`).join(' and ')
    return left.length === 0
      ? undefined
      : `Empty ${names} too, which ${left.length === 1 ? 'has' : 'have'} no effect without best offer.`
  }
  const [own, decline] = [amountOf(text(field)), amountOf(text('autoDeclinePrice'))]
  const isBelow = field === 'autoAcceptPrice' && own !== undefined && decline !== undefined && own <= decline
  return isBelow && kept.includes('autoDeclinePrice')
    ? `This must be more than the amount that is declined, ${decline.toFixed(2)}.`
    : undefined
}
