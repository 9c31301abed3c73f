/**
 * All background work, and how each kind behaves while the outbound queue is on hold (OFF-04, OFF-05).
 *
 * The scheduler accepts only these names, so work missing here doesn't compile. Work outside the scheduler runs only
 * when the seller acts: registration, replay, sign-in.
 */

/**
 * - `held`: changes the platform, so it doesn't run while the queue is on hold.
 * - `reads`: only reads from the platform, or checks whether it answers.
 * - `local`: stays on this computer.
 */
type HoldRule = 'held' | 'reads' | 'local'

export const holdRules = {
  'connection.callLimits': 'reads',
  'connection.probe': 'reads',
  'earnings.costs': 'local',
  'earnings.history': 'reads',
  'earnings.orders': 'local',
  'earnings.read': 'reads',
  'inventory.activeListings': 'reads',
  'inventory.budgetTime': 'local',
  'inventory.groups': 'reads',
  'inventory.read': 'reads',
  'listing.read': 'reads',
  'mapping.poll': 'reads',
  'messaging.answeredQuestions': 'local',
  'messaging.snooze': 'local',
  'messaging.sync': 'reads',
  'messaging.threads': 'reads',
  'notifications.filterPoll': 'reads',
  'notifications.heartbeat': 'local',
  'notifications.retention': 'local',
  'notifications.retry': 'reads',
  'notifications.storage': 'local',
  /** Gives up answers that wait past the offer's end. */
  'offers.deadline': 'local',
  'offers.read': 'reads',
  'orders.cases': 'reads',
  'orders.details': 'reads',
  'orders.due': 'local',
  'orders.notified': 'reads',
  'orders.sync': 'reads',
  /** Sends the changes of every kind of the outbound queue. */
  'outbound.lane': 'held',
  'storage.backup': 'local',
} as const satisfies Readonly<Record<string, HoldRule>>

export type WorkName = keyof typeof holdRules
export type HeldWork = { [W in WorkName]: (typeof holdRules)[W] extends 'held' ? W : never }[WorkName]

/** Work that can have several plans at once adds an id after a slash. */
export type WorkKey = WorkName | `${WorkName}/${string}`

/** Removes the id, for logs. SECURITY (SEC-05): an id may name a buyer or a conversation. */
export const workName = (key: WorkKey): WorkName => key.split('/', 1)[0] as WorkName

export const isHeldWork = (key: WorkKey): boolean => holdRules[workName(key)] === 'held'
