/** The earnings feature over a platform in memory, with orders and costs that a test decides. */
import type { CostsPort } from '../../../main/costs-port.ts'
import { createEarningsFeature } from '../../../main/earnings/feature.ts'
import type { HttpRequest, HttpResponse, Send } from '../../../main/http/request.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { SoldOrder } from '../../../main/sold-orders-port.ts'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import type { CostLot } from '../../../shared/inventory/cost.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

export type Json = Readonly<Record<string, unknown>>

export const DAY_MS = 86_400_000

const answer = (status: number, body?: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
  bodyCut: false,
})

const money = (value: string, currency = 'USD') => ({ value, currency })

/** A sale as the platform lists it: `paid` less `fee`. */
export const sale = (
  orderId: string,
  date: string,
  {
    net,
    fee = '0.00',
    currency = 'USD',
    lines = [orderId],
    ...more
  }: {
    readonly net: string
    readonly fee?: string
    readonly currency?: string
    readonly lines?: readonly string[]
  } & Json,
): Json => ({
  transactionId: `S-${orderId}`,
  transactionType: 'SALE',
  transactionStatus: 'FUNDS_AVAILABLE_FOR_PAYOUT',
  transactionDate: date,
  bookingEntry: 'CREDIT',
  amount: money(net, currency),
  totalFeeAmount: money(fee, currency),
  orderId,
  buyer: { username: 'anna_wolle' },
  orderLineItems: lines.map((lineItemId, index) => ({
    lineItemId,
    marketplaceFees: index === 0 ? [{ feeType: 'FINAL_VALUE_FEE', amount: money(fee, currency) }] : [],
  })),
  ...more,
})

/** Any other transaction; the amount is what the seller pays, unless `bookingEntry` says otherwise. */
export const charge = (
  transactionId: string,
  transactionType: string,
  date: string,
  value: string,
  { currency = 'USD', ...more }: { readonly currency?: string } & Json = {},
): Json => ({
  transactionId,
  transactionType,
  transactionStatus: 'PAYOUT',
  transactionDate: date,
  bookingEntry: 'DEBIT',
  amount: money(value, currency),
  ...more,
})

export const payout = (
  payoutId: string,
  date: string,
  value: string,
  transactionCount: number,
  { currency = 'USD', ...more }: { readonly currency?: string } & Json = {},
): Json => ({
  payoutId,
  payoutDate: date,
  payoutStatus: 'SUCCEEDED',
  amount: money(value, currency),
  transactionCount,
  payoutInstrument: { instrumentType: 'BANK', accountLastFourDigits: '4471' },
  ...more,
})

/** The order of a sale. `value`: what its only line cost; without postage. */
export const soldOrder = (
  orderId: string,
  date: string,
  {
    value,
    currency = 'USD',
    sku = `SKU-${orderId}`,
    quantity = 1,
    ...more
  }: Partial<Omit<SoldOrder, 'lines'>> & {
    readonly value: string
    readonly currency?: string
    readonly sku?: string | null
    readonly quantity?: number
    readonly lines?: SoldOrder['lines']
  },
): SoldOrder => ({
  orderId,
  createdAtMs: Date.parse(date),
  buyer: 'anna_wolle',
  isSold: true,
  total: money(value, currency),
  postage: money('0.00', currency),
  fee: null,
  refunds: [],
  lines: [
    {
      lineItemId: orderId,
      listingId: `listing-${sku}`,
      sku,
      title: `Lamp ${sku}`,
      quantity,
      price: money(value, currency),
    },
  ],
  ...more,
})

type Fault = 'offline' | 403 | 429 | 500

export const createFakeFinances = (nowMs: () => number) => {
  const transactions: Json[] = []
  const payouts: Json[] = []
  const requests: HttpRequest[] = []
  const faults: Fault[] = []
  const state = {
    pageSize: 1_000,
    /** Runs before the platform answers. */
    before: async (_count: number): Promise<void> => undefined,
  }

  const list = (
    url: URL,
    name: 'transactions' | 'payouts',
    entries: readonly Json[],
    dateName: string,
  ): HttpResponse => {
    const limit = Math.min(Number(url.searchParams.get('limit')), state.pageSize)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const filter = url.searchParams.get('filter')
    const [, from, to] = /Date:\[(.*)\.\.(.*)\]/.exec(filter ?? '') ?? []
    const payoutId = /payoutId:\{(.*)\}/.exec(filter ?? '')?.[1]
    const fromMs = from === undefined ? nowMs() - 90 * DAY_MS : Date.parse(from)
    const toMs = to === undefined || to === '' ? fromMs + 90 * DAY_MS : Date.parse(to)
    const months = (toMs - fromMs) / DAY_MS / 30.5
    if (months > 36 || fromMs < nowMs() - 5 * 366 * DAY_MS) {
      return answer(400, { errors: [{ errorId: 135008, message: 'The value of transaction date filter is invalid.' }] })
    }
    const found = entries
      .filter((one) => {
        if (payoutId !== undefined) return one.payoutId === payoutId
        const atMs = Date.parse(String(one[dateName]))
        return !(atMs < fromMs || atMs > toMs)
      })
      .toSorted((a, b) => String(b[dateName]).localeCompare(String(a[dateName])))
    if (found.length === 0) return answer(204)
    return answer(200, { total: found.length, [name]: found.slice(offset, offset + limit) })
  }

  const send: Send = async (request) => {
    requests.push(request)
    await state.before(requests.length)
    const fault = faults.shift()
    if (fault === 'offline') throw new TransportFailure('notReached', 'Offline.')
    if (fault !== undefined) {
      const errorId = fault === 403 ? 1100 : 2003
      return answer(fault, { errors: [{ errorId, message: fault === 403 ? 'Access denied' : 'A fault' }] })
    }
    const url = new URL(request.url)
    return request.operation === 'getPayouts'
      ? list(url, 'payouts', payouts, 'payoutDate')
      : list(url, 'transactions', transactions, 'transactionDate')
  }

  return {
    send,
    requests,
    transactions,
    payouts,
    faults,
    state,
    /** Replaces a transaction with the same number and type, or adds it. */
    put: (...given: readonly Json[]): void => {
      for (const one of given) {
        const at = transactions.findIndex(
          (other) => other.transactionId === one.transactionId && other.transactionType === one.transactionType,
        )
        if (at === -1) transactions.push(one)
        else transactions[at] = one
      }
    },
  }
}

