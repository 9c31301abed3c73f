/** The filters of the item list by the category and the price of its offers, as they are stored and asked. */
import { formatNumber } from '../../../ui/format/locale-format.ts'
import { ANY } from './counted-select.tsx'

export const NO_CATEGORY = ' none'

/** As stored: `10-50`, `10-` and `-50`; empty for any price. */
export const formatPrices = (from: number | null, to: number | null): string =>
  from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`

export const parsePrices = (text: string): { readonly from: number | null; readonly to: number | null } => {
  const [, from = '', to = ''] = /^([\d.]*)-([\d.]*)$/.exec(text) ?? []
  const toNumber = (part: string): number | null => (part === '' || Number.isNaN(Number(part)) ? null : Number(part))
  return { from: toNumber(from), to: toNumber(to) }
}

/** The part of a list's scope that these filters are. */
export const offerScope = (category: string, prices: string) => {
  const { from, to } = parsePrices(prices)
  return {
    ...(category === ANY ? {} : { category: category === NO_CATEGORY ? null : category }),
    ...(from === null ? {} : { minPrice: from }),
    ...(to === null ? {} : { maxPrice: to }),
  }
}

/** Labels of the active filters. */
export const offerFilterLabels = (category: string, prices: string): readonly string[] => {
  const { from, to } = parsePrices(prices)
  const [low, high] = [from, to].map((price) => (price === null ? '' : formatNumber(price)))
  return [
    ...(category === ANY ? [] : [category === NO_CATEGORY ? 'No category yet' : category]),
    ...(from === null && to === null
      ? []
      : [from === null ? `Price up to ${high}` : to === null ? `Price from ${low}` : `Price ${low} to ${high}`]),
  ]
}
