/**
 * Config, topics, destinations and subscriptions as the platform last returned them.
 *
 * Each part is read when viewed and when stale, and stored with its own time, so a failed read of one part doesn't hide the
 * others.
 *
 * SECURITY: every read returns a destination's verification token. It is compared here and goes no further.
 */
import * as z from 'zod'
import type { FeatureEmit } from '../../../shared/ipc/define.ts'
import type { notificationsContract } from '../../../shared/notifications/contract.ts'
import { type TopicView, topicViewSchema } from '../../../shared/notifications/subscriptions-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import { createFilterWatch, isNotFound } from '../filters/filter-watch.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { createViewRefresh } from '../view-refresh.ts'
import type { NotificationClient } from './notification-client.ts'
import type { Destination } from './notification-wire.ts'
import {
  type PlatformDestination,
  type PlatformSubscription,
  platformDestinationSchema,
  platformFilterSchema,
  platformSubscriptionSchema,
  subscriptionView,
  topicView,
  withEntry,
} from './subscription-views.ts'
import { createTestArrivals } from './test-arrivals.ts'

const storedPart = <T extends z.ZodType>(entry: T) =>
  z.object({ asOfMs: z.number().nullable(), entries: z.array(entry) })

const storedSchema = z.object({
  config: storedPart(z.string()),
  topics: storedPart(topicViewSchema),
  destinations: storedPart(platformDestinationSchema),
  subscriptions: storedPart(platformSubscriptionSchema),
  filters: z.array(z.object({ subscriptionId: z.string(), filters: z.array(platformFilterSchema) })),
})

type Part<T> = { asOfMs: number | null; problem: string | null; entries: readonly T[] }

const emptyPart = <T>(): Part<T> => ({ asOfMs: null, problem: null, entries: [] })
const toStored = <T>({ asOfMs, entries }: Part<T>) => ({ asOfMs, entries: [...entries] })

export type KnownSubscriptions = ReturnType<typeof createKnownSubscriptions>

