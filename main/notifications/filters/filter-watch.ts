/**
 * Known filters of each subscription, and polling of those the platform is checking (NOT-06).
 *
 * A subscription names at most one filter, perhaps not the new one, so a filter created here is known by its id at once. A
 * PENDING filter is read after 2 s, then at growing intervals up to a minute, for 20 minutes. Watches are stored, so they
 * survive a restart.
 */
import * as z from 'zod'
import {
  type FilterView,
  type FilterWatch,
  filterWatchStateSchema,
} from '../../../shared/notifications/subscriptions-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import type { NotificationClient } from '../subscriptions/notification-client.ts'
import type { Subscription } from '../subscriptions/notification-wire.ts'
import { filterView, type PlatformFilter, withEntry } from '../subscriptions/subscription-views.ts'

const FIRST_POLL_MS = 2_000
const MAX_POLL_MS = 60_000
const POLL_GROWTH = 1.5
const WATCH_MS = 20 * 60_000
const MAX_WATCHES = 50

const watchSchema = z.object({
  subscriptionId: z.string(),
  filterId: z.string(),
  sinceMs: z.number(),
  state: filterWatchStateSchema,
  settledAtMs: z.number().nullable(),
})
type Watch = z.infer<typeof watchSchema>

/** What a watch knows of this run only. */
type Readings = { readonly count: number; readonly lastAtMs: number | null; readonly problem: string | null }

export const isNotFound = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'notFound'

const isOpen = ({ state }: Watch): boolean => state === 'watching' || state === 'timedOut'

const pollKey = (filterId: string) => `notifications.filterPoll/${filterId}` as const

