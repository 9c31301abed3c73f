/** What the board shows of what the platform sends: nothing is refused for a value that is not known (NOT-04). */
import type { FilterView, SubscriptionView, TopicView } from '../../shared/notifications/board-contract.ts'
import type { Subscription, SubscriptionFilter, Topic } from './wire.ts'

const firstOf = (value: string | readonly string[] | undefined): string | null =>
  (typeof value === 'string' ? value : value?.[0]) ?? null

export const topicView = (topic: Topic): TopicView => ({
  topicId: topic.topicId,
  description: topic.description ?? null,
  status: topic.status ?? null,
  context: topic.context ?? null,
  scope: topic.scope ?? null,
  filterable: topic.filterable ?? null,
  authorizationScopes: [...(topic.authorizationScopes ?? [])],
  payloads: (topic.supportedPayloads ?? []).map((payload) => ({
    format: firstOf(payload.format),
    schemaVersion: payload.schemaVersion ?? null,
    deliveryProtocol: payload.deliveryProtocol ?? null,
    deprecated: payload.deprecated ?? false,
  })),
})

/** A filter as the platform has it; whether it is watched is not the platform's to say. */
export type KnownFilter = Omit<FilterView, 'watch'>

export const filterView = (filter: SubscriptionFilter): KnownFilter => ({
  filterId: filter.filterId,
  filterStatus: filter.filterStatus ?? null,
  filterSchema: filter.filterSchema === undefined ? null : JSON.stringify(filter.filterSchema, null, 2),
  creationDate: filter.creationDate ?? null,
})

/** A subscription as the platform has it, without what only this machine knows of it. */
export type KnownSubscription = Omit<SubscriptionView, 'filters' | 'test' | 'lastArrived'>

export const subscriptionView = (subscription: Subscription): KnownSubscription => ({
  subscriptionId: subscription.subscriptionId,
  topicId: subscription.topicId ?? null,
  destinationId: subscription.destinationId ?? null,
  status: subscription.status ?? null,
  payload: {
    format: firstOf(subscription.payload?.format),
    schemaVersion: subscription.payload?.schemaVersion ?? null,
    deliveryProtocol: subscription.payload?.deliveryProtocol ?? null,
  },
  creationDate: subscription.creationDate ?? null,
})

/** One entry brought up to date, or added at the end where it is new. */
export const withEntry = <T>(entries: readonly T[], entry: T, isSame: (other: T) => boolean): readonly T[] =>
  entries.some(isSame) ? entries.map((other) => (isSame(other) ? entry : other)) : [...entries, entry]
