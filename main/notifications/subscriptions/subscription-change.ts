/** The changes to subscriptions, filters and destinations that the outbound queue keeps, and what follows from one alone. */
import * as z from 'zod'
import { topicLabel } from '../../../shared/notifications/event-types.ts'
import type { PlatformDestination, PlatformSubscription } from './subscription-views.ts'

const settingsSchema = z.object({
  destinationId: z.string(),
  status: z.string(),
  payload: z.object({ format: z.string(), schemaVersion: z.string(), deliveryProtocol: z.string() }),
})
const destinationSchema = z.object({ name: z.string(), status: z.string(), endpoint: z.string() })
const ofSubscription = { subscriptionId: z.string(), topicId: z.string().nullable() }

export const createSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('createSubscription'), topicId: z.string(), settings: settingsSchema }),
  z.object({ change: z.literal('createSubscriptionFilter'), ...ofSubscription, filterSchema: z.string() }),
])
/**
 * `seen`: the settings that the seller edited. If the platform's settings differ by then, the change isn't sent
 * (OFF-02).
 */
export const changeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.enum(['enableSubscription', 'disableSubscription', 'deleteSubscription']), ...ofSubscription }),
  z.object({
    change: z.literal('updateSubscription'),
    ...ofSubscription,
    settings: settingsSchema,
    seen: z.string().nullable(),
  }),
  z.object({ change: z.literal('deleteSubscriptionFilter'), ...ofSubscription, filterId: z.string() }),
  z.object({
    change: z.literal('updateDestination'),
    destinationId: z.string(),
    settings: destinationSchema,
    token: z.enum(['own', 'unchanged']),
    seen: z.string().nullable(),
  }),
  z.object({
    change: z.literal('deleteDestination'),
    destinationId: z.string(),
    name: z.string(),
    /** The subscriptions to disable first, if they still use it. */
    disables: z.array(z.string()),
    seen: z.string().nullable(),
  }),
])
export type Create = z.infer<typeof createSchema>
export type Change = z.infer<typeof changeSchema>
export type AnyChange = Create | Change
export type ChangeOf<Kind extends Change['change']> = Extract<Change, { readonly change: Kind }>

export const describeChange = (change: AnyChange): string => {
  if (change.change === 'updateDestination') return `Change destination ${change.settings.name}`
  if (change.change === 'deleteDestination') return `Delete destination ${change.name}`
  if (change.change === 'createSubscription') return `Subscribe to ${topicLabel(change.topicId)}`
  const name = change.topicId === null ? change.subscriptionId : topicLabel(change.topicId)
  switch (change.change) {
    case 'enableSubscription':
      return `Enable subscription to ${name}`
    case 'disableSubscription':
      return `Disable subscription to ${name}`
    case 'deleteSubscription':
      return `Delete subscription to ${name}`
    case 'updateSubscription':
      return `Change subscription to ${name}`
    case 'createSubscriptionFilter':
      return `Apply a filter to ${name}`
    case 'deleteSubscriptionFilter':
      return `Delete the filter of ${name}`
  }
}

export const toSubject = (change: AnyChange): string => {
  if (change.change === 'updateDestination' || change.change === 'deleteDestination') {
    return `destination:${change.destinationId}`
  }
  return change.change === 'createSubscription' ? `topic:${change.topicId}` : `subscription:${change.subscriptionId}`
}

type Delivery = Pick<PlatformSubscription, 'destinationId' | 'payload'>
const deliveryOf = ({ destinationId, payload }: Delivery): readonly (string | null)[] => [
  destinationId,
  payload.format,
  payload.schemaVersion,
  payload.deliveryProtocol,
]
/**
 * Whether a subscription delivers the wanted payload to the wanted destination, as far as the platform reports them.
 */
export const deliversAs = (one: Delivery, wanted: Delivery): boolean =>
  deliveryOf(one).every((part, index) => part === null || part === deliveryOf(wanted)[index])

/** The status set by enabling or disabling. */
export const statusOf = ({ change }: AnyChange): string | undefined =>
  change === 'enableSubscription' ? 'ENABLED' : change === 'disableSubscription' ? 'DISABLED' : undefined

/** The settings of a subscription or destination as text, to compare what the seller saw with the platform's state. */
export const settingsOfSubscription = ({ destinationId, status, payload }: PlatformSubscription): string =>
  JSON.stringify([destinationId, status, payload.format, payload.schemaVersion, payload.deliveryProtocol])
export const settingsOfDestination = ({
  name,
  status,
  endpoint,
}: Pick<PlatformDestination, 'name' | 'status' | 'endpoint'>): string => JSON.stringify([name, status, endpoint])

/** What a change is for. A newer change with the same purpose replaces one that was not sent. */
export const toPurpose = (change: AnyChange, oneSubscriptionPerTopic: boolean): string => {
  if (statusOf(change) !== undefined) return 'switch'
  if (change.change === 'deleteSubscriptionFilter') return `${change.change} ${change.filterId}`
  return change.change === 'createSubscription' && !oneSubscriptionPerTopic
    ? `${change.change} ${deliveryOf(change.settings).join(' ')}`
    : change.change
}
