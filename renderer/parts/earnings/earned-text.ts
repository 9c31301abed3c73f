/** What an order or an item earned, in a cell. Pure. */
import type { OrdersSum } from '../../../shared/earnings/contract.ts'
import type { Money } from '../../../shared/money.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { moneyLabel } from './money-label.ts'

type Earned = { readonly beforeCost: Money; readonly left: Money | null; readonly isEstimate: boolean }

/** `$12.30`; `≤ $12.30` while the cost isn't known, `~ $12.30` for an estimate. One amount for each currency. */
export const earnedText = (earned: readonly Earned[]): string =>
  earned
    .map(({ beforeCost, left, isEstimate }) =>
      [isEstimate ? '~' : '', left === null ? '≤' : '', moneyLabel(left ?? beforeCost)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(', ')

/** What the signs of `earnedText` mean; undefined without any. */
export const earnedHint = (earned: readonly Earned[]): string | undefined => {
  const parts = [
    earned.some(({ left }) => left === null) ? 'At most: what you paid isn’t known' : '',
    earned.some(({ isEstimate }) => isEstimate) ? 'Estimated from the order' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join('. ')
}

/** “At most $1,234.50 left for you from 84 orders: what you paid isn’t known for 13, 2 estimated”. `total`: the listed orders. */
export const sumText = ({ left, orders, costUnknown, estimated }: OrdersSum, total: number): string => {
  const notes = [
    costUnknown > 0 ? `what you paid isn’t known for ${formatNumber(costUnknown)}` : '',
    estimated > 0 ? `${formatNumber(estimated)} estimated` : '',
  ].filter((part) => part !== '')
  const of = orders < total ? `${formatNumber(orders)} of ${formatCount(total, 'order')}` : formatCount(orders, 'order')
  return `${costUnknown > 0 ? 'At most ' : ''}${moneyLabel(left)} left for you from ${of}${notes.length === 0 ? '' : `: ${notes.join(', ')}`}`
}

/** “at most $61.20 left for you”, “about $61.20 left for you”. */
export const leftOfSum = ({ left, costUnknown, estimated }: OrdersSum): string =>
  `${costUnknown > 0 ? 'at most ' : estimated > 0 ? 'about ' : ''}${moneyLabel(left)} left for you`
