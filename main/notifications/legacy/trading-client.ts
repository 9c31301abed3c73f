/** The two legacy calls for platform notifications, XML over POST (docs/platform.md, SOAP-01 to SOAP-05, PLT-19). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type { ConnectionSecrets } from '../../feature.ts'
import type { Send } from '../../http/request.ts'
import { getLegacyAdapter } from '../../trading/platform/choose-adapter.ts'
import { createTradingCall, readSaid } from '../../trading/trading-call.ts'
import { childText, escapeXml, findChildren, type XmlElement } from '../../xml.ts'

const UNSUPPORTED_EVENT = 21916672

export type NotificationPreferences = {
  readonly applicationUrl: string | null
  readonly applicationEnable: string | null
  readonly events: readonly { readonly eventType: string; readonly eventEnable: string }[]
}

type CallName = 'SetNotificationPreferences' | 'GetNotificationPreferences'

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const textElement = (name: string, text: string): string => element(name, escapeXml(text))

/** Names the refused event if the platform's message names it, or if only one was sent. */
const explainEvents = (said: string, events: readonly string[], { The }: PlatformName): string | undefined => {
  const words = said.split(/\W+/)
  const named = events.length === 1 ? events : events.filter((event) => words.includes(event))
  return named.length === 0 ? undefined : `${The} doesn’t support the event type ${named.join(', ')}.`
}

/** Creates the client. Throws the errors of `createTradingCall`. */
export const createTradingClient = (profile: ConnectionProfile, send: Send, secrets: ConnectionSecrets) => {
  const platform = getPlatform(profile)
  const adapter = getLegacyAdapter(profile)
  const sendCall = createTradingCall(profile, send, secrets)

  const call = (name: CallName, content: string, eventTypes: readonly string[] = []): Promise<XmlElement> =>
    sendCall({
      name,
      content,
      isRead: name === 'GetNotificationPreferences',
      explain: (code, said) =>
        code === UNSUPPORTED_EVENT ? explainEvents(said, eventTypes, platform.name) : undefined,
    })

  return {
    /** Registers `applicationUrl` for the events (SOAP-02). Returns the platform's warnings. */
    setNotificationPreferences: async (preferences: {
      readonly applicationUrl: string
      readonly events: readonly { readonly eventType: string; readonly eventEnable: 'Enable' | 'Disable' }[]
    }): Promise<{ readonly warnings: readonly string[] }> => {
      const application = element(
        'ApplicationDeliveryPreferences',
        textElement('ApplicationURL', preferences.applicationUrl) +
          textElement('ApplicationEnable', 'Enable') +
          textElement('NotificationPayloadType', platform.payloadType) +
          textElement('DeviceType', 'Platform'),
      )
      const events = preferences.events.map(({ eventType, eventEnable }) =>
        element('NotificationEnable', textElement('EventType', eventType) + textElement('EventEnable', eventEnable)),
      )
      const content = application + element('UserDeliveryPreferenceArray', events.join(''))
      const eventTypes = preferences.events.map(({ eventType }) => eventType)
      const answer = await call('SetNotificationPreferences', content, eventTypes)
      return { warnings: findChildren(answer, 'Errors').map((error) => readSaid(error) || 'A warning without a text.') }
    },

    /**
     * `settings`: the address, and every event that was ever set (SOAP-03, PLT-19). `catalogue`: the names of all
     * events, if the platform has the capability `legacyEventCatalogue`.
     */
    getNotificationPreferences: async (what: 'settings' | 'catalogue'): Promise<NotificationPreferences> => {
      const levels = what === 'catalogue' ? ['Application'] : adapter.settingsLevels
      let preferences: NotificationPreferences = { applicationUrl: null, applicationEnable: null, events: [] }
      for (const level of levels) {
        const answer = await call('GetNotificationPreferences', textElement('PreferenceLevel', level))
        const application = findChildren(answer, 'ApplicationDeliveryPreferences')[0]
        const enables = findChildren(findChildren(answer, 'UserDeliveryPreferenceArray')[0], 'NotificationEnable')
        const events = enables.map((enable) => ({
          eventType: childText(enable, 'EventType') ?? '',
          eventEnable: childText(enable, 'EventEnable') ?? '',
        }))
        preferences = {
          applicationUrl: childText(application, 'ApplicationURL') ?? preferences.applicationUrl,
          applicationEnable: childText(application, 'ApplicationEnable') ?? preferences.applicationEnable,
          events: [...preferences.events, ...events.filter(({ eventType }) => eventType !== '')],
        }
      }
      return preferences
    },
  }
}

export type TradingClient = ReturnType<typeof createTradingClient>
