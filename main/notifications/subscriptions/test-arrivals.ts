/**
 * Matches requested tests with the notifications that answer them (NOT-09).
 *
 * Requests are stored, because a test may arrive hours later (RCV-15).
 */
import * as z from 'zod'
import { type SubscriptionTest, testSchema } from '../../../shared/notifications/subscriptions-contract.ts'
import type { EventFacts } from '../log/event-store.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'

type RequestedTest = z.infer<typeof testSchema>

/** A disabled subscription receives only tests, but it may be enabled soon after. */
const ONLY_TESTS_MS = 10 * 60_000

/** Matches "test" as a word only: ids are random and may contain its letters by chance. */
const saysTest = (notificationId: string | null): boolean => /(?:^|[^a-z])test(?![a-z])/i.test(notificationId ?? '')

/**
 * Whether a notification that just arrived is a test: its id says so, its id was announced here, or only a test can
 * arrive and hasn't yet. Being the first of its topic isn't enough, because the seller would miss a real notification
 * taken for a test.
 */
export const answersTest = (
  store: NotificationStore,
  { name, format, notificationId }: Pick<EventFacts, 'name' | 'format' | 'notificationId'>,
  receivedAtMs: number,
): boolean =>
  format === 'json' &&
  (saysTest(notificationId) ||
    (createStoredValue(store, 'tests', z.array(testSchema)).read() ?? [])
      .filter(({ topicId, requestedAtMs }) => topicId === name && requestedAtMs <= receivedAtMs)
      .some(({ notificationId: announcedId, requestedAtMs, wasDelivering }) => {
        if (announcedId !== null) return announcedId === notificationId
        if (wasDelivering || receivedAtMs - requestedAtMs >= ONLY_TESTS_MS) return false
        return store.findTest(name, requestedAtMs, false) === undefined
      }))

export const createTestArrivals = (store: NotificationStore) => {
  const stored = createStoredValue(store, 'tests', z.array(testSchema))
  const requested = (): readonly RequestedTest[] => stored.read() ?? []
  const keepOnly = (isKept: (subscriptionId: string) => boolean): void => {
    const all = requested()
    const kept = all.filter(({ subscriptionId }) => isKept(subscriptionId))
    if (kept.length < all.length) stored.write(kept)
  }

  return {
    /** The last test, by subscription id. */
    bySubscription: (): ReadonlyMap<string, SubscriptionTest> =>
      new Map(
        requested().map((test) => {
          const canOnlyBeTest = !test.wasDelivering && test.notificationId === null
          const { topicId, requestedAtMs, notificationId } = test
          const arrival = store.findTest(topicId, requestedAtMs, canOnlyBeTest, notificationId) ?? null
          return [test.subscriptionId, { ...test, arrival }] as const
        }),
      ),
    add: (test: RequestedTest): void =>
      stored.write([...requested().filter(({ subscriptionId }) => subscriptionId !== test.subscriptionId), test]),
    remove: (removed: string): void => keepOnly((subscriptionId) => subscriptionId !== removed),
    keepOnly: (subscriptionIds: ReadonlySet<string>): void => keepOnly((id) => subscriptionIds.has(id)),
  }
}
