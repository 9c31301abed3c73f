/** Answers the window's calls about the alert address, destinations and topics. */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { subscriptionsContract } from '../../../shared/notifications/subscriptions-contract.ts'
import { conflict, validation } from '../../../shared/result.ts'
import { findAddressProblem } from '../registration/address-problem.ts'
import type { KnownSubscriptions } from './known-subscriptions.ts'
import type { NotificationClient } from './notification-client.ts'
import { settingsOfDestination } from './subscription-change.ts'
import type { SubscriptionQueue } from './subscription-queue.ts'

type DestinationHandlers = Pick<
  FeatureHandlers<typeof subscriptionsContract>,
  | 'getConfig'
  | 'updateConfig'
  | 'getDestinations'
  | 'createDestination'
  | 'getDestination'
  | 'updateDestination'
  | 'deleteDestination'
  | 'getTopics'
  | 'getTopic'
>

export const createDestinationHandlers = (deps: {
  readonly profile: ConnectionProfile
  readonly known: KnownSubscriptions
  readonly queue: Pick<SubscriptionQueue, 'add' | 'planDestination'>
  readonly client: NotificationClient
  /** Throws if no token is stored. */
  readonly verificationToken: () => Promise<string>
}): DestinationHandlers => {
  const { client, known } = deps

  const requireEndpoint = (endpoint: string): void => {
    const problem = findAddressProblem(deps.profile, endpoint)
    if (problem !== null) throw validation('input.endpoint', problem)
  }

  return {
    getConfig: known.readConfig,
    updateConfig: async ({ alertEmail }) => {
      await client.updateConfig({ alertEmail })
      await known.config.readBack(known.readConfig)
    },

    getDestinations: known.readDestinations,
    createDestination: async ({ name, status, endpoint }) => {
      requireEndpoint(endpoint)
      // The answer to an earlier attempt may have been lost.
      await known.readDestinations()
      const existing = known.destinations.find((each) => each.endpoint === endpoint)
      if (existing !== undefined) {
        const message = `The destination ${existing.name ?? existing.destinationId} already has this address. Edit that one.`
        throw conflict(message)
      }
      const deliveryConfig = { endpoint, verificationToken: await deps.verificationToken() }
      const destinationId = await client.createDestination({ name, status, deliveryConfig })
      await known.destinations.readBack(() => known.readDestination(destinationId))
      return { destinationId }
    },
    getDestination: async ({ destinationId }) => void (await known.readDestination(destinationId)),
    updateDestination: async ({ destinationId, name, status, endpoint, token }) => {
      requireEndpoint(endpoint)
      const seen = known.findDestination(destinationId)
      const { waits } = await deps.queue.add({
        change: 'updateDestination',
        destinationId,
        settings: { name, status, endpoint },
        token,
        seen: seen === undefined ? null : settingsOfDestination(seen),
      })
      return { waits }
    },
    deleteDestination: async ({ destinationId, disable = [] }) => {
      const seen = deps.queue.planDestination(destinationId) ?? known.findDestination(destinationId)
      const { waits } = await deps.queue.add({
        change: 'deleteDestination',
        destinationId,
        name: known.findDestination(destinationId)?.name ?? destinationId,
        disables: disable,
        seen: seen === undefined ? null : settingsOfDestination(seen),
      })
      return { waits }
    },

    getTopics: known.readTopics,
    getTopic: async ({ topicId }) => void (await known.readTopic(topicId)),
  }
}
