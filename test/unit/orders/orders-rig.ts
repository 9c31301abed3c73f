/** The orders feature over a platform in memory that answers as the real one was seen to. */
import type { HttpRequest, HttpResponse, Send } from '../../../main/http/request.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { createOrdersFeature, type SaleEvent } from '../../../main/orders/feature.ts'
import { createOutboundHandlers } from '../../../main/outbound/handlers.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound } from '../../support/test-outbound.ts'

export type Json = Readonly<Record<string, unknown>>

const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(body)),
  bodyCut: false,
})

export const line = (id: string, more: Json = {}): Json => ({
  lineItemId: `line-${id}`,
  legacyItemId: `listing-${id}`,
  sku: `SKU-${id}`,
  title: `Lamp ${id}`,
  quantity: 1,
  total: { value: '20.00', currency: 'USD' },
  lineItemFulfillmentStatus: 'NOT_STARTED',
  lineItemFulfillmentInstructions: {
    shipByDate: '2026-11-24T22:59:59.000Z',
    minEstimatedDeliveryDate: '2026-11-27T08:00:00.000Z',
    maxEstimatedDeliveryDate: '2026-12-01T08:00:00.000Z',
  },
  ...more,
})

/** An order as getOrder returns it: paid and not shipped. */
export const order = (orderId: string, more: Json = {}): Json => ({
  orderId,
  creationDate: '2026-11-20T10:00:00.000Z',
  lastModifiedDate: '2026-11-20T10:00:00.000Z',
  orderFulfillmentStatus: 'NOT_STARTED',
  orderPaymentStatus: 'PAID',
  buyer: {
    username: 'anna_wolle',
    buyerRegistrationAddress: { fullName: 'Anna Hidden', email: 'anna@hidden.invalid' },
  },
  pricingSummary: { total: { value: '25.00', currency: 'USD' } },
  cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
  fulfillmentStartInstructions: [
    {
      shippingStep: {
        shipTo: {
          fullName: 'Anna Hidden',
          contactAddress: { addressLine1: 'Secret Lane 5', city: 'Hideville', postalCode: '95125', countryCode: 'US' },
          primaryPhone: { phoneNumber: '555-0100' },
        },
      },
    },
  ],
  lineItems: [line(orderId)],
  ...more,
})

type Fulfillment = Json & { readonly lineItems: readonly { readonly lineItemId: string; readonly quantity: number }[] }

/** FACT-139: a shipment's lines are returned without quantities. */
const withoutQuantities = (made: Fulfillment): Json => ({
  ...made,
  lineItems: made.lineItems.map(({ lineItemId }) => ({ lineItemId })),
})

/** What becomes of the next request of an operation. */
export type Fault = 'offline' | 'lostBefore' | 'lostAfter' | 429 | 500

