/** Sends changes to subscriptions, filters and destinations. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { TopicView } from '../../../shared/notifications/subscriptions-contract.ts'
import { Failure } from '../../../shared/result.ts'
import { type ChangeCheckDeps, orGone } from './change-check.ts'
import type { NotificationClient } from './notification-client.ts'
import type { Change, ChangeOf, Create } from './subscription-change.ts'

/** Called right before each request leaves. */
type Leave = () => Promise<unknown>

/** Returns the id of the new entry. */
export const sendCreate = (
  client: NotificationClient,
  change: Create,
  findTopic: (topicId: string) => TopicView | undefined,
): Promise<string> => {
  if (change.change === 'createSubscription') {
    const topic = findTopic(change.topicId)
    const known =
      topic === undefined
        ? undefined
        : { authorizationScopes: topic.authorizationScopes, scope: topic.scope ?? undefined }
    return client.createSubscription({ topicId: change.topicId, ...change.settings }, known)
  }
  const schema = JSON.parse(change.filterSchema) as Readonly<Record<string, unknown>>
  return client.createSubscriptionFilter(change.subscriptionId, schema)
}

export type SendChangeDeps = Pick<ChangeCheckDeps, 'readSubscription'> & {
  readonly verificationToken: () => Promise<string>
  readonly platformName: PlatformName
}

/** Disables the subscriptions that still use the destination, then deletes it. Safe to repeat. */
const deleteDestination = async (
  client: NotificationClient,
  { destinationId, disables }: ChangeOf<'deleteDestination'>,
  { readSubscription }: SendChangeDeps,
  leave: Leave,
): Promise<void> => {
  for (const subscriptionId of disables) {
    const user = await orGone(readSubscription(subscriptionId))
    const isUsing = user?.destinationId === destinationId && user.status !== 'DISABLED'
    if (isUsing) await client.disableSubscription(subscriptionId, leave)
  }
  await client.deleteDestination(destinationId, leave)
}

const updateDestination = async (
  client: NotificationClient,
  { destinationId, settings, token }: ChangeOf<'updateDestination'>,
  deps: SendChangeDeps,
  leave: Leave,
): Promise<void> => {
  const { name, status, endpoint } = settings
  const verificationToken =
    token === 'own'
      ? await deps.verificationToken()
      : (await client.getDestination(destinationId)).deliveryConfig?.verificationToken
  if (verificationToken === undefined) {
    const message = `Every change needs a verification token, and ${deps.platformName.the} doesn’t reveal this one. Send Stallhand’s own.`
    throw new Failure({ kind: 'validation', message, issues: [{ path: 'input.token', message }] })
  }
  await client.updateDestination(
    destinationId,
    { name, status, deliveryConfig: { endpoint, verificationToken } },
    leave,
  )
}

export const sendChange = (
  client: NotificationClient,
  change: Change,
  deps: SendChangeDeps,
  leave: Leave,
): Promise<void> => {
  switch (change.change) {
    case 'updateSubscription':
      return client.updateSubscription(change.subscriptionId, change.settings, leave)
    case 'deleteSubscriptionFilter':
      return client.deleteSubscriptionFilter(change.subscriptionId, change.filterId, leave)
    case 'deleteDestination':
      return deleteDestination(client, change, deps, leave)
    case 'updateDestination':
      return updateDestination(client, change, deps, leave)
    default:
      return client[change.change](change.subscriptionId, leave)
  }
}
