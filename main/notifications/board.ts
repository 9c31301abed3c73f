/**
 * What leads where: config, topics, destinations and subscriptions with their filters, as the platform last said.
 *
 * It is read when somebody looks, again when that is old, and kept on disk; each part has the time of its own reading, so
 * that one that fails leaves the others in sight. A change is sent first and then read back: what is shown is never what was
 * merely asked for.
 *
 * SECURITY: a destination's verification token comes with every reading of it. It is compared here and goes no further.
 */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Board, boardContract, DestinationView, TopicView } from '../../shared/notifications/board-contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { createBoardFilters, isGone } from './board-filters.ts'
import { rememberedSchema } from './board-memory.ts'
import { createBoardTests } from './board-tests.ts'
import { type KnownSubscription, subscriptionView, topicView, withEntry } from './board-views.ts'
import type { NotificationClient } from './client.ts'
import { readFilterSchema } from './filter-schema.ts'
import { createMemory } from './memory.ts'
import { createReadAnew, type ReadAnew } from './read-anew.ts'
import { addressProblem } from './register.ts'
import type { NotificationStore } from './store.ts'
import type { Destination } from './wire.ts'

type Part<T> = { asOfMs: number | null; problem: string | null; entries: readonly T[] }

/** The members of the contract that this file answers: all of the board's but the registration. */
type BoardHandlers = Omit<FeatureHandlers<typeof boardContract>, 'register'>

/** As an earlier run knew it, or empty. */
const partFrom = <T>(remembered: Pick<Part<T>, 'asOfMs' | 'entries'> | undefined): Part<T> => ({
  asOfMs: remembered?.asOfMs ?? null,
  problem: null,
  entries: remembered?.entries ?? [],
})

/**
 * `start` goes on with the filters that were being watched when the app ended. `anew` is told of what this board has no part
 * in: a registration, another token, the platform coming back.
 */
