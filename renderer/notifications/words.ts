/** What the notification screens say: states of the receiver, of a registration's steps, of an event. */

import type { ProcessingState, SignatureState } from '../../shared/notifications/event.ts'
import { eventLabel, eventTypes } from '../../shared/notifications/event-types.ts'
import type { DeliveryTimes, HeaderView, ReceiverState } from '../../shared/notifications/log-contract.ts'
import type { RegistrationStep, RegistrationStepName } from '../../shared/notifications/registration.ts'
import { formatCount, formatNumber, numberFormat } from '../ui/locale-format.ts'
import type { Tone } from '../ui/tone.ts'

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
  quarantined: 'caution',
  imported: 'neutral',
}

/** `once`, `twice`, `12 times`. */
export const timesCount = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${formatNumber(count)} times`

/** How often it was acted on, however often it was delivered. */
export const processedWords: Readonly<Record<ProcessingState, string>> = {
  waiting: 'not processed yet',
  processed: 'processed once',
  failed: 'not processed',
  quarantined: 'never processed',
  imported: 'never processed, since it came from a file',
}

/** The event types that are offered: those that document 3 names. */
export const knownEventTypes: readonly string[] = eventTypes.map(({ name }) => name)

/** What an event means to a seller; one that is not known is shown by its name alone. */
export const meaningOf = eventLabel

export const sizeWords = (bytes: number): string =>
  bytes < 1_000 ? formatCount(bytes, 'byte') : `${(bytes / 1_000).toFixed(1)} kB`

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

const tenthMs = numberFormat({ maximumFractionDigits: 1 })
const wholeMs = numberFormat({ maximumFractionDigits: 0 })

/** One of the four times of a delivery: `<0.1 ms`, `0.4 ms`, `12 ms`, `1,250 ms`; nothing where it is not known. */
export const timeWords = (ms: number | null): string => {
  if (ms === null) return ''
  if (ms > 0 && ms < 0.05) return '<0.1 ms'
  return `${(ms < 9.95 ? tenthMs : wholeMs).format(ms)} ms`
}

/** How long the sender waited for its answer; nothing where that is not known. */
export const waitedWords = ({ acceptMs, persistMs, answerMs }: DeliveryTimes): string =>
  acceptMs === null || persistMs === null || answerMs === null ? '' : timeWords(acceptMs + persistMs + answerMs)

export const timeNames: readonly {
  readonly id: keyof DeliveryTimes
  readonly label: string
  readonly words: string
}[] = [
  { id: 'acceptMs', label: 'Accept', words: 'from its head to its last byte' },
  { id: 'persistMs', label: 'Persist', words: 'until it was on disk' },
  { id: 'answerMs', label: 'Answer', words: 'until the 200 was handed over' },
  { id: 'processMs', label: 'Process', words: 'until it was settled' },
]

/** All four in a sentence. */
export const timesWords = (times: DeliveryTimes): string =>
  timeNames.map(({ id, label }) => `${label} ${times[id] === null ? 'not known' : timeWords(times[id])}`).join(', ')

/** Headers as lines; the value of one that may hold a secret never came here. */
export const headerText = (headers: readonly HeaderView[]): string =>
  headers.map(({ name, value }) => `${name}: ${value ?? '(not shown: it may hold a secret)'}`).join('\n')
