/**
 * Config, topics, destinations and subscriptions as the platform last returned them.
 *
 * Each part is read when viewed, again once old, and stored with its own time, so one failed read leaves the others in
 * sight. A change is sent first and then read back: the window never shows what was merely requested.
 *
 * SECURITY: a destination's verification token arrives with every read. It is compared here and goes no further.
 */
import * as z from 'zod'
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import {
  type DestinationView,
  destinationViewSchema,
  type Subscriptions,
  type subscriptionsContract,
  type TopicView,
  topicViewSchema,
} from '../../../shared/notifications/subscriptions-contract.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { readFilterSchema } from '../filters/filter-check.ts'
import { createFilterWatch, isNotFound } from '../filters/filter-watch.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { createViewRefresh, type ViewRefresh } from '../view-refresh.ts'
import { findAddressProblem } from './address-problem.ts'
import type { NotificationClient } from './notification-client.ts'
import type { Destination } from './notification-wire.ts'
import {
  type PlatformSubscription,
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
  destinations: storedPart(destinationViewSchema),
  subscriptions: storedPart(platformSubscriptionSchema),
  filters: z.array(z.object({ subscriptionId: z.string(), filters: z.array(platformFilterSchema) })),
})

type Part<T> = { asOfMs: number | null; problem: string | null; entries: readonly T[] }

const emptyPart = <T>(): Part<T> => ({ asOfMs: null, problem: null, entries: [] })
const toStored = <T>({ asOfMs, entries }: Part<T>) => ({ asOfMs, entries: [...entries] })

type Handlers = Omit<FeatureHandlers<typeof subscriptionsContract>, 'register'>

