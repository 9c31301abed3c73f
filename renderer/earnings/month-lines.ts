/** What a month's sum is made of, in the order of a statement (FIN-01). Pure. */
import type { EarningsMonthDetail } from '../../shared/earnings/contract.ts'
import { ESTIMATED_SALE } from '../../shared/earnings/kinds.ts'
import type { Money } from '../../shared/money.ts'
import { formatCount } from '../ui/format/locale-format.ts'

export type MonthLine = {
  readonly id: string
  readonly label: string
  /** How much of it there is; empty for nothing to add. */
  readonly note: string
  readonly amount: Money
}

const isSale = ({ type }: { readonly type: string }): boolean => type === 'SALE' || type === ESTIMATED_SALE

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/**
 * Lines that sum to `beforeCost`, to the cent: what buyers paid, the fees, and each other kind. Postage is a line of its own only
 * where it is known for every sale, because a part of it would look like all of it.
 */
export const monthLines = (month: EarningsMonthDetail, feesLabel: string): readonly MonthLine[] => {
  const { kinds, fees, postage, orders, pieces } = month
  const money = (minor: number): Money => ({ minor, currency: fees.currency })
  const sales = kinds.filter(isSale).reduce((sum, { amount }) => sum + amount.minor, 0)
  const hasPostage = postage.unknown === 0 && postage.amount.minor !== 0
  const sold: readonly MonthLine[] =
    orders === 0
      ? []
      : [
          {
            id: 'sales',
            label: hasPostage || postage.unknown === 0 ? 'Items sold' : 'Items sold, with postage',
            note: joined([formatCount(orders, 'order'), pieces === null ? '' : formatCount(pieces, 'piece')]),
            amount: money(sales - (hasPostage ? postage.amount.minor : 0)),
          },
          ...(hasPostage ? [{ id: 'postage', label: 'Postage from buyers', note: '', amount: postage.amount }] : []),
        ]
  return [
    ...sold,
    ...(fees.minor === 0 ? [] : [{ id: 'fees', label: feesLabel, note: '', amount: fees }]),
    ...kinds
      .filter((kind) => !isSale(kind))
      .map(({ type, feeType, label, count, amount }) => ({
        id: `${type} ${feeType}`,
        label,
        note: count > 1 ? formatCount(count, 'time') : '',
        amount,
      })),
  ]
}

/** The twelve months of a year, as `2026-11`. */
export const monthsOf = (year: number): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/** The first month of the month, quarter or year that a month is in. */
export const firstMonth = (month: string, period: 'month' | 'quarter' | 'year'): string => {
  const [year = '', number = '01'] = month.split('-')
  const length = { month: 1, quarter: 3, year: 12 }[period]
  const first = Math.floor((Number(number) - 1) / length) * length + 1
  return `${year}-${String(first).padStart(2, '0')}`
}
