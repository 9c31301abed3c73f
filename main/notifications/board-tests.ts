/**
 * Tests that were asked for, and which notification answers each (NOT-09, RCV-15).
 *
 * A test may arrive hours later, so what was asked is on disk. Where the platform tells the notificationId with its
 * answer, that decides. The documents show no such answer; then it is the first notification of the topic since, and what
 * is known of it is said: none but a test comes while the subscription is disabled.
 */
import type * as z from 'zod'
import { type SubscriptionTest, testSchema } from '../../shared/notifications/board-contract.ts'
import type { NotificationStore } from './store.ts'

const SETTING = 'tests'
/** So many notifications of a topic are looked at for one that says by its id that it is a test. */
const MOST_LOOKED_AT = 200

export type TestArrival = NonNullable<SubscriptionTest['arrived']>

export const createBoardTests = (store: NotificationStore) => {
  const asked = (): readonly z.infer<typeof testSchema>[] => {
    try {
      return testSchema.array().parse(JSON.parse(store.setting(SETTING) ?? '[]'))
    } catch {
      return []
    }
  }
  const keep = (tests: readonly z.infer<typeof testSchema>[]): void => store.setSetting(SETTING, JSON.stringify(tests))

  /** `taken`: a notification answers one test only, the earliest that waits for its topic. */
  const arrivalOf = (test: z.infer<typeof testSchema>, taken: ReadonlySet<number>): TestArrival | null => {
    if (test.notificationId !== null) {
      const event = store.jsonEventOfNotification(test.notificationId)
      return event === undefined ? null : { ...event, how: 'byNotificationId' }
    }
    const since = store
      .jsonEventsSince(test.topicId, test.askedAtMs, MOST_LOOKED_AT + taken.size)
      .filter(({ eventId }) => !taken.has(eventId))
    const [first] = since
    if (first === undefined) return null
    if (!test.wasDelivering) return { ...first, how: 'nothingElseComes' }
    const named = since.find(({ notificationId }) => /test/i.test(notificationId ?? ''))
    return named === undefined ? { ...first, how: 'firstOfTopic' } : { ...named, how: 'idSaysTest' }
  }

  return {
    /** The last test of each subscription, with what answers it. */
    bySubscription: (): ReadonlyMap<string, SubscriptionTest> => {
      const taken = new Set<number>()
      return new Map(
        asked().map((test) => {
          const arrived = arrivalOf(test, taken)
          if (arrived !== null) taken.add(arrived.eventId)
          return [test.subscriptionId, { ...test, arrived }] as const
        }),
      )
    },
    add: (test: z.infer<typeof testSchema>): void =>
      keep([...asked().filter(({ subscriptionId }) => subscriptionId !== test.subscriptionId), test]),
    keepOnly: (subscriptionIds: ReadonlySet<string>): void => {
      const all = asked()
      const left = all.filter(({ subscriptionId }) => subscriptionIds.has(subscriptionId))
      if (left.length < all.length) keep(left)
    },
  }
}
