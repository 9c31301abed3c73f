/** Why nothing arrives here: of one subscription, and of all that could lead here. */

import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import type { Preferences } from '../../shared/notifications/preferences-contract.ts'
import type { Subscriptions, SubscriptionView } from '../../shared/notifications/subscriptions-contract.ts'
import { formatCount } from '../ui/locale-format.ts'
import { isOn } from './preference-changes.ts'

/** This app's own receiver: where it is reached, and whether it answers. */
export type OwnReceiver = Pick<ReceiverView, 'registeredUrl' | 'state'>

/**
 * Why nothing of a subscription arrives here: the first thing that stands against it, from its end to its beginning. A
 * sentence, or undefined where nothing stands against it. `receiver` null: not known yet.
 */
export const whySilent = (
  { destinationId, status, topicId }: Pick<SubscriptionView, 'destinationId' | 'status' | 'topicId'>,
  board: Pick<Subscriptions, 'destinations' | 'topics'>,
  receiver: OwnReceiver | null,
): string | undefined => {
  const destination = board.destinations.entries.find((each) => each.destinationId === destinationId)
  if (board.destinations.asOfMs !== null && destination === undefined) {
    return 'Its destination is not there any more. Change the subscription to lead to another one.'
  }
  if (destination?.status === 'DISABLED') return 'Its destination is disabled. Enable that first.'
  if (status === 'DISABLED') return 'Disabled: nothing is delivered but a test.'
  if (destination !== undefined && destination.status !== 'ENABLED') {
    return `Its destination is ${destination.status ?? 'of no known status'}, so that deliveries may not come.`
  }
  const topic = board.topics.entries.find((each) => each.topicId === topicId)
  if (topic !== undefined && topic.status !== null && topic.status !== 'ENABLED') {
    return `Its topic is ${topic.status} at the platform, so that deliveries may not come.`
  }
  const endpoint = destination?.endpoint ?? null
  if (endpoint === null || receiver === null || receiver.registeredUrl === null) return undefined
  if (endpoint !== receiver.registeredUrl) {
    return "It leads to another address than this receiver's, so that nothing of it is seen here."
  }
  if (destination?.token === 'different') {
    return "Its destination has another verification token than Stallhand keeps. Register again, or change the destination to send Stallhand's."
  }
  return receiver.state === 'listening'
    ? undefined
    : 'It leads to this receiver, which does not answer now. The Log says why.'
}

/** How many legacy events the platform sends to that address; undefined where that is not known. */
export const legacyEventsHere = (
  preferences: Pick<Preferences, 'current'> | undefined,
  ownAddress: string | null,
): number | undefined => {
  const current = preferences?.current ?? null
  if (current === null) return undefined
  if (current.applicationEnable === 'Disable' || current.applicationUrl !== ownAddress) return 0
  return current.events.filter(({ eventEnable }) => isOn(eventEnable)).length
}

/** What is to be said of all that leads here, and what helps: to register, another address in the connection, a sign-in. */
export type Standing = {
  readonly tone: 'good' | 'info' | 'caution' | 'danger'
  readonly title: string
  readonly text: string
  readonly help: 'register' | 'address' | 'signIn' | 'none'
}

/** Why nothing at all could be asked of the platform, where all parts say the same; null otherwise. */
export const commonProblem = ({
  config,
  topics,
  destinations,
  subscriptions,
}: Pick<Subscriptions, 'config' | 'destinations' | 'topics' | 'subscriptions'>): string | null => {
  const problems = new Set([config, topics, destinations, subscriptions].map(({ problem }) => problem))
  const [only] = problems
  return problems.size === 1 ? (only ?? null) : null
}

type Whole = {
  readonly board: Subscriptions
  readonly isSignedIn: boolean
  /** Undefined while the legacy events are not known. */
  readonly preferences: Pick<Preferences, 'current'> | undefined
  readonly receiver: ReceiverView
}

/** Whether anything arrives here at all, and the first thing that stands against it, from this machine outwards. */
export const standingOf = ({ board, isSignedIn, preferences, receiver }: Whole): Standing => {
  const { registration } = receiver
  if (receiver.state !== 'listening') {
    return {
      tone: 'danger',
      title: 'Nothing arrives: this receiver does not answer.',
      text: receiver.why ?? 'The Log says why.',
      help: 'none',
    }
  }
  const problem = commonProblem(board)
  if (problem !== null) {
    return {
      tone: 'caution',
      title:
        board.subscriptions.asOfMs === null
          ? 'What leads here is not known: the platform could not be asked.'
          : 'This may be old: the platform could not be asked again.',
      text: problem,
      help: isSignedIn ? 'none' : 'signIn',
    }
  }
  if (receiver.addressProblem !== null) {
    return {
      tone: 'caution',
      title: 'The platform would refuse the address of this receiver.',
      text: receiver.addressProblem,
      help: 'address',
    }
  }
  const enabled = board.subscriptions.entries.filter(({ status }) => status !== 'DISABLED')
  const silent = enabled.filter((each) => whySilent(each, board, receiver) !== undefined)
  const legacy = legacyEventsHere(preferences, receiver.registeredUrl)
  const arriving = enabled.length - silent.length
  const isKnown = board.subscriptions.asOfMs !== null && legacy !== undefined
  if (registration.state === 'outdated' || registration.state === 'incomplete') {
    return {
      tone: 'caution',
      title: registration.state === 'outdated' ? 'The registration is outdated.' : 'The registration is not complete.',
      text: registration.message,
      help: 'register',
    }
  }
  if (arriving === 0 && (legacy ?? 0) === 0 && (isKnown || registration.state === 'never')) {
    return {
      tone: 'caution',
      title: 'Nothing arrives: nothing leads here yet.',
      text:
        silent.length > 0
          ? `Of ${formatCount(silent.length, 'enabled subscription')} none leads to this receiver; each says why below.`
          : registration.state === 'never'
            ? 'The platform does not know this receiver. Registering it chooses events and makes a destination, to which you can then subscribe topics.'
            : 'Enable a subscription, or choose legacy events.',
      help: registration.state === 'never' ? 'register' : 'none',
    }
  }
  if (silent.length > 0) {
    return {
      tone: 'caution',
      title: `Nothing arrives of ${formatCount(silent.length, 'enabled subscription')}.`,
      text: `${silent.map(({ topicId, subscriptionId }) => topicId ?? subscriptionId).join(', ')}: the reason stands below.`,
      help: 'none',
    }
  }
  if (arriving === 0 && !isKnown) {
    return {
      tone: 'info',
      title: 'Whether anything leads here is not known yet.',
      text: 'No subscription is seen to lead here, and the legacy events are not known.',
      help: 'none',
    }
  }
  return {
    tone: 'good',
    title: 'What is enabled leads here.',
    text:
      receiver.lastDeliveryAtMs === null
        ? 'Nothing has arrived yet: a test shows that it does.'
        : 'Nothing stands against it here.',
    help: 'none',
  }
}
