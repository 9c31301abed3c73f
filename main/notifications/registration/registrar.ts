/**
 * "Register this receiver": every call between a fresh install and the first notification, in the order that works.
 *
 * Each step checks before it acts, so registering again is safe. The first step that fails ends the run.
 */
import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import {
  type Registration,
  type RegistrationStep,
  type RegistrationStepName,
  registrationStepNameSchema,
  registrationStepSchema,
} from '../../../shared/notifications/registration.ts'
import type { TopicChoice } from '../../../shared/notifications/subscriptions-contract.ts'
import { conflict, Failure, validation } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { TradingClient } from '../legacy/trading-client.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import type { NotificationClient } from '../subscriptions/notification-client.ts'
import { findAddressProblem } from './address-problem.ts'
import { countSubscriptions, createRegistrationSteps, type SetDestination } from './registration-steps.ts'
import { createTokenHistory, type LostToken } from './token-history.ts'

/** What the seller must do after secrets were lost. */
const lostMessages: Readonly<Record<LostToken, string>> = {
  own: 'The verification token was lost with the connection’s other secrets, so Stallhand created a new one. Set up instant alerts again.',
  chosen:
    'The verification token that you entered was lost with the connection’s other secrets. Enter the same one again under Advanced, Challenge check, or set up instant alerts again.',
}

const describeChallenges = ({ the, The }: PlatformName) => ({
  answered: `${The} sent its challenge and got the right answer.`,
  accepted: `${The} accepted the address, which it does only after its challenge was answered.`,
  proven: `A notification of ${the} arrived, so its challenge was answered.`,
  late: `A challenge came later and was answered. Whether ${the} sent it shows with its first notification.`,
  waiting: `${The} hasn’t sent its challenge yet. Until it does, no notifications arrive.`,
})

/**
 * How long after our last write a challenge counts as the platform's. The platform sends it "after registration"; 0 to 3 seconds
 * were seen.
 */
const CHALLENGE_FOLLOWS_MS = 30_000
/** Limits the addresses that are remembered. */
const MAX_FORMER = 20
/**
 * Strangers can send challenges too, and each is recorded on disk; this is the shortest interval between two records.
 */
const NOTE_CHALLENGE_MS = 60_000

