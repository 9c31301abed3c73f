/** The faults that have a switch of their own. */
import type { FaultKind, PracticeFault } from '../../shared/practice/contract.ts'

export type FaultPreset = {
  readonly label: string
  readonly description: string
  readonly operation: string
  readonly fault: FaultKind
  readonly value?: number
}

export const networkPresets: readonly FaultPreset[] = [
  {
    label: 'Platform unreachable',
    description: 'Nothing answers. Replies wait in the outbox.',
    operation: 'all',
    fault: 'offline',
  },
  {
    label: 'Slow answers',
    description: 'Every answer takes three seconds.',
    operation: 'all',
    fault: 'latencyMs',
    value: 3_000,
  },
  {
    label: 'Too many requests',
    description: 'Messaging asks you to wait two seconds (HTTP 429).',
    operation: 'messaging',
    fault: 'status',
    value: 429,
  },
  {
    label: 'Reply sent, answer lost',
    description: 'The message arrives, but the connection is lost before the answer.',
    operation: 'sendMessage',
    fault: 'dropAfterActing',
  },
  {
    label: 'Reply lost',
    description: 'The connection is lost before the message arrives.',
    operation: 'sendMessage',
    fault: 'dropBeforeActing',
  },
  {
    label: 'Saving items fails',
    description: 'Every save is answered with an error of the platform (HTTP 500).',
    operation: 'createOrReplaceInventoryItem',
    fault: 'status',
    value: 500,
  },
]

export const notificationPresets: readonly FaultPreset[] = [
  {
    label: 'Notifications arrive twice',
    description: 'The same one, byte for byte.',
    operation: 'notifier',
    fault: 'duplicateDeliveries',
    value: 2,
  },
  {
    label: 'Notifications arrive a minute late',
    description: 'On the practice clock, which you can advance.',
    operation: 'notifier',
    fault: 'lateDeliveryMs',
    value: 60_000,
  },
  {
    label: 'Notifications are forged',
    description: 'Their signature is wrong, so Stallhand must quarantine them.',
    operation: 'notifier',
    fault: 'wrongSignature',
  },
]

/** Whether a fault is the one that the preset switches on, with the same value. */
export const matchesPreset = ({ operation, fault, value }: FaultPreset, active: PracticeFault): boolean =>
  active.operation === operation && active.fault === fault && (value === undefined || active.value === value)
