/** The notifications contract: receiver, log, subscriptions, filters, challenge check and legacy preferences. */
import type { FeatureContract } from '../ipc/define.ts'
import { challengeContract } from './challenge-contract.ts'
import { erasureContract } from './erasure.ts'
import { filterContract } from './filter-contract.ts'
import { logContract } from './log-contract.ts'
import { preferencesContract } from './preferences-contract.ts'
import { subscriptionsContract } from './subscriptions-contract.ts'

export const notificationsContract = {
  ...logContract,
  ...subscriptionsContract,
  ...filterContract,
  ...challengeContract,
  ...erasureContract,
  ...preferencesContract,
} as const satisfies FeatureContract