export const createFakePlatform = (nowMs: () => number) => {
  const orders = new Map<string, Json>()
  const fulfillments = new Map<string, Fulfillment[]>()
  const cases = new Map<string, readonly Json[]>()
  const requests: HttpRequest[] = []
  const faults = new Map<string, Fault[]>()
  const state = {
    /** Fewer per page than asked for. */
    pageSize: 200,
    isOrderListed: (_orderId: string): boolean => true,
    /** Runs before the platform answers. */
    before: async (_operation: string): Promise<void> => undefined,
  }

  const touch = (orderId: string): void => {
    const old = orders.get(orderId)
    if (old !== undefined) orders.set(orderId, { ...old, lastModifiedDate: new Date(nowMs()).toISOString() })
  }
  const put = (given: Json): void => void orders.set(String(given.orderId), given)

  const status = (orderId: string): Json => {
    const made = fulfillments.get(orderId) ?? []
    const stored = orders.get(orderId) ?? {}
    if (made.length === 0) return stored
    const shipped = (id: unknown): number =>
      made
        .flatMap(({ lineItems }) => lineItems)
        .filter(({ lineItemId }) => lineItemId === id)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    const lines = (stored.lineItems as readonly Json[]).map((each) => {
      const count = shipped(each.lineItemId)
      const isAll = count >= Number(each.quantity ?? 1)
      return { ...each, lineItemFulfillmentStatus: isAll ? 'FULFILLED' : count > 0 ? 'IN_PROGRESS' : 'NOT_STARTED' }
    })
    const isAll = lines.every(({ lineItemFulfillmentStatus }) => lineItemFulfillmentStatus === 'FULFILLED')
    return {
      ...stored,
      lineItems: lines,
      orderFulfillmentStatus: isAll ? 'FULFILLED' : 'IN_PROGRESS',
      fulfillmentHrefs: made.map(
        ({ fulfillmentId }) => `https://api.invalid/shipping_fulfillment/${String(fulfillmentId)}`,
      ),
    }
  }

  const listOrders = (url: URL): HttpResponse => {
    const limit = Number(url.searchParams.get('limit'))
    if (limit > 200) return answer(400, { errors: [{ errorId: 31100, message: 'Invalid limit' }] })
    const [, from = '', to = ''] = /\[(.*)\.\.(.*)\]/.exec(url.searchParams.get('filter') ?? '') ?? []
    if (Date.parse(from) < nowMs() - 730 * 24 * 3_600_000) {
      return answer(400, { errors: [{ errorId: 30830, message: 'More than two years ago' }] })
    }
    if (Date.parse(from) > nowMs()) return answer(400, { errors: [{ errorId: 30850, message: 'In the future' }] })
    const found = [...orders.keys()]
      .filter((orderId) => state.isOrderListed(orderId))
      .map(status)
      .filter(({ lastModifiedDate: at }) => {
        const atMs = Date.parse(String(at))
        return (
          atMs >= (from === '' ? 0 : Date.parse(from)) &&
          atMs <= (to === '' ? Number.POSITIVE_INFINITY : Date.parse(to))
        )
      })
      .sort((a, b) => Date.parse(String(b.creationDate)) - Date.parse(String(a.creationDate)))
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return answer(200, {
      total: found.length,
      // FACT-137: a list always leaves the requests to cancel empty.
      orders: found.slice(offset, offset + Math.min(limit, state.pageSize)).map((one) => ({
        ...one,
        cancelStatus: { ...(one.cancelStatus as Json), cancelRequests: [] },
      })),
    })
  }

  const ship = (orderId: string, body: Json): HttpResponse => {
    const made = fulfillments.get(orderId) ?? []
    const id = body.trackingNumber ?? `999${made.length}`
    if (made.some(({ fulfillmentId }) => fulfillmentId === id)) {
      return answer(400, { errors: [{ errorId: 34500, message: 'Please use PUT' }] })
    }
    made.push({
      fulfillmentId: id,
      ...(body.trackingNumber === undefined ? {} : { shipmentTrackingNumber: body.trackingNumber }),
      // FACT-139: the carrier isn't returned.
      shippedDate: new Date(nowMs()).toISOString(),
      lineItems: body.lineItems as Fulfillment['lineItems'],
    })
    fulfillments.set(orderId, made)
    touch(orderId)
    return answer(201, {})
  }

  const handle = (request: HttpRequest): HttpResponse => {
    const url = new URL(request.url)
    const orderId = decodeURIComponent(/\/order\/([^/]+)/.exec(url.pathname)?.[1] ?? '')
    switch (request.operation) {
      case 'getOrders':
        return listOrders(url)
      case 'getOrder':
        return orders.has(orderId)
          ? answer(200, status(orderId))
          : answer(404, { errors: [{ errorId: 32100, message: 'Invalid order ID' }] })
      case 'getShippingFulfillments':
        return orders.has(orderId)
          ? answer(200, { total: 0, fulfillments: (fulfillments.get(orderId) ?? []).map(withoutQuantities) })
          : answer(400, { errors: [{ errorId: 32100, message: 'Invalid order ID' }] })
      case 'createShippingFulfillment':
        return ship(orderId, JSON.parse(request.body ?? '{}') as Json)
      default: {
        if (!/^search/.test(request.operation)) throw new Error(`orders-rig.ts answers no ${request.operation}.`)
        const found = cases.get(request.operation) ?? []
        const name = request.operation === 'searchCancellations' ? 'cancellations' : 'members'
        return answer(200, { [name]: found, paginationOutput: { totalPages: 1 } })
      }
    }
  }

  const send: Send = async (request) => {
    requests.push(request)
    await state.before(request.operation)
    const fault = faults.get(request.operation)?.shift()
    if (fault === 'offline') throw new TransportFailure('notReached', 'Offline.')
    if (fault === 'lostBefore') throw new TransportFailure('unknown', 'The answer was lost.')
    if (typeof fault === 'number') return answer(fault, { errors: [{ errorId: 2003, message: 'A fault' }] })
    const result = handle(request)
    if (fault === 'lostAfter') throw new TransportFailure('unknown', 'The answer was lost.')
    return result
  }

  return {
    send,
    requests,
    orders,
    fulfillments,
    cases,
    state,
    put,
    touch,
    /** Orders marked as shipped with this many requests that reached the platform. */
    failNext: (operation: string, ...next: readonly Fault[]): void =>
      void faults.set(operation, [...(faults.get(operation) ?? []), ...next]),
    count: (operation: string): number => requests.filter((request) => request.operation === operation).length,
  }
}

