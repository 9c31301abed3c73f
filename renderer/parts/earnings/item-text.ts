/** What was sold of an item and what was left of it, as text. Pure. */
import type { EarningsItem } from '../../../shared/earnings/contract.ts'
import { type Money, parseMoney } from '../../../shared/money.ts'
import { formatNumber, numberFormat, readMoney } from '../../ui/format/locale-format.ts'
import { moneyLabel } from './money-label.ts'

type Sales = Pick<EarningsItem, 'sold' | 'price' | 'earned' | 'left'>

const percent = numberFormat({ style: 'percent', maximumFractionDigits: 0 })

/** Pieces; null if none was. */
export const soldText = (items: readonly Sales[]): string | null => {
  const sold = items.reduce((sum, one) => sum + one.sold, 0)
  return sold === 0 ? null : formatNumber(sold)
}

/** What was left of the price that buyers paid, `38%`. Null while a cost isn't known. */
export const marginText = (items: readonly Sales[]): string | null => {
  const shares = items.flatMap(({ price, left }) =>
    left === null || price.minor <= 0 ? [] : [left.minor / price.minor],
  )
  return shares.length === 0 || shares.length < items.length
    ? null
    : shares.map((share) => percent.format(share)).join(', ')
}

/** “6 sold so far, $89.40 left of them”, for each currency. */
export const soldSoFar = (items: readonly Sales[]): readonly string[] =>
  items
    .filter(({ sold, earned }) => sold > 0 || earned.minor !== 0)
    .map(({ sold, earned, left }) =>
      left === null
        ? `${formatNumber(sold)} sold so far, ${moneyLabel(earned)} before what you paid, which isn’t known for all`
        : `${formatNumber(sold)} sold so far, ${moneyLabel(left)} left after fees, labels and what you paid`,
    )

/** What would be left of a price before fees and postage; null if one of them can't be read. */
export const wouldBeLeft = (price: Money | undefined, cost: Money | undefined): string | null =>
  price === undefined || cost === undefined || price.currency !== cost.currency
    ? null
    : `${moneyLabel({ ...price, minor: price.minor - cost.minor })} would be left of ${moneyLabel(price)}, before fees and postage`

/**
 * The cost of the next piece: of the last lot, which is the one without an end. `costs`: as the item keeps it, `4.50` or
 * `3 × 4.50 on 2026-10-01; 5.00`.
 */
export const lastCost = (costs: string, currency: string): Money | undefined => {
  const [, amount = ''] =
    /^(?:\d+ × )?(\d+(?:\.\d+)?)(?: on \d{4}-\d{2}-\d{2})?$/.exec(costs.split('; ').at(-1) ?? '') ?? []
  return parseMoney(amount, currency)
}

/** An amount as typed for a listing. */
export const typedPrice = (text: string, currency: string): Money | undefined => {
  const amount = readMoney(text, currency)
  return amount === undefined ? undefined : parseMoney(String(amount), currency)
}
