/**
 * Answers the window about config, topics, destinations and subscriptions.
 *
 * A change goes through the outbound queue and is then read back: the window never shows what was merely requested.
 */
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { notificationsContract } from '../../../shared/notifications/contract.ts'
import type { Subscriptions, subscriptionsContract } from '../../../shared/notifications/subscriptions-contract.ts'
import { conflict, notFound, validation } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { readFilterSchema } from '../filters/filter-check.ts'
import { isNotFound } from '../filters/filter-watch.ts'
import type { NotificationStore } from '../store.ts'
import { findAddressProblem } from './address-problem.ts'
import type { KnownSubscriptions } from './known-subscriptions.ts'
import type { NotificationClient } from './notification-client.ts'
import { createSubscriptionQueue, settingsOfDestination, settingsOfSubscription } from './subscription-queue.ts'

/** The entry that was just read. */
const required = <T>(entry: T | undefined): T => {
  if (entry === undefined) throw new TypeError('An entry that was read is missing')
  return entry
}

type Handlers = Omit<FeatureHandlers<typeof subscriptionsContract>, 'register'>

/** Registers its kinds of change in `outbound`: call it once for each queue, before the queue starts. */
export const createSubscriptionHandlers = (
  deps: Pick<Services, 'clock' | 'log' | 'profile'> & {
    readonly outbound: Outbound
    readonly known: KnownSubscriptions
    readonly store: NotificationStore
    readonly client: NotificationClient
    /** The same client for tries that the seller didn't start. */
    readonly queueClient: NotificationClient
    /** Throws if no token is stored. */
    readonly verificationToken: () => Promise<string>
    readonly emit: FeatureEmit<typeof notificationsContract>
  },
): Handlers => {
  const { client, clock, known, store } = deps
  const { changed, config, destinations, filters, subscriptions, tests, topics } = known
  const { findDestination, findSubscription } = known
  const { readBack, readConfig, readDestination, readDestinations, readSubscription, readSubscriptions } = known

  const queue = createSubscriptionQueue({
    ...deps,
    knownTopic: (topicId) => topics.entries.find((topic) => topic.topicId === topicId),
    readSubscriptions: async () => {
      await readSubscriptions()
      return subscriptions.entries
    },
    readSubscription: async (subscriptionId) => {
      await readSubscription(subscriptionId)
      return required(findSubscription(subscriptionId))
    },
    readFilter: known.readFilter,
    filterIds: (subscriptionId) => filters.known(subscriptionId).map(({ filterId }) => filterId),
    readDestination: async (destinationId) => {
      await readDestination(destinationId)
      return required(findDestination(destinationId))
    },
    onChange: () => deps.emit('subscriptionsChanged', {}),
    show: async (change, id) => {
      switch (change.change) {
        case 'createSubscription':
          return readBack(subscriptions, () => (id === null ? readSubscriptions() : readSubscription(id)))
        case 'updateDestination':
          return readBack(destinations, () => readDestination(change.destinationId))
        case 'deleteSubscription':
          return known.forgetSubscription(change.subscriptionId)
        case 'createSubscriptionFilter':
          if (id !== null) filters.created(change.subscriptionId, id, change.filterSchema)
          break
        default:
          break
      }
      await readBack(subscriptions, () => readSubscription(change.subscriptionId))
    },
  })
  const ofSubscription = (subscriptionId: string) => ({
    subscriptionId,
    topicId: findSubscription(subscriptionId)?.topicId ?? null,
  })
  const switchSubscription = async (
    change: 'enableSubscription' | 'disableSubscription' | 'deleteSubscription',
    subscriptionId: string,
  ) => ({ waits: (await queue.add({ change, ...ofSubscription(subscriptionId) })).waits })

  const checkEndpoint = (endpoint: string): void => {
    const problem = findAddressProblem(deps.profile, endpoint)
    if (problem !== null) throw validation('input.endpoint', problem)
  }

  const view = (): Subscriptions => {
    const { planDestination, planSubscription } = queue
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

  return {
    subscriptions: async () => {
      await known.refresh.viewed()
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
      const { waits } = await queue.add({
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
      known.forgetDestination(destinationId)
    },

    getPublicKey: ({ publicKeyId }) => client.getPublicKey(publicKeyId),

    getSubscriptions: readSubscriptions,
    createSubscription: async ({ topicId, ...settings }) => {
      const { id: subscriptionId, waits } = await queue.add({ change: 'createSubscription', topicId, settings })
      return { subscriptionId, waits }
    },
    getSubscription: ({ subscriptionId }) => readSubscription(subscriptionId),
    updateSubscription: async ({ subscriptionId, ...settings }) => {
      const known = findSubscription(subscriptionId)
      const { waits } = await queue.add({
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
      const { id: filterId, waits } = await queue.add({
        change: 'createSubscriptionFilter',
        ...ofSubscription(subscriptionId),
        filterSchema,
      })
      return { filterId, waits }
    },
    getSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const filter = await known.readFilter(subscriptionId, filterId)
      if (filter === undefined) throw notFound('The platform no longer has this filter.')
    },
    deleteSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const change = { change: 'deleteSubscriptionFilter', ...ofSubscription(subscriptionId), filterId } as const
      return { waits: (await queue.add(change)).waits }
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

    getTopics: known.readTopics,
    getTopic: ({ topicId }) => known.readTopic(topicId),
  }
}
