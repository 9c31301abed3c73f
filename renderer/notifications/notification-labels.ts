/** Labels and tones of the receiver, its registration and subscriptions. */
import { eventTypes } from '../../shared/notifications/event-types.ts'
import type { ReceiverState } from '../../shared/notifications/log-contract.ts'
import type { RegistrationStep, RegistrationStepName } from '../../shared/notifications/registration.ts'
import type { Tone } from '../ui/tone.ts'

export const receiverLabels: Readonly<Record<ReceiverState, { readonly label: string; readonly tone: Tone }>> = {
  listening: { label: 'Listening', tone: 'good' },
  notAnswering: { label: 'Not answering', tone: 'danger' },
  stopped: { label: 'Stopped', tone: 'caution' },
  failed: { label: 'Not open', tone: 'danger' },
}

export const stepLabels: Readonly<Record<RegistrationStepName, string>> = {
  address: 'Address',
  receiver: 'Receiver',
  config: 'Address for alerts',
  destination: 'Destination',
  preferences: 'Events',
  challenge: 'Challenge',
}

export const stepTones: Readonly<Record<RegistrationStep['state'], { readonly label: string; readonly tone: Tone }>> = {
  done: { label: 'Done', tone: 'good' },
  waiting: { label: 'Waiting', tone: 'info' },
  failed: { label: 'Failed', tone: 'danger' },
  notReached: { label: 'Not reached', tone: 'neutral' },
}

/** The event types offered for legacy notifications. */
export const knownEventTypes: readonly string[] = eventTypes.map(({ name }) => name)

/** The statuses that can be requested. The platform's answer is an open string, shown as it is (NOT-04). */
export const statusOptions = [
  { id: 'DISABLED', label: 'Disabled' },
  { id: 'ENABLED', label: 'Enabled' },
] as const

export const toRequestedStatus = (status: string): 'ENABLED' | 'DISABLED' =>
  status === 'ENABLED' ? 'ENABLED' : 'DISABLED'

export const statusTone = (status: string | null): Tone => {
  if (status === 'ENABLED') return 'good'
  if (status === 'PENDING') return 'info'
  return status === 'DISABLED' ? 'neutral' : 'caution'
}
