/**
 * The filters of subscriptions, and the watch over those that the platform still checks (NOT-06).
 *
 * A subscription names one filter at most, and perhaps not the new one: what was made here is known by its id from the
 * answer on. A PENDING one is read again until it is settled: after 2 s, then ever later up to a minute, for 20 minutes.
 * What is watched is on disk, so that a restart goes on with it.
 */
import * as z from 'zod'
import type { FilterView, FilterWatch } from '../../shared/notifications/board-contract.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { filterView, type KnownFilter, withEntry } from './board-views.ts'
import type { NotificationClient } from './client.ts'
import type { NotificationStore } from './store.ts'
import type { Subscription } from './wire.ts'

const SETTING = 'filters'
const FIRST_READING_MS = 2_000
const LATEST_READING_MS = 60_000
const GROWTH = 1.5
const WATCHED_MS = 20 * 60_000
/** What was settled is kept to be told; the oldest falls away. */
const MOST_KEPT = 50

const keptSchema = z.object({
  subscriptionId: z.string(),
  filterId: z.string(),
  sinceMs: z.number(),
  state: z.enum(['watching', 'confirmed', 'refused', 'gone', 'leftAlone']),
  settledAtMs: z.number().nullable(),
})
type Kept = z.infer<typeof keptSchema>

export const isGone = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'notFound'

/** Not settled, as far as is known: a filter that is not watched any more may be settled yet. */
const isOpen = ({ state }: Kept): boolean => state === 'watching' || state === 'leftAlone'