export const openEarnings = ({
  platform: platformId = 'ebay' as PlatformId,
  erasedNames = new Set<string>() as ReadonlySet<string>,
  database = openTestDatabase(),
} = {}) => {
  const clock = createFakeClock(Date.UTC(2026, 10, 28, 12))
  const log = createRecordingLog()
  const startMs = clock.nowMs()
  const platform = createFakeFinances(() => startMs + clock.monotonicMs())
  const orders = new Map<string, SoldOrder>()
  const lots = new Map<string, readonly CostLot[]>()
  const events: string[] = []
  const profile = completeProfile({
    id: 'shop',
    kind: 'practice',
    name: 'Shop',
    platform: platformId,
    baseUrl: 'http://127.0.0.1:1',
  })
  const costs: CostsPort = {
    lotsOf: (skus) => new Map(skus.flatMap((sku) => (lots.has(sku) ? [[sku, lots.get(sku) ?? []] as const] : []))),
  }
  let onlineListener: (online: boolean) => void = () => undefined

  const open = () => {
    const scheduler = createScheduler(clock, log)
    const feature = createEarningsFeature({
      profile,
      database,
      send: platform.send,
      scheduler,
      online: {
        isOnline: () => true,
        onChange: (listener: (online: boolean) => void) => {
          onlineListener = listener
          return () => undefined
        },
      } as never,
      secrets: undefined as never,
      clock,
      log,
      random: () => 0.5,
      notify: () => undefined,
      emit: (name) => void events.push(name),
      erased: { isErased: (name) => name != null && erasedNames.has(name), isErasedConversation: () => false },
      soldOrders: {
        // As if every order were listed, whatever the filter.
        idsOf: () => [...orders.keys()],
        find: (orderIds) => orderIds.flatMap((orderId) => orders.get(orderId) ?? []),
        since: (fromMs, afterKey, limit) => {
          const all = [...orders.values()].map((order, index) => ({ order, key: index + 1 }))
          const found = all
            .filter(({ order, key }) => key > afterKey && (order.createdAtMs ?? 0) >= fromMs)
            .slice(0, limit)
          return { orders: found.map(({ order }) => order), lastKey: found.at(-1)?.key ?? null }
        },
      },
      costs,
    })
    return { scheduler, feature }
  }
  let current = open()
  const stop = async (): Promise<void> => {
    await Promise.all([current.scheduler.stop(), current.feature.stop()])
  }

  return {
    clock,
    log,
    platform,
    database,
    orders,
    lots,
    events,
    profile,
    call: () => current.feature.handlers,
    feature: () => current.feature,
    setOnline: (online: boolean): void => onlineListener(online),
    putOrder: (...given: readonly SoldOrder[]): void => {
      for (const order of given) orders.set(order.orderId, order)
      current.feature.ordersChanged(given.map(({ orderId }) => orderId))
    },
    setCost: (sku: string, ...given: readonly CostLot[]): void => {
      lots.set(sku, given)
      current.feature.costsChanged()
    },
    /** Reads everything, and what follows from it. */
    start: async (): Promise<void> => {
      await current.feature.start()
      await clock.advance(10_000)
    },
    /** Lets work that is planned end. */
    idle: async (): Promise<void> => {
      await clock.advance(10_000)
    },
    restart: async (): Promise<void> => {
      await stop()
      current = open()
      await current.feature.start()
      await settle()
      await clock.advance(10_000)
    },
    stop,
  }
}

export const each = (minor: number, more: Partial<CostLot> = {}, currency = 'USD'): CostLot => ({
  each: { minor, currency },
  pieces: null,
  boughtOn: null,
  ...more,
})

export const usd = (minor: number) => ({ minor, currency: 'USD' })