export const createFilterWatch = (deps: {
  readonly client: NotificationClient
  readonly store: NotificationStore
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly changed: () => void
  /** A filter was confirmed, refused or deleted: its subscription may name another one now. */
  readonly settled: (subscriptionId: string) => Promise<void>
}) => {
  const { client, scheduler, clock } = deps
  const stored = createStoredValue(deps.store, 'filterWatches', z.array(watchSchema))
  const filtersBySubscription = new Map<string, readonly PlatformFilter[]>()
  const readings = new Map<string, Readings>()

  const watches = (): readonly Watch[] => stored.read() ?? []
  const findWatch = (id: string): Watch | undefined => watches().find(({ filterId }) => filterId === id)
  const saveWatch = (watch: Watch): void =>
    stored.write([...withEntry(watches(), watch, ({ filterId }) => filterId === watch.filterId)].slice(-MAX_WATCHES))
  const removeWatches = (isRemoved: (watch: Watch) => boolean): void => {
    const removed = watches().filter(isRemoved)
    if (removed.length === 0) return
    for (const { filterId } of removed) scheduler.cancel(pollKey(filterId))
    stored.write(watches().filter((watch) => !isRemoved(watch)))
  }

  const known = (subscriptionId: string): readonly PlatformFilter[] => filtersBySubscription.get(subscriptionId) ?? []

  const settle = (watch: Watch, state: Watch['state']): void => {
    scheduler.cancel(pollKey(watch.filterId))
    saveWatch({ ...watch, state, settledAtMs: state === 'timedOut' ? null : clock.nowMs() })
    deps.changed()
  }

  const put = (subscriptionId: string, filter: PlatformFilter): void => {
    const { filterId, filterStatus } = filter
    filtersBySubscription.set(
      subscriptionId,
      withEntry(known(subscriptionId), filter, (other) => other.filterId === filterId),
    )
    const watch = findWatch(filterId)
    if (filterStatus === 'PENDING') {
      if (watch === undefined) startWatch(subscriptionId, filterId)
    } else if (watch !== undefined && isOpen(watch) && filterStatus !== null) {
      settle(watch, filterStatus === 'DISABLED' ? 'refused' : 'confirmed')
    }
  }

  /** Undefined if the platform no longer has the filter. */
  const read = async (subscriptionId: string, filterId: string): Promise<PlatformFilter | undefined> => {
    try {
      const filter = filterView(await client.getSubscriptionFilter(subscriptionId, filterId))
      put(subscriptionId, filter)
      return filter
    } catch (error) {
      if (!isNotFound(error)) throw error
      const others = known(subscriptionId).filter((filter) => filter.filterId !== filterId)
      filtersBySubscription.set(subscriptionId, others)
      const watch = findWatch(filterId)
      if (watch !== undefined && isOpen(watch)) settle(watch, 'deleted')
      return undefined
    }
  }

  const poll = async ({ subscriptionId, filterId, sinceMs }: Watch, waitMs: number): Promise<void> => {
    let problem: string | null = null
    try {
      await read(subscriptionId, filterId)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problem = error.message
    }
    readings.set(filterId, { count: (readings.get(filterId)?.count ?? 0) + 1, lastAtMs: clock.nowMs(), problem })
    // This or another read may have settled it meanwhile, or its subscription was deleted.
    const watch = findWatch(filterId)
    if (watch?.state === 'watching') {
      if (clock.nowMs() - sinceMs >= WATCH_MS) settle(watch, 'timedOut')
      else schedulePoll(watch, Math.min(waitMs * POLL_GROWTH, MAX_POLL_MS))
    } else if (watch !== undefined) await deps.settled(subscriptionId)
    deps.changed()
  }

  const schedulePoll = (watch: Watch, waitMs: number): void =>
    scheduler.plan(pollKey(watch.filterId), clock.nowMs() + waitMs, () => poll(watch, waitMs))

  const startWatch = (subscriptionId: string, filterId: string): void => {
    const watch: Watch = { subscriptionId, filterId, sinceMs: clock.nowMs(), state: 'watching', settledAtMs: null }
    saveWatch(watch)
    readings.delete(filterId)
    schedulePoll(watch, FIRST_POLL_MS)
  }

  const watchView = (filterId: string): FilterWatch | null => {
    const watch = findWatch(filterId)
    if (watch === undefined) return null
    const { state, sinceMs, settledAtMs } = watch
    const reading = readings.get(filterId)
    return {
      state,
      sinceMs,
      settledAtMs,
      readings: reading?.count ?? 0,
      lastReadAtMs: reading?.lastAtMs ?? null,
      nextReadAtMs: scheduler.plannedAtMs(pollKey(filterId)) ?? null,
      problem: reading?.problem ?? null,
    }
  }

  /** A filter whose content couldn't be read. */
  const unread = (filterId: string): PlatformFilter => ({
    filterId,
    filterStatus: null,
    filterSchema: null,
    creationDate: null,
  })

  return {
    known,
    views: (subscriptionId: string): FilterView[] =>
      known(subscriptionId).map((filter) => ({ ...filter, watch: watchView(filter.filterId) })),

    read,

    /** Restores what an earlier run knew. */
    recall: (subscriptionId: string, filters: readonly PlatformFilter[]): void =>
      void filtersBySubscription.set(subscriptionId, filters),

    /** Reads the filter the subscription names and those known here. A failure leaves that filter shown as unread. */
    readAll: async ({ subscriptionId, filterId: named }: Subscription): Promise<void> => {
      const ids = new Set(known(subscriptionId).map(({ filterId }) => filterId))
      for (const watch of watches())
        if (watch.subscriptionId === subscriptionId && isOpen(watch)) ids.add(watch.filterId)
      if (named !== undefined) ids.add(named)
      for (const id of ids) {
        try {
          await read(subscriptionId, id)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          put(subscriptionId, unread(id))
        }
      }
    },

    /** Call after creating a filter: it is watched even if reading it back fails. */
    created: (subscriptionId: string, filterId: string): void => {
      put(subscriptionId, unread(filterId))
      startWatch(subscriptionId, filterId)
    },

    /** Call after the seller deleted a filter, so its end isn't reported as the platform's refusal. */
    deleted: (id: string): void => removeWatches(({ filterId }) => filterId === id),

    /** Forgets the filters of subscriptions that no longer exist. */
    keepOnly: (exists: (subscriptionId: string) => boolean): void => {
      for (const id of filtersBySubscription.keys()) if (!exists(id)) filtersBySubscription.delete(id)
      removeWatches(({ subscriptionId }) => !exists(subscriptionId))
    },

    /** Resumes the watches of the last run. */
    start: (): void => {
      for (const watch of watches()) if (watch.state === 'watching') schedulePoll(watch, FIRST_POLL_MS)
    },
  }
}
