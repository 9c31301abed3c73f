/** Compares a change with the platform's current state before it is sent (OFF-02). */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import type { Check } from '../../outbound/kind.ts'
import type { Clock } from '../../ports.ts'
import {
  type Change,
  type ChangeOf,
  type Create,
  deliversAs,
  settingsOfDestination,
  settingsOfSubscription,
  statusOf,
} from './subscription-change.ts'
import type { PlatformDestination, PlatformFilter, PlatformSubscription } from './subscription-views.ts'

/** The ids that existed before a create. */
export type Evidence = readonly string[]

export type ChangeCheckDeps = {
  readonly profile: Pick<ConnectionProfile, 'platform'>
  readonly clock: Clock
  /** Each reads from the platform, stores the result for the view, and returns it. Throws `notFound`. */
  readonly readSubscriptions: () => Promise<readonly PlatformSubscription[]>
  readonly readSubscription: (subscriptionId: string) => Promise<PlatformSubscription>
  readonly readFilter: (subscriptionId: string, filterId: string) => Promise<PlatformFilter | undefined>
  readonly readDestination: (destinationId: string) => Promise<PlatformDestination>
  readonly filterIds: (subscriptionId: string) => readonly string[]
}

const send: Check<Evidence> = { decision: 'send', before: null }
const refuse = (message: string): Check<Evidence> => ({ decision: 'refuse', error: { kind: 'conflict', message } })

export const isNotFound = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'notFound'

/** Undefined if the platform no longer has it. */
export const orGone = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

const parseSettings = (settings: string): readonly unknown[] => JSON.parse(settings) as readonly unknown[]

/** Whether writing `wanted` would undo what changed on the platform since the seller saw it. Each is settings as text. */
const isOverwriting = (now: string, wanted: string, seen: string): boolean => {
  const [wantedParts, seenParts] = [parseSettings(wanted), parseSettings(seen)]
  return parseSettings(now).some((part, index) => part !== seenParts[index] && part !== wantedParts[index])
}

export const createChangeCheck = (deps: ChangeCheckDeps) => {
  const { clock } = deps
  const { capabilities, name } = getPlatform(deps.profile)
  const { the, The } = name
  const { oneSubscriptionPerTopic } = capabilities

  const alreadyThere = (): Check<Evidence> => ({ decision: 'alreadyThere', atMs: clock.nowMs() })

  /** Ids that exist before a create. For a subscription, only those that the platform would not allow beside it, or that are equal. */
  const readIds = async (change: Create): Promise<Evidence> => {
    if (change.change === 'createSubscription') {
      const ofTopic = (await deps.readSubscriptions()).filter(({ topicId }) => topicId === change.topicId)
      const alike = ofTopic.filter((one) => oneSubscriptionPerTopic || deliversAs(one, change.settings))
      return alike.map(({ subscriptionId }) => subscriptionId)
    }
    await deps.readSubscription(change.subscriptionId)
    return deps.filterIds(change.subscriptionId)
  }

  /** `earlier`: the ids before an earlier attempt that may have arrived. */
  const checkCreate = async (change: Create, earlier: Evidence | null): Promise<Check<Evidence>> => {
    const ids = await readIds(change)
    if (earlier !== null && ids.some((id) => !earlier.includes(id))) return alreadyThere()
    if (change.change === 'createSubscription' && ids.length > 0) {
      const which = oneSubscriptionPerTopic ? 'a subscription' : 'the same subscription'
      return refuse(`You already have ${which} to ${change.topicId}. Edit that one.`)
    }
    return { decision: 'send', before: ids }
  }

  const compare = (now: string, wanted: string, seen: string | null): Check<Evidence> => {
    if (now === wanted) return alreadyThere()
    return isOverwriting(now, wanted, seen ?? now)
      ? refuse(`It changed on ${the} since. Check it, then save again.`)
      : send
  }

  const checkDestinationDeletion = async (change: ChangeOf<'deleteDestination'>): Promise<Check<Evidence>> => {
    const current = await orGone(deps.readDestination(change.destinationId))
    if (current === undefined) return alreadyThere()
    return change.seen === null || settingsOfDestination(current) === change.seen
      ? send
      : refuse(`It changed on ${the} since. Check it, then delete it again.`)
  }

  const checkDestinationUpdate = async (change: ChangeOf<'updateDestination'>): Promise<Check<Evidence>> => {
    const current = await deps.readDestination(change.destinationId)
    const [now, wanted] = [settingsOfDestination(current), settingsOfDestination(change.settings)]
    // The platform may still have a different token.
    if (now === wanted && change.token === 'own' && current.token !== 'ours') return send
    return compare(now, wanted, change.seen)
  }

  const checkFilterDeletion = async (change: ChangeOf<'deleteSubscriptionFilter'>): Promise<Check<Evidence>> => {
    const filter = await deps.readFilter(change.subscriptionId, change.filterId)
    if (filter === undefined) return alreadyThere()
    return filter.filterStatus === 'PENDING'
      ? refuse(`${The} is still checking this filter. Delete it once that is done.`)
      : send
  }

  /** `isFirstTry`: the seller has just decided it and waits, so a deletion or edit is about what the seller sees now. */
  const checkChange = async (change: Change, isFirstTry: boolean): Promise<Check<Evidence>> => {
    switch (change.change) {
      case 'deleteDestination':
        return isFirstTry ? send : checkDestinationDeletion(change)
      case 'deleteSubscriptionFilter':
        return checkFilterDeletion(change)
      // A save right after the seller's click is sent even if nothing changed, because it makes the platform check the
      // address again.
      case 'updateDestination':
        return isFirstTry ? send : checkDestinationUpdate(change)
      case 'updateSubscription': {
        if (isFirstTry) return send
        const current = await deps.readSubscription(change.subscriptionId)
        const wanted = settingsOfSubscription({ ...current, ...change.settings })
        return compare(settingsOfSubscription(current), wanted, change.seen)
      }
      case 'deleteSubscription':
        return (await orGone(deps.readSubscription(change.subscriptionId))) === undefined ? alreadyThere() : send
      default: {
        const { status } = await deps.readSubscription(change.subscriptionId)
        return status === statusOf(change) ? alreadyThere() : send
      }
    }
  }

  return { readIds, checkCreate, checkChange }
}
