/** Reading items from the platform: one now, or all that wait, in the background. */
import type { JsonObject } from '../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { OnlineState } from '../feature.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { InventoryClient } from './client.ts'
import type { InventoryStore } from './store.ts'

export type ItemReading = {
  /** Reads one item now and files it. Throws what the platform or the line says. */
  readonly read: (sku: string) => Promise<JsonObject | undefined>
  /** Reads all that wait, as soon as possible. */
  readonly wake: () => void
  /** Why the list of a practice shop could not be had; null when it could, or there is none to have. */
  readonly listProblem: () => AppError | null
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/** At once; the lane for reads holds eight, so that a seller's own reading never waits behind the background. */
const AT_ONCE = 3
const TRY_AGAIN_MS = 60_000
/** While a long list is read, the screen is told this often. */
const TELL_EVERY_MS = 500
const KEY = 'inventory.read'
const LIST_TAKEN = 'listTaken'

/** Trouble of the line or the sign-in, not of the one item: the rest would fare the same. */
const isEverybodysTrouble = ({ kind }: AppError): boolean =>
  kind === 'offline' || kind === 'unknown' || kind === 'rateLimited' || kind === 'signInNeeded' || kind === 'forbidden'

export const createItemReading = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly log: Log
  /** Practice shops give their list; elsewhere the seller brings it. */
  readonly takesList: boolean
  readonly onItem: (sku: string) => void
  readonly onList: () => void
}): ItemReading => {
  const { client, store, scheduler, online, clock } = deps
  let stopped = false
  let working: Promise<void> = Promise.resolve()
  let stopListening: Cancel | undefined
  let listProblem: AppError | null = null

  const read = async (sku: string): Promise<JsonObject | undefined> => {
    const record = await client.getInventoryItem(sku)
    if (!stopped && store.putRecord(sku, record, clock.nowMs())) deps.onItem(sku)
    return record
  }

  const tryAgainLater = (problem: AppError): void => {
    const waitMs = problem.kind === 'rateLimited' ? problem.retryAfterMs : TRY_AGAIN_MS
    if (!stopped) scheduler.plan(KEY, clock.nowMs() + waitMs, run)
  }

  /** Takes the list of the practice shop once in the life of this database. */
  const takeList = async (): Promise<AppError | undefined> => {
    if (!deps.takesList || store.mark(LIST_TAKEN) !== undefined) return undefined
    try {
      const skus = await client.practiceSkus()
      if (stopped) return undefined
      store.add(skus, clock.nowMs())
      store.setMark(LIST_TAKEN, String(clock.nowMs()))
      listProblem = null
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      listProblem = error.detail
      return error.detail
    } finally {
      if (!stopped) deps.onList()
    }
    return undefined
  }

  const readOne = async (sku: string): Promise<AppError | undefined> => {
    try {
      const record = await client.getInventoryItem(sku)
      if (!stopped) store.putRecord(sku, record, clock.nowMs())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (isEverybodysTrouble(error.detail)) return error.detail
      deps.log.warn('an item could not be read', { kind: error.detail.kind })
      if (!stopped) store.putReadProblem(sku, error.detail)
    }
    return undefined
  }

  const readAll = async (): Promise<void> => {
    let trouble = await takeList()
    let toldAtMs = clock.monotonicMs()
    while (trouble === undefined && !stopped) {
      const skus = store.toRead(AT_ONCE)
      if (skus.length === 0) break
      const troubles = await Promise.all(skus.map(readOne))
      trouble = troubles.find((found) => found !== undefined)
      if (clock.monotonicMs() - toldAtMs >= TELL_EVERY_MS && !stopped) {
        toldAtMs = clock.monotonicMs()
        deps.onList()
      }
    }
    if (stopped) return
    deps.onList()
    if (trouble !== undefined) tryAgainLater(trouble)
  }

  const run = (): Promise<void> => {
    working = readAll()
    return working
  }

  const wake = (): void => {
    if (!stopped) scheduler.plan(KEY, clock.nowMs(), run)
  }

  return {
    read,
    wake,
    listProblem: () => listProblem,
    start: () => {
      stopListening = online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: async () => {
      stopped = true
      stopListening?.()
      scheduler.cancel(KEY)
      await working.catch(() => undefined)
    },
  }
}
