/**
 * Reads orders from the platform (ORD-01): new and changed ones every few minutes, older ones on demand, and one by one what the
 * list leaves empty.
 */
import type { OrderReading } from '../../../shared/orders/contract.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { Cancel } from '../../ports.ts'
import type { FulfillmentClient, OrderWindow } from '../platform/fulfillment-client.ts'
import { DATE_TOO_OLD, FUTURE_DATE } from '../platform/order-errors.ts'
import type { JsonRecord } from '../records/contact.ts'
import { readOrderRecord, readOrderVersion } from '../records/order-record.ts'
import type { OrderStore, StoredChange } from '../store/order-store.ts'
import { addPage, beginPass, findMark, hasNextPage, isComplete, OVERLAP_MS, type Pass } from './order-pass.ts'
import type { ReadingState } from './reading-state.ts'

const DAY_MS = 24 * 60 * 60_000
/** One step into the past. */
export const SPAN_MS = 90 * DAY_MS
/** The platform returns orders of two years: https://developer.ebay.com/api-docs/sell/fulfillment/resources/order/methods/getOrders */
const MAX_AGE_MS = 730 * DAY_MS
/** A list that changes faster is read again with the next check. */
const MAX_PASSES = 4
const IN_USE_MS = 3 * 60_000
const IDLE_MS = 30 * 60_000
const USE_LASTS_MS = 10 * 60_000
/** The platform lists an order some seconds after it reports the sale (FACT-118). */
const AFTER_SALE_MS = 5_000
const DETAILS_BATCH = 30
const PARALLEL_DETAILS = 3

type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>

/** Whether every other read would fail the same way. */
const isShared = ({ kind }: AppError): boolean =>
  ['offline', 'unknown', 'rateLimited', 'signInNeeded', 'forbidden', 'storage'].includes(kind)

/** Whether the platform refused a date because the clock of this computer is ahead, or years behind. */
const isWrongTime = (error: unknown): boolean =>
  error instanceof Failure &&
  error.detail.kind === 'service' &&
  (error.detail.errorId === FUTURE_DATE || error.detail.errorId === DATE_TOO_OLD)

const toAppError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : { kind: 'unknown', message: 'The orders couldn’t be read. Refresh them to try again.' }

type ReaderDeps = Pick<Services, 'clock' | 'log' | 'online' | 'scheduler'> & {
  readonly client: FulfillmentClient
  readonly store: OrderStore
  readonly state: ReadingState
  /** Called after orders were stored. `isFirst`: by the first reading of all, so that none of them is news. */
  readonly onSaved: (results: readonly StoredChange[], isFirst: boolean) => void
  readonly onChange: () => void
}

export type OrderSync = ReturnType<typeof createOrderReader>

