/** Reads offers: one SKU's now, or in the background those never read or read more than a day ago (LST-11). */

import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { NOT_OFFERED, type OfferClient } from '../platform/offer-client.ts'
import type { ListingStore } from './listing-store.ts'

const TASK = 'listing.read'
const EVERY_MS = 60_000
const STALE_MS = 24 * 60 * 60_000
const BATCH = 20
/** The read lane has eight slots, and reading items uses three. */
const PARALLEL_READS = 2

/** Whether every other read would fail the same way. */
const isShared = ({ kind }: AppError): boolean =>
  ['offline', 'unknown', 'rateLimited', 'signInNeeded', 'forbidden'].includes(kind)

type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>

export type ListingReader = ReturnType<typeof createListingReader>

export const createListingReader = (deps: {
  readonly client: OfferClient
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly canList: boolean
  /** Called after each stored reading, `hasChanged` or not. */
  readonly onRead: (sku: string, hasChanged: boolean) => void
}) => {
  const { client, store, items, scheduler, clock } = deps
  let isStopped = false
  let isReading = false
  let isOffered = true
  let stopListening: Cancel = () => undefined
  /** SKUs that failed. Background reads skip them until the next start. */
  const failed = new Set<string>()
  /** SKUs to read next, because something about them changed. */
  const requested = new Set<string>()

  const note = (error: unknown): void => {
    if (error instanceof Failure && error.message === NOT_OFFERED) isOffered = false
  }

  const read = async (sku: string, options: ReadOptions = {}): Promise<readonly JsonObject[]> => {
    const { readAtMs } = store.load(sku)
    // A SKU requested during this read is read again.
    const wasRequested = requested.delete(sku)
    let offers: readonly JsonObject[]
    try {
      offers = await client.getOffers(sku, options)
    } catch (error) {
      if (wasRequested) requested.add(sku)
      note(error)
      throw error
    }
    isOffered = true
    // Something stored meanwhile, such as a publication, is newer than this answer.
    const isOutdated = options.purpose === 'readAhead' && store.load(sku).readAtMs !== readAtMs
    if (!isStopped && !isOutdated) deps.onRead(sku, store.putOffers(sku, offers, clock.nowMs()))
    return offers
  }

  const readOne = async (sku: string): Promise<AppError | undefined> => {
    try {
      await read(sku, { purpose: 'readAhead' })
    } catch (error) {
      // A full disk says nothing about the offer; the next round reads it again.
      if (!(error instanceof Failure) || error.detail.kind === 'storage') throw error
      if (isShared(error.detail) || !isOffered) return error.detail
      failed.add(sku)
      requested.delete(sku)
      deps.log.warn('could not read the offers of an item', { kind: error.detail.kind })
      if (!isStopped) store.putReadProblem(sku, error.detail)
    }
    return undefined
  }

  const nextBatch = (): readonly string[] => {
    const unread = items.skusInListingState('unread', BATCH + failed.size)
    const stale = store.readBefore(clock.nowMs() - STALE_MS, BATCH + failed.size)
    return [...new Set([...requested, ...unread, ...stale])].filter((sku) => !failed.has(sku)).slice(0, BATCH)
  }

  /** Returns whether a problem of all reads ended it early. */
  const readAll = async (): Promise<boolean> => {
    while (!isStopped && isOffered) {
      const batch = nextBatch()
      if (batch.length === 0) return false
      for (let at = 0; at < batch.length && !isStopped; at += PARALLEL_READS) {
        const problems = await Promise.all(batch.slice(at, at + PARALLEL_READS).map(readOne))
        if (problems.some((problem) => problem !== undefined)) return true
      }
    }
    return false
  }

  const planWithin = (afterMs: number, isRetry = false): void => {
    if (!deps.canList) return
    scheduler[isRetry ? 'retryBy' : 'planBy'](TASK, clock.nowMs() + afterMs, async () => {
      isReading = true
      let hasEndedEarly = false
      try {
        hasEndedEarly = await readAll()
      } finally {
        isReading = false
        planWithin(EVERY_MS, hasEndedEarly)
      }
    })
  }

  return {
    /** Reads a SKU's offers now and stores them. Throws the read's errors. */
    read: (sku: string, signal?: AbortSignal): Promise<readonly JsonObject[]> => read(sku, { signal }),
    /** Reads a SKU's offers soon, in the background. */
    request: (sku: string): void => {
      failed.delete(sku)
      requested.add(sku)
      planWithin(0)
    },
    /** Why no item can be listed through this connection; undefined if it can. */
    refusal: (): string | undefined => {
      if (!deps.canList)
        return 'Listing is switched off for this connection. Switch it on in Settings, under the connection.'
      return isOffered ? undefined : NOT_OFFERED
    },
    start: (): void => {
      stopListening = items.onRead(() => {
        if (!isReading) planWithin(0)
      })
      planWithin(0)
    },
    stop: (): void => {
      isStopped = true
      stopListening()
    },
  }
}
