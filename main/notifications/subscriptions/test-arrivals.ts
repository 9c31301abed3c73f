/**
 * Requested tests and the notification that answers each (NOT-09).
 *
 * Requests are stored, because a test may arrive hours later (RCV-15).
 */
import * as z from 'zod'
import { type SubscriptionTest, testSchema } from '../../../shared/notifications/subscriptions-contract.ts'
import type { EventFacts } from '../log/event-store.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'

/** Notifications of a topic searched for an id that contains "test". */
const MAX_SEARCHED = 200

type RequestedTest = z.infer<typeof testSchema>

/** A disabled subscription receives only tests, but it may be enabled while the test is on its way. */
const ONLY_TESTS_MS = 10 * 60_000

/**
 * Whether a notification that just arrived is a test that was requested here. Being the first of its topic isn't enough: a
 * real one that is taken for a test would be missed.
 */
export const answersTest = (
  store: NotificationStore,
  { name, format, notificationId }: Pick<EventFacts, 'name' | 'format' | 'notificationId'>,
  receivedAtMs: number,
): boolean =>
  format === 'json' &&
  (createStoredValue(store, 'tests', z.array(testSchema)).read() ?? [])
    .filter(({ topicId, requestedAtMs }) => topicId === name && requestedAtMs <= receivedAtMs)
    .some((test) => {
      if (test.notificationId !== null) return test.notificationId === notificationId
      if (/test/i.test(notificationId ?? '')) return true
      return !test.wasDelivering && receivedAtMs - test.requestedAtMs < ONLY_TESTS_MS
    })

export const createTestArrivals = (store: NotificationStore) => {
  const stored = createStoredValue(store, 'tests', z.array(testSchema))
  const requested = (): readonly RequestedTest[] => stored.read() ?? []

  /** `taken`: events that answer an earlier test. */
  const findArrival = (test: RequestedTest, taken: ReadonlySet<number>): SubscriptionTest['arrival'] => {
    if (test.notificationId !== null) {
      const event = store.jsonEventOfNotification(test.notificationId)
      return event === undefined ? null : { ...event, evidence: 'announcedId' }
    }
    const candidates = store
      .jsonEventsSince(test.topicId, test.requestedAtMs, MAX_SEARCHED + taken.size)
      .filter(({ eventId }) => !taken.has(eventId))
    const [first] = candidates
    if (first === undefined) return null
    if (!test.wasDelivering) return { ...first, evidence: 'onlyTestsArrive' }
    const named = candidates.find(({ notificationId }) => /test/i.test(notificationId ?? ''))
    return named === undefined ? { ...first, evidence: 'firstOfTopic' } : { ...named, evidence: 'idContainsTest' }
  }

  return {
    /** The last test of each subscription. A notification answers one test only. */
    bySubscription: (): ReadonlyMap<string, SubscriptionTest> => {
      const taken = new Set<number>()
      return new Map(
        requested().map((test) => {
          const arrival = findArrival(test, taken)
          if (arrival !== null) taken.add(arrival.eventId)
          return [test.subscriptionId, { ...test, arrival }] as const
        }),
      )
    },
    add: (test: RequestedTest): void =>
      stored.write([...requested().filter(({ subscriptionId }) => subscriptionId !== test.subscriptionId), test]),
    keepOnly: (subscriptionIds: ReadonlySet<string>): void => {
      const all = requested()
      const kept = all.filter(({ subscriptionId }) => subscriptionIds.has(subscriptionId))
      if (kept.length < all.length) stored.write(kept)
    },
  }
}
