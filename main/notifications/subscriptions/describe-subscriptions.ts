/**
 * Builds the window's view of the platform's subscriptions: known entries with waiting changes, filters, tests and
 * arrivals.
 */
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import type { NotificationStore } from '../store.ts'
import type { KnownSubscriptions } from './known-subscriptions.ts'
import type { SubscriptionQueue } from './subscription-queue.ts'

type Plans = Pick<SubscriptionQueue, 'planDestination' | 'planSubscription'>

export const describeSubscriptions = (
  known: KnownSubscriptions,
  plans: Plans,
  store: NotificationStore,
): Subscriptions => {
  const config = known.config.current()
  const topics = known.topics.current()
  const destinations = known.destinations.current()
  const subscriptions = known.subscriptions.current()
  const testsById = known.tests.bySubscription()
  return {
    config: { asOfMs: config.asOfMs, problem: config.problem, alertEmail: config.entries[0] ?? null },
    topics: { ...topics, entries: [...topics.entries] },
    destinations: {
      ...destinations,
      entries: destinations.entries.map((each) => ({ ...each, planned: plans.planDestination(each.destinationId) })),
    },
    subscriptions: {
      ...subscriptions,
      entries: subscriptions.entries.map((each) => ({
        ...each,
        planned: plans.planSubscription(each),
        filters: known.filters.views(each.subscriptionId),
        test: testsById.get(each.subscriptionId) ?? null,
        lastArrived: each.topicId === null ? null : (store.lastJsonEvent(each.topicId) ?? null),
      })),
    },
  }
}
