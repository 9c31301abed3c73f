/** Arithmetic with offers: how far one is below the price, and what a counter could be. Pure. */
import type { Money } from '../money.ts'

/** What all pieces cost at the listing's price. */
export const askedFor = (asked: Money, quantity: number): Money => ({ ...asked, minor: asked.minor * quantity })

/** By how many whole percent `price` is below the asked price of all pieces; null across currencies and for prices of nothing. */
export const percentBelow = (price: Money, quantity: number, asked: Money | null): number | null => {
  if (asked === null || asked.currency !== price.currency || asked.minor <= 0 || quantity < 1) return null
  const whole = asked.minor * quantity
  return Math.round(((whole - price.minor) * 100) / whole)
}

/** Whether an offer for these pieces is below the lowest price of one. Across currencies it isn't known, so it isn't. */
export const isBelow = (price: Money, quantity: number, floor: Money | null): boolean =>
  floor !== null && floor.currency === price.currency && price.minor < floor.minor * quantity

/** The price after `percent` off, in whole units and never higher than that. */
export const discounted = ({ minor, currency }: Money, percent: number): Money => ({
  minor: Math.floor((minor * (100 - percent)) / 100),
  currency,
})

/** The platform's fees on a price if it keeps as much as of the sales that were summed. All in the smallest unit. */
export const estimateFees = (
  price: Money,
  sold: { readonly priceMinor: number; readonly feesMinor: number },
): Money => ({
  ...price,
  minor: Math.round((price.minor * sold.feesMinor) / sold.priceMinor),
})

/** A suggestion is only arithmetic: half way, and 10% off the asked price. */
export type CounterSuggestion = { readonly kind: 'middle' | 'tenOff'; readonly price: Money }

/** Counters between the buyer's price and the asked one, for all pieces; none where the asked price isn't known. */
export const suggestCounters = (price: Money, quantity: number, asked: Money | null): readonly CounterSuggestion[] => {
  if (asked === null || asked.currency !== price.currency) return []
  const whole = askedFor(asked, quantity)
  const suggestions: readonly CounterSuggestion[] = [
    { kind: 'middle', price: { ...whole, minor: Math.round((whole.minor + price.minor) / 2) } },
    { kind: 'tenOff', price: discounted(whole, 10) },
  ]
  return suggestions.filter(({ price: { minor } }) => minor > price.minor && minor < whole.minor)
}
