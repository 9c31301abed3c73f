/**
 * The query cache, kept fresh by events.
 *
 * `networkMode: 'always'`: the source is on this machine, so whether there is internet does not matter here. Nothing goes
 * stale by age and nothing is retried: events say what is stale, and main has already retried.
 */
import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { StallhandContract, StallhandEvents } from '../../shared/ipc/contract.ts'
import type { ApiClient } from './client.ts'
import { type StaleKey, staleKeys } from './invalidation.ts'

/** Marks mutations whose failure becomes a toast. */
export const REPORTED = { isReported: true } as const

/** `report` receives the error of each reported mutation that fails. */
export const createQueryClient = (report: (error: Error) => void): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta === REPORTED) report(error)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/**
 * Reads the matching queries on screen again.
 *
 * `invalidateQueries` restarts a refetch but lets a first read finish, which may have been answered before the event. Such a
 * read is repeated when it is done.
 */
const invalidate = (cache: QueryClient, queryKey?: StaleKey): void => {
  const filter = queryKey === undefined ? {} : { queryKey }
  const firstReads = cache
    .getQueryCache()
    .findAll({ ...filter, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void cache.invalidateQueries(filter)
  for (const { promise, queryKey: key } of firstReads) {
    const again = (): void => void cache.invalidateQueries({ queryKey: key, exact: true })
    promise?.then(again, again)
  }
}

/** More than this many refreshes a second are a burst; then they wait a little, or restarted reads would never finish. */
const MAX_REFRESHES_PER_S = 8
const BURST_PAUSE_MS = 150

/** Refreshes the cache on events. Events of one task cause one refresh. Returns a function that stops it. */
export const keepFresh = (api: ApiClient<StallhandContract>, cache: QueryClient): (() => void) => {
  const stale = new Map<string, StaleKey>()
  let isPlanned = false
  let startedAtMs: readonly number[] = []
  let pause: ReturnType<typeof setTimeout> | undefined
  const refresh = (): void => {
    isPlanned = false
    startedAtMs = [...startedAtMs, Date.now()].slice(-MAX_REFRESHES_PER_S)
    const keys = [...stale.values()]
    stale.clear()
    for (const key of keys) invalidate(cache, key)
  }
  const stopEvents = api.onAnyEvent((name, data) => {
    const keysOf = staleKeys[name as keyof StallhandEvents] as (data: unknown) => readonly StaleKey[]
    for (const key of keysOf(data)) stale.set(JSON.stringify(key), key)
    if (isPlanned || stale.size === 0) return
    isPlanned = true
    const [earliest = Number.NEGATIVE_INFINITY] = startedAtMs
    const isBurst = startedAtMs.length === MAX_REFRESHES_PER_S && Math.abs(Date.now() - earliest) < 1_000
    if (isBurst) pause = setTimeout(refresh, BURST_PAUSE_MS)
    else queueMicrotask(refresh)
  })
  const stopResync = api.onResync(() => invalidate(cache))
  return () => {
    clearTimeout(pause)
    stopEvents()
    stopResync()
  }
}
