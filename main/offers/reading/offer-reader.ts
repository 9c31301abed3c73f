/**
 * Reads the open offers of buyers: at start, when a notification reports one, and every few minutes, more often while one is open
 * (LST-25).
 */
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { BestOfferRecord, BestOffersPort, ReadOptions } from '../platform/adapter.ts'
import type { BestOfferStore } from '../store/best-offer-store.ts'
import type { OfferReadingState, PlatformClock } from './platform-clock.ts'

const MINUTE_MS = 60_000
/** 288 calls a day of the legacy service's 5,000, and 96 while no offer is open. */
const OPEN_EVERY_MS = 5 * MINUTE_MS
const EVERY_MS = 15 * MINUTE_MS
/** Offers whose end is read one by one after a reading. The rest waits for the next one. */
const MAX_ENDED = 20

export const createOfferReader = (
  deps: Pick<Services, 'clock' | 'log' | 'scheduler'> & {
    readonly port: BestOffersPort
    readonly store: BestOfferStore
    readonly state: OfferReadingState
    readonly platformClock: PlatformClock
    /** Called with offers that are new here and wait for the seller, but not for those of the first reading. */
    readonly onNew: (offerIds: readonly string[]) => void
    readonly onChange: () => void
  },
) => {
  const { port, store, state, platformClock, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let reading: Promise<void> | undefined
  let problem: AppError | null = null

  const save = (offers: readonly BestOfferRecord[], beganAtMs: number): void => {
    const found = store.save(offers, beganAtMs, clock.nowMs())
    if (found.length > 0 && state.load('read') !== undefined) deps.onNew(found)
  }

  /** Reads why an offer is no longer open. */
  const readEnd = async (offerId: string, options: ReadOptions): Promise<void> => {
    const beganAtMs = clock.nowMs()
    const { offer, atMs } = await port.read(offerId, { ...options, signal })
    signal.throwIfAborted()
    platformClock.note(atMs)
    if (offer === undefined) store.end(offerId, 'Unknown')
    else save([offer], beganAtMs)
  }

  const readAll = async (options: ReadOptions): Promise<void> => {
    const beganAtMs = clock.nowMs()
    const before = store.open()
    const seen = new Set<string>()
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await port.listOpen(page, { ...options, signal })
      signal.throwIfAborted()
      platformClock.note(found.atMs)
      pages = found.pages
      save(found.offers, beganAtMs)
      for (const { offerId } of found.offers) seen.add(offerId)
    }
    // An offer that another page hid is still open, and its own reading says so.
    const missing = before.filter(({ offerId }) => !seen.has(offerId)).slice(0, MAX_ENDED)
    for (const { offerId } of missing) await readEnd(offerId, options)
    state.store('read', { readAtMs: beganAtMs })
  }

  const read = (options: ReadOptions): Promise<void> => {
    reading ??= readAll(options)
      .then(
        () => {
          problem = null
        },
        (error: unknown) => {
          if (error instanceof Failure && !signal.aborted) problem = error.detail
          throw error
        },
      )
      .finally(() => {
        reading = undefined
        if (signal.aborted) return
        deps.onChange()
        planWithin(store.open().length > 0 ? OPEN_EVERY_MS : EVERY_MS, problem !== null)
      })
    return reading
  }

  const planWithin = (afterMs: number, isRetry = false): void =>
    scheduler[isRetry ? 'retryBy' : 'planBy']('offers.read', clock.nowMs() + afterMs, async () => {
      try {
        // The seller's own reading may have started before the change that this one is for.
        await reading?.catch(() => undefined)
        await read({ purpose: 'watch' })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Failure)) throw error
        log.warn('could not read the offers of buyers', { kind: error.detail.kind })
      }
    })

  return {
    reading: () => ({ readAtMs: state.load('read')?.readAtMs ?? null, problem }),
    /** Throws the platform's or the network's error. */
    refresh: (): Promise<void> => read({}),
    /** Reads them soon, because something about them changed. */
    request: (): void => planWithin(0),
    start: (): void => planWithin(0),
    stop: async (): Promise<void> => {
      stopping.abort()
      await reading?.catch(() => undefined)
    },
  }
}
