/** The writes of a registration: alert address, destination and legacy events. Each checks before it acts. */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { topicLabel } from '../../../shared/notifications/event-types.ts'
import type { TopicChoice } from '../../../shared/notifications/subscriptions-contract.ts'
import { conflict, Failure, validation } from '../../../shared/result.ts'
import { TransportFailure } from '../../http/request.ts'
import type { TradingClient } from '../legacy/trading-client.ts'
import { AcceptedWithoutId, type NotificationClient } from '../subscriptions/notification-client.ts'
import type { Destination, Payload, Subscription } from '../subscriptions/notification-wire.ts'

/** Like a real platform, the practice platform requires an alert address. */
const PRACTICE_ALERT_EMAIL = 'alerts@practice.example'

/** `formerIds`: destinations of earlier addresses. */
export type SetDestination = {
  readonly message: string
  readonly destinationId: string
  readonly formerIds: readonly string[]
}

/** The first payload that isn't outdated, as the platform spells it. */
const choosePayload = (payloads: readonly (Payload & { readonly deprecated?: boolean | undefined })[]) => {
  const {
    format,
    schemaVersion = '1.0',
    deliveryProtocol = 'HTTPS',
  } = payloads.find(({ deprecated }) => deprecated !== true) ?? payloads[0] ?? {}
  return { format: (typeof format === 'string' ? format : format?.[0]) ?? 'JSON', schemaVersion, deliveryProtocol }
}

export const countSubscriptions = (count: number): string => (count === 1 ? '1 subscription' : `${count} subscriptions`)

/** Whether the platform refused the call and changed nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.detail.kind === 'conflict' ||
    error.detail.kind === 'notFound' ||
    (error.detail.kind === 'service' && error.detail.status < 500))

type RegistrationStepsDeps = {
  readonly profile: ConnectionProfile
  readonly client: NotificationClient
  readonly trading: TradingClient
  readonly verificationToken: () => Promise<string>
  /** Whether a destination is this receiver's, from an earlier address. */
  readonly isFormer: (endpoint: string, hasOwnToken: boolean) => boolean
}

