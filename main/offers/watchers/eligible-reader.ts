/** Reads which listings have watchers that can get an offer now. Kept in memory: it is read again before anything is sent. */
import type { Clock } from '../../ports.ts'
import type { ReadOptions, WatcherOffersPort } from '../platform/adapter.ts'

/** 25 pages of 200. */
const MAX_ELIGIBLE = 5_000
/** Rows of a run share a reading of this age: a wrong one is refused by the platform. */
const FRESH_MS = 60_000

export type Eligible = {
  readonly listingIds: ReadonlySet<string>
  readonly readAtMs: number
  readonly isCut: boolean
}

export type EligibleReader = ReturnType<typeof createEligibleReader>

export const createEligibleReader = (port: WatcherOffersPort, clock: Clock) => {
  let last: { readonly eligible: Eligible; readonly monotonicMs: number } | undefined

  const read = async (options: ReadOptions): Promise<Eligible> => {
    const readAtMs = clock.nowMs()
    const monotonicMs = clock.monotonicMs()
    const listingIds = new Set<string>()
    let total = 0
    for (let offset = 0, step = 1; step > 0 && offset < MAX_ELIGIBLE; offset += step) {
      const page = await port.findEligible(offset, options)
      for (const listingId of page.listingIds) listingIds.add(listingId)
      step = page.step
      total = page.total
      if (offset + step >= total) break
    }
    const eligible = { listingIds, readAtMs, isCut: total > MAX_ELIGIBLE }
    last = { eligible, monotonicMs }
    return eligible
  }

  return {
    /** Throws the platform's or the network's error. */
    read,
    /** A reading of the last minute. Throws as `read`. */
    fresh: async (options: ReadOptions): Promise<Eligible> =>
      last !== undefined && clock.monotonicMs() - last.monotonicMs <= FRESH_MS ? last.eligible : read(options),
    /** The last reading of this start. */
    last: (): Eligible | undefined => last?.eligible,
    /** Call after a send: its watchers have their offer. */
    remove: (listingId: string): void => {
      if (last === undefined) return
      const listingIds = new Set(last.eligible.listingIds)
      listingIds.delete(listingId)
      last = { ...last, eligible: { ...last.eligible, listingIds } }
    },
  }
}
