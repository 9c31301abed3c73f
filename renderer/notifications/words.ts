/** Labels and tones of the receiver, its registration and subscriptions. */
import { eventLabel, eventTypes } from '../../shared/notifications/event-types.ts'
import type { ReceiverState } from '../../shared/notifications/log-contract.ts'
import type { RegistrationStep, RegistrationStepName } from '../../shared/notifications/registration.ts'
import type { Tone } from '../ui/tone.ts'

export const receiverWords: Readonly<Record<ReceiverState, { readonly word: string; readonly tone: Tone }>> = {
  listening: { word: 'Listening', tone: 'good' },
  notAnswering: { word: 'Not answering', tone: 'danger' },
  stopped: { word: 'Stopped', tone: 'caution' },
  failed: { word: 'Not open', tone: 'danger' },
}

export const stepNames: Readonly<Record<RegistrationStepName, string>> = {
  address: 'Address',
  receiver: 'Receiver',
  config: 'Address for alerts',
  destination: 'Destination',
  preferences: 'Events',
  challenge: 'Challenge',
}

export const stepTones: Readonly<Record<RegistrationStep['state'], { readonly word: string; readonly tone: Tone }>> = {
  done: { word: 'Done', tone: 'good' },
  waiting: { word: 'Waiting', tone: 'info' },
  failed: { word: 'Failed', tone: 'danger' },
  notReached: { word: 'Not reached', tone: 'neutral' },
}

/** The event types offered for legacy notifications. */
export const knownEventTypes: readonly string[] = eventTypes.map(({ name }) => name)

/** The label of an event type; undefined for an unknown one. */
export const meaningOf = eventLabel

/** The statuses that can be requested. The platform's answer is an open string, shown as it is (NOT-04). */
export const statusOptions = [
  { id: 'DISABLED', label: 'Disabled' },
  { id: 'ENABLED', label: 'Enabled' },
] as const

export const wantedStatusOf = (status: string): 'ENABLED' | 'DISABLED' =>
  status === 'ENABLED' ? 'ENABLED' : 'DISABLED'

export const statusTone = (status: string | null): Tone => {
  if (status === 'ENABLED') return 'good'
  if (status === 'PENDING') return 'info'
  return status === 'DISABLED' ? 'neutral' : 'caution'
}