export type FakePlatform = ReturnType<typeof createFakePlatform>

export const openOrders = ({
  platform: platformId = 'ebay' as PlatformId,
  kind = 'practice' as 'practice' | 'sandbox',
  /** The names that a buyer has and had. */
  namesOf = (buyer: string): readonly string[] => [buyer],
  /** Names of closed accounts. */
  erasedNames = new Set<string>() as ReadonlySet<string>,
} = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  // The platform keeps its own time, whatever the computer's clock says.
  const startMs = clock.nowMs()
  const platform = createFakePlatform(() => startMs + clock.monotonicMs())
  const database = openTestDatabase()
  const browsed: string[] = []
  const newOrders: string[] = []
  const events: string[] = []
  const sales: SaleEvent[] = []
  const places = new Map<string, string>()
  const profile = completeProfile({
    id: 'shop',
    kind,
    name: 'Shop',
    platform: platformId,
    baseUrl: 'http://127.0.0.1:1',
  })

  const open = () => {
    const scheduler = createScheduler(clock, log)
    const services = {
      profile,
      database,
      send: platform.send,
      scheduler,
      online: { isOnline: () => true, onChange: () => () => undefined } as never,
      secrets: undefined as never,
      clock,
      log,
      random: () => 0.5,
      notify: () => undefined,
    }
    const outbound = createTestOutbound(services)
    const feature = createOrdersFeature({
      ...services,
      outbound,
      emit: (name) => void events.push(name),
      openExternal: async (url) => void browsed.push(url),
      onSendRequested: () => undefined,
      namesOf,
      erased: { isErased: (name) => name != null && erasedNames.has(name), isErasedConversation: () => false },
      takeSales: (limit) => sales.splice(0, limit),
      factsOf: (skus) => new Map(skus.map((sku) => [sku, { place: places.get(sku) ?? '', codes: [] }])),
      onStored: () => undefined,
      onNewOrders: (orderIds) => void newOrders.push(...orderIds),
    })
    const runs = createOutboundHandlers({
      outbound,
      onSendRequested: () => undefined,
      findPicture: () => null,
      describeHold: () => null,
      release: () => undefined,
    })
    return { scheduler, outbound, feature, runs }
  }
  let current = open()

  return {
    clock,
    log,
    platform,
    database,
    browsed,
    newOrders,
    events,
    sales,
    /** Where the seller keeps SKUs. */
    places,
    call: () => current.feature.handlers,
    runs: () => current.runs,
    feature: () => current.feature,
    /** Opens the feature again over the same database, as after a restart or a crash. */
    restart: async (): Promise<void> => {
      await Promise.all([current.scheduler.stop(), current.outbound.stop(), current.feature.stop()])
      current = open()
      current.outbound.start()
      await current.feature.start()
      await settle()
    },
    start: async (): Promise<void> => {
      current.outbound.start()
      await current.feature.start()
      await clock.advance(1)
    },
    stop: async (): Promise<void> => {
      await Promise.all([current.scheduler.stop(), current.outbound.stop(), current.feature.stop()])
    },
  }
}

export const everything = { view: 'all', lateOnly: false, caseOnly: false, buyer: null, sku: null, search: '' } as const
export const firstPage = { ...everything, offset: 0, limit: 100 } as const