export const createSubscriptionHandlers = (deps: {
  readonly profile: ConnectionProfile
  readonly store: NotificationStore
  readonly client: NotificationClient
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  /** Throws if no token is stored. */
  readonly verificationToken: () => Promise<string>
  readonly emit: FeatureEmit<typeof subscriptionsContract>
}): {
  readonly handlers: Handlers
  /** Resumes watching PENDING filters. */
  readonly start: () => void
  /** Answers still in flight change nothing afterwards. */
  readonly stop: () => void
  readonly refresh: Pick<ViewRefresh, 'outdate' | 'online'>
} => {
  const { client, store, clock } = deps
  const stored = createStoredValue(store, 'subscriptions', storedSchema)
  const recalled = stored.read()
  const config: Part<string> = { ...emptyPart(), ...recalled?.config }
  const topics: Part<TopicView> = { ...emptyPart(), ...recalled?.topics }
  const destinations: Part<DestinationView> = { ...emptyPart(), ...recalled?.destinations }
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
    store,
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

  /** Reads one part. A failure is recorded in the part, which keeps its entries, and thrown. */
  const readPart = async <T>(part: Part<T>, read: () => Promise<readonly T[]>): Promise<Record<string, never>> => {
    try {
      part.entries = await read()
      part.asOfMs = clock.nowMs()
      part.problem = null
      return {}
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error('reading subscriptions failed', { error })
      part.problem = error instanceof Failure ? error.detail.message : 'Something went wrong in Stallhand.'
      throw error
    } finally {
      changed()
    }
  }

  /** Reads one entry of a part; one that no longer exists is removed, and `notFound` thrown. */
  const readEntry = async <T>(
    part: Part<T>,
    isSame: (entry: T) => boolean,
    read: () => Promise<T>,
  ): Promise<Record<string, never>> => {
    try {
      part.entries = withEntry(part.entries, await read(), isSame)
      return {}
    } catch (error) {
      if (isNotFound(error)) part.entries = part.entries.filter((entry) => !isSame(entry))
      throw error
    } finally {
      changed()
    }
  }

  const destinationView = async (destination: Destination): Promise<DestinationView> => {
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
  const changeSubscription = async (subscriptionId: string, change: Promise<unknown>) => {
    await change
    await readBack(subscriptions, () => readSubscription(subscriptionId))
    return {}
  }

  const checkEndpoint = (endpoint: string): void => {
    const problem = findAddressProblem(deps.profile, endpoint)
    if (problem !== null) throw validation('input.endpoint', problem)
  }

  const view = (): Subscriptions => {
    const testsById = tests.bySubscription()
    return {
      config: { asOfMs: config.asOfMs, problem: config.problem, alertEmail: config.entries[0] ?? null },
      topics: { ...topics, entries: [...topics.entries] },
      destinations: { ...destinations, entries: [...destinations.entries] },
      subscriptions: {
        ...subscriptions,
        entries: subscriptions.entries.map((subscription) => ({
          ...subscription,
          filters: filters.views(subscription.subscriptionId),
          test: testsById.get(subscription.subscriptionId) ?? null,
          lastArrived: subscription.topicId === null ? null : (store.lastJsonEvent(subscription.topicId) ?? null),
        })),
      },
    }
  }

  const refresh = createViewRefresh({
    clock,
    read: () => Promise.allSettled([readConfig(), readTopics(), readDestinations(), readSubscriptions()]),
    changed,
    hasProblem: () => [config, topics, destinations, subscriptions].some(({ problem }) => problem !== null),
    isKnown: subscriptions.asOfMs !== null,
  })

  const handlers: Handlers = {
    subscriptions: async () => {
      await refresh.viewed()
      return view()
    },

    getConfig: readConfig,
    updateConfig: async ({ alertEmail }) => {
      await client.updateConfig({ alertEmail })
      await readBack(config, readConfig)
      return {}
    },

    getDestinations: readDestinations,
    createDestination: async ({ name, status, endpoint }) => {
      checkEndpoint(endpoint)
      const deliveryConfig = { endpoint, verificationToken: await deps.verificationToken() }
      const destinationId = await client.createDestination({ name, status, deliveryConfig })
      await readBack(destinations, () => readDestination(destinationId))
      return { destinationId }
    },
    getDestination: ({ destinationId }) => readDestination(destinationId),
    updateDestination: async ({ destinationId, name, status, endpoint, token }) => {
      checkEndpoint(endpoint)
      const verificationToken =
        token === 'own'
          ? await deps.verificationToken()
          : (await client.getDestination(destinationId)).deliveryConfig?.verificationToken
      if (verificationToken === undefined) {
        const message =
          "Every change needs a verification token, and the platform doesn't reveal this one. Send Stallhand's own."
        throw validation('input.token', message)
      }
      await client.updateDestination(destinationId, { name, status, deliveryConfig: { endpoint, verificationToken } })
      await readBack(destinations, () => readDestination(destinationId))
      return {}
    },
    deleteDestination: async ({ destinationId }) => {
      await client.deleteDestination(destinationId)
      destinations.entries = destinations.entries.filter((each) => each.destinationId !== destinationId)
      changed()
      return {}
    },

    getPublicKey: ({ publicKeyId }) => client.getPublicKey(publicKeyId),

    getSubscriptions: readSubscriptions,
    createSubscription: async (subscription) => {
      const topic = topics.entries.find(({ topicId }) => topicId === subscription.topicId)
      const known =
        topic === undefined
          ? undefined
          : { authorizationScopes: topic.authorizationScopes, context: topic.context ?? undefined }
      const subscriptionId = await client.createSubscription(subscription, known)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return { subscriptionId }
    },
    getSubscription: ({ subscriptionId }) => readSubscription(subscriptionId),
    updateSubscription: ({ subscriptionId, ...subscription }) =>
      changeSubscription(subscriptionId, client.updateSubscription(subscriptionId, subscription)),
    deleteSubscription: async ({ subscriptionId }) => {
      await client.deleteSubscription(subscriptionId)
      subscriptions.entries = subscriptions.entries.filter((each) => each.subscriptionId !== subscriptionId)
      filters.keepOnly((id) => id !== subscriptionId)
      changed()
      return {}
    },
    enableSubscription: ({ subscriptionId }) =>
      changeSubscription(subscriptionId, client.enableSubscription(subscriptionId)),
    disableSubscription: ({ subscriptionId }) =>
      changeSubscription(subscriptionId, client.disableSubscription(subscriptionId)),

    createSubscriptionFilter: async ({ subscriptionId, filterSchema }) => {
      const filterId = await client.createSubscriptionFilter(subscriptionId, readFilterSchema(filterSchema))
      filters.created(subscriptionId, filterId)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return { filterId }
    },
    getSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const filter = await filters.read(subscriptionId, filterId).finally(changed)
      if (filter !== undefined) return {}
      throw new Failure({ kind: 'notFound', message: 'The platform no longer has this filter.' })
    },
    deleteSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const filter = await filters.read(subscriptionId, filterId)
      changed()
      if (filter?.filterStatus === 'PENDING') {
        const message = 'The platform is still checking this filter (PENDING). Delete it once that is done.'
        throw new Failure({ kind: 'conflict', message })
      }
      const deleting = client.deleteSubscriptionFilter(subscriptionId, filterId)
      return changeSubscription(
        subscriptionId,
        deleting.then(() => filters.deleted(filterId)),
      )
    },

    testSubscription: async ({ subscriptionId }) => {
      const { topicId, status } = await client.getSubscription(subscriptionId)
      const requestedAtMs = clock.nowMs()
      const { notificationId } = await client.testSubscription(subscriptionId)
      const wasDelivering = status !== 'DISABLED'
      tests.add({ subscriptionId, topicId: topicId ?? '', requestedAtMs, wasDelivering, notificationId })
      changed()
      return {}
    },

    getTopics: readTopics,
    getTopic: ({ topicId }) =>
      readEntry(
        topics,
        (topic) => topic.topicId === topicId,
        async () => topicView(await client.getTopic(topicId)),
      ),
  }
  return {
    handlers,
    start: filters.start,
    stop: () => {
      isStopped = true
    },
    refresh,
  }
}