export const createOrderReader = (deps: ReaderDeps) => {
  const { client, store, state, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<unknown>>()
  let syncing: Promise<void> | undefined
  let progress: OrderReading['progress'] = null
  let problem: AppError | null = null
  let usedAtMs = Number.NEGATIVE_INFINITY
  let stopListening: Cancel = () => undefined
  /** Orders of which the details could not be read. Skipped until they change or the seller asks. */
  const failed = new Map<string, string>()

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    const forget = (): void => void running.delete(work)
    work.then(forget, forget)
    return work
  }

  const save = (orders: readonly JsonRecord[], from: 'list' | 'single', isFirst = false): void => {
    if (signal.aborted) return
    const results = store.save(orders, { from, atMs: clock.nowMs() })
    for (const { orderId, result } of results) if (result !== 'same') failed.delete(orderId)
    if (results.some(({ result }) => result !== 'same')) deps.onSaved(results, isFirst)
  }

  /** Reads all pages of a window once. The next page is fetched while the last one is stored. */
  const readPass = async (window: OrderWindow, options: ReadOptions, isFirst: boolean): Promise<Pass> => {
    let pass = beginPass(clock.monotonicMs())
    let next: ReturnType<FulfillmentClient['getOrders']> | undefined = client.getOrders(window, 0, options)
    while (next !== undefined) {
      const page: Awaited<typeof next> = await next
      signal.throwIfAborted()
      const seen = page.orders.flatMap((order) => {
        const { orderId, lastModifiedDate: modifiedAtMs } = readOrderVersion(order)
        return orderId === null ? [] : [{ orderId, modifiedAtMs }]
      })
      pass = addPage(pass, { orders: seen, total: page.total, step: page.step })
      next = hasNextPage(pass, page.step) ? client.getOrders(window, pass.offset, options) : undefined
      // An answer that fails while this page is stored is thrown by the next turn.
      next?.catch(() => undefined)
      save(page.orders, 'list', isFirst)
      progress = { read: pass.seen.size, total: pass.total }
      deps.onChange()
    }
    return pass
  }

  /** Reads a window until a pass saw every order. Returns the next mark; undefined if the list changed too fast. */
  const readWindow = async (
    window: OrderWindow,
    options: ReadOptions,
    isFirst = false,
  ): Promise<{ readonly markMs: number | null } | undefined> => {
    try {
      for (let count = 0; count < MAX_PASSES; count += 1) {
        const pass = await readPass(window, options, isFirst)
        if (isComplete(pass)) return { markMs: findMark(pass, clock.monotonicMs()) }
      }
      return undefined
    } finally {
      progress = null
    }
  }

  const readNew = async (options: ReadOptions): Promise<void> => {
    const known = state.load('orders')
    const nowMs = clock.nowMs()
    const fromMs = known === undefined ? nowMs - SPAN_MS : known.markMs - OVERLAP_MS
    const isFirst = known === undefined
    let found: Awaited<ReturnType<typeof readWindow>>
    try {
      found = await readWindow({ fromMs, toMs: null }, options, isFirst)
    } catch (error) {
      // The clock of this computer is wrong. Without a date the platform lists the orders of the last ninety days.
      if (!isFirst || !isWrongTime(error)) throw error
      found = await readWindow({ fromMs: null, toMs: null }, options, isFirst)
    }
    if (found === undefined) return
    const markMs = Math.max(found.markMs ?? fromMs, known?.markMs ?? Number.NEGATIVE_INFINITY)
    // Earlier orders may have been read meanwhile.
    const completeFromMs = state.load('orders')?.completeFromMs ?? fromMs
    state.store('orders', { markMs, completeFromMs, completeToMs: nowMs })
  }

  /** One reading at a time: a call during a reading waits for it. */
  const sync = (options: ReadOptions): Promise<void> => {
    syncing ??= track(
      readNew({ ...options, signal })
        .then(
          () => {
            problem = null
          },
          (error: unknown) => {
            if (!signal.aborted) problem = toAppError(error)
            throw error
          },
        )
        .finally(() => {
          syncing = undefined
          if (signal.aborted) return
          deps.onChange()
          planDetails()
          planSyncWithin(intervalMs())
        }),
    )
    return syncing
  }

  const intervalMs = (): number => (clock.monotonicMs() - usedAtMs < USE_LASTS_MS ? IN_USE_MS : IDLE_MS)

  const planSyncWithin = (afterMs: number): void =>
    scheduler.planBy('orders.sync', clock.nowMs() + afterMs, async () => {
      try {
        // The seller's own reading may have started before the sale that this one is for.
        await syncing?.catch(() => undefined)
        await sync({ purpose: 'watch' })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Failure)) throw error
        log.warn('could not read the orders', { kind: error.detail.kind })
      }
    })

  /** Reads one order and its shipments. Throws `notFound`. */
  const readOne = async (orderId: string, options: ReadOptions): Promise<void> => {
    const order = await client.getOrder(orderId, options)
    const record = readOrderRecord(order)
    const { fulfillmentHrefs, orderFulfillmentStatus } = record
    save([order], 'single')
    const hasShipments = fulfillmentHrefs.length > 0 || orderFulfillmentStatus !== 'NOT_STARTED'
    const fulfillments = hasShipments ? await client.getShippingFulfillments(orderId, options) : []
    if (signal.aborted) return
    store.saveFulfillments(record, fulfillments)
    failed.delete(orderId)
    deps.onSaved([{ orderId, result: 'changed' }], false)
  }

  const readDetail = async (orderId: string): Promise<AppError | undefined> => {
    try {
      await readOne(orderId, { purpose: 'readAhead', signal })
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof Failure)) throw error
      if (isShared(error.detail)) return error.detail
      if (error.detail.kind === 'notFound') store.setGone(orderId)
      else failed.set(orderId, error.detail.message)
      log.warn('could not read the details of an order', { kind: error.detail.kind })
    }
    return undefined
  }

  const readDetails = async (): Promise<void> => {
    // An order that changed while it was read is read again after the next check, not at once.
    const tried = new Set<string>()
    while (!signal.aborted) {
      const wanted = store
        .wanted(DETAILS_BATCH + failed.size + tried.size)
        .filter((orderId) => !failed.has(orderId) && !tried.has(orderId))
        .slice(0, DETAILS_BATCH)
      if (wanted.length === 0) return
      for (const orderId of wanted) tried.add(orderId)
      for (let at = 0; at < wanted.length && !signal.aborted; at += PARALLEL_DETAILS) {
        const problems = await Promise.all(wanted.slice(at, at + PARALLEL_DETAILS).map(readDetail))
        // The next check of the list tries again.
        if (problems.some((each) => each !== undefined)) return
      }
    }
  }

  const planDetails = (): void => scheduler.plan('orders.details', clock.nowMs(), readDetails)

  return {
    reading: () => {
      const known = state.load('orders')
      const earlierFromMs = known === undefined ? null : known.completeFromMs - SPAN_MS
      const canReadEarlier =
        earlierFromMs !== null && known !== undefined && known.completeFromMs > clock.nowMs() - MAX_AGE_MS
      return {
        completeFromMs: known?.completeFromMs ?? null,
        completeToMs: known?.completeToMs ?? null,
        progress,
        problem,
        earlierFromMs: canReadEarlier ? Math.max(earlierFromMs, clock.nowMs() - MAX_AGE_MS) : null,
      }
    },
    /** Reads the list of changed orders now. Throws the platform's or the network's error. */
    refresh: (): Promise<void> => sync({}),
    /** Reads one order again. Throws `notFound`, and the platform's or the network's error. */
    refreshOrder: async (orderId: string): Promise<void> => {
      try {
        await track(readOne(orderId, { signal }))
      } catch (error) {
        if (error instanceof Failure && error.detail.kind === 'notFound' && store.find(orderId) !== undefined) {
          store.setGone(orderId)
          deps.onSaved([{ orderId, result: 'changed' }], false)
        }
        throw error
      }
    },
    /** Reads the ninety days before the earliest ones. */
    readEarlier: async (fromMs: number, toMs: number): Promise<void> => {
      const found = await track(readWindow({ fromMs, toMs }, { signal }, true))
      const known = state.load('orders')
      if (found !== undefined && known !== undefined) state.store('orders', { ...known, completeFromMs: fromMs })
      deps.onChange()
      planDetails()
    },
    use: (): void => {
      const wasIdle = intervalMs() === IDLE_MS
      usedAtMs = clock.monotonicMs()
      const completeToMs = state.load('orders')?.completeToMs ?? 0
      if (wasIdle) planSyncWithin(Math.max(0, completeToMs + IN_USE_MS - clock.nowMs()))
    },
    /** Call when a notification reports a sale without naming its order. */
    checkSoon: (): void => planSyncWithin(AFTER_SALE_MS),
    detailsProblem: (orderId: string): string | null => failed.get(orderId) ?? null,
    start: (): void => {
      stopListening = deps.online.onChange((online) => {
        if (online && problem !== null) planSyncWithin(0)
      })
      planSyncWithin(0)
    },
    stop: async (): Promise<void> => {
      stopListening()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
