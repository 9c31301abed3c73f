/** The orders feature: what was sold, what has to be shipped, and where the parcel is. */
import { findDayZone } from '../../shared/connection/platform-days.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { ParsedInputOf } from '../../shared/ipc/define.ts'
import type { ordersContract, ReplyValues } from '../../shared/orders/contract.ts'
import { conflict, Failure } from '../../shared/result.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import type { SoldOrdersPort } from '../sold-orders-port.ts'
import { trackCalls } from '../track-calls.ts'
import { createCaseReader } from './cases/case-reader.ts'
import { createPostOrderClient } from './cases/post-order-client.ts'
import { createOrderHandlers, type OrderReader } from './handlers.ts'
import { createPackingDesk } from './packing/packing-desk.ts'
import type { ItemFacts } from './packing/pile.ts'
import { createFulfillmentClient } from './platform/fulfillment-client.ts'
import { createDueWatch } from './reading/due-watch.ts'
import { createNotifiedOrders } from './reading/notified-orders.ts'
import { createOrderReader, SPAN_MS } from './reading/order-reader.ts'
import { createReadingState } from './reading/reading-state.ts'
import { createSaleReader, type SaleEvent } from './reading/sale-reader.ts'
import { KEPT_VERSION } from './records/kept-fields.ts'
import { readOrderRecord } from './records/order-record.ts'
import { describePersonalFacts, type PersonalFact } from './records/personal-facts.ts'
import { chooseReplyLocale, describeReplyValues, findChoices, findMeantOrder } from './reply-values.ts'
import { createShipmentKind } from './shipments/shipment-kind.ts'
import { createShipmentPlans } from './shipments/shipment-plans.ts'
import { createCaseStore } from './store/case-store.ts'
import { createOrderList } from './store/order-list.ts'
import { createOrderStore, type StoredChange } from './store/order-store.ts'
import { createSoldOrders } from './store/sold-orders.ts'

export type { SaleEvent } from './reading/sale-reader.ts'
export { orderSearchIndex } from './store/order-search.ts'

export type OrdersFeature = Feature<typeof ordersContract> & {
  /** Call when a notification names an order: it is read at once, and again while the platform doesn't return it. */
  readonly orderChanged: (orderId: string) => void
  /** Call when a notification of a sale was filed. */
  readonly saleArrived: () => void
  /** Call when a notification reports a return, a missing parcel or a cancellation. */
  readonly casesChanged: () => void
  /** Usernames of buyers with such orders, for the inbox. */
  readonly buyersWith: (which: 'open' | 'notShipped' | 'late') => readonly string[]
  /** Names, addresses and numbers of a buyer's orders: no other buyer is offered a text with them (SEC-18). */
  readonly personalFacts: (buyer: string) => readonly PersonalFact[]
  /** What was sold, for the earnings. */
  readonly sold: SoldOrdersPort
  /** Until when all orders are here; null before they were read, or if the platform lists none. */
  readonly knownToMs: () => number | null
  /** Values for a reply's placeholders by name, dates in the buyer's language. Null for what isn't known (ORD-05). */
  readonly replyValues: (about: {
    readonly buyer: string | null
    readonly listingId: string | null
    readonly language: string | null
  }) => Readonly<Record<string, string | null>>
}

const NOT_READABLE = 'This platform has no orders. Sales are known from their notifications alone.'

