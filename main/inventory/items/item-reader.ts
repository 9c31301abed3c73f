/** Reads items from the platform: one now, or all queued ones in the background. */
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { OnlineState } from '../../feature.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { InventoryClient, ReadOptions } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import { createSharedReads, isShared, PARALLEL_READS } from './shared-reads.ts'

const RETRY_MS = 60_000
const NOTIFY_EVERY_MS = 500
/** Time limit of the reads after a save, because the next save waits for them. */
const MAX_READ_BACK_MS = 10_000
/** The longest pause of the platform that a preview waits for. */
const MAX_SCREEN_WAIT_MS = 3_000
const TASK = 'inventory.read'
const LIST_TAKEN = 'listTaken'

export type ItemReader = ReturnType<typeof createItemReader>

export const createItemReader = (deps: {
  readonly client: InventoryClient
  /** For background reads. */
  readonly aheadClient: InventoryClient
  /** Whether one call reads several items. */
  readonly readsInBulk: boolean
  readonly store: InventoryStore
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly log: Log
  /** Where the list of the seller's items comes from: the platform (PLT-13), the practice platform's own call, or nowhere. */
  readonly list: 'platform' | 'practice' | undefined
  readonly onItem: (sku: string) => void
  readonly onList: () => void
}) => {
  const { client, aheadClient, store, scheduler, online, clock } = deps
  const shared = createSharedReads({ client, isOffered: deps.readsInBulk, clock })
  let stopped = false
  let stopListening: Cancel | undefined
  let isListed = false
  let listProblem: AppError | null = null
  const listeners = new Set<() => void>()
  /** SKUs requested since their last read began. They are read again, because that answer may be older than the request. */
  const requested = new Set<string>()

  /** Fetches the platform's list with its records, page by page. The next fetch finds an item that moved between pages. */
  const takePages = async (): Promise<void> => {
    for (let page = 0; !stopped; page += 1) {
      const requestedAtMs = clock.nowMs()
      const { items, isLast } = await aheadClient.getInventoryItems(page)
      if (stopped) return
      store.addListed(items, requestedAtMs, clock.nowMs())
      if (isLast || items.length === 0) return
      deps.onList()
    }
  }

  /** The practice platform's SKUs are added once per database, so that a removed one stays removed. */
  const takePracticeSkus = async (): Promise<void> => {
    if (store.mark(LIST_TAKEN) !== undefined) return
    const skus = await client.practiceSkus()
    if (stopped) return
    store.add(skus, clock.nowMs())
    store.setMark(LIST_TAKEN, String(clock.nowMs()))
  }

  /** Fetches the list once after each start. */
  const fetchList = async (): Promise<AppError | undefined> => {
    if (deps.list === undefined || isListed) return undefined
    try {
      await (deps.list === 'platform' ? takePages() : takePracticeSkus())
      if (stopped) return undefined
      isListed = true
      listProblem = null
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      listProblem = error.detail
    }
    if (!stopped) deps.onList()
    return listProblem ?? undefined
  }

  const putRecord = (sku: string, record: JsonObject | undefined): boolean => {
    const hasChanged = store.putRecord(sku, record, clock.nowMs())
    if (requested.has(sku)) request([sku])
    return hasChanged
  }

  const readOne = async (sku: string): Promise<AppError | undefined> => {
    const before = store.item(sku)?.readAtMs
    try {
      requested.delete(sku)
      const record = await aheadClient.getInventoryItem(sku)
      if (stopped) return undefined
      // Something stored meanwhile, such as a save, may be newer or older than this answer.
      if (store.item(sku)?.readAtMs === before) putRecord(sku, record)
      else store.requestReads([sku])
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (isShared(error.detail)) return error.detail
      deps.log.warn('could not read an item', { kind: error.detail.kind })
      if (!stopped) store.putReadProblem(sku, error.detail)
    }
    return undefined
  }

  const readAll = async (): Promise<void> => {
    let problem = await fetchList()
    let notifiedAtMs = clock.monotonicMs()
    while (problem === undefined && !stopped) {
      const skus = store.skusToRead(PARALLEL_READS)
      if (skus.length === 0) break
      problem = (await Promise.all(skus.map(readOne))).find((found) => found !== undefined)
      if (clock.monotonicMs() - notifiedAtMs >= NOTIFY_EVERY_MS && !stopped) {
        notifiedAtMs = clock.monotonicMs()
        deps.onList()
      }
    }
    if (stopped) return
    deps.onList()
    if (problem === undefined) {
      for (const listener of listeners) listener()
      return
    }
    const waitMs = problem.kind === 'rateLimited' ? problem.retryAfterMs : RETRY_MS
    wake(waitMs)
  }

  const wake = (afterMs = 0): void => scheduler.plan(TASK, clock.nowMs() + afterMs, readAll)

  const request = (skus: readonly string[]): void => {
    if (skus.length === 0) return
    for (const sku of skus) requested.add(sku)
    store.requestReads(skus)
    wake()
  }

  const readBy = async (
    sku: string,
    fetchItem: () => Promise<JsonObject | undefined>,
  ): Promise<JsonObject | undefined> => {
    requested.delete(sku)
    const record = await fetchItem()
    if (!stopped && putRecord(sku, record)) deps.onItem(sku)
    return record
  }

  const read = (sku: string, options: ReadOptions): Promise<JsonObject | undefined> =>
    readBy(sku, () => client.getInventoryItem(sku, options))

  const readShared = (sku: string, signal: AbortSignal): Promise<JsonObject | undefined> =>
    readBy(sku, () => shared.read(sku, signal))

  return {
    /** How many of a run's items may be read together. */
    atOnce: shared.atOnce,
    /** Like `read`, for the check of a save: reads that begin together share a call where the platform has one. */
    readShared,
    /** Reads one item now and stores it. Throws the error of the platform or the network. `signal` stops waiting. */
    read: (sku: string, signal?: AbortSignal): Promise<JsonObject | undefined> => read(sku, { signal }),
    /** Like `read`, for a seller who waits in front of it: throws `rateLimited` rather than wait for a pause of seconds. */
    readForScreen: (sku: string): Promise<JsonObject | undefined> => read(sku, { maxWaitMs: MAX_SCREEN_WAIT_MS }),
    /** Like `readShared`, of the items that were just saved, for at most ten seconds. Each has its own result, in the same order. */
    readBack: async (
      skus: readonly string[],
      signal: AbortSignal,
    ): Promise<readonly PromiseSettledResult<JsonObject | undefined>[]> => {
      const deadline = new AbortController()
      const cancel = clock.setTimer(() => deadline.abort(), MAX_READ_BACK_MS)
      try {
        const stop = AbortSignal.any([deadline.signal, signal])
        return await Promise.allSettled(skus.map((sku) => readShared(sku, stop)))
      } finally {
        cancel()
      }
    },
    /** Reads items soon, in the background. Repeats a read that is in progress. */
    request,
    /** Reads every queued item as soon as possible. */
    wake: () => wake(),
    /** Calls back whenever the list and all queued items have been read. */
    onRead: (listener: () => void): Cancel => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Why the list couldn't be fetched; null if it could. */
    listProblem: (): AppError | null => listProblem,
    start: (): void => {
      stopListening = online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: (): void => {
      stopped = true
      stopListening?.()
    },
  }
}
