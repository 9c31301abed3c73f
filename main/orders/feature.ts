/** The orders feature: what was sold, what has to be shipped, and where the parcel is. */
import { getPlatform } from '../../shared/connection/profile.ts'
import type { ordersContract } from '../../shared/orders/contract.ts'
import { conflict } from '../../shared/result.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import { trackCalls } from '../track-calls.ts'
import { createOrderHandlers, type OrderReader } from './handlers.ts'
import { createShipmentPlans } from './shipments/shipment-plans.ts'
import { createCaseStore } from './store/case-store.ts'
import { createOrderList } from './store/order-list.ts'
import { createOrderStore } from './store/order-store.ts'

export { orderSearchIndex } from './store/order-search.ts'

export const createOrdersFeature = (
  deps: FeatureDeps<typeof ordersContract> &
    Pick<Ports, 'openExternal'> & {
      readonly outbound: Outbound
      readonly onSendRequested: () => void
      /** The locale of dates in replies; undefined is the system's. */
      readonly locale: () => string | undefined
    },
): Feature<typeof ordersContract> => {
  const { database, clock, profile } = deps
  const canRead = getPlatform(profile).capabilities.orders
  const store = createOrderStore(database)
  const cases = createCaseStore(database)
  const list = createOrderList({ database, clock, cases, pending: () => new Map() })
  const refuse = async (): Promise<never> => {
    throw conflict('This platform has no orders to read.')
  }
  const reader: OrderReader = {
    reading: () => ({
      canRead,
      completeFromMs: null,
      completeToMs: null,
      progress: null,
      problem: null,
      awaited: 0,
      earlierFromMs: null,
      cases: { canRead: false, readAtMs: null, problem: null },
    }),
    refresh: refuse,
    refreshOrder: refuse,
    readEarlier: refuse,
    reportUse: () => undefined,
    shipmentsProblem: () => null,
  }
  const plans = createShipmentPlans({ store })
  const { handlers, settled } = trackCalls(
    createOrderHandlers({
      ...deps,
      store,
      list,
      cases,
      reader,
      plans,
      pages: { order: () => undefined, case: () => undefined },
    }),
  )
  return {
    handlers,
    start: async () => undefined,
    stop: async () => {
      await settled()
    },
  }
}