const storedSchema = z.object({
  atMs: z.number(),
  address: z.string(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
  /** Identifies the verification token. */
  tokenDigest: z.string(),
  /** Since when the platform has this address and token; `atMs` in records of 0.3.0. */
  sinceMs: z.number().optional(),
  /** Earlier addresses. */
  former: z.array(z.string()).default([]),
})
type StoredRegistration = z.infer<typeof storedSchema>

type Registrar = {
  /** A second call joins a run in progress. Throws if the address can't be registered. */
  readonly register: (
    events: readonly string[],
    alertEmail: string | undefined,
    topics?: TopicChoice,
  ) => Promise<Registration>
  readonly view: () => Registration
  /** Call after answering a challenge that this app didn't send itself. */
  readonly challenged: () => void
  /** See `createTokenHistory`. */
  readonly setToken: (token: string, origin: 'stored' | 'created' | 'chosen') => void
  /** Whether a destination with this endpoint is this receiver's, from an earlier address. */
  readonly isFormer: (endpoint: string, hasOwnToken: boolean) => boolean
}

/** A registration that was not run from here, so it has no steps. */
const withoutSteps = (state: Registration['state'], message: string): Registration => ({
  state,
  message,
  atMs: null,
  address: null,
  events: [],
  steps: [],
})

/**
 * SECURITY: anyone can send a challenge, and it isn't signed. So a challenge proves that the platform reaches this
 * receiver only while our own write makes the platform send it, or right after. A later challenge is confirmed by the first
 * signed notification.
 */
export const createRegistrar = (deps: {
  readonly profile: ConnectionProfile
  readonly store: NotificationStore
  readonly client: NotificationClient
  readonly trading: TradingClient
  readonly clock: Clock
  readonly log: Log
  readonly registeredUrl: () => string | null
  readonly verificationToken: () => Promise<string>
  readonly receiverAnswers: () => Promise<boolean>
  /** Enabled subscriptions that deliver to an earlier address, as last read. */
  readonly countStrayed: () => number
  readonly changed: () => void
}): Registrar => {
  const { profile, store, clock } = deps
  const { name: platformName, capabilities } = getPlatform(profile)
  const { challengesOnWrite } = capabilities
  const challengeMessages = describeChallenges(platformName)
  const token = createTokenHistory(store)
  const registration = createStoredValue(store, 'registration', storedSchema)
  const challengedAt = createStoredValue(store, 'lastChallengeAtMs', z.number())
  let running: Promise<Registration> | undefined
  /** Until when a challenge counts as the platform's, by the monotonic clock. */
  let countsUntilMs = Number.NEGATIVE_INFINITY
  let isChallenged = false

  const isFormer = (endpoint: string, hasOwnToken: boolean): boolean =>
    endpoint !== deps.registeredUrl() &&
    ((registration.read()?.former ?? []).includes(endpoint) || (hasOwnToken && !token.isChosen()))
  const steps = createRegistrationSteps({ ...deps, isFormer })

  const save = (value: StoredRegistration): void => {
    registration.write(value)
    deps.changed()
  }

  /** The challenge may arrive long after the call (RCV-15). */
  const describeChallenge = (step: RegistrationStep, sinceMs: number): RegistrationStep => {
    if (step.name !== 'challenge' || step.state !== 'waiting') return step
    if (store.hasVerifiedSince(sinceMs)) return { ...step, state: 'done', message: challengeMessages.proven }
    return (challengedAt.read() ?? 0) >= sinceMs ? { ...step, message: challengeMessages.late } : step
  }

  const view = (): Registration => {
    const stored = registration.read()
    const lost = token.lost()
    if (stored === undefined) {
      // The seller entered the address and their own token on the developer pages.
      return lost === 'chosen' && challengedAt.read() !== undefined
        ? withoutSteps('outdated', lostMessages.chosen)
        : withoutSteps('never', 'Instant alerts aren’t set up yet.')
    }
    const { atMs, sinceMs = atMs, address, events } = stored
    const current = deps.registeredUrl()
    const described = stored.steps.map((step) => describeChallenge(step, sinceMs))
    const describe = (state: Registration['state'], message: string): Registration => ({
      state,
      message,
      atMs,
      address,
      events,
      steps: described,
    })
    if (current !== null && current !== address) {
      return describe('outdated', `The address changed from ${address} to ${current}. Set up instant alerts again.`)
    }
    if (stored.tokenDigest !== token.digest()) {
      const changed = `The verification token has changed and ${platformName.the} still has the old one. Set up instant alerts again.`
      return describe('outdated', lost === undefined ? changed : lostMessages[lost])
    }
    const failed = described.find(({ state }) => state === 'failed')
    if (failed !== undefined) return describe('incomplete', failed.message)
    const strayed = running === undefined ? deps.countStrayed() : 0
    if (strayed > 0) {
      const deliver = strayed === 1 ? 'delivers' : 'deliver'
      const text = `${countSubscriptions(strayed)} still ${deliver} to an earlier address. Set up instant alerts again.`
      return describe('outdated', text)
    }
    const open = described.find(({ state }) => state !== 'done')
    if (open !== undefined) return describe('incomplete', `Almost set up. ${open.message}`)
    return describe('complete', `Set up for ${events.length === 1 ? '1 event' : `${events.length} events`}.`)
  }

  const requireAddress = (): string => {
    const address = deps.registeredUrl()
    if (address === null) throw conflict('Instant alerts are off, so they have no address yet.')
    const problem = findAddressProblem(profile, address)
    if (problem !== null) throw validation('input', problem)
    return address
  }

  const checkReceiver = async (): Promise<string> => {
    if (await deps.receiverAnswers()) return 'This computer answers the challenge.'
    throw conflict('This computer doesn’t answer the challenge, so nothing was sent.')
  }

  const run = async (
    events: readonly string[],
    alertEmail: string | undefined,
    topics: TopicChoice,
  ): Promise<Registration> => {
    const address = requireAddress()
    const startedAtMs = clock.nowMs()
    const tokenDigest = token.digest()
    const before = registration.read()
    const beforeView = view()
    const isSame = before?.address === address && before.tokenDigest === tokenDigest
    const sinceMs = isSame ? (before.sinceMs ?? before.atMs) : startedAtMs
    const former = [...new Set([...(before?.former ?? []), ...(before === undefined ? [] : [before.address])])]
      .filter((each) => each !== address)
      .slice(-MAX_FORMER)
    // An event leaves the record only once the platform has disabled it or refused to.
    const allEvents = [...new Set([...(before?.events ?? []), ...events])]
    const dropped = allEvents.filter((name) => !events.includes(name))
    const done = new Map<RegistrationStepName, RegistrationStep>()
    const record = (chosen: readonly string[], step: RegistrationStep): void => {
      done.set(step.name, step)
      const recorded = registrationStepNameSchema.options.map(
        (name): RegistrationStep => done.get(name) ?? { name, state: 'notReached', message: 'Not reached.' },
      )
      save({
        atMs: startedAtMs,
        address,
        events: [...chosen],
        steps: recorded,
        tokenDigest,
        sinceMs,
        former: [...former],
      })
    }

    isChallenged = false
    /** Waits for the platform's challenge from the beginning of a write on. */
    const writing = async <T>(write: () => Promise<T>): Promise<T> => {
      countsUntilMs = Number.POSITIVE_INFINITY
      try {
        return await write()
      } finally {
        countsUntilMs = clock.monotonicMs() + CHALLENGE_FOLLOWS_MS
      }
    }
    let destination: SetDestination | undefined
    const setDestination = async (): Promise<string> => {
      destination = await writing(() => steps.setDestination(address))
      return destination.message
    }
    const actions: readonly (readonly [RegistrationStepName, () => Promise<string>])[] = [
      ['address', async () => `${address} can be registered.`],
      ['receiver', checkReceiver],
      ['config', () => steps.setConfig(alertEmail)],
      ['destination', setDestination],
      ['preferences', () => writing(() => steps.setPreferences(address, events, dropped))],
      ['subscriptions', async () => (destination === undefined ? '' : steps.setSubscriptions(destination, topics))],
    ]
    let chosen: readonly string[] = allEvents
    for (const [name, action] of actions) {
      try {
        const message = await action()
        if (name === 'preferences') chosen = events
        record(chosen, { name, state: 'done', message })
      } catch (error) {
        const isKnown = error instanceof Failure
        if (!isKnown) deps.log.error('a registration step failed', { step: name, error })
        const message = isKnown
          ? error.detail.message
          : 'Something went wrong in Stallhand. Try again. If it happens again, report a problem under Settings, About.'
        record(chosen, { name, state: 'failed', message })
        const failed = view()
        // Until the events are sent, a failed step leaves a complete registration unchanged.
        const isSent = name === 'preferences' || name === 'subscriptions'
        if (beforeView.state === 'complete' && !isSent && before !== undefined) save(before)
        return failed
      }
    }
    const wasDone = beforeView.steps.some(({ name, state }) => name === 'challenge' && state === 'done')
    const state = isChallenged || challengesOnWrite || (isSame && wasDone) ? 'done' : 'waiting'
    const { accepted, waiting, answered: answeredMessage } = challengeMessages
    const message = state === 'waiting' ? waiting : isChallenged || !challengesOnWrite ? answeredMessage : accepted
    record(events, { name: 'challenge', state, message })
    return view()
  }

  /** The platform's challenge may follow the call, when the record already says that it waits. */
  const setChallenged = (): void => {
    isChallenged = true
    const stored = registration.read()
    if (running !== undefined || stored === undefined) return
    const answered = (step: RegistrationStep): RegistrationStep =>
      step.name === 'challenge' && step.state === 'waiting'
        ? { ...step, state: 'done', message: challengeMessages.answered }
        : step
    const next = stored.steps.map(answered)
    if (next.some((step, index) => step !== stored.steps[index])) save({ ...stored, steps: next })
  }

  return {
    register: (events, alertEmail, topics = { on: [], off: [] }) => {
      running ??= run([...new Set(events)], alertEmail, topics).finally(() => {
        running = undefined
      })
      return running
    },
    view,
    challenged: () => {
      if (clock.monotonicMs() <= countsUntilMs) setChallenged()
      const nowMs = clock.nowMs()
      const lastMs = challengedAt.read() ?? Number.NEGATIVE_INFINITY
      const stored = registration.read()
      const isFirst = stored !== undefined && lastMs < (stored.sinceMs ?? stored.atMs)
      if (Math.abs(nowMs - lastMs) < NOTE_CHALLENGE_MS && !isFirst) return
      challengedAt.write(nowMs)
      deps.changed()
    },
    setToken: token.set,
    isFormer,
  }
}