export const createOrdersFeature = (
  deps: FeatureDeps<typeof ordersContract> &
    Pick<Ports, 'openExternal'> & {
      readonly outbound: Outbound
      readonly onSendRequested: () => void
      /** Every name that a buyer has or had, at least this one: orders keep the name of their last reading. */
      readonly namesOf: (buyer: string) => readonly string[]
      /** Returns sales about which a verified notification is unread, and marks these as read. Called in a transaction. */
      readonly takeSales: (limit: number) => readonly SaleEvent[]
      /** Called with orders that are new or changed. */
      readonly onStored: (orderIds: readonly string[]) => void
      /** Called with orders that a check of the list found, and that are not older than the last check. */
      readonly onNewOrders: (orderIds: readonly string[]) => void
      /** Where the seller keeps each of these SKUs, and the codes on it. */
      readonly factsOf: (skus: readonly string[]) => ReadonlyMap<string, ItemFacts>
      /** Recognizes erased users, whose names and addresses are not stored again. */
      readonly erased: ErasedCheck
    },
): OrdersFeature => {
  const { database, clock, profile, emit } = deps
  const { capabilities, orderPages, name: platformName } = getPlatform(profile)
  const canRead = capabilities.orders
  const zone = findDayZone(profile)
  const canReadCases = canRead && capabilities.cases.includes(profile.kind)
  const store = createOrderStore(database, deps.erased)
  const cases = createCaseStore(database, deps.erased)
  const state = createReadingState(database)
  const client = createFulfillmentClient(deps)

  const onReading = (): void => emit('readingChanged', {})
  const dueWatch = createDueWatch({ ...deps, onDue: () => emit('ordersChanged', { orderId: null }) })
  const onSaved = (results: readonly StoredChange[], isFirst: boolean): void => {
    const [only] = results
    dueWatch.plan()
    emit('ordersChanged', { orderId: results.length === 1 && only !== undefined ? only.orderId : null })
    const isNew = results.filter(({ result }) => result === 'new').map(({ orderId }) => orderId)
    deps.onStored(results.filter(({ result }) => result !== 'same').map(({ orderId }) => orderId))
    if (!isFirst && isNew.length > 0) deps.onNewOrders(isNew)
  }

  const sync = createOrderReader({ ...deps, client, store, state, onSaved, onChange: onReading })
  const notified = createNotifiedOrders({ ...deps, read: sync.refreshOrder, onChange: onReading })
  const sales = createSaleReader({ ...deps, store, onSaved })
  const caseReader = createCaseReader({
    ...deps,
    client: createPostOrderClient(deps),
    cases,
    state,
    onChange: () => {
      emit('casesChanged', {})
      onReading()
    },
  })

  const plans = createShipmentPlans({
    ...deps,
    store,
    canShip: canRead,
    createKind: (onState) =>
      createShipmentKind({
        client,
        clock,
        onState,
        onRead: (order, fulfillments) => {
          store.save([order], { from: 'single', atMs: clock.nowMs() })
          store.saveFulfillments(readOrderRecord(order), fulfillments)
        },
        onChange: () => emit('ordersChanged', { orderId: null }),
        refresh: sync.refreshOrder,
      }),
  })
  const list = createOrderList({ database, clock, zone, cases, namesOf: deps.namesOf, pending: plans.pending })

  /** Splits what an earlier list of kept fields left in the records (ORD-11). Yields to other work. */
  const splitAgain = async (): Promise<void> => {
    if (state.load('kept')?.version === KEPT_VERSION) return
    cases.splitAgain()
    for (let last: number | undefined = 0; last !== undefined; last = store.splitAgain(last)) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    state.store('kept', { version: KEPT_VERSION })
  }

  const requireReadable = (): void => {
    if (!canRead) throw conflict(NOT_READABLE)
  }

  const reader: OrderReader = {
    reading: () => ({
      canRead,
      ...sync.reading(),
      awaited: notified.count(),
      cases: { canRead: canReadCases, ...caseReader.reading() },
    }),
    refresh: async () => {
      requireReadable()
      const readCases = canReadCases ? caseReader.refresh() : Promise.resolve()
      // `reading` says why one of them failed, and the screen shows it once.
      for (const result of await Promise.allSettled([sync.refresh(), readCases])) {
        if (result.status === 'rejected' && !(result.reason instanceof Failure)) throw result.reason
      }
    },
    refreshOrder: async (orderId) => {
      requireReadable()
      await sync.refreshOrder(orderId)
    },
    readEarlier: async () => {
      requireReadable()
      const { completeFromMs, earlierFromMs } = sync.reading()
      if (completeFromMs === null || earlierFromMs === null) {
        throw conflict(
          completeFromMs === null
            ? 'The orders of the last ninety days are still being read. Try again when they are complete.'
            : `${platformName.The} keeps orders for two years, and all of them are here.`,
        )
      }
      await sync.readEarlier(Math.max(earlierFromMs, completeFromMs - SPAN_MS), completeFromMs)
    },
    reportUse: () => {
      if (canRead) sync.use()
    },
    shipmentsProblem: sync.detailsProblem,
  }

  const describeReply = ({
    buyer,
    listingId,
    orderId,
    language,
  }: ParsedInputOf<(typeof ordersContract)['replyValues']>): ReplyValues => {
    const { orders } = list.beside(buyer, listingId)
    const hasListing = listingId !== null
    const when = { locale: chooseReplyLocale(language, profile.contentLanguage), nowMs: clock.nowMs(), zone }
    return orderId === undefined
      ? describeReplyValues(findMeantOrder(orders, hasListing), findChoices(orders, hasListing), when)
      : describeReplyValues(
          orders.find((each) => each.orderId === orderId),
          [],
          when,
        )
  }

  const packing = createPackingDesk({
    ...deps,
    zone,
    pending: plans.pending,
    onChange: () => emit('ordersChanged', { orderId: null }),
  })

  const pages = profile.kind === 'practice' ? undefined : orderPages?.[profile.kind]
  const findOrderPage = (orderId: string): string | undefined =>
    pages === undefined ? undefined : `${pages}${encodeURIComponent(orderId)}`
  const { handlers, settled } = trackCalls(
    createOrderHandlers({
      ...deps,
      store,
      list,
      zone,
      cases,
      reader,
      plans,
      packing,
      replyValues: describeReply,
      pages: {
        order: findOrderPage,
        // An order's page leads to everything that is open about it.
        case: (type, caseId) => {
          const orderId = cases.find(type, caseId)?.orderId
          return orderId == null ? undefined : findOrderPage(orderId)
        },
      },
    }),
  )

  return {
    handlers,
    orderChanged: (orderId) => {
      if (canRead) notified.add(orderId)
    },
    saleArrived: () => {
      if (canRead) sync.checkSoon()
      else sales.read()
    },
    casesChanged: () => {
      if (canReadCases) caseReader.request()
    },
    buyersWith: list.buyersWith,
    personalFacts: (buyer) =>
      list.beside(buyer, null).orders.flatMap((order) => describePersonalFacts(order, store.contact(order.orderId))),
    sold: createSoldOrders(database, list),
    knownToMs: () => (canRead ? sync.reading().completeToMs : null),
    replyValues: (about) => describeReply(about).values,
    start: async () => {
      await splitAgain()
      dueWatch.plan()
      if (canRead) sync.start()
      else sales.read()
      if (canReadCases) caseReader.start()
    },
    stop: async () => {
      await Promise.all([sync.stop(), caseReader.stop(), settled()])
    },
  }
}
