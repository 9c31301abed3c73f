/** The notifications feature's store, joined from its parts. */
import type { Database } from '../database/database.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import { createDeliveryStore } from './log/delivery-store.ts'
import { createErasureStore } from './log/erasure-store.ts'
import { createEventStore } from './log/event-store.ts'
import { createStrangerQuota, type StrangerLimits } from './log/stranger-quota.ts'
import { createReceiverStore } from './receiver/receiver-store.ts'
import { createSubscriptionStore } from './subscriptions/subscription-store.ts'

/**
 * Whether the platform may send to this database's receiver: it was registered here, or it answered the platform's
 * challenge for an address entered on the developer pages.
 */
export const hasRegistration = (database: Pick<Database, 'get'>): boolean =>
  database.get(
    `SELECT 1 AS found FROM notification_settings WHERE name IN ('registration', 'lastChallengeAtMs') LIMIT 1`,
  ) !== undefined

/** All SQL of the feature. `limits` lowers the quota for strangers in tests. */
export const createNotificationStore = (
  database: Database,
  { isErased }: Pick<ErasedCheck, 'isErased'>,
  limits?: StrangerLimits,
) => {
  const subscriptions = createSubscriptionStore(database)
  return {
    isErased,
    ...createDeliveryStore(database),
    ...createEventStore(database),
    ...createErasureStore(database),
    ...createReceiverStore(database),
    ...subscriptions,
    ...createStrangerQuota(database, subscriptions, limits),
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>
