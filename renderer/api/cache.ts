/**
 * The query cache, kept fresh by events. `networkMode: 'always'`: main is on this machine, so the internet doesn't
 * matter here. Queries have no stale time and no retries: events invalidate them, and main has already retried.
 */
import { MutationCache, matchQuery, notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import type { StallhandContract, StallhandEvents } from '../../shared/ipc/contract.ts'
import { queries, type StaleKey, staleKeys } from './invalidation.ts'
import type { ApiClient } from './transport/client.ts'

// Shows a change to the cache before the next key or click, as React does with its own state. By default it shows in a later
// task, and a second key that comes before that task acts on the old value:
// https://tanstack.com/query/latest/docs/reference/notifyManager
notifyManager.setScheduler(queueMicrotask)

/** Marks mutations whose failure becomes a toast. */
export const REPORTED = { isReported: true } as const

/** Not every change of these has an event, so they are read again with each screen: previews, drafts, sizes. */
const readOnOpening = [
  ...queries('inventory', 'previewCells'),
  ...queries('listing', 'planRun', 'planNext', 'locationUse'),
  ...queries('mapping', 'draftPlan', 'draftFromPreview', 'startPlan'),
  ...queries('notifications', 'filterDraft'),
  ...queries('orders', 'planShipments'),
  ...queries('outbound', 'planRevert'),
  ...queries('storage', 'facts'),
]

/** `report` receives the error of each reported mutation that fails. */
export const createQueryClient = (report: (error: Error) => void): QueryClient => {
  const cache = new QueryClient({
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
  for (const queryKey of readOnOpening) cache.setQueryDefaults(queryKey, { gcTime: 0 })
  return cache
}

/**
 * Reads the matching queries on screen again, each once.
 *
 * `invalidateQueries` restarts a refetch but lets a first read finish, which may have been answered before the event. Such a
 * read is repeated when it is done.
 */
const invalidate = (cache: QueryClient, isStale: (query: Query) => boolean): void => {
  const firstReads = cache
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && isStale(query) })
  void cache.invalidateQueries({ predicate: isStale })
  for (const { promise, queryKey } of firstReads) {
    const again = (): void => void cache.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, again)
  }
}

/**
 * The minimum time between two refreshes: one change often causes several events, and restarted reads need time to
 * finish.
 */
const REFRESH_EVERY_MS = 125

/** Refreshes the cache on events: at once, or a moment later if a refresh just happened. Returns a function that stops it. */
export const keepFresh = (api: ApiClient<StallhandContract>, cache: QueryClient): (() => void) => {
  const stale = new Map<string, StaleKey>()
  let isPlanned = false
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = (): void => {
    isPlanned = false
    refreshedAtMs = performance.now()
    const keys = [...stale.values()]
    stale.clear()
    invalidate(cache, (query) => keys.some((queryKey) => matchQuery({ queryKey }, query)))
  }
  const stopEvents = api.onAnyEvent((name, data) => {
    const keysOf = staleKeys[name as keyof StallhandEvents] as (data: unknown) => readonly StaleKey[]
    for (const key of keysOf(data)) stale.set(JSON.stringify(key), key)
    if (isPlanned || stale.size === 0) return
    isPlanned = true
    const waitMs = refreshedAtMs + REFRESH_EVERY_MS - performance.now()
    if (waitMs > 0) timer = setTimeout(refresh, waitMs)
    else queueMicrotask(refresh)
  })
  const stopResync = api.onResync(() => invalidate(cache, () => true))
  return () => {
    clearTimeout(timer)
    stopEvents()
    stopResync()
  }
}