export const createRegistrationSteps = ({
  profile,
  client,
  trading,
  verificationToken,
  isFormer,
}: RegistrationStepsDeps) => {
  const { capabilities, name } = getPlatform(profile)
  const { The } = name

  const setEvents = async (address: string, enable: readonly string[], disable: readonly string[]): Promise<string> => {
    const { warnings } = await trading.setNotificationPreferences({
      applicationUrl: address,
      events: [
        ...enable.map((eventType) => ({ eventType, eventEnable: 'Enable' as const })),
        ...disable.map((eventType) => ({ eventType, eventEnable: 'Disable' as const })),
      ],
    })
    const done =
      enable.length === 0 ? `${disable.join(', ')} switched off.` : `${address} is set for ${enable.join(', ')}.`
    return warnings.length === 0 ? done : `${done} ${The} warns: ${warnings.join(' ')}`
  }

  /** Disables events one by one. Returns those that the platform refuses to disable. */
  const disableEach = async (address: string, events: readonly string[]): Promise<readonly string[]> => {
    const refused: string[] = []
    for (const event of events) {
      try {
        await setEvents(address, [], [event])
      } catch (error) {
        if (!isRefused(error)) throw error
        refused.push(event)
      }
    }
    return refused
  }

  return {
    setConfig: async (alertEmail: string | undefined): Promise<string> => {
      let current = ''
      try {
        current = (await client.getConfig()).alertEmail ?? ''
      } catch (error) {
        if (!(error instanceof Failure) || error.detail.kind !== 'notFound') throw error
      }
      if (current !== '' && (alertEmail ?? current) === current) return `Alerts go to ${current}.`
      const wanted = alertEmail ?? (profile.kind === 'practice' ? PRACTICE_ALERT_EMAIL : undefined)
      if (wanted === undefined && !capabilities.alertAddressFirst) return 'No alert address is set.'
      if (wanted === undefined) {
        const message = `${The} needs an email address for alerts first. Enter one and set up instant alerts again.`
        throw validation('input.alertEmail', message)
      }
      await client.updateConfig({ alertEmail: wanted })
      return `Alerts now go to ${wanted}.`
    },

    /**
     * Writes an existing destination again, because only a write makes the platform send a challenge. One of an earlier address
     * gets the new one, so that its subscriptions deliver there.
     */
    setDestination: async (address: string): Promise<SetDestination> => {
      const token = await verificationToken()
      const wanted = {
        name: 'Stallhand',
        status: 'ENABLED',
        deliveryConfig: { endpoint: address, verificationToken: token },
      }
      const all = await client.getDestinations()
      const former = all.filter(({ deliveryConfig: { endpoint, verificationToken: its } = {} }) => {
        return endpoint !== undefined && isFormer(endpoint, its === token)
      })
      const done = (destinationId: string, message: string): SetDestination => ({
        message,
        destinationId,
        formerIds: former.map((each) => each.destinationId).filter((id) => id !== destinationId),
      })
      const update = ({ destinationId, name = wanted.name }: Destination): Promise<void> =>
        client.updateDestination(destinationId, { ...wanted, name })
      const existing = all.find(({ deliveryConfig }) => deliveryConfig?.endpoint === address)
      if (existing !== undefined) {
        await update(existing)
        return done(existing.destinationId, `Updated the destination for ${address}.`)
      }
      const [last] = former
      if (last !== undefined) {
        try {
          await update(last)
          return done(last.destinationId, `Changed the address of the destination to ${address}.`)
        } catch (error) {
          if (!isRefused(error)) throw error
        }
      }
      return done(await client.createDestination(wanted), `Created a destination for ${address}.`)
    },

    /** Moves the subscriptions that still deliver to an earlier address, and subscribes to the chosen topics. */
    setSubscriptions: async (destination: SetDestination, { on, off }: TopicChoice): Promise<string> => {
      const { destinationId, formerIds } = destination
      if (formerIds.length === 0 && on.length === 0 && off.length === 0) return 'No subscription was to be changed.'
      const all = await client.getSubscriptions()
      const strayed = all.filter((each) => formerIds.includes(each.destinationId ?? ''))
      for (const { subscriptionId, status = 'ENABLED', payload = {} } of strayed) {
        await client.updateSubscription(subscriptionId, { destinationId, status, payload: choosePayload([payload]) })
      }
      const isHere = (each: Subscription): boolean => each.destinationId === destinationId || strayed.includes(each)
      const findHere = (topicId: string) => all.find((each) => each.topicId === topicId && isHere(each))
      const subscribe = async (topicId: string): Promise<void> => {
        const existing = findHere(topicId)
        if (existing?.status === 'ENABLED') return
        if (existing !== undefined) return client.enableSubscription(existing.subscriptionId)
        const topic = await client.getTopic(topicId)
        const payload = choosePayload(topic.supportedPayloads ?? [])
        await client.createSubscription({ topicId, destinationId, status: 'ENABLED', payload }, topic)
      }
      const unsubscribe = async (topicId: string): Promise<void> => {
        const existing = findHere(topicId)
        if (existing?.status === 'ENABLED') await client.disableSubscription(existing.subscriptionId)
      }
      const refused: string[] = []
      /** One topic that the platform refuses must not keep the others from arriving. */
      const tryEach = async (
        topicIds: readonly string[],
        change: (topicId: string) => Promise<void>,
      ): Promise<void> => {
        for (const topicId of topicIds) {
          try {
            await change(topicId)
          } catch (error) {
            if (error instanceof AcceptedWithoutId) continue
            if (!(error instanceof Failure) || error instanceof TransportFailure) throw error
            refused.push(`${topicLabel(topicId)}: ${error.detail.message}`)
          }
        }
      }
      await tryEach(on, subscribe)
      await tryEach(off, unsubscribe)
      if (refused.length > 0) throw conflict(refused.join(' '))
      const moved = strayed.length === 0 ? [] : [`${countSubscriptions(strayed.length)} moved to this address.`]
      const chosen = on.length === 0 ? [] : [`Subscribed to ${on.map(topicLabel).join(', ')}.`]
      const ended = off.length === 0 ? [] : [`Switched off ${off.map(topicLabel).join(', ')}.`]
      return [...moved, ...chosen, ...ended].join(' ') || 'No subscription was to be changed.'
    },

    /**
     * Enables the chosen events and disables `dropped`, the events of an earlier registration. Other events keep their
     * setting.
     *
     * The platform refuses a call as a whole, and may refuse to disable an event that it never accepted. So after a
     * refusal the chosen events are sent alone, and the dropped ones one by one.
     */
    setPreferences: async (address: string, events: readonly string[], dropped: readonly string[]): Promise<string> => {
      if (events.length + dropped.length === 0) return 'No older event was chosen.'
      try {
        return await setEvents(address, events, dropped)
      } catch (error) {
        if (!isRefused(error) || dropped.length === 0) throw error
      }
      const done = await setEvents(address, events, [])
      const refused = await disableEach(address, dropped)
      return refused.length === 0
        ? done
        : `${done} ${The} doesn’t know ${refused.join(', ')}, so there was nothing to switch off.`
    },
  }
}
