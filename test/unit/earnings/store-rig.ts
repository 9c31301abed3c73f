/** The stores of earnings over one database, without the feature around them. */
import { readTransaction } from '../../../main/earnings/records/transaction-record.ts'
import { createCostStore } from '../../../main/earnings/store/cost-store.ts'
import { createEarningsList } from '../../../main/earnings/store/earnings-list.ts'
import { createTransactionStore } from '../../../main/earnings/store/transaction-store.ts'
import type { SoldOrder } from '../../../main/sold-orders-port.ts'
import type { CostLot } from '../../../shared/inventory/cost.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { type Json, sale, soldOrder } from './earnings-rig.ts'

export const openStores = ({ zone = 'America/Los_Angeles' as string | undefined } = {}) => {
  const database = openTestDatabase()
  const lots = new Map<string, readonly CostLot[]>()
  const store = createTransactionStore(database, {
    erased: { isErased: () => false, isErasedConversation: () => false },
    zone,
  })
  const costs = createCostStore(database, {
    costs: { lotsOf: (skus) => new Map(skus.flatMap((sku) => (lots.has(sku) ? [[sku, lots.get(sku) ?? []]] : []))) },
    zone,
    recount: store.recount,
  })
  const save = (...given: readonly Json[]): number => store.save(given.map(readTransaction), 1)
  return {
    database,
    store,
    costs,
    lots,
    list: createEarningsList(database),
    save,
    /** A sale with the order that it belongs to. */
    sell: (
      orderId: string,
      date: string,
      listed: Parameters<typeof sale>[2],
      order: Parameters<typeof soldOrder>[2],
    ): void => {
      save(sale(orderId, date, listed))
      store.fill([soldOrder(orderId, date, order)])
    },
    find: (search: string): readonly string[] =>
      createEarningsList(database)
        .transactions({ currency: 'USD', month: null, type: null, search, offset: 0, limit: 100 })
        .rows.map(({ transactionId }) => transactionId),
  }
}

type Lines = SoldOrder['lines']

/** A line of an order in dollars. */
export const line = (lineItemId: string, value: string, more: Partial<Lines[number]> = {}): Lines[number] => ({
  lineItemId,
  listingId: `listing-${lineItemId}`,
  sku: lineItemId,
  title: `Lamp ${lineItemId}`,
  quantity: 1,
  price: { value, currency: 'USD' },
  ...more,
})
