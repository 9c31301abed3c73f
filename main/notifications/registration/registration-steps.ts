/** The writes of a registration: alert address, destination and legacy events. Each checks before it acts. */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { TradingClient } from '../legacy/trading-client.ts'
import type { NotificationClient } from '../subscriptions/notification-client.ts'

/** Like a real platform, the practice platform requires an alert address. */
const PRACTICE_ALERT_EMAIL = 'alerts@practice.example'

/** Whether the platform refused the call and changed nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof Failure && error.detail.kind === 'service' && error.detail.status < 500

type RegistrationStepsDeps = {
  readonly profile: ConnectionProfile
  readonly client: NotificationClient
  readonly trading: TradingClient
  readonly verificationToken: () => Promise<string>
}

export const createRegistrationSteps = ({ profile, client, trading, verificationToken }: RegistrationStepsDeps) => {
  const setEvents = async (address: string, enable: readonly string[], disable: readonly string[]): Promise<string> => {
    const { warnings } = await trading.setNotificationPreferences({
      applicationUrl: address,
      events: [
        ...enable.map((eventType) => ({ eventType, eventEnable: 'Enable' as const })),
        ...disable.map((eventType) => ({ eventType, eventEnable: 'Disable' as const })),
      ],
    })
    const done = `${address} is set for ${enable.join(', ')}.`
    return warnings.length === 0 ? done : `${done} The platform warns: ${warnings.join(' ')}`
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
      if (wanted === undefined && !getPlatform(profile).capabilities.alertAddressFirst)
        return 'No alert address is set.'
      if (wanted === undefined) {
        const message =
          'The platform needs an email address for alerts first. Enter one and set up instant alerts again.'
        throw validation('input.alertEmail', message)
      }
      await client.updateConfig({ alertEmail: wanted })
      return `Alerts now go to ${wanted}.`
    },

    /** Writes an existing destination again, because only a write makes the platform send a challenge. */
    setDestination: async (address: string): Promise<string> => {
      const wanted = {
        name: 'Stallhand',
        status: 'ENABLED',
        deliveryConfig: { endpoint: address, verificationToken: await verificationToken() },
      }
      const all = await client.getDestinations()
      const existing = all.find(({ deliveryConfig }) => deliveryConfig?.endpoint === address)
      if (existing === undefined) {
        await client.createDestination(wanted)
        return `Created a destination for ${address}.`
      }
      await client.updateDestination(existing.destinationId, { ...wanted, name: existing.name ?? wanted.name })
      return `Updated the destination for ${address}.`
    },

    /**
     * Enables the chosen events and disables `dropped`, the events of an earlier registration. Other events keep their
     * setting.
     *
     * The platform refuses a call as a whole, and may refuse to disable an event that it never accepted. So after a
     * refusal the chosen events are sent alone, and the dropped ones one by one.
     */
    setPreferences: async (address: string, events: readonly string[], dropped: readonly string[]): Promise<string> => {
      try {
        return await setEvents(address, events, dropped)
      } catch (error) {
        if (!isRefused(error) || dropped.length === 0) throw error
      }
      const done = await setEvents(address, events, [])
      const refused = await disableEach(address, dropped)
      return refused.length === 0
        ? done
        : `${done} The platform does not know ${refused.join(', ')}, so there was nothing to switch off.`
    },
  }
}
