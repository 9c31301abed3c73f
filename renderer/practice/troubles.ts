/** The troubles that have a switch of their own: what each does to the practice platform, in a seller's words. */
import type { FaultKind, PracticeFault } from '../../shared/practice/contract.ts'

export type Trouble = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly operation: string
  readonly fault: FaultKind
  readonly value?: number
}

export const networkTroubles: readonly Trouble[] = [
  {
    id: 'away',
    label: 'The platform goes away',
    description: 'Nothing answers. Replies wait in the outbox.',
    operation: 'all',
    fault: 'offline',
  },
  {
    id: 'slow',
    label: 'Everything takes three seconds',
    description: 'Each answer waits before it comes.',
    operation: 'all',
    fault: 'latencyMs',
    value: 3_000,
  },
  {
    id: 'busy',
    label: 'Too many requests',
    description: 'Messages are answered with "wait two seconds" (HTTP 429).',
    operation: 'messaging',
    fault: 'status',
    value: 429,
  },
  {
    id: 'lostAnswer',
    label: 'A reply arrives, its answer is lost',
    description: 'The message is in the thread, but the line breaks before anyone says so.',
    operation: 'sendMessage',
    fault: 'dropAfterActing',
  },
  {
    id: 'lostReply',
    label: 'A reply is lost on its way',
    description: 'The line breaks before the message is taken.',
    operation: 'sendMessage',
    fault: 'dropBeforeActing',
  },
  {
    id: 'stumble',
    label: 'Saving items stumbles',
    description: 'Every save is answered with a problem of the platform (HTTP 500).',
    operation: 'createOrReplaceInventoryItem',
    fault: 'status',
    value: 500,
  },
]

export const notificationTroubles: readonly Trouble[] = [
  {
    id: 'twice',
    label: 'Notifications come twice',
    description: 'The same one, byte for byte.',
    operation: 'notifier',
    fault: 'duplicateDeliveries',
    value: 2,
  },
  {
    id: 'late',
    label: 'Notifications come a minute late',
    description: 'On the practice clock, which can be moved.',
    operation: 'notifier',
    fault: 'lateDeliveryMs',
    value: 60_000,
  },
  {
    id: 'forged',
    label: 'Notifications are forged',
    description: 'Their signature is wrong: they must be set apart, never believed.',
    operation: 'notifier',
    fault: 'wrongSignature',
  },
]

/** Whether a fault is the one of this switch; with another number it is somebody else's. */
export const isFaultOf = (trouble: Trouble, fault: PracticeFault): boolean =>
  fault.operation === trouble.operation &&
  fault.fault === trouble.fault &&
  (trouble.value === undefined || fault.value === trouble.value)

const numberWords: Readonly<Partial<Record<FaultKind, (value: number) => string>>> = {
  latencyMs: (value) => `each answer waits ${value} ms`,
  status: (value) => `answered with HTTP ${value}`,
  duplicateDeliveries: (value) => `delivered ${value} times`,
  lateDeliveryMs: (value) => `delivered ${Math.round(value / 1000)} s late`,
}
const plainWords: Readonly<Partial<Record<FaultKind, string>>> = {
  offline: 'does not answer',
  dropBeforeActing: 'the line breaks before it acts',
  dropAfterActing: 'acts, then the line breaks',
  cutBody: 'acts, then its answer breaks off half way',
  wrongSignature: 'signed wrongly',
}

/** A fault as a sentence's end: `sendMessage: acts, then the line breaks, 2 more times`. */
export const faultWords = ({ operation, fault, value, remaining }: PracticeFault): string => {
  const what = numberWords[fault]?.(value) ?? plainWords[fault] ?? fault
  const times = remaining === null ? '' : remaining === 1 ? ', once more' : `, ${remaining} more times`
  return `${operation === 'all' ? 'Everything' : operation}: ${what}${times}`
}
