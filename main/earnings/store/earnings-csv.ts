/**
 * Files for the accountant (FIN-04). The columns and their order are described in Help, and stay. SECURITY (ORD-06): no column
 * names a buyer.
 */
import { platformDay } from '../../../shared/connection/platform-days.ts'
import { type Money, moneyText } from '../../../shared/money.ts'
import { writeCsv } from '../../csv-file.ts'
import type { EarningsList } from './earnings-list.ts'

/** The last month of a period that begins with `first`, as `2026-11`. */
export const lastMonth = (first: string, period: 'month' | 'quarter' | 'year'): string => {
  const [year = 0, month = 1] = first.split('-').map(Number)
  const last = year * 12 + month - 1 + { month: 0, quarter: 2, year: 11 }[period]
  return `${String(Math.floor(last / 12)).padStart(4, '0')}-${String((last % 12) + 1).padStart(2, '0')}`
}

const text = (money: Money | null): string => (money === null ? '' : moneyText(money))

/** One line per transaction, the oldest first. Withdrawals are in it with an empty net, because nothing was earned. */
export const exportTransactions = (
  transactions: ReturnType<EarningsList['between']>,
  currency: string,
  zone: string | undefined,
): string =>
  writeCsv([
    [
      ...['Date', 'Kind', 'Transaction', 'Order', 'Items', 'SKUs', 'Paid', 'Fees', 'Net', 'Moved', 'Cost', 'Currency'],
      ...['Payout', 'Estimate', 'Note'],
    ],
    ...transactions.map((one) => [
      one.atMs === null ? '' : platformDay(one.atMs, zone),
      one.label,
      one.transactionId,
      one.orderId ?? '',
      one.title ?? '',
      one.skus,
      one.isMoved ? '' : text(one.gross),
      one.isMoved ? '' : text(one.fees),
      one.isMoved ? '' : text(one.net),
      one.isMoved ? text(one.net) : '',
      text(one.cost),
      currency,
      one.payoutId ?? '',
      one.isEstimate ? 'yes' : '',
      [
        ...(one.isCostPartlyKnown ? ['Cost of some items not known'] : []),
        ...(one.memo === null ? [] : [one.memo]),
      ].join('. '),
    ]),
  ])

/** The sums that the screen shows, by month and kind. */
export const exportSums = (months: ReturnType<EarningsList['sums']>, currency: string): string =>
  writeCsv([
    ['Month', 'Kind', 'Transactions', 'Amount', 'Currency', 'Note'],
    ...months.flatMap(({ month, kinds, fees, cost, costUnknown, left }) => [
      ...kinds.map(({ label, count, amount }) => [month, label, String(count), moneyText(amount), currency, '']),
      [month, 'Fees', '', moneyText(fees), currency, ''],
      [
        month,
        'Cost of items sold',
        '',
        moneyText(cost),
        currency,
        costUnknown === 0 ? '' : `Not known for ${costUnknown} ${costUnknown === 1 ? 'sale' : 'sales'}`,
      ],
      [month, 'Left', '', moneyText(left), currency, costUnknown === 0 ? '' : 'At most'],
    ]),
  ])
