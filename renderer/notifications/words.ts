/** What the notification screens say: states of the receiver, of a registration's steps, of an event. */

import type { ProcessingState, SignatureState } from '../../shared/notifications/event.ts'
import { eventTypeOf, namedEventTypes } from '../../shared/notifications/event-types.ts'
import type { ReceiverState } from '../../shared/notifications/log-contract.ts'
import type { RegistrationStep, RegistrationStepName } from '../../shared/notifications/registration.ts'
import type { Tone } from '../ui/tone.ts'

export const countOf = (count: number, word: string): string =>
  `${count.toLocaleString()} ${count === 1 ? word : `${word}s`}`

export const receiverWords: Readonly<Record<ReceiverState, { readonly word: string; readonly tone: Tone }>> = {
  listening: { word: 'Listening', tone: 'good' },
  notAnswering: { word: 'Not answering', tone: 'danger' },
  stopped: { word: 'Stopped', tone: 'caution' },
  failed: { word: 'Could not be opened', tone: 'danger' },
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

export const signatureTones: Readonly<Record<SignatureState, Tone>> = {
  verified: 'good',
  wrong: 'danger',
  notVerifiableNow: 'info',
  none: 'caution',
}

export const processingTones: Readonly<Record<ProcessingState, Tone>> = {
  waiting: 'info',
  processed: 'neutral',
  failed: 'danger',
  heldApart: 'caution',
  imported: 'neutral',
}

/** How often it was acted on, however often it was delivered. */
export const processedWords: Readonly<Record<ProcessingState, string>> = {
  waiting: 'not processed yet',
  processed: 'processed once',
  failed: 'not processed',
  heldApart: 'never processed',
  imported: 'never processed, since it came from a file',
}

/** The event types that are offered: those that document 3 names. */
export const knownEventTypes: readonly string[] = namedEventTypes.map(({ name }) => name)

/** What an event means to a seller; one that document 3 does not name is shown by its name alone. */
export const meaningOf = (name: string): string | undefined => eventTypeOf(name)?.words

const milliseconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

export const msWords = (ms: number | null): string => (ms === null ? 'not yet' : `${milliseconds.format(ms)} ms`)

export const sizeWords = (bytes: number): string =>
  bytes < 1_000 ? countOf(bytes, 'byte') : `${(bytes / 1_000).toFixed(1)} kB`

/** The statuses that can be asked for. What the platform answers is an open string and shown as it is (NOT-04). */
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
