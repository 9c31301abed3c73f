/**
 * Config, topics, destinations and subscriptions as the platform last returned them.
 *
 * Each part is read when it is viewed and stale, and stored with its own time, so a failed read of one part doesn't
 * hide the others.
 *
 * SECURITY: every read returns the destinations' verification tokens. They are compared here and go no further.
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
import type { Destination, Subscription } from './notification-wire.ts'
import { createPlatformPart } from './platform-part.ts'
import {
  type PlatformDestination,
  type PlatformSubscription,
  platformDestinationSchema,
  platformFilterSchema,
  platformSubscriptionSchema,
  subscriptionView,
  topicView,
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

/** The platform lists a new subscription some seconds late; this is a generous bound. */
const MAX_LIST_LAG_MS = 300_000

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
  const { client, clock, log } = deps
  const stored = createStoredValue(deps.store, 'subscriptions', storedSchema)
  let isStopped = false
  /** When each subscription was created, until the platform lists it. */
  const createdHere = new Map<string, number>()
  /** Stores the parts and makes the window read them again. */
  const changed = (): void => {
    if (isStopped) return
    const ids = subscriptions.current().entries.map(({ subscriptionId }) => subscriptionId)
    stored.writeOrLog(
      {
        config: config.toStored(),
        topics: topics.toStored(),
        destinations: destinations.toStored(),
        subscriptions: subscriptions.toStored(),
        filters: ids.map((subscriptionId) => ({ subscriptionId, filters: [...filters.known(subscriptionId)] })),
      },
      log,
    )
    deps.emit('subscriptionsChanged', {})
  }

  const recalled = stored.read()
  const part = { clock, log, changed }
  /** The alert address, if there is one. */
  const config = createPlatformPart<string>(part, recalled?.config)
  const topics = createPlatformPart<TopicView>(part, recalled?.topics)
  const destinations = createPlatformPart<PlatformDestination>(part, recalled?.destinations)
  const subscriptions = createPlatformPart<PlatformSubscription>(part, recalled?.subscriptions)
  const tests = createTestArrivals(deps.store)
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
    config.readAll(async () => {
      try {
        const { alertEmail } = await client.getConfig()
        return alertEmail === undefined || alertEmail === '' ? [] : [alertEmail]
      } catch (error) {
        if (isNotFound(error)) return []
        throw error
      }
    })

  const readTopics = () => topics.readAll(async () => (await client.getTopics()).map(topicView))
  const readTopic = (topicId: string) =>
    topics.readOne(
      (topic) => topic.topicId === topicId,
      async () => topicView(await client.getTopic(topicId)),
    )

  const readDestinations = () =>
    destinations.readAll(async () => Promise.all((await client.getDestinations()).map(destinationView)))
  const readDestination = (destinationId: string) =>
    destinations.readOne(
      (entry) => entry.destinationId === destinationId,
      async () => destinationView(await client.getDestination(destinationId)),
    )

  /** Subscriptions created here recently that the platform's list doesn't show yet. */
  const readUnlisted = async (listed: readonly Subscription[]): Promise<readonly Subscription[]> => {
    const ids = new Set(listed.map(({ subscriptionId }) => subscriptionId))
    const found: Subscription[] = []
    for (const [id, createdAtMs] of createdHere) {
      if (ids.has(id) || Math.abs(clock.nowMs() - createdAtMs) > MAX_LIST_LAG_MS) createdHere.delete(id)
      else
        try {
          found.push(await client.getSubscription(id))
        } catch (error) {
          if (!isNotFound(error)) throw error
          createdHere.delete(id)
        }
    }
    return found
  }

  const readSubscriptions = () =>
    subscriptions.readAll(async () => {
      const listed = await client.getSubscriptions()
      const all = [...listed, ...(await readUnlisted(listed))]
      for (const subscription of all) await filters.readAll(subscription)
      const ids = new Set(all.map(({ subscriptionId }) => subscriptionId))
      filters.keepOnly((id) => ids.has(id))
      tests.keepOnly(ids)
      return all.map(subscriptionView)
    })
  const readSubscription = (subscriptionId: string) =>
    subscriptions.readOne(
      (entry) => entry.subscriptionId === subscriptionId,
      async () => {
        const subscription = await client.getSubscription(subscriptionId)
        await filters.readAll(subscription)
        return subscriptionView(subscription)
      },
    )

  return {
    config,
    topics,
    destinations,
    subscriptions,
    filters,
    tests,
    findDestination: (id: string) => destinations.find(({ destinationId }) => destinationId === id),
    findSubscription: (id: string) => subscriptions.find(({ subscriptionId }) => subscriptionId === id),
    readConfig,
    readTopics,
    readTopic,
    readDestinations,
    readDestination,
    readSubscriptions,
    readSubscription,
    readFilter: (subscriptionId: string, filterId: string) => filters.read(subscriptionId, filterId).finally(changed),
    /** Call after creating a subscription. Keeps it while the platform's list doesn't show it yet. */
    subscriptionCreated: (subscriptionId: string): void => {
      createdHere.set(subscriptionId, clock.nowMs())
    },
    /** Call for a destination that the platform no longer has. */
    forgetDestination: (destinationId: string): void =>
      destinations.remove((entry) => entry.destinationId === destinationId),
    /** Call for a subscription that the platform no longer has. */
    forgetSubscription: (subscriptionId: string): void => {
      createdHere.delete(subscriptionId)
      filters.keepOnly((other) => other !== subscriptionId)
      subscriptions.remove((entry) => entry.subscriptionId === subscriptionId)
    },
    changed,
    refresh: createViewRefresh({
      clock,
      read: () => Promise.allSettled([readConfig(), readTopics(), readDestinations(), readSubscriptions()]),
      changed,
      hasProblem: () => [config, topics, destinations, subscriptions].some((each) => each.current().problem !== null),
      isKnown: subscriptions.current().asOfMs !== null,
    }),
    /** Resumes watching PENDING filters. */
    start: filters.start,
    /** Ignores answers that arrive later. */
    stop: () => {
      isStopped = true
    },
  }
}
