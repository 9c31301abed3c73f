/** The earnings feature's answers to its contract. */
import type { EarningsState, earningsContract } from '../../shared/earnings/contract.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { SoldOrdersPort } from '../sold-orders-port.ts'
import type { CostStore } from './store/cost-store.ts'
import { exportSums, exportTransactions, lastMonth } from './store/earnings-csv.ts'
import type { EarningsList } from './store/earnings-list.ts'

const DAY_MS = 24 * 60 * 60_000

export const createEarningsHandlers = (deps: {
  readonly list: EarningsList
  readonly costs: Pick<CostStore, 'countOutdated' | 'useForPast' | 'restore'>
  readonly onCostsSaved: () => void
  /** Of the platform's days. */
  readonly zone: string | undefined
  readonly reading: () => Omit<EarningsState, 'currencies' | 'unclear'>
  readonly idsOf: SoldOrdersPort['idsOf']
  readonly readNow: () => Promise<void>
}): FeatureHandlers<typeof earningsContract> => {
  const { list, zone } = deps
  return {
    state: () => ({ ...deps.reading(), currencies: list.currencies(), unclear: list.unclear() }),
    months: ({ currency, year }) => ({ months: list.months(currency, year) }),
    month: ({ currency, month }) => list.month(currency, month),
    payouts: ({ currency, offset, limit }) => list.payouts(currency, offset, limit),
    payout: ({ payoutId }) => list.payout(payoutId),
    order: ({ orderId }) => ({ earned: list.order(orderId) }),
    orders: ({ orderIds }) => ({ orders: list.orders(orderIds) }),
    ordersSum: (filter) => ({ sums: list.ordersSum(deps.idsOf(filter)) }),
    soldSince: ({ fromMs }) => {
      // A day before, which no time zone reaches past.
      const month = new Date(fromMs - DAY_MS).toISOString().slice(0, 7)
      return { sums: list.ordersSum(list.soldSince(fromMs, month)) }
    },
    items: ({ skus }) => ({ items: list.items(skus) }),
    pastCosts: ({ sku }) => ({ sales: deps.costs.countOutdated(sku) }),
    recostPastSales: ({ sku }) => {
      const former = deps.costs.useForPast(sku)
      deps.onCostsSaved()
      return { former }
    },
    restorePastCosts: ({ sku, former }) => {
      deps.costs.restore(sku, former)
      deps.onCostsSaved()
    },
    transactions: (filter) => list.transactions(filter),
    exportFile: ({ currency, month, period, content }) => {
      const last = lastMonth(month, period)
      return {
        text:
          content === 'sums'
            ? exportSums(list.sums(currency, month, last), currency)
            : exportTransactions(list.between(currency, month, last), currency, zone),
      }
    },
    readNow: () => deps.readNow(),
  }
}