export const createBoardFilters = (deps: {
  readonly client: NotificationClient
  readonly store: NotificationStore
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly changed: () => void
  /** A filter was settled: the one before it may be another since. */
  readonly settled: (subscriptionId: string) => Promise<void>
}) => {
  const { client, store, scheduler, clock } = deps
  /** By subscription: the filters that the platform names, and those that were made here. */
  const known = new Map<string, readonly KnownFilter[]>()
  /** By filter: what the running watch knows that need not outlive it. */
  const readings = new Map<
    string,
    { readonly count: number; readonly lastAtMs: number | null; readonly problem: string | null }
  >()

  const kept = (): readonly Kept[] => {
    try {
      return keptSchema.array().parse(JSON.parse(store.setting(SETTING) ?? '[]'))
    } catch {
      return []
    }
  }
  const keep = (records: readonly Kept[]): void => store.setSetting(SETTING, JSON.stringify(records.slice(-MOST_KEPT)))
  const recordOf = (filterId: string): Kept | undefined => kept().find((record) => record.filterId === filterId)
  const keepOne = (record: Kept): void =>
    keep(withEntry(kept(), record, ({ filterId }) => filterId === record.filterId))

  const keyOf = (filterId: string): string => `notifications.filter.${filterId}`

  const put = (subscriptionId: string, filter: KnownFilter): void => {
    known.set(
      subscriptionId,
      withEntry(known.get(subscriptionId) ?? [], filter, ({ filterId }) => filterId === filter.filterId),
    )
    const record = recordOf(filter.filterId)
    if (filter.filterStatus === 'PENDING') {
      if (record === undefined) watch(subscriptionId, filter.filterId)
    } else if (record !== undefined && isOpen(record) && filter.filterStatus !== null) {
      const state = filter.filterStatus === 'DISABLED' ? 'refused' : 'confirmed'
      settle({ ...record, state, settledAtMs: clock.nowMs() })
    }
  }

  const forget = (subscriptionId: string, filterId: string): void => {
    known.set(
      subscriptionId,
      (known.get(subscriptionId) ?? []).filter((filter) => filter.filterId !== filterId),
    )
  }

  /** Reads a filter anew; one that the platform does not have any more is forgotten. */
  const read = async (subscriptionId: string, filterId: string): Promise<KnownFilter | undefined> => {
    try {
      const filter = filterView(await client.getSubscriptionFilter(subscriptionId, filterId))
      put(subscriptionId, filter)
      return filter
    } catch (error) {
      if (!isGone(error)) throw error
      forget(subscriptionId, filterId)
      const record = recordOf(filterId)
      if (record !== undefined && isOpen(record)) settle({ ...record, state: 'gone', settledAtMs: clock.nowMs() })
      return undefined
    }
  }

  const settle = (record: Kept): void => {
    scheduler.cancel(keyOf(record.filterId))
    keepOne(record)
    deps.changed()
  }

  const look = async (record: Kept, waitMs: number): Promise<void> => {
    const { subscriptionId, filterId } = record
    const before = readings.get(filterId)
    let problem: string | null = null
    try {
      await read(subscriptionId, filterId)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problem = error.message
    }
    readings.set(filterId, { count: (before?.count ?? 0) + 1, lastAtMs: clock.nowMs(), problem })
    const now = recordOf(filterId)
    // It may have been settled meanwhile, by this reading or by another; or its subscription was deleted.
    if (now?.state === 'watching') {
      if (clock.nowMs() - record.sinceMs >= WATCHED_MS) settle({ ...now, state: 'leftAlone', settledAtMs: null })
      else plan(now, Math.min(waitMs * GROWTH, LATEST_READING_MS))
    } else if (now !== undefined) await deps.settled(subscriptionId)
    deps.changed()
  }

  const plan = (record: Kept, waitMs: number): void =>
    scheduler.plan(keyOf(record.filterId), clock.nowMs() + waitMs, () => look(record, waitMs))

  const watch = (subscriptionId: string, filterId: string): void => {
    const record: Kept = { subscriptionId, filterId, sinceMs: clock.nowMs(), state: 'watching', settledAtMs: null }
    keepOne(record)
    readings.delete(filterId)
    plan(record, FIRST_READING_MS)
  }

  const watchView = (filterId: string): FilterWatch | null => {
    const record = recordOf(filterId)
    if (record === undefined) return null
    const reading = readings.get(filterId)
    return {
      state: record.state,
      sinceMs: record.sinceMs,
      settledAtMs: record.settledAtMs,
      readings: reading?.count ?? 0,
      lastReadAtMs: reading?.lastAtMs ?? null,
      nextReadAtMs: scheduler.plannedAtMs(keyOf(filterId)) ?? null,
      problem: reading?.problem ?? null,
    }
  }

  return {
    of: (subscriptionId: string): FilterView[] =>
      (known.get(subscriptionId) ?? []).map((filter) => ({ ...filter, watch: watchView(filter.filterId) })),

    read,

    /** As an earlier run knew them; what is watched is planned by `start`. */
    recall: (subscriptionId: string, filters: readonly KnownFilter[]): void => void known.set(subscriptionId, filters),

    /** The filters of a subscription: the one that it names, and those known from here that may have changed since. */
    readAll: async ({ subscriptionId, filterId }: Subscription): Promise<void> => {
      const ids = new Set((known.get(subscriptionId) ?? []).map((filter) => filter.filterId))
      for (const record of kept()) {
        if (record.subscriptionId === subscriptionId && isOpen(record)) ids.add(record.filterId)
      }
      if (filterId !== undefined) ids.add(filterId)
      for (const id of ids) {
        try {
          await read(subscriptionId, id)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          // The subscription is worth more than its filter: what is not known of that is shown as not known.
          put(subscriptionId, { filterId: id, filterStatus: null, filterSchema: null, creationDate: null })
        }
      }
    },

    /** A filter was made: it is known and watched from here on, even where reading it back fails. */
    made: (subscriptionId: string, filterId: string): void => {
      put(subscriptionId, { filterId, filterStatus: null, filterSchema: null, creationDate: null })
      watch(subscriptionId, filterId)
    },

    /** A filter was deleted by the seller, so that its end says nothing about what the platform thinks of it. */
    deleted: (filterId: string): void => {
      scheduler.cancel(keyOf(filterId))
      keep(kept().filter((record) => record.filterId !== filterId))
    },

    /** Forgets the filters of subscriptions that are not there any more. */
    keepOnly: (isThere: (subscriptionId: string) => boolean): void => {
      for (const id of known.keys()) if (!isThere(id)) known.delete(id)
      const records = kept()
      const left = records.filter(({ subscriptionId }) => isThere(subscriptionId))
      if (left.length === records.length) return
      for (const { filterId } of records.filter((record) => !left.includes(record))) scheduler.cancel(keyOf(filterId))
      keep(left)
    },

    /** Goes on with what was watched when the app ended. */
    start: (): void => {
      for (const record of kept()) if (record.state === 'watching') plan(record, FIRST_READING_MS)
    },
  }
}
