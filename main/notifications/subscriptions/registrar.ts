/**
 * "Register this receiver": every call between a fresh install and the first notification, in the order that works.
 *
 * Each step checks before it acts, so registering again is safe. The first step that fails ends the run.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import {
  type Registration,
  type RegistrationStep,
  type RegistrationStepName,
  registrationStepNameSchema,
  registrationStepSchema,
} from '../../../shared/notifications/registration.ts'
import { conflict, Failure, validation } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { TradingClient } from '../legacy/trading-client.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { findAddressProblem } from './address-problem.ts'
import type { NotificationClient } from './notification-client.ts'

/** Like a real platform, the practice platform requires an alert address. */
const PRACTICE_ALERT_EMAIL = 'alerts@practice.example'
/** What the seller must do after secrets were lost. `own`: Stallhand made the token. `chosen`: the seller entered it. */
const lostMessages = {
  own: 'The verification token was lost with the connection’s other secrets, so Stallhand created a new one. Register again.',
  chosen:
    'The verification token that you entered was lost with the connection’s other secrets. Enter the same one again under Subscriptions, Challenge check, or register again.',
}
const CHALLENGE_ANSWERED = 'The platform sent its challenge and got the right answer.'

const storedSchema = z.object({
  atMs: z.number(),
  address: z.string(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
  /** Identifies the verification token: 36 random bytes cannot be recovered from their digest. */
  tokenDigest: z.string(),
})
type StoredRegistration = z.infer<typeof storedSchema>

type Registrar = {
  /** A second call joins a run in progress. Throws for an address that cannot be registered. */
  readonly register: (events: readonly string[], alertEmail: string | undefined) => Promise<Registration>
  readonly view: () => Registration
  /** Call when the platform's challenge was answered. */
  readonly challenged: () => void
  /** `created`: by Stallhand, because none was stored. `chosen`: by the seller. `stored`: loaded from the vault. */
  readonly setToken: (token: string, origin: 'stored' | 'created' | 'chosen') => void
}

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
  readonly changed: () => void
}): Registrar => {
  const { profile, client, trading, clock } = deps
  const registration = createStoredValue(deps.store, 'registration', storedSchema)
  const challengedAt = createStoredValue(deps.store, 'lastChallengeAtMs', z.number())
  let running: Promise<Registration> | undefined
  const lastToken = createStoredValue(deps.store, 'lastToken', z.object({ isChosen: z.boolean() }))
  let tokenDigest = ''
  /** Whose token of an earlier run is lost: without a vault, secrets don't outlive the app. */
  let lost: keyof typeof lostMessages | undefined

  const lastChallengeAtMs = (): number => challengedAt.read() ?? 0
  const save = (value: StoredRegistration): void => {
    registration.write(value)
    deps.changed()
  }

  const view = (): Registration => {
    const stored = registration.read()
    if (stored === undefined) {
      // The seller entered the address on the developer pages, with a token of their own.
      if (lost === 'chosen' && challengedAt.read() !== undefined) {
        return { state: 'outdated', message: lostMessages.chosen, atMs: null, address: null, events: [], steps: [] }
      }
      return { state: 'never', message: 'Not registered yet.', atMs: null, address: null, events: [], steps: [] }
    }
    const { atMs, address, events } = stored
    // The challenge may arrive long after the call (RCV-15).
    const steps = stored.steps.map(
      (step): RegistrationStep =>
        step.name === 'challenge' && step.state === 'waiting' && lastChallengeAtMs() >= atMs
          ? { ...step, state: 'done', message: CHALLENGE_ANSWERED }
          : step,
    )
    const describe = (state: Registration['state'], message: string): Registration => ({
      state,
      message,
      atMs,
      address,
      events,
      steps,
    })
    const current = deps.registeredUrl()
    if (current !== null && current !== address) {
      return describe('outdated', `The address changed from ${address} to ${current}. Register again.`)
    }
    if (stored.tokenDigest !== tokenDigest) {
      const changed = 'The verification token has changed and the platform still has the old one. Register again.'
      return describe('outdated', lost === undefined ? changed : lostMessages[lost])
    }
    const failed = steps.find(({ state }) => state === 'failed')
    if (failed !== undefined) return describe('incomplete', failed.message)
    if (steps.some(({ state }) => state !== 'done')) {
      return describe('incomplete', 'Registered. The platform has not sent its challenge yet.')
    }
    return describe('complete', `Registered for ${events.length === 1 ? events[0] : `${events.length} events`}.`)
  }

  const setConfig = async (alertEmail: string | undefined): Promise<string> => {
    let current = ''
    try {
      current = (await client.getConfig()).alertEmail ?? ''
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.kind !== 'notFound') throw error
    }
    if (current !== '' && (alertEmail ?? current) === current) return `Alerts go to ${current}.`
    const wanted = alertEmail ?? (profile.kind === 'practice' ? PRACTICE_ALERT_EMAIL : undefined)
    if (wanted === undefined && !getPlatform(profile).capabilities.alertAddressFirst) return 'No alert address is set.'
    if (wanted === undefined) {
      const message = 'The platform needs an e-mail address for alerts first. Enter one and register again.'
      throw validation('input.alertEmail', message)
    }
    await client.updateConfig({ alertEmail: wanted })
    return `Alerts now go to ${wanted}.`
  }

  const setDestination = async (address: string): Promise<string> => {
    const verificationToken = await deps.verificationToken()
    const wanted = {
      name: 'Stallhand receiver',
      status: 'ENABLED',
      deliveryConfig: { endpoint: address, verificationToken },
    }
    const existing = (await client.getDestinations()).find(({ deliveryConfig }) => deliveryConfig?.endpoint === address)
    if (existing === undefined) {
      await client.createDestination(wanted)
      return `Created a destination for ${address}.`
    }
    if (existing.status === 'ENABLED' && existing.deliveryConfig?.verificationToken === verificationToken) {
      return `A destination for ${address} already exists.`
    }
    await client.updateDestination(existing.destinationId, wanted)
    return `Updated the destination for ${address}.`
  }

  /** Disables events of the last registration that are no longer chosen. Other events keep their setting. */
  const setPreferences = async (address: string, events: readonly string[]): Promise<string> => {
    const dropped = (registration.read()?.events ?? []).filter((name) => !events.includes(name))
    const { warnings } = await trading.setNotificationPreferences({
      applicationUrl: address,
      events: [
        ...events.map((eventType) => ({ eventType, eventEnable: 'Enable' as const })),
        ...dropped.map((eventType) => ({ eventType, eventEnable: 'Disable' as const })),
      ],
    })
    const done = `${address} is set for ${events.join(', ')}.`
    return warnings.length === 0 ? done : `${done} The platform warns: ${warnings.join(' ')}`
  }

  const run = async (events: readonly string[], alertEmail: string | undefined): Promise<Registration> => {
    const address = deps.registeredUrl()
    if (address === null) {
      throw conflict('The receiver is not listening, so it has no address yet.')
    }
    const problem = findAddressProblem(profile, address)
    if (problem !== null) throw validation('input', problem)

    const startedAtMs = clock.nowMs()
    const digest = tokenDigest
    const before = registration.read()
    const wasComplete = view().state === 'complete'
    const done = new Map<RegistrationStepName, RegistrationStep>()
    const record = (chosen: readonly string[], step: RegistrationStep): void => {
      done.set(step.name, step)
      const steps = registrationStepNameSchema.options.map(
        (name): RegistrationStep => done.get(name) ?? { name, state: 'notReached', message: 'Not reached.' },
      )
      save({ atMs: startedAtMs, address, events: [...chosen], steps, tokenDigest: digest })
    }
    // An event is dropped from the record only once the platform has disabled it.
    const allEvents = [...new Set([...(before?.events ?? []), ...events])]

    const checkReceiver = async (): Promise<string> => {
      if (await deps.receiverAnswers()) return 'The receiver answers its challenge on this computer.'
      const message = 'The receiver does not answer on this computer, so nothing was sent.'
      throw conflict(message)
    }
    const actions: readonly (readonly [RegistrationStepName, () => Promise<string>])[] = [
      ['address', async () => `${address} can be registered.`],
      ['receiver', checkReceiver],
      ['config', () => setConfig(alertEmail)],
      ['destination', () => setDestination(address)],
      ['preferences', () => setPreferences(address, events)],
    ]
    for (const [name, action] of actions) {
      try {
        const message = await action()
        record(name === 'preferences' ? events : allEvents, { name, state: 'done', message })
      } catch (error) {
        const isKnown = error instanceof Failure
        if (!isKnown) deps.log.error('a registration step failed', { step: name, error })
        const message = isKnown ? error.detail.message : 'Something went wrong in Stallhand. See the log.'
        record(allEvents, { name, state: 'failed', message })
        const failed = view()
        // Until the events are sent, a failed step changes nothing about a complete registration.
        if (wasComplete && name !== 'preferences' && before !== undefined) save(before)
        return failed
      }
    }
    const isUnchanged = before?.address === address && before.tokenDigest === digest && lastChallengeAtMs() > 0
    const isAnswered = lastChallengeAtMs() >= startedAtMs || isUnchanged
    record(events, {
      name: 'challenge',
      state: isAnswered ? 'done' : 'waiting',
      message: isAnswered
        ? CHALLENGE_ANSWERED
        : 'The platform has not sent its challenge yet. Until it does, no notifications arrive.',
    })
    return view()
  }

  return {
    register: (events, alertEmail) => {
      running ??= run([...new Set(events)], alertEmail).finally(() => {
        running = undefined
      })
      return running
    },
    view,
    challenged: () => {
      challengedAt.write(clock.nowMs())
      deps.changed()
    },
    setToken: (token, origin) => {
      tokenDigest = createHash('sha256').update(token).digest('hex')
      const before = lastToken.read()
      lost = origin !== 'created' || before === undefined ? undefined : before.isChosen ? 'chosen' : 'own'
      if (before === undefined || origin === 'chosen') lastToken.write({ isChosen: origin === 'chosen' })
    },
  }
}
