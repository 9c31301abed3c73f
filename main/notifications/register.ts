/**
 * "Register this receiver": everything between a fresh install and the first notification, in the order that works.
 *
 * Each step looks before it acts, so that it may be repeated at any time; each says in words what it found or did. The
 * first one that fails ends the run, and the next run begins where it has to.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import {
  type Registration,
  type RegistrationStep,
  type RegistrationStepName,
  registrationStepSchema,
} from '../../shared/notifications/registration.ts'
import { Failure, validation } from '../../shared/result.ts'
import { isPrivateAddress } from '../http/private-address.ts'
import type { Clock, Log } from '../ports.ts'
import type { NotificationClient } from './client.ts'
import type { NotificationStore } from './store.ts'
import type { TradingClient } from './trading-client.ts'

const SETTING = 'registration'
/** The practice platform wants an address like the real one does; this one belongs to nobody. */
const PRACTICE_ALERTS = 'alerts@practice.example'
const CHALLENGED_SETTING = 'lastChallengeAtMs'

const steps: readonly RegistrationStepName[] = [
  'address',
  'receiver',
  'config',
  'destination',
  'preferences',
  'challenge',
]

const keptSchema = z.object({
  atMs: z.number(),
  address: z.string(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
  /** Which verification token it was made with; empty for one that was kept before this was noted. */
  tokenDigest: z.string().default(''),
})
type Kept = z.infer<typeof keptSchema>

/**
 * Why the platform would refuse this address, or null (RCV-14; document 3, section 6, rule 1).
 *
 * Production wants HTTPS with a certificate from a recognized authority, on a name that can be reached from outside. A
 * sandbox can allow plain HTTP on localhost.
 */
export const addressProblem = (profile: ConnectionProfile, address: string): string | null => {
  const problem = addressFault(profile, address)
  return problem === null ? null : `${problem} (RCV-14)`
}

const addressFault = (profile: ConnectionProfile, address: string): string | null => {
  if (!URL.canParse(address))
    return `"${address}" is not an address. Write it with its scheme, such as https://shop.example.com/notifications.`
  const url = new URL(address)
  const here = isPrivateAddress(url.hostname)
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'The address to register holds a name, a password or a # part. Leave them out.'
  }
  if (profile.kind === 'production') {
    if (url.protocol !== 'https:') {
      return `Production takes HTTPS addresses only, with a certificate from a recognized authority. ${address} is not one: put a tunnel or proxy in front of this receiver and enter its address in Settings.`
    }
    if (here) {
      return `${url.hostname} cannot be reached from the internet, and no recognized authority gives a certificate for it. Enter the address of a tunnel or proxy in Settings.`
    }
    return null
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && here)) return null
  return 'The address to register must be HTTPS, or plain HTTP on this machine.'
}

/** Tells one token from another on disk without keeping it there: 36 random bytes cannot be found from their digest. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const oneSentence = (error: unknown): string =>
  error instanceof Failure ? error.detail.message : 'Something went wrong inside Stallhand; the log has it.'

export type Registrar = {
  readonly register: (events: readonly string[], alertEmail: string | undefined) => Promise<Registration>
  readonly view: () => Registration
  /** The platform asked its challenge, and was answered. */
  readonly challenged: () => void
  /** When it last did; null for never. */
  readonly lastChallengeAtMs: () => number | null
  /** The verification token of this run, and whether it was made just now because none was kept. */
  readonly useToken: (token: string, isNew: boolean) => void
}

