/**
 * Tracks each subscription's known filters, and polls those that the platform is checking (NOT-06).
 *
 * A subscription names at most one filter, which may not be the newest, so a filter created here is remembered by its
 * id. A PENDING filter is read after 2 s, then at growing intervals up to a minute, for 20 minutes, and again after a
 * restart.
 */
import type { FilterView } from '../../../shared/notifications/subscriptions-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { NotificationClient } from '../subscriptions/notification-client.ts'
import type { Subscription } from '../subscriptions/notification-wire.ts'
import { filterView, type PlatformFilter, withEntry } from '../subscriptions/subscription-views.ts'

const FIRST_POLL_MS = 2_000
const MAX_POLL_MS = 60_000
const POLL_GROWTH = 1.5
const WATCH_MS = 20 * 60_000

export const isNotFound = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'notFound'

const pollKey = (filterId: string) => `notifications.filterPoll/${filterId}` as const

export const createFilterWatch = (deps: {
  readonly client: NotificationClient
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly changed: () => void
  /** Called when the platform has accepted, refused or deleted a filter: its subscription may now name another. */
  readonly settled: (subscriptionId: string) => Promise<void>
}) => {
  const { client, scheduler, clock } = deps
  const filtersBySubscription = new Map<string, readonly PlatformFilter[]>()
  /** When polling ends for each PENDING filter. */
  const watchedUntilMs = new Map<string, number>()

  const known = (subscriptionId: string): readonly PlatformFilter[] => filtersBySubscription.get(subscriptionId) ?? []
  const find = (subscriptionId: string, filterId: string): PlatformFilter | undefined =>
    known(subscriptionId).find((filter) => filter.filterId === filterId)

  const unwatch = (filterId: string): void => {
    watchedUntilMs.delete(filterId)
    scheduler.cancel(pollKey(filterId))
  }

  const put = (subscriptionId: string, filter: PlatformFilter): void => {
    const { filterId, filterStatus } = filter
    const filters = withEntry(known(subscriptionId), filter, (other) => other.filterId === filterId)
    filtersBySubscription.set(subscriptionId, filters)
    if (filterStatus !== 'PENDING') unwatch(filterId)
    else if (!watchedUntilMs.has(filterId)) {
      watchedUntilMs.set(filterId, clock.nowMs() + WATCH_MS)
      schedulePoll(subscriptionId, filterId, FIRST_POLL_MS)
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
      unwatch(filterId)
      return undefined
    }
  }

  /** Keeps the known filter if the read fails. */
  const tryRead = async (subscriptionId: string, filterId: string): Promise<void> => {
    try {
      await read(subscriptionId, filterId)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  const schedulePoll = (subscriptionId: string, filterId: string, waitMs: number): void =>
    scheduler.plan(pollKey(filterId), clock.nowMs() + waitMs, async () => {
      await tryRead(subscriptionId, filterId)
      const untilMs = watchedUntilMs.get(filterId)
      if (untilMs === undefined) await deps.settled(subscriptionId)
      else if (clock.nowMs() < untilMs) {
        schedulePoll(subscriptionId, filterId, Math.min(waitMs * POLL_GROWTH, MAX_POLL_MS))
      }
      deps.changed()
    })

  /** Right after creation the platform is still checking the filter, and the first poll follows shortly. */
  const isPolledSoon = (filterId: string): boolean =>
    (scheduler.plannedAtMs(pollKey(filterId)) ?? Number.POSITIVE_INFINITY) - clock.nowMs() <= FIRST_POLL_MS

  /** A filter whose content couldn't be read. */
  const unread = (filterId: string, filterStatus: string | null): PlatformFilter => ({
    filterId,
    filterStatus,
    filterSchema: null,
    creationDate: null,
  })

  return {
    known,
    views: (subscriptionId: string): FilterView[] =>
      known(subscriptionId).map((filter) => ({
        ...filter,
        isPolled: scheduler.plannedAtMs(pollKey(filter.filterId)) !== undefined,
      })),

    read,

    /** Restores the filters known to an earlier run. */
    recall: (subscriptionId: string, filters: readonly PlatformFilter[]): void =>
      void filtersBySubscription.set(subscriptionId, filters),

    /**
     * Reads the filter named by the subscription, and those known here. A filter that can't be read is shown as unread.
     */
    readAll: async ({ subscriptionId, filterId: named }: Subscription): Promise<void> => {
      const ids = new Set(known(subscriptionId).map(({ filterId }) => filterId))
      if (named !== undefined) ids.add(named)
      for (const id of ids) {
        if (isPolledSoon(id)) continue
        await tryRead(subscriptionId, id)
        if (id === named && find(subscriptionId, id) === undefined) put(subscriptionId, unread(id, null))
      }
    },

    /** Call after creating a filter: it is polled even if reading it back fails. */
    created: (subscriptionId: string, filterId: string, filterSchema: string): void =>
      put(subscriptionId, { ...unread(filterId, 'PENDING'), filterSchema }),

    /** Forgets the filters of subscriptions that no longer exist. */
    keepOnly: (exists: (subscriptionId: string) => boolean): void => {
      for (const [id, filters] of filtersBySubscription) {
        if (exists(id)) continue
        for (const { filterId } of filters) unwatch(filterId)
        filtersBySubscription.delete(id)
      }
    },

    /** Resumes the polls of the last run. */
    start: (): void => {
      for (const [subscriptionId, filters] of filtersBySubscription) {
        for (const filter of filters) if (filter.filterStatus === 'PENDING') put(subscriptionId, filter)
      }
    },
  }
}
