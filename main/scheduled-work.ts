/**
 * All background work, with its rule while the outbound queue is on hold (OFF-04, OFF-05).
 *
 * The scheduler accepts no other names, so work that is missing here does not compile. Work that a feature starts without the
 * scheduler runs only when the seller acts: registration, replay, sign-in.
 */

/**
 * - `held`: it changes the platform, so it doesn't run while the queue is on hold.
 * - `reads`: it only reads the platform, or asks whether it answers.
 * - `local`: it reaches nothing but this computer.
 */
type HoldRule = 'held' | 'reads' | 'local'

export const holdRules = {
  'connection.probe': 'reads',
  'inventory.budgetTime': 'local',
  'inventory.read': 'reads',
  'listing.read': 'reads',
  'mapping.poll': 'reads',
  'messaging.snooze': 'local',
  'messaging.sync': 'reads',
  'messaging.threads': 'reads',
  'notifications.filterPoll': 'reads',
  'notifications.heartbeat': 'local',
  'notifications.retention': 'local',
  'notifications.retry': 'reads',
  'notifications.storage': 'local',
  /** Every kind of the outbound queue. */
  'outbound.lane': 'held',
  'storage.backup': 'local',
} as const satisfies Readonly<Record<string, HoldRule>>

export type WorkName = keyof typeof holdRules
export type HeldWork = { [W in WorkName]: (typeof holdRules)[W] extends 'held' ? W : never }[WorkName]

/** Work that can be planned several times at once adds an id after a slash. */
export type WorkKey = WorkName | `${WorkName}/${string}`

/** SECURITY (SEC-05): for logs. An id may name a buyer or a conversation. */
export const workName = (key: WorkKey): WorkName => key.split('/', 1)[0] as WorkName

export const isHeldWork = (key: WorkKey): boolean => holdRules[workName(key)] === 'held'

/**
 * Every kind of the outbound queue, which is all work of `outbound.lane`. A kind that is missing here does not compile, nor
 * does one for which the rollback test has no case (test/reliability/storage/rollback-kinds.test.ts).
 */
export type OutboundKindName =
  | 'message'
  | 'read'
  | 'unread'
  | 'archive'
  | 'restore'
  | 'delete'
  | 'mappingStart'
  | 'itemSave'
  | 'offerSave'
  | 'offerPublish'
  | 'offerWithdraw'
  | 'offerDelete'
  | 'offerChange'
  | 'subscriptionCreate'
  | 'subscriptionChange'
