/**
 * Config, topics, destinations and subscriptions as the platform last returned them.
 *
 * Each part is read when viewed and when stale, and stored with its own time, so a failed read of one part doesn't hide the
 * others. A change goes through the outbound queue and is then read back: the window never shows what was merely requested.
 *
 * SECURITY: every read returns a destination's verification token. It is compared here and goes no further.
 */
import * as z from 'zod'
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { notificationsContract } from '../../../shared/notifications/contract.ts'
import {
  type Subscriptions,
  type subscriptionsContract,
  type TopicView,
  topicViewSchema,
} from '../../../shared/notifications/subscriptions-contract.ts'
import { conflict, Failure, notFound, validation } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { readFilterSchema } from '../filters/filter-check.ts'
import { createFilterWatch, isNotFound } from '../filters/filter-watch.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { createViewRefresh, type ViewRefresh } from '../view-refresh.ts'
import { findAddressProblem } from './address-problem.ts'
import type { NotificationClient } from './notification-client.ts'
import type { Destination } from './notification-wire.ts'
import {
  createSubscriptionQueue,
  type SubscriptionQueue,
  type SubscriptionQueueDeps,
  settingsOfDestination,
  settingsOfSubscription,
} from './subscription-queue.ts'
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

/** The entry that was just read. */
const required = <T>(entry: T | undefined): T => {
  if (entry === undefined) throw new TypeError('An entry that was read is missing')
  return entry
}

type Handlers = Omit<FeatureHandlers<typeof subscriptionsContract>, 'register'>

