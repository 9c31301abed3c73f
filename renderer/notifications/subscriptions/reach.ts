/** Whether notifications reach this computer, and why not: for one subscription and for all. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Preferences } from '../../../shared/notifications/preferences-contract.ts'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { isOn } from '../legacy/preference-changes.ts'

export type OwnReceiver = Pick<ReceiverView, 'registeredUrl' | 'state'>

/** Says what a receiver does instead of listening. */
const faultOf = ({ state }: Pick<ReceiverView, 'state'>): string =>
  state === 'refusing' ? 'refusing notifications' : 'not answering'

/** The first reason, from destination to receiver, why a subscription is silent. `receiver`: null while loading. */
export const findSilenceReason = (
  { destinationId, status, topicId }: Pick<SubscriptionView, 'destinationId' | 'status' | 'topicId'>,
  { destinations, topics }: Pick<Subscriptions, 'destinations' | 'topics'>,
  receiver: OwnReceiver | null,
  platformName: PlatformName,
): string | undefined => {
  const destination = destinations.entries.find((each) => each.destinationId === destinationId)
  if (destinations.asOfMs !== null && destination === undefined) {
    return 'Its destination no longer exists. Edit the subscription and choose another one.'
  }
  if (destination?.status === 'DISABLED') return 'Its destination is disabled. Enable the destination first.'
  if (status === 'DISABLED') return 'Disabled: only tests are delivered.'
  if (destination !== undefined && destination.status !== 'ENABLED') {
    return `Its destination is ${destination.status ?? 'in an unknown status'}, so notifications may not arrive.`
  }
  const topic = topics.entries.find((each) => each.topicId === topicId)
  if (topic !== undefined && topic.status !== null && topic.status !== 'ENABLED') {
    return `Its topic is ${topic.status} on ${platformName.the}, so notifications may not arrive.`
  }
  const endpoint = destination?.endpoint ?? null
  if (endpoint === null || receiver === null || receiver.registeredUrl === null) return undefined
  if (endpoint !== receiver.registeredUrl)
    return 'It delivers to another address, so its notifications don’t arrive here.'
  if (destination?.token === 'different') {
    return 'Its destination doesn’t have Stallhand’s verification token. Set up again, or edit the destination to send Stallhand’s token.'
  }
  return receiver.state === 'listening' ? undefined : `This computer is ${faultOf(receiver)}. Notifications says why.`
}

/** How many legacy events go to `ownAddress`; undefined if unknown. */
export const countLegacyEvents = (
  preferences: Pick<Preferences, 'current'> | undefined,
  ownAddress: string | null,
): number | undefined => {
  const current = preferences?.current ?? null
  if (current === null) return undefined
  if (current.applicationEnable === 'Disable' || current.applicationUrl !== ownAddress) return 0
  return current.events.filter(({ eventEnable }) => isOn(eventEnable)).length
}

/** The problem shared by all parts: the platform couldn't be reached at all. */
export const findCommonProblem = (
  data: Pick<Subscriptions, 'config' | 'destinations' | 'topics' | 'subscriptions'>,
): string | null => {
  const parts = [data.config, data.topics, data.destinations, data.subscriptions]
  const [first, ...others] = parts.map(({ problem }) => problem)
  return first !== undefined && others.every((problem) => problem === first) ? first : null
}

export type Reach = {
  readonly tone: 'good' | 'info' | 'caution' | 'danger'
  readonly title: string
  readonly text: string
  readonly help: 'register' | 'address' | 'signIn' | 'none'
}

type SummarizeReachOptions = {
  readonly data: Subscriptions
  readonly isSignedIn: boolean
  /** Undefined while loading. */
  readonly preferences: Pick<Preferences, 'current'> | undefined
  readonly receiver: ReceiverView
  readonly platformName: PlatformName
}

/** Whether anything arrives at all, and the first obstacle, starting from this computer. */
export const summarizeReach = ({
  data,
  isSignedIn,
  preferences,
  receiver,
  platformName,
}: SummarizeReachOptions): Reach => {
  const warn = (title: string, text: string, help: Reach['help'] = 'none'): Reach => ({
    tone: 'caution',
    title,
    text,
    help,
  })
  const { registration } = receiver
  if (receiver.state !== 'listening') {
    const text = receiver.why ?? 'Notifications says why.'
    return { tone: 'danger', title: `Nothing arrives: this computer is ${faultOf(receiver)}.`, text, help: 'none' }
  }
  const isLoaded = data.subscriptions.asOfMs !== null
  const problem = findCommonProblem(data)
  if (problem !== null) {
    const title = isLoaded ? 'This may be outdated: refreshing failed.' : 'The subscriptions couldn’t be loaded.'
    return warn(title, problem, isSignedIn ? 'none' : 'signIn')
  }
  if (receiver.addressProblem !== null) {
    return warn(`${platformName.The} would refuse the public address.`, receiver.addressProblem, 'address')
  }
  if (registration.state === 'outdated') {
    return warn('Instant alerts need to be set up again.', registration.message, 'register')
  }
  if (registration.state === 'incomplete') {
    return warn('Instant alerts aren’t fully set up.', registration.message, 'register')
  }
  const enabled = data.subscriptions.entries.filter(({ status }) => status !== 'DISABLED')
  const silent = enabled.filter((each) => findSilenceReason(each, data, receiver, platformName) !== undefined)
  const isAnyArriving = enabled.length > silent.length
  const legacy = countLegacyEvents(preferences, receiver.registeredUrl)
  const isKnown = isLoaded && legacy !== undefined
  const isRegistered = registration.state !== 'never'
  if (!isAnyArriving && (legacy ?? 0) === 0 && (isKnown || !isRegistered)) {
    const text =
      silent.length > 0
        ? `None of ${formatCount(silent.length, 'enabled subscription')} reaches this computer. See the reasons below.`
        : isRegistered
          ? 'Enable a subscription, or choose legacy events.'
          : 'Set up instant alerts to choose events and create a destination. Then you can subscribe to topics.'
    return warn('Nothing arrives yet.', text, isRegistered ? 'none' : 'register')
  }
  if (silent.length > 0) {
    const names = silent.map(({ topicId, subscriptionId }) => topicId ?? subscriptionId).join(', ')
    return warn(
      `Nothing arrives from ${formatCount(silent.length, 'enabled subscription')}.`,
      `${names}: see the reason below.`,
    )
  }
  if (!isAnyArriving && !isKnown) {
    const text = 'No subscription reaches this computer, and the legacy events aren’t loaded.'
    return { tone: 'info', title: 'Checking whether anything arrives.', text, help: 'none' }
  }
  return {
    tone: 'good',
    title: 'Enabled notifications reach this computer.',
    text: receiver.lastDeliveryAtMs === null ? 'Nothing has arrived yet. Send a test to check.' : 'No problems found.',
    help: 'none',
  }
}
