/** Converts the platform's answers for the window. Unknown values pass through (NOT-04). */
import type * as z from 'zod'
import {
  destinationViewSchema,
  filterViewSchema,
  type SubscriptionView,
  subscriptionViewSchema,
  type TopicView,
} from '../../../shared/notifications/subscriptions-contract.ts'
import type { Payload, Subscription, SubscriptionFilter, Topic } from './notification-wire.ts'

const payloadView = ({ format, schemaVersion, deliveryProtocol }: Payload): SubscriptionView['payload'] => ({
  format: (typeof format === 'string' ? format : format?.[0]) ?? null,
  schemaVersion: schemaVersion ?? null,
  deliveryProtocol: deliveryProtocol ?? null,
})

export const topicView = (topic: Topic): TopicView => ({
  topicId: topic.topicId,
  description: topic.description ?? null,
  status: topic.status ?? null,
  context: topic.context ?? null,
  scope: topic.scope ?? null,
  filterable: topic.filterable ?? null,
  authorizationScopes: topic.authorizationScopes ?? [],
  payloads: (topic.supportedPayloads ?? []).map((payload) => ({
    ...payloadView(payload),
    deprecated: payload.deprecated ?? false,
  })),
})

/** A filter as the platform returns it. */
export const platformFilterSchema = filterViewSchema.omit({ isPolled: true })
export type PlatformFilter = z.infer<typeof platformFilterSchema>

export const filterView = (filter: SubscriptionFilter): PlatformFilter => ({
  filterId: filter.filterId,
  filterStatus: filter.filterStatus ?? null,
  filterSchema: filter.filterSchema === undefined ? null : JSON.stringify(filter.filterSchema, null, 2),
  creationDate: filter.creationDate ?? null,
})

/** A subscription as the platform returns it. */
export const platformSubscriptionSchema = subscriptionViewSchema.omit({
  planned: true,
  filters: true,
  test: true,
  lastArrived: true,
})
export type PlatformSubscription = z.infer<typeof platformSubscriptionSchema>

/** A destination as the platform returns it. */
export const platformDestinationSchema = destinationViewSchema.omit({ planned: true })
export type PlatformDestination = z.infer<typeof platformDestinationSchema>

export const subscriptionView = (subscription: Subscription): PlatformSubscription => ({
  subscriptionId: subscription.subscriptionId,
  topicId: subscription.topicId ?? null,
  destinationId: subscription.destinationId ?? null,
  status: subscription.status ?? null,
  payload: payloadView(subscription.payload ?? {}),
  creationDate: subscription.creationDate ?? null,
})

/** Replaces the entry that `isSame` finds, or appends it. */
export const withEntry = <T>(entries: readonly T[], entry: T, isSame: (other: T) => boolean): readonly T[] =>
  entries.some(isSame) ? entries.map((other) => (isSame(other) ? entry : other)) : [...entries, entry]