export const createSubscriptionHandlers = (
  deps: Pick<Services, 'clock' | 'log' | 'profile' | 'scheduler'> & {
    readonly store: NotificationStore
    readonly client: NotificationClient
    /** The same client for tries that the seller didn't start. */
    readonly queueClient: NotificationClient
    /** Throws if no token is stored. */
    readonly verificationToken: () => Promise<string>
    readonly emit: FeatureEmit<typeof notificationsContract>
  },
): {
  readonly handlers: Handlers
  /** Resumes watching PENDING filters. */
  readonly start: () => void
  /** Answers that arrive later change nothing. */
  readonly stop: () => void
  readonly joinQueue: (outbound: Outbound) => void
  readonly refresh: Pick<ViewRefresh, 'outdate' | 'online'>
} => {
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

  let queue: SubscriptionQueue | undefined
  const requireQueue = (): SubscriptionQueue => {
    if (queue === undefined) throw new TypeError('The subscriptions have joined no queue')
    return queue
  }
  const addToQueue: SubscriptionQueue['add'] = (change) => requireQueue().add(change)
  const queueDeps: Omit<SubscriptionQueueDeps, keyof typeof deps | 'outbound'> = {
    knownTopic: (topicId) => topics.entries.find((topic) => topic.topicId === topicId),
    readSubscriptions: async () => {
      await readSubscriptions()
      return subscriptions.entries
    },
    readSubscription: async (subscriptionId) => {
      await readSubscription(subscriptionId)
      return required(findSubscription(subscriptionId))
    },
    readFilter: (subscriptionId, filterId) => filters.read(subscriptionId, filterId).finally(changed),
    filterIds: (subscriptionId) => filters.known(subscriptionId).map(({ filterId }) => filterId),
    readDestination: async (destinationId) => {
      await readDestination(destinationId)
      return required(findDestination(destinationId))
    },
    onChange: () => {
      if (!isStopped) deps.emit('subscriptionsChanged', {})
    },
    show: async (change, id) => {
      switch (change.change) {
        case 'createSubscription':
          return readBack(subscriptions, () => (id === null ? readSubscriptions() : readSubscription(id)))
        case 'updateDestination':
          return readBack(destinations, () => readDestination(change.destinationId))
        case 'deleteSubscription':
          subscriptions.entries = subscriptions.entries.filter((each) => each.subscriptionId !== change.subscriptionId)
          filters.keepOnly((other) => other !== change.subscriptionId)
          return changed()
        case 'createSubscriptionFilter':
          if (id !== null) filters.created(change.subscriptionId, id)
          break
        default:
          break
      }
      await readBack(subscriptions, () => readSubscription(change.subscriptionId))
    },
  }
  const joinQueue = (outbound: Outbound): void => {
    queue = createSubscriptionQueue({ ...deps, ...queueDeps, outbound })
  }
  const ofSubscription = (subscriptionId: string) => ({
    subscriptionId,
    topicId: findSubscription(subscriptionId)?.topicId ?? null,
  })
  const switchSubscription = async (
    change: 'enableSubscription' | 'disableSubscription' | 'deleteSubscription',
    subscriptionId: string,
  ) => ({ waits: (await addToQueue({ change, ...ofSubscription(subscriptionId) })).waits })

  const checkEndpoint = (endpoint: string): void => {
    const problem = findAddressProblem(deps.profile, endpoint)
    if (problem !== null) throw validation('input.endpoint', problem)
  }

  const view = (): Subscriptions => {
    const { planDestination, planSubscription } = requireQueue()
    const testsById = tests.bySubscription()
    return {
      config: { asOfMs: config.asOfMs, problem: config.problem, alertEmail: config.entries[0] ?? null },
      topics: { ...topics, entries: [...topics.entries] },
      destinations: {
        ...destinations,
        entries: destinations.entries.map((each) => ({ ...each, planned: planDestination(each.destinationId) })),
      },
      subscriptions: {
        ...subscriptions,
        entries: subscriptions.entries.map((subscription) => ({
          ...subscription,
          planned: planSubscription(subscription),
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
    },

    getDestinations: readDestinations,
    createDestination: async ({ name, status, endpoint }) => {
      checkEndpoint(endpoint)
      // The answer to an earlier attempt may have been lost.
      await readDestinations()
      const existing = destinations.entries.find((each) => each.endpoint === endpoint)
      if (existing !== undefined) {
        const message = `The destination ${existing.name ?? existing.destinationId} already has this address. Edit that one.`
        throw conflict(message)
      }
      const deliveryConfig = { endpoint, verificationToken: await deps.verificationToken() }
      const destinationId = await client.createDestination({ name, status, deliveryConfig })
      await readBack(destinations, () => readDestination(destinationId))
      return { destinationId }
    },
    getDestination: ({ destinationId }) => readDestination(destinationId),
    updateDestination: async ({ destinationId, name, status, endpoint, token }) => {
      checkEndpoint(endpoint)
      const known = findDestination(destinationId)
      const { waits } = await addToQueue({
        change: 'updateDestination',
        destinationId,
        settings: { name, status, endpoint },
        token,
        seen: known === undefined ? null : settingsOfDestination(known),
      })
      return { waits }
    },
    deleteDestination: async ({ destinationId }) => {
      try {
        await client.deleteDestination(destinationId)
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
      destinations.entries = destinations.entries.filter((each) => each.destinationId !== destinationId)
      changed()
    },

    getPublicKey: ({ publicKeyId }) => client.getPublicKey(publicKeyId),

    getSubscriptions: readSubscriptions,
    createSubscription: async ({ topicId, ...settings }) => {
      const { id: subscriptionId, waits } = await addToQueue({ change: 'createSubscription', topicId, settings })
      return { subscriptionId, waits }
    },
    getSubscription: ({ subscriptionId }) => readSubscription(subscriptionId),
    updateSubscription: async ({ subscriptionId, ...settings }) => {
      const known = findSubscription(subscriptionId)
      const { waits } = await addToQueue({
        change: 'updateSubscription',
        ...ofSubscription(subscriptionId),
        settings,
        seen: known === undefined ? null : settingsOfSubscription(known),
      })
      return { waits }
    },
    deleteSubscription: ({ subscriptionId }) => switchSubscription('deleteSubscription', subscriptionId),
    enableSubscription: ({ subscriptionId }) => switchSubscription('enableSubscription', subscriptionId),
    disableSubscription: ({ subscriptionId }) => switchSubscription('disableSubscription', subscriptionId),

    createSubscriptionFilter: async ({ subscriptionId, filterSchema }) => {
      readFilterSchema(filterSchema)
      const { id: filterId, waits } = await addToQueue({
        change: 'createSubscriptionFilter',
        ...ofSubscription(subscriptionId),
        filterSchema,
      })
      return { filterId, waits }
    },
    getSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const filter = await filters.read(subscriptionId, filterId).finally(changed)
      if (filter === undefined) throw notFound('The platform no longer has this filter.')
    },
    deleteSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const change = { change: 'deleteSubscriptionFilter', ...ofSubscription(subscriptionId), filterId } as const
      return { waits: (await addToQueue(change)).waits }
    },

    testSubscription: async ({ subscriptionId }) => {
      const { topicId, status } = await client.getSubscription(subscriptionId)
      const wasDelivering = status !== 'DISABLED'
      const test = { subscriptionId, topicId: topicId ?? '', requestedAtMs: clock.nowMs(), wasDelivering }
      // The notification may arrive before the answer to the request does.
      tests.add({ ...test, notificationId: null })
      try {
        const { notificationId } = await client.testSubscription(subscriptionId)
        if (notificationId !== null) {
          tests.add({ ...test, notificationId })
          if (store.markTest(notificationId)) deps.emit('logChanged', {})
        }
      } catch (error) {
        tests.remove(subscriptionId)
        throw error
      }
      changed()
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
    joinQueue,
    refresh,
  }
}
