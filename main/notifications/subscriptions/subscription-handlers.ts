/**
 * Answers the window's calls about subscriptions, their filters and tests.
 *
 * A change goes through the outbound queue and is then read back, so the window never shows a change that was merely
 * requested.
 */
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { notificationsContract } from '../../../shared/notifications/contract.ts'
import type { subscriptionsContract } from '../../../shared/notifications/subscriptions-contract.ts'
import { notFound } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { readFilterSchema } from '../filters/filter-check.ts'
import type { NotificationStore } from '../store.ts'
import { describeSubscriptions } from './describe-subscriptions.ts'
import { createDestinationHandlers } from './destination-handlers.ts'
import type { KnownSubscriptions } from './known-subscriptions.ts'
import type { NotificationClient } from './notification-client.ts'
import { settingsOfSubscription } from './subscription-change.ts'
import { createSubscriptionQueue, type SubscriptionQueueDeps } from './subscription-queue.ts'

type SubscriptionHandlersDeps = Pick<Services, 'clock' | 'log' | 'profile'> & {
  readonly outbound: Outbound
  readonly known: KnownSubscriptions
  readonly store: NotificationStore
  readonly client: NotificationClient
  /** The same client, for attempts that the seller didn't start. */
  readonly queueClient: NotificationClient
  /** Throws if no token is stored. */
  readonly verificationToken: () => Promise<string>
  readonly emit: FeatureEmit<typeof notificationsContract>
}

/** Shows a change that the queue has carried out. `id`: the created entry's, if the platform returned it. */
const createShow =
  (known: KnownSubscriptions): SubscriptionQueueDeps['show'] =>
  async (change, id) => {
    if (change.change === 'updateDestination') {
      return known.destinations.readBack(() => known.readDestination(change.destinationId))
    }
    if (change.change === 'deleteDestination') {
      known.forgetDestination(change.destinationId)
      if (change.disables.length > 0) await known.subscriptions.readBack(known.readSubscriptions)
      return
    }
    if (change.change === 'createSubscription') {
      if (id !== null) known.subscriptionCreated(id)
      return known.subscriptions.readBack(() => (id === null ? known.readSubscriptions() : known.readSubscription(id)))
    }
    const { subscriptionId } = change
    if (change.change === 'deleteSubscription') return known.forgetSubscription(subscriptionId)
    if (change.change === 'createSubscriptionFilter' && id !== null) {
      known.filters.created(subscriptionId, id, change.filterSchema)
    }
    await known.subscriptions.readBack(() => known.readSubscription(subscriptionId))
  }

/** Records a test and then requests it: the notification may arrive before the answer to the request (NOT-09). */
const requestTest = async (
  { client, clock, emit, known, store }: SubscriptionHandlersDeps,
  subscriptionId: string,
): Promise<void> => {
  const { topicId, status } = await client.getSubscription(subscriptionId)
  const wasDelivering = status !== 'DISABLED'
  const test = { subscriptionId, topicId: topicId ?? '', requestedAtMs: clock.nowMs(), wasDelivering }
  known.tests.add({ ...test, notificationId: null })
  try {
    const { notificationId } = await client.testSubscription(subscriptionId)
    if (notificationId !== null) {
      known.tests.add({ ...test, notificationId })
      if (store.markTest(notificationId)) emit('logChanged', {})
    }
  } catch (error) {
    known.tests.remove(subscriptionId)
    throw error
  }
  known.changed()
}

/** Registers its kinds of change in `outbound`. Call once for each queue, before the queue starts. */
export const createSubscriptionHandlers = (
  deps: SubscriptionHandlersDeps,
): Omit<FeatureHandlers<typeof subscriptionsContract>, 'register'> => {
  const { client, known } = deps

  const queue = createSubscriptionQueue({
    ...deps,
    knownTopic: (id) => known.topics.find(({ topicId }) => topicId === id),
    readSubscriptions: async () => {
      await known.readSubscriptions()
      return known.subscriptions.current().entries
    },
    readSubscription: known.readSubscription,
    readFilter: known.readFilter,
    filterIds: (subscriptionId) => known.filters.known(subscriptionId).map(({ filterId }) => filterId),
    readDestination: known.readDestination,
    onChange: () => deps.emit('subscriptionsChanged', {}),
    show: createShow(known),
  })
  /** Names the subject of a change, even after the subscription was deleted. */
  const ofSubscription = (subscriptionId: string) => ({
    subscriptionId,
    topicId: known.findSubscription(subscriptionId)?.topicId ?? null,
  })
  const switchSubscription = async (
    change: 'enableSubscription' | 'disableSubscription' | 'deleteSubscription',
    subscriptionId: string,
  ) => ({ waits: (await queue.add({ change, ...ofSubscription(subscriptionId) })).waits })

  return {
    ...createDestinationHandlers({ ...deps, queue }),

    subscriptions: async () => {
      await known.refresh.viewed()
      return describeSubscriptions(known, queue, deps.store)
    },

    getSubscriptions: known.readSubscriptions,
    createSubscription: async ({ topicId, ...settings }) => {
      const { id: subscriptionId, waits } = await queue.add({ change: 'createSubscription', topicId, settings })
      return { subscriptionId, waits }
    },
    getSubscription: async ({ subscriptionId }) => void (await known.readSubscription(subscriptionId)),
    updateSubscription: async ({ subscriptionId, ...settings }) => {
      const seen = known.findSubscription(subscriptionId)
      const { waits } = await queue.add({
        change: 'updateSubscription',
        ...ofSubscription(subscriptionId),
        settings,
        seen: seen === undefined ? null : settingsOfSubscription(seen),
      })
      return { waits }
    },
    deleteSubscription: ({ subscriptionId }) => switchSubscription('deleteSubscription', subscriptionId),
    enableSubscription: ({ subscriptionId }) => switchSubscription('enableSubscription', subscriptionId),
    disableSubscription: ({ subscriptionId }) => switchSubscription('disableSubscription', subscriptionId),
    testSubscription: ({ subscriptionId }) => requestTest(deps, subscriptionId),

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
      if (filter === undefined) throw notFound(`${getPlatform(deps.profile).name.The} no longer has this filter.`)
    },
    deleteSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const { waits } = await queue.add({
        change: 'deleteSubscriptionFilter',
        ...ofSubscription(subscriptionId),
        filterId,
      })
      return { waits }
    },

    getPublicKey: ({ publicKeyId }) => client.getPublicKey(publicKeyId),
  }
}
