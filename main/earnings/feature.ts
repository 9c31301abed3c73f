/** The earnings feature: what was sold, what was left of it, and what was paid out. */
import { findDayZone } from '../../shared/connection/platform-days.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { earningsContract } from '../../shared/earnings/contract.ts'
import { conflict, Failure } from '../../shared/result.ts'
import type { CostsPort } from '../costs-port.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { FeesPort } from '../fees-port.ts'
import type { SoldOrder, SoldOrdersPort } from '../sold-orders-port.ts'
import { trackCalls } from '../track-calls.ts'
import { createEarningsHandlers } from './handlers.ts'
import { createFinancesClient } from './platform/finances-client.ts'
import { createEarningsReader } from './reading/earnings-reader.ts'
import { createReadingState } from './reading/reading-state.ts'
import { createCostStore } from './store/cost-store.ts'
import { createEarningsList } from './store/earnings-list.ts'
import { createRecentFees } from './store/recent-fees.ts'
import { createTransactionStore } from './store/transaction-store.ts'

export { earningsSearchIndex } from './store/earnings-search.ts'

const DAY_MS = 24 * 60 * 60_000
/** The platform's transactions may be this late: until then, an order's own total is the estimate of its sale. */
const SETTLES_MS = 2 * DAY_MS
/** Orders that are looked at in one go: about ten milliseconds. */
const BATCH = 50
/** Sales without an order that are looked up in one go. */
const WANTED = 200
/** Several changes at once are looked at together. */
const COLLECT_MS = 500
const COLLECT_COSTS_MS = 3_000

export type EarningsFeature = Feature<typeof earningsContract> & {
  /** Call when orders are new or changed. */
  readonly ordersChanged: (orderIds: readonly string[]) => void
  /** Call when what the seller paid for items changed. */
  readonly costsChanged: () => void
  readonly fees: FeesPort
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createEarningsFeature = (
  deps: FeatureDeps<typeof earningsContract> & {
    readonly erased: ErasedCheck
    readonly soldOrders: SoldOrdersPort
    readonly costs: CostsPort
  },
): EarningsFeature => {
  const { database, clock, profile, scheduler, soldOrders, emit } = deps
  const { capabilities, name: platformName } = getPlatform(profile)
  const canRead = capabilities.earnings
  const zone = findDayZone(profile)
  const store = createTransactionStore(database, { erased: deps.erased, zone })
  const costs = createCostStore(database, { costs: deps.costs, zone, recount: store.recount })
  const state = createReadingState(database)
  const list = createEarningsList(database)
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  /** Orders that changed; null for all of them. */
  let changedOrders: Set<string> | null = new Set()

  const onSaved = (): void => emit('earningsChanged', {})

  const work = (key: 'earnings.orders' | 'earnings.costs', afterMs: number, run: () => Promise<void>): void =>
    scheduler.planBy(key, clock.nowMs() + afterMs, async () => {
      const done = run()
      running.add(done)
      await done.finally(() => running.delete(done))
    })

  /** Costs are found once all sales are here, because earlier ones use up the earlier lots. */
  const planCosts = (): void => work('earnings.costs', COLLECT_COSTS_MS, findCosts)
  const findCosts = async (): Promise<void> => {
    const { isComplete, problem } = reader.reading()
    if (canRead && !isComplete && problem?.kind !== 'forbidden') return
    let found = 0
    for (let last: string | null = ''; last !== null && !stopping.signal.aborted; ) {
      const assigned = costs.assign(last)
      found += assigned.found
      last = assigned.lastSku
      await turn()
    }
    if (found > 0) onSaved()
  }

  /** Orders without a transaction since then are estimated (FIN-03). */
  const estimatedFromMs = (): number => {
    const known = canRead ? state.load('coverage') : undefined
    return known === undefined ? 0 : known.toMs - SETTLES_MS
  }

  const takeOrders = (orders: readonly SoldOrder[]): number => {
    const fromMs = estimatedFromMs()
    const recent = orders.filter(({ createdAtMs }) => (createdAtMs ?? 0) >= fromMs)
    return store.saveEstimates(recent, clock.nowMs()) + store.fill(orders)
  }

  const planOrders = (afterMs: number): void => work('earnings.orders', afterMs, readOrders)
  const readOrders = async (): Promise<void> => {
    const changed = changedOrders
    changedOrders = new Set()
    let count = store.removeEstimates(estimatedFromMs())
    if (changed !== null) {
      const orderIds = [...changed]
      for (let at = 0; at < orderIds.length && !stopping.signal.aborted; at += BATCH) {
        count += takeOrders(soldOrders.find(orderIds.slice(at, at + BATCH)))
        await turn()
      }
    } else {
      for (let last: number | null = 0; last !== null && !stopping.signal.aborted; ) {
        const { orders, lastKey } = soldOrders.since(estimatedFromMs(), last, BATCH)
        count += takeOrders(orders)
        last = lastKey
        await turn()
      }
      // Orders are read from the newest on, so what a whole batch doesn't find isn't here yet.
      for (let offset = 0; !stopping.signal.aborted; ) {
        const wanted = store.wantedOrders(WANTED, offset)
        const found = store.fill(soldOrders.find(wanted))
        count += found
        offset += wanted.length - found
        if (found === 0) break
        await turn()
      }
    }
    if (count > 0) onSaved()
    planCosts()
  }

  const readAllOrders = (): void => {
    changedOrders = null
    planOrders(COLLECT_MS)
  }

  const reader = createEarningsReader({
    ...deps,
    client: createFinancesClient(deps),
    store,
    state,
    onSaved,
    onChecked: readAllOrders,
    onChange: () => emit('stateChanged', {}),
  })

  const { handlers, settled } = trackCalls(
    createEarningsHandlers({
      list,
      costs,
      onCostsSaved: onSaved,
      zone,
      idsOf: soldOrders.idsOf,
      reading: () => ({ canRead, ...reader.reading() }),
      readNow: async () => {
        if (!canRead) {
          throw conflict(`${platformName.The} doesn’t list earnings. What you see is estimated from your orders.`)
        }
        try {
          await reader.read()
        } catch (error) {
          // `state` says why.
          if (!(error instanceof Failure)) throw error
        }
      },
    }),
  )

  return {
    handlers,
    ordersChanged: (orderIds) => {
      for (const orderId of orderIds) changedOrders?.add(orderId)
      planOrders(COLLECT_MS)
    },
    costsChanged: planCosts,
    fees: createRecentFees(database, clock),
    start: async () => {
      readAllOrders()
      if (canRead) reader.start()
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([reader.stop(), ...running, settled()])
    },
  }
}
