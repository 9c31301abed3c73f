/**
 * The notifications room's part of the contract: the receiver, its log and its inspector, its registration, and the
 * subscription service.
 */
import type { FeatureContract } from '../ipc/define.ts'
import { boardContract } from './board-contract.ts'
import { challengeContract } from './challenge-contract.ts'
import { inspectorContract } from './inspector-contract.ts'
import { logContract } from './log-contract.ts'
import { preferencesContract } from './preferences-contract.ts'
import { workbenchContract } from './workbench-contract.ts'

export const notificationsContract = {
  ...logContract,
  ...inspectorContract,
  ...boardContract,
  ...workbenchContract,
  ...challengeContract,
  ...preferencesContract,
} as const satisfies FeatureContract
