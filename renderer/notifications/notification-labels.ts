/** Labels and tones of the receiver, its registration and subscriptions. */
import { eventTypes } from '../../shared/notifications/event-types.ts'
import type { ReceiverState } from '../../shared/notifications/log-contract.ts'
import type { RegistrationStep, RegistrationStepName } from '../../shared/notifications/registration.ts'
import type { SubscriptionView, TopicView } from '../../shared/notifications/subscriptions-contract.ts'
import type { Tone } from '../ui/base/tone.ts'
import { formatAbsoluteTime } from '../ui/format/format-time.ts'

export const receiverLabels: Readonly<Record<ReceiverState, { readonly label: string; readonly tone: Tone }>> = {
  listening: { label: 'On', tone: 'good' },
  refusing: { label: 'Refusing', tone: 'danger' },
  notAnswering: { label: 'Not answering', tone: 'danger' },
  stopped: { label: 'Off', tone: 'caution' },
  failed: { label: 'Off', tone: 'danger' },
}

export const stepLabels: Readonly<Record<RegistrationStepName, string>> = {
  address: 'Address',
  receiver: 'This computer',
  config: 'Address for alerts',
  destination: 'Destination',
  preferences: 'Events',
  subscriptions: 'Subscriptions',
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

/** A platform date in the seller's format; unchanged if it can't be parsed. */
export const formatDate = (date: string | null): string | null => {
  const atMs = Date.parse(date ?? '')
  return Number.isNaN(atMs) ? date : formatAbsoluteTime(atMs)
}

export type PayloadView = TopicView['payloads'][number]

/** `JSON 1.0 HTTPS`. */
export const payloadLabel = ({ format, schemaVersion, deliveryProtocol, deprecated }: PayloadView): string =>
  [format, schemaVersion, deliveryProtocol, deprecated ? '(deprecated)' : null]
    .filter((part) => part !== null)
    .join(' ')

/** The payloads to choose from: the subscription's own first, then what the topic offers, deprecated ones last. */
export const listPayloads = (
  topic: TopicView | undefined,
  own: SubscriptionView['payload'] | undefined,
): readonly PayloadView[] => {
  const offered = (topic?.payloads ?? []).toSorted((one, other) => Number(one.deprecated) - Number(other.deprecated))
  const payloadId = (payload: PayloadView): string => payloadLabel({ ...payload, deprecated: false })
  // Of equal payloads the last one is kept: the topic's own shows whether it is deprecated.
  const all = own === undefined ? offered : [{ ...own, deprecated: false }, ...offered]
  return [...new Map(all.map((each) => [payloadId(each), each])).values()]
}