export const createRegistrar = (deps: {
  readonly profile: ConnectionProfile
  readonly store: NotificationStore
  readonly client: NotificationClient
  readonly trading: TradingClient
  readonly clock: Clock
  readonly log: Log
  readonly registeredUrl: () => string | null
  readonly verificationToken: () => Promise<string | undefined>
  readonly receiverAnswers: () => Promise<boolean>
  readonly changed: () => void
}): Registrar => {
  const { profile, store, client, trading, clock } = deps
  let running: Promise<Registration> | undefined
  let token = { digest: '', isNew: false }

  const kept = (): Kept | undefined => {
    const text = store.setting(SETTING)
    if (text === undefined) return undefined
    try {
      return keptSchema.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }
  const keep = (registration: Kept): void => {
    store.setSetting(SETTING, JSON.stringify(registration))
    deps.changed()
  }
  const lastChallengeAtMs = (): number => Number(store.setting(CHALLENGED_SETTING) ?? 0)

  const isOwnToken = ({ tokenDigest }: Kept): boolean =>
    tokenDigest === '' ? !token.isNew : tokenDigest === token.digest

  const view = (): Registration => {
    const last = kept()
    if (last === undefined) {
      return { state: 'never', words: 'Not registered yet.', atMs: null, address: null, events: [], steps: [] }
    }
    // The challenge may come long after the call (RCV-15), so that its step is read from when it was last answered.
    const asked = lastChallengeAtMs() >= last.atMs
    const told: readonly RegistrationStep[] = last.steps.map((step) =>
      step.name === 'challenge' && step.state === 'waiting' && asked
        ? { ...step, state: 'done', words: 'The platform asked its challenge and was answered.' }
        : step,
    )
    const { atMs, address, events } = last
    const common = { atMs, address, events, steps: [...told] }
    const now = deps.registeredUrl()
    if (now !== null && now !== address) {
      return {
        ...common,
        state: 'outdated',
        words: `Registered is ${address}, but the address is ${now} now. Register again.`,
      }
    }
    if (!isOwnToken(last)) {
      return {
        ...common,
        state: 'outdated',
        words:
          'The verification token is a new one since Stallhand started, because the one before was not kept on this machine. The platform still asks for the old one: register again.',
      }
    }
    const failed = told.find((step) => step.state === 'failed')
    if (failed !== undefined) return { ...common, state: 'incomplete', words: failed.words }
    if (told.some((step) => step.state !== 'done')) {
      return { ...common, state: 'incomplete', words: 'Registered; the platform has not asked its challenge yet.' }
    }
    return {
      ...common,
      state: 'complete',
      words: `Registered for ${events.length === 1 ? events[0] : `${events.length} events`}.`,
    }
  }

  const setConfig = async (alertEmail: string | undefined): Promise<string> => {
    let current: string | undefined
    try {
      current = (await client.getConfig()).alertEmail
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.kind !== 'notFound') throw error
    }
    if (current !== undefined && current !== '' && (alertEmail === undefined || alertEmail === current)) {
      return `Alerts go to ${current}.`
    }
    const wanted = alertEmail ?? (profile.kind === 'practice' ? PRACTICE_ALERTS : undefined)
    if (wanted === undefined) {
      throw validation(
        'input.alertEmail',
        'The platform wants an e-mail address for alerts first. Enter one and register again.',
      )
    }
    await client.updateConfig({ alertEmail: wanted })
    return `Alerts go to ${wanted} from now on.`
  }

  const setDestination = async (address: string): Promise<string> => {
    const verificationToken = await deps.verificationToken()
    if (verificationToken === undefined) {
      throw new Failure({
        kind: 'signInNeeded',
        message: 'The verification token could not be kept. Restart Stallhand and try again.',
      })
    }
    const wanted = {
      name: 'Stallhand receiver',
      status: 'ENABLED',
      deliveryConfig: { endpoint: address, verificationToken },
    }
    const there = (await client.getDestinations()).find((each) => each.deliveryConfig?.endpoint === address)
    if (there === undefined) {
      await client.createDestination(wanted)
      return `A destination was made for ${address}, and the platform accepted it.`
    }
    if (there.status === 'ENABLED' && there.deliveryConfig?.verificationToken === verificationToken) {
      return `The destination for ${address} is there already.`
    }
    await client.updateDestination(there.destinationId, wanted)
    return `The destination for ${address} was there already and was brought up to date.`
  }

  const setPreferences = async (address: string, events: readonly string[]): Promise<string> => {
    // An event that was chosen before and is not now is disabled; one that somebody else set is left as it is.
    const dropped = (kept()?.events ?? []).filter((name) => !events.includes(name))
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
      throw new Failure({
        kind: 'conflict',
        message: 'The receiver is not listening, so there is no address to register.',
      })
    }
    const problem = addressProblem(profile, address)
    if (problem !== null) throw validation('input', problem)

    const beganMs = clock.nowMs()
    const { digest: tokenDigest } = token
    const last = kept()
    const before = last === undefined ? undefined : { ...last, isOwnToken: isOwnToken(last) }
    const told = new Map<RegistrationStepName, RegistrationStep>()
    // What fell away is only forgotten once the platform was told.
    const record = (chosen: readonly string[]): void =>
      keep({
        atMs: beganMs,
        address,
        events: [...chosen],
        steps: steps.map((name) => told.get(name) ?? { name, state: 'notReached', words: 'Not reached.' }),
        tokenDigest,
      })
    const known = [...new Set([...(before?.events ?? []), ...events])]
    // The steps before the events only bring about what a whole registration has already: where one of them fails, that stands.
    const isWhole = view().state === 'complete'

    const acts: readonly (readonly [RegistrationStepName, () => Promise<string>])[] = [
      ['address', async () => `${address} can be registered.`],
      [
        'receiver',
        async () => {
          if (await deps.receiverAnswers()) return 'The receiver answers its challenge on this machine.'
          throw new Failure({
            kind: 'conflict',
            message: 'The receiver does not answer on this machine, so nothing was sent.',
          })
        },
      ],
      ['config', () => setConfig(alertEmail)],
      ['destination', () => setDestination(address)],
      ['preferences', () => setPreferences(address, events)],
    ]
    for (const [name, act] of acts) {
      try {
        told.set(name, { name, state: 'done', words: await act() })
        record(name === 'preferences' ? events : known)
      } catch (error) {
        if (!(error instanceof Failure)) deps.log.error('a step of the registration failed', { step: name, error })
        told.set(name, { name, state: 'failed', words: oneSentence(error) })
        record(known)
        const failed = view()
        if (isWhole && name !== 'preferences' && last !== undefined) keep(last)
        return failed
      }
    }
    const asked = lastChallengeAtMs() >= beganMs
    // An unchanged registration need not be challenged again: the earlier answer stands.
    const stands = before?.address === address && before.isOwnToken && lastChallengeAtMs() > 0
    told.set('challenge', {
      name: 'challenge',
      state: asked || stands ? 'done' : 'waiting',
      words: asked
        ? 'The platform asked its challenge and was answered.'
        : stands
          ? 'The platform asked its challenge before and was answered.'
          : 'The platform has not asked its challenge yet. Without it no notification comes.',
    })
    record(events)
    return view()
  }

  return {
    register: (events, alertEmail) => {
      // A second press joins the run that is under way.
      running ??= run([...new Set(events)], alertEmail).finally(() => {
        running = undefined
      })
      return running
    },
    view,
    challenged: () => {
      store.setSetting(CHALLENGED_SETTING, String(clock.nowMs()))
      deps.changed()
    },
    lastChallengeAtMs: () => lastChallengeAtMs() || null,
    useToken: (secret, isNew) => {
      token = { digest: digestOf(secret), isNew }
    },
  }
}