export const createKnownSubscriptions = (
  deps: Pick<Services, 'clock' | 'log' | 'scheduler'> & {
    readonly store: NotificationStore
    readonly client: NotificationClient
    /** Throws if no token is stored. */
    readonly verificationToken: () => Promise<string>
    readonly emit: FeatureEmit<typeof notificationsContract>
  },
) => {
  const { client, store, clock } = deps
  const stored = createStoredValue(store, 'subscriptions', storedSchema)
  const recalled = stored.read()
  const config: Part<string> = { ...emptyPart(), ...recalled?.config }
  const topics: Part<TopicView> = { ...emptyPart(), ...recalled?.topics }
  const destinations: Part<PlatformDestination> = { ...emptyPart(), ...recalled?.destinations }
  const subscriptions: Part<PlatformSubscription> = { ...emptyPart(), ...recalled?.subscriptions }

  let isStopped = false
  const changed = (): void => {
    if (isStopped) return
    stored.writeOrLog(
      {
        config: toStored(config),
        topics: toStored(topics),
        destinations: toStored(destinations),
        subscriptions: toStored(subscriptions),
        filters: subscriptions.entries.map(({ subscriptionId }) => ({
          subscriptionId,
          filters: [...filters.known(subscriptionId)],
        })),
      },
      deps.log,
    )
    deps.emit('subscriptionsChanged', {})
  }

  const filters = createFilterWatch({
    client,
    scheduler: deps.scheduler,
    clock,
    changed,
    settled: async (subscriptionId) => {
      try {
        await readSubscription(subscriptionId)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
      }
    },
  })
  for (const each of recalled?.filters ?? []) filters.recall(each.subscriptionId, each.filters)
  const tests = createTestArrivals(store)

  /** Reads again if an entry changed during the read: the older answer would undo the change in the view. */
  const readUnchanged = async <T, R>(part: Part<T>, read: () => Promise<R>): Promise<R> => {
    for (;;) {
      const before = part.entries
      const answer = await read()
      if (part.entries === before) return answer
    }
  }

  /** Reads one part. A failure is recorded in the part, which keeps its entries, and is thrown. */
  const readPart = async <T>(part: Part<T>, read: () => Promise<readonly T[]>): Promise<void> => {
    try {
      part.entries = await readUnchanged(part, read)
      part.asOfMs = clock.nowMs()
      part.problem = null
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error('reading subscriptions failed', { error })
      part.problem = error instanceof Failure ? error.detail.message : 'Something went wrong in Stallhand.'
      throw error
    } finally {
      changed()
    }
  }

  /** Reads one entry of a part; one that no longer exists is removed, and `notFound` thrown. */
  const readEntry = async <T>(part: Part<T>, isSame: (entry: T) => boolean, read: () => Promise<T>): Promise<void> => {
    try {
      const entry = await readUnchanged(part, read)
      part.entries = withEntry(part.entries, entry, isSame)
    } catch (error) {
      if (isNotFound(error)) part.entries = part.entries.filter((entry) => !isSame(entry))
      throw error
    } finally {
      changed()
    }
  }

  const destinationView = async (destination: Destination): Promise<PlatformDestination> => {
    const token = destination.deliveryConfig?.verificationToken
    const isOurs = async () => token === (await deps.verificationToken())
    return {
      destinationId: destination.destinationId,
      name: destination.name ?? null,
      status: destination.status ?? null,
      endpoint: destination.deliveryConfig?.endpoint ?? null,
      token: token === undefined ? 'unknown' : (await isOurs()) ? 'ours' : 'different',
    }
  }

  const readConfig = () =>
    readPart(config, async () => {
      try {
        const { alertEmail } = await client.getConfig()
        return alertEmail === undefined || alertEmail === '' ? [] : [alertEmail]
      } catch (error) {
        if (isNotFound(error)) return []
        throw error
      }
    })
  const readTopics = () => readPart(topics, async () => (await client.getTopics()).map(topicView))
  const readDestinations = () =>
    readPart(destinations, async () => Promise.all((await client.getDestinations()).map(destinationView)))
  const readSubscriptions = () =>
    readPart(subscriptions, async () => {
      const all = await client.getSubscriptions()
      for (const subscription of all) await filters.readAll(subscription)
      const ids = new Set(all.map(({ subscriptionId }) => subscriptionId))
      filters.keepOnly((id) => ids.has(id))
      tests.keepOnly(ids)
      return all.map(subscriptionView)
    })

  const readDestination = (destinationId: string) =>
    readEntry(
      destinations,
      (entry) => entry.destinationId === destinationId,
      async () => destinationView(await client.getDestination(destinationId)),
    )
  const readSubscription = (subscriptionId: string) =>
    readEntry(
      subscriptions,
      (entry) => entry.subscriptionId === subscriptionId,
      async () => {
        const subscription = await client.getSubscription(subscriptionId)
        await filters.readAll(subscription)
        return subscriptionView(subscription)
      },
    )

  /** Reads back after a change. A failed read doesn't fail the change; the part reports it. */
  const readBack = async (part: Part<unknown>, read: () => Promise<unknown>): Promise<void> => {
    try {
      await read()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      part.problem = `Your change was made, but reading it back failed. ${error.detail.message}`
      changed()
    }
  }
  const findSubscription = (subscriptionId: string) =>
    subscriptions.entries.find((entry) => entry.subscriptionId === subscriptionId)
  const findDestination = (destinationId: string) =>
    destinations.entries.find((entry) => entry.destinationId === destinationId)

  const refresh = createViewRefresh({
    clock,
    read: () => Promise.allSettled([readConfig(), readTopics(), readDestinations(), readSubscriptions()]),
    changed,
    hasProblem: () => [config, topics, destinations, subscriptions].some(({ problem }) => problem !== null),
    isKnown: subscriptions.asOfMs !== null,
  })

  return {
    config,
    topics,
    destinations,
    subscriptions,
    filters,
    tests,
    findSubscription,
    findDestination,
    readConfig,
    readTopics,
    readTopic: (topicId: string) =>
      readEntry(
        topics,
        (topic) => topic.topicId === topicId,
        async () => topicView(await client.getTopic(topicId)),
      ),
    readDestinations,
    readDestination,
    readSubscriptions,
    readSubscription,
    readFilter: (subscriptionId: string, filterId: string) => filters.read(subscriptionId, filterId).finally(changed),
    readBack,
    /** Call for a destination that the platform no longer has. */
    forgetDestination: (destinationId: string): void => {
      destinations.entries = destinations.entries.filter((each) => each.destinationId !== destinationId)
      changed()
    },
    /** Call for a subscription that the platform no longer has. */
    forgetSubscription: (subscriptionId: string): void => {
      subscriptions.entries = subscriptions.entries.filter((each) => each.subscriptionId !== subscriptionId)
      filters.keepOnly((other) => other !== subscriptionId)
      changed()
    },
    /** Stores the parts and has the window read them again. */
    changed,
    refresh,
    /** Resumes watching PENDING filters. */
    start: filters.start,
    /** Answers that arrive later change nothing. */
    stop: () => {
      isStopped = true
    },
  }
}
