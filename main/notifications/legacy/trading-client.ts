/** The two legacy calls for platform notifications, XML over POST (docs/platform.md, SOAP-01 to SOAP-05, PLT-19). */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import type { ConnectionSecrets } from '../../feature.ts'
import { type ErrorCatalog, joinSaid, quote, readText, responseFailure, sanitizeLine } from '../../http/answers.ts'
import { redactSecrets } from '../../http/redact.ts'
import type { Send } from '../../http/request.ts'
import { childText, escapeXml, findChildren, parseXml, type XmlElement, XmlRefusal } from '../xml.ts'
import { getLegacyAdapter } from './platform/choose-adapter.ts'

const MAX_TEXT = 300
const UNSUPPORTED_EVENT = 21916672

export type NotificationPreferences = {
  readonly applicationUrl: string | null
  readonly applicationEnable: string | null
  readonly events: readonly { readonly eventType: string; readonly eventEnable: string }[]
}

type CallName = 'SetNotificationPreferences' | 'GetNotificationPreferences'

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const textElement = (name: string, text: string): string => element(name, escapeXml(text))

type Refusal = {
  readonly errorId?: number | undefined
  /** The platform's own sentence, shown first. */
  readonly said?: string
  /** The platform's further messages, shown last. */
  readonly others?: string
  readonly topic?: string | undefined
}

const serviceFailure = (cause: string, whatToDo: string, refusal: Refusal = {}): Failure => {
  const { errorId, said = '', others = '', topic } = refusal
  const suffix = `${errorId === undefined ? '' : ` (${errorId})`}${others === '' ? '' : ` Also: ${others}`}`
  return new Failure({
    kind: 'service',
    message: `${quote(said)}${cause} ${whatToDo}${suffix}`,
    status: 200,
    cause,
    whatToDo,
    ...(errorId === undefined ? {} : { errorId }),
    topic,
  })
}

const notSoapFailure = (): Failure =>
  serviceFailure('The trading service did not answer in SOAP.', 'Check the trading endpoint of the connection.')

/** The failure for a SOAP fault: the service could not read the call. Reads SOAP 1.1 and 1.2. */
const faultFailure = (fault: XmlElement): Failure => {
  const reason = childText(fault, 'faultstring') ?? childText(findChildren(fault, 'Reason')[0], 'Text') ?? ''
  const detail = reason === '' ? '' : `: ${reason.slice(0, MAX_TEXT).replace(/[.\s]+$/, '')}`
  return serviceFailure(
    `The trading service could not read the call${detail}.`,
    'Check the trading endpoint, the site id and the compatibility level of the connection.',
  )
}

/**
 * Returns the element that contains Ack: inside a Body, or the root of a bare answer. Throws `service` if there is
 * none.
 */
const parseAnswer = (text: string): XmlElement => {
  let root: XmlElement
  try {
    root = parseXml(text.trimStart())
  } catch (error) {
    if (error instanceof XmlRefusal) throw notSoapFailure()
    throw error
  }
  const answer = root.name === 'Envelope' ? findChildren(root, 'Body')[0]?.children[0] : root
  if (answer?.name === 'Fault') throw faultFailure(answer)
  if (answer === undefined || childText(answer, 'Ack') === undefined) throw notSoapFailure()
  return answer
}

/** The platform's sentence, plus any parameters missing from it; empty if there is neither. */
const readSaid = (error: XmlElement | undefined): string => {
  const text = childText(error, 'LongMessage') ?? childText(error, 'ShortMessage') ?? ''
  const values = findChildren(error, 'ErrorParameters')
    .flatMap((parameter) => childText(parameter, 'Value') ?? [])
    .filter((value) => !text.includes(value))
  return sanitizeLine(values.length === 0 ? text : `${text} (${values.join(', ')})`)
}

/** Names the refused event if the platform's message names it, or if only one was sent. */
const explainEvents = (said: string, events: readonly string[]): string | undefined => {
  const words = said.split(/\W+/)
  const named = events.length === 1 ? events : events.filter((event) => words.includes(event))
  return named.length === 0 ? undefined : `The platform does not support the event type ${named.join(', ')}.`
}

/**
 * Explains the first error with a known code, or else the first error (SOAP-04). The platform's messages for the other
 * errors follow.
 */
const refusalFailure = (answer: XmlElement, catalog: ErrorCatalog, events: readonly string[]): Failure => {
  const parseCode = (error: XmlElement | undefined): number => Number(childText(error, 'ErrorCode') ?? Number.NaN)
  const errors = findChildren(answer, 'Errors')
  const error = errors.find((each) => catalog[parseCode(each)] !== undefined) ?? errors[0]
  const code = parseCode(error)
  const known = catalog[code]
  const said = joinSaid([readSaid(error)])
  const others = joinSaid(errors.filter((each) => each !== error).map(readSaid))
  const ours = (code === UNSUPPORTED_EVENT ? explainEvents(said, events) : undefined) ?? known?.cause
  return serviceFailure(
    ours ?? (said || 'The trading service refused the call.'),
    known?.whatToDo ?? 'Check the credentials and the address of the connection, then try again.',
    {
      errorId: Number.isInteger(code) ? code : undefined,
      said: ours === undefined ? '' : said,
      others,
      topic: known?.topic,
    },
  )
}

/**
 * Creates the client. Reads the credentials from the connection's secrets for each call.
 *
 * Throws `signInNeeded` naming a missing credential; `service` with cause and remedy for a refused call.
 */
export const createTradingClient = (profile: ConnectionProfile, send: Send, secrets: ConnectionSecrets) => {
  const platform = getPlatform(profile)
  const adapter = getLegacyAdapter(profile)

  const loadSecret = async (name: string, label: string): Promise<string> => {
    const value = await secrets.get(name)
    if (value !== undefined && value !== '') return value
    throw new Failure({ kind: 'signInNeeded', message: `The ${label} is missing. Enter it in Settings.` })
  }

  const call = async (name: CallName, content: string, eventTypes: readonly string[] = []): Promise<XmlElement> => {
    const loaded = await Promise.all(
      adapter.secrets.map(async ([secret, label]) => [secret, await loadSecret(secret, label)] as const),
    )
    const isRead = name === 'GetNotificationPreferences'
    const answered = await send({
      service: 'trading',
      operation: name,
      method: 'POST',
      url: profile.tradingEndpoint,
      pathTemplate: `{trading_endpoint} ${name}`,
      ...adapter.writeCall({ name, content, profile, secrets: Object.fromEntries(loaded) }),
      lane: isRead ? 'read' : 'write',
      repeatable: isRead,
    })
    const response = redactSecrets(
      answered,
      loaded.map(([, secret]) => secret),
    )
    const isSuccess = response.status >= 200 && response.status < 300
    const text = readText(response)
    if (!isSuccess && !text.includes('Fault>')) throw responseFailure('trading', response, adapter.errors)
    // Ack is in the body, so a truncated 200 doesn't show whether a Set was carried out.
    if (response.bodyCut && !isRead) {
      const message = 'The trading service’s answer was cut off. Refresh the preferences to see what changed.'
      throw new Failure({ kind: 'unknown', message })
    }
    const answer = parseAnswer(text)
    const ack = childText(answer, 'Ack')
    if (isSuccess && (ack === 'Success' || ack === 'Warning')) return answer
    throw refusalFailure(answer, adapter.errors, eventTypes)
  }

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