export const createBoard = (deps: {
  readonly profile: ConnectionProfile
  readonly store: NotificationStore
  readonly client: NotificationClient
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly verificationToken: () => Promise<string | undefined>
  readonly emit: FeatureEmit<typeof boardContract>
}): {
  readonly handlers: BoardHandlers
  readonly start: () => void
  /** Answers that are still on their way touch nothing any more. */
  readonly stop: () => void
  readonly anew: Pick<ReadAnew, 'outdate' | 'online'>
} => {
  const { client, store, clock } = deps
  const memory = createMemory(deps, 'board', rememberedSchema)
  const recalled = memory.recall()
  const config = partFrom<string>(recalled?.config)
  const topics = partFrom<TopicView>(recalled?.topics)
  const destinations = partFrom<DestinationView>(recalled?.destinations)
  const subscriptions = partFrom<KnownSubscription>(recalled?.subscriptions)

  const remembered = <T>({ asOfMs, entries }: Part<T>) => ({ asOfMs, entries: [...entries] })
  const remember = (): void =>
    memory.remember({
      config: remembered(config),
      topics: remembered(topics),
      destinations: remembered(destinations),
      subscriptions: remembered(subscriptions),
      filters: subscriptions.entries.map(({ subscriptionId }) => ({
        subscriptionId,
        filters: filters.of(subscriptionId).map(({ watch: _, ...filter }) => filter),
      })),
    })
  let isStopped = false
  const changed = (): void => {
    if (isStopped) return
    remember()
    deps.emit('boardChanged', {})
  }

  const filters = createBoardFilters({
    client,
    store,
    scheduler: deps.scheduler,
    clock,
    changed,
    settled: async (subscriptionId) => {
      try {
        await readSubscription(subscriptionId)
      } catch (error) {
        // Why it could not be read stands with the subscriptions when somebody reads them again.
        if (!(error instanceof Failure)) throw error
      }
    },
  })
  for (const each of recalled?.filters ?? []) filters.recall(each.subscriptionId, each.filters)
  const tests = createBoardTests(store)

  /**
   * Reads one part. A problem stays with the part, beside what was known before, and is thrown as well.
   */
  const readPart = async <T>(part: Part<T>, read: () => Promise<readonly T[]>): Promise<Record<string, never>> => {
    try {
      part.entries = await read()
      part.asOfMs = clock.nowMs()
      part.problem = null
      return {}
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error('a part of the board could not be read', { error })
      part.problem = error instanceof Failure ? error.detail.message : 'Something went wrong inside Stallhand.'
      throw error
    } finally {
      changed()
    }
  }

  const destinationView = async (destination: Destination): Promise<DestinationView> => {
    const own = await deps.verificationToken()
    const token = destination.deliveryConfig?.verificationToken
    return {
      destinationId: destination.destinationId,
      name: destination.name ?? null,
      status: destination.status ?? null,
      endpoint: destination.deliveryConfig?.endpoint ?? null,
      token: token === undefined ? 'notKnown' : token === own ? 'kept' : 'other',
    }
  }

  const readConfig = () =>
    readPart(config, async () => {
      try {
        const { alertEmail } = await client.getConfig()
        return alertEmail === undefined || alertEmail === '' ? [] : [alertEmail]
      } catch (error) {
        // No configuration is an answer, not a fault.
        if (isGone(error)) return []
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

  const readDestination = async (destinationId: string): Promise<Record<string, never>> => {
    try {
      const read = await destinationView(await client.getDestination(destinationId))
      destinations.entries = withEntry(destinations.entries, read, (other) => other.destinationId === destinationId)
    } catch (error) {
      if (isGone(error)) dropDestination(destinationId)
      throw error
    } finally {
      changed()
    }
    return {}
  }
  const dropDestination = (destinationId: string): void => {
    destinations.entries = destinations.entries.filter((each) => each.destinationId !== destinationId)
  }

  const readSubscription = async (subscriptionId: string): Promise<Record<string, never>> => {
    try {
      const subscription = await client.getSubscription(subscriptionId)
      await filters.readAll(subscription)
      const read = subscriptionView(subscription)
      subscriptions.entries = withEntry(subscriptions.entries, read, (other) => other.subscriptionId === subscriptionId)
    } catch (error) {
      if (isGone(error)) dropSubscription(subscriptionId)
      throw error
    } finally {
      changed()
    }
    return {}
  }
  const dropSubscription = (subscriptionId: string): void => {
    subscriptions.entries = subscriptions.entries.filter((each) => each.subscriptionId !== subscriptionId)
    filters.keepOnly((id) => id !== subscriptionId)
  }

  /**
   * Reads back after a change that the platform took. A reading that fails does not make the change a failure; the part
   * says that it is old.
   */
  const readBack = async (part: { problem: string | null }, read: () => Promise<unknown>): Promise<void> => {
    try {
      await read()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      part.problem = `Your change was made, but could not be read back. ${error.detail.message}`
      changed()
    }
  }

  const ownToken = async (): Promise<string> => {
    const token = await deps.verificationToken()
    if (token !== undefined) return token
    throw new Failure({
      kind: 'signInNeeded',
      message: 'The verification token could not be kept. Restart Stallhand and try again.',
    })
  }

  const checkEndpoint = (endpoint: string): void => {
    const problem = addressProblem(deps.profile, endpoint)
    if (problem !== null) throw validation('input.endpoint', problem)
  }

  const view = (): Board => {
    const arrivals = tests.bySubscription()
    return {
      config: { asOfMs: config.asOfMs, problem: config.problem, alertEmail: config.entries[0] ?? null },
      topics: { ...topics, entries: [...topics.entries] },
      destinations: { ...destinations, entries: [...destinations.entries] },
      subscriptions: {
        ...subscriptions,
        entries: subscriptions.entries.map((subscription) => ({
          ...subscription,
          filters: filters.of(subscription.subscriptionId),
          test: arrivals.get(subscription.subscriptionId) ?? null,
          lastArrived: subscription.topicId === null ? null : (store.lastJsonEvent(subscription.topicId) ?? null),
        })),
      },
    }
  }

  const anew = createReadAnew({
    clock,
    // A failure stays with its part.
    read: () => Promise.allSettled([readConfig(), readTopics(), readDestinations(), readSubscriptions()]),
    changed,
    hasProblem: () => [config, topics, destinations, subscriptions].some(({ problem }) => problem !== null),
    isKnown: subscriptions.asOfMs !== null,
  })

  const handlers: BoardHandlers = {
    board: async () => {
      await anew.look()
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
      const deliveryConfig = { endpoint, verificationToken: await ownToken() }
      const destinationId = await client.createDestination({ name, status, deliveryConfig })
      await readBack(destinations, () => readDestination(destinationId))
      return { destinationId }
    },
    getDestination: ({ destinationId }) => readDestination(destinationId),
    updateDestination: async ({ destinationId, name, status, endpoint, token }) => {
      checkEndpoint(endpoint)
      const verificationToken =
        token === 'own'
          ? await ownToken()
          : (await client.getDestination(destinationId)).deliveryConfig?.verificationToken
      if (verificationToken === undefined) {
        throw validation(
          'input.token',
          "The platform does not tell this destination's verification token, and wants one with every change. Send Stallhand's own.",
        )
      }
      await client.updateDestination(destinationId, { name, status, deliveryConfig: { endpoint, verificationToken } })
      await readBack(destinations, () => readDestination(destinationId))
      return {}
    },
    deleteDestination: async ({ destinationId }) => {
      await client.deleteDestination(destinationId)
      dropDestination(destinationId)
      changed()
      return {}
    },

    getPublicKey: ({ publicKeyId }) => client.getPublicKey(publicKeyId),

    getSubscriptions: readSubscriptions,
    createSubscription: async (subscription) => {
      const topic = topics.entries.find(({ topicId }) => topicId === subscription.topicId)
      const subscriptionId = await client.createSubscription(subscription, topic?.authorizationScopes)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return { subscriptionId }
    },
    getSubscription: ({ subscriptionId }) => readSubscription(subscriptionId),
    updateSubscription: async ({ subscriptionId, ...subscription }) => {
      await client.updateSubscription(subscriptionId, subscription)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return {}
    },
    deleteSubscription: async ({ subscriptionId }) => {
      await client.deleteSubscription(subscriptionId)
      dropSubscription(subscriptionId)
      changed()
      return {}
    },
    enableSubscription: async ({ subscriptionId }) => {
      await client.enableSubscription(subscriptionId)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return {}
    },
    disableSubscription: async ({ subscriptionId }) => {
      await client.disableSubscription(subscriptionId)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return {}
    },

    createSubscriptionFilter: async ({ subscriptionId, filterSchema }) => {
      const filterId = await client.createSubscriptionFilter(subscriptionId, readFilterSchema(filterSchema))
      // Known from here on, even where reading it back fails: the platform may name it only once it is ENABLED.
      filters.made(subscriptionId, filterId)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return { filterId }
    },
    getSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      try {
        if ((await filters.read(subscriptionId, filterId)) !== undefined) return {}
        throw new Failure({ kind: 'notFound', message: 'The platform does not have this filter any more.' })
      } finally {
        changed()
      }
    },
    deleteSubscriptionFilter: async ({ subscriptionId, filterId }) => {
      const now = await filters.read(subscriptionId, filterId)
      changed()
      if (now?.filterStatus === 'PENDING') {
        throw new Failure({
          kind: 'conflict',
          message: 'The platform still checks this filter (PENDING). It can be deleted once that is done.',
        })
      }
      await client.deleteSubscriptionFilter(subscriptionId, filterId)
      filters.deleted(filterId)
      await readBack(subscriptions, () => readSubscription(subscriptionId))
      return {}
    },

    testSubscription: async ({ subscriptionId }) => {
      const { topicId, status } = await client.getSubscription(subscriptionId)
      const askedAtMs = clock.nowMs()
      const { notificationId } = await client.testSubscription(subscriptionId)
      const wasDelivering = status !== 'DISABLED'
      tests.add({ subscriptionId, topicId: topicId ?? '', askedAtMs, wasDelivering, notificationId })
      changed()
      return {}
    },

    getTopics: readTopics,
    getTopic: async ({ topicId }) => {
      try {
        const read = topicView(await client.getTopic(topicId))
        topics.entries = withEntry(topics.entries, read, (other) => other.topicId === topicId)
      } finally {
        changed()
      }
      return {}
    },
  }
  return {
    handlers,
    start: filters.start,
    stop: () => {
      isStopped = true
    },
    anew,
  }
}
