/** The two legacy calls for platform notifications, as SOAP over POST (document 3, section 4; SOAP-01 to SOAP-05). */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import { readText, responseFailure } from '../http/answers.ts'
import type { Send } from '../http/request.ts'
import { tradingErrors } from './errors.ts'
import { childText, escapeXml, findChildren, parseXml, type XmlElement, XmlRefusal } from './xml.ts'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

export type NotificationPreferences = {
  readonly applicationUrl: string | null
  readonly applicationEnable: string | null
  readonly events: readonly { readonly eventType: string; readonly eventEnable: string }[]
}

type CallName = 'SetNotificationPreferences' | 'GetNotificationPreferences'

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const textElement = (name: string, text: string): string => element(name, escapeXml(text))

const unreadable = (): Failure =>
  new Failure({
    kind: 'service',
    message: 'The trading service did not answer in SOAP. Check the trading endpoint of the connection.',
    status: 200,
    cause: 'The trading service did not answer in SOAP.',
    whatToDo: 'Check the trading endpoint of the connection.',
  })

/** The element of the answer that bears Ack: inside a Body, or the root of a bare answer. */
const answerOf = (text: string): XmlElement => {
  let root: XmlElement
  try {
    root = parseXml(text.trimStart())
  } catch (error) {
    if (error instanceof XmlRefusal) throw unreadable()
    throw error
  }
  const answer = root.name === 'Envelope' ? findChildren(root, 'Body')[0]?.children[0] : root
  if (answer?.name === 'Fault') throw faultOf(answer)
  if (answer === undefined || childText(answer, 'Ack') === undefined) throw unreadable()
  return answer
}

/** A SOAP fault, of either version: the service could not even read the call, whatever the HTTP status. */
const faultOf = (fault: XmlElement): Failure => {
  const said = childText(fault, 'faultstring') ?? childText(findChildren(fault, 'Reason')[0], 'Text') ?? ''
  const cause = `The trading service could not take the call${said === '' ? '' : `: ${said.slice(0, 300).replace(/[.\s]+$/, '')}`}.`
  const whatToDo = 'Check the trading endpoint, the site id and the compatibility level of the connection.'
  return new Failure({ kind: 'service', message: `${cause} ${whatToDo}`, status: 200, cause, whatToDo })
}

/** Words of the platform without the secrets that went to it, should it repeat them. */
const without = (failure: Failure, secrets: readonly string[]): Failure => {
  const { detail } = failure
  if (detail.kind !== 'service') return failure
  const clean = (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  return new Failure({ ...detail, message: clean(detail.message), cause: clean(detail.cause) })
}

/** SOAP-04: anything but Success and Warning is a failure, told by its first error. */
const refusalOf = (answer: XmlElement): Failure => {
  const errors = findChildren(answer, 'Errors')
  const code = (error: XmlElement): number => Number(childText(error, 'ErrorCode') ?? Number.NaN)
  const first = errors.find((error) => tradingErrors[code(error)] !== undefined) ?? errors[0]
  const errorId = first === undefined ? Number.NaN : code(first)
  const known = tradingErrors[errorId]
  const said = childText(first, 'LongMessage') ?? childText(first, 'ShortMessage')
  const cause = known?.cause ?? (said === undefined ? 'The trading service refused the call.' : said.slice(0, 300))
  const whatToDo = known?.whatToDo ?? 'Check the credentials and the address of the connection, then try again.'
  const isNumbered = Number.isInteger(errorId)
  return new Failure({
    kind: 'service',
    message: `${cause} ${whatToDo}${isNumbered ? ` (${errorId})` : ''}`,
    status: 200,
    cause,
    whatToDo,
    ...(isNumbered ? { errorId } : {}),
  })
}

/**
 * Builds the client over `send`.
 *
 * The application credentials and the user token come from the connection's secrets for each call and go nowhere else.
 * Errors: `signInNeeded` naming the credential that is missing; `service` with cause and cure for a refused call.
 */
export const createTradingClient = (profile: ConnectionProfile, send: Send, secrets: ConnectionSecrets) => {
  const { dialect } = profile

  const secret = async (name: string, words: string): Promise<string> => {
    const value = await secrets.get(name)
    if (value !== undefined && value !== '') return value
    throw new Failure({ kind: 'signInNeeded', message: `The ${words} is missing. Enter it in Settings.` })
  }

  const call = async (name: CallName, content: string): Promise<XmlElement> => {
    const [appName, devName, certName, userToken] = await Promise.all([
      secret('appName', 'application name'),
      secret('devName', 'developer name'),
      secret('certName', 'certificate name'),
      secret('userToken', "user's token for the trading service"),
    ])
    const namespace = dialect.soapNamespace === '' ? '' : ` xmlns="${escapeXml(dialect.soapNamespace)}"`
    const credentials = element('RequesterCredentials', textElement(dialect.authTokenElement, userToken))
    const request = `<${name}Request${namespace}>${credentials}${content}</${name}Request>`
    const response = await send({
      service: 'trading',
      operation: name,
      method: 'POST',
      url: profile.tradingEndpoint,
      pathTemplate: `{trading_endpoint} ${name}`,
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        [`X-${dialect.upper}-API-CALL-NAME`]: name,
        [`X-${dialect.upper}-API-SITEID`]: profile.siteId,
        [`X-${dialect.upper}-API-COMPATIBILITY-LEVEL`]: profile.compatibilityLevel,
        [`X-${dialect.upper}-API-APP-NAME`]: appName,
        [`X-${dialect.upper}-API-DEV-NAME`]: devName,
        [`X-${dialect.upper}-API-CERT-NAME`]: certName,
      },
      body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${request}</soap:Body></soap:Envelope>`,
      lane: name === 'GetNotificationPreferences' ? 'read' : 'write',
      repeatable: name === 'GetNotificationPreferences',
      credential: 'none',
    })
    const given = [appName, devName, certName, userToken]
    const isAnswer = response.status >= 200 && response.status < 300
    if (!isAnswer && !readText(response).includes('Fault>')) throw responseFailure('trading', response, tradingErrors)
    // Ack stands in the body: a 200 that is not whole does not say whether a Set was carried out.
    if (response.bodyCut && name === 'SetNotificationPreferences') {
      const message = 'The trading service answered, but not to the end. Read the settings to see what it did.'
      throw new Failure({ kind: 'unknown', message })
    }
    try {
      const answer = answerOf(readText(response))
      const ack = childText(answer, 'Ack')
      if (isAnswer && (ack === 'Success' || ack === 'Warning')) return answer
      throw refusalOf(answer)
    } catch (error) {
      throw error instanceof Failure ? without(error, given) : error
    }
  }

  return {
    /**
     * Registers `applicationUrl` for the event types (SOAP-02).
     *
     * Gives the platform's warnings, in its own words; none where Ack is Success.
     */
    setNotificationPreferences: async (preferences: {
      readonly applicationUrl: string
      readonly events: readonly { readonly eventType: string; readonly eventEnable: 'Enable' | 'Disable' }[]
    }): Promise<{ readonly warnings: readonly string[] }> => {
      const application = element(
        'ApplicationDeliveryPreferences',
        textElement('ApplicationURL', preferences.applicationUrl) +
          textElement('ApplicationEnable', 'Enable') +
          textElement('NotificationPayloadType', dialect.payloadType) +
          textElement('DeviceType', 'Platform'),
      )
      const events = preferences.events
        .map(({ eventType, eventEnable }) =>
          element('NotificationEnable', textElement('EventType', eventType) + textElement('EventEnable', eventEnable)),
        )
        .join('')
      const answer = await call(
        'SetNotificationPreferences',
        application + element('UserDeliveryPreferenceArray', events),
      )
      const warnings = findChildren(answer, 'Errors').map(
        (error) => childText(error, 'LongMessage') ?? childText(error, 'ShortMessage') ?? 'A warning without words.',
      )
      return { warnings: warnings.map((text) => text.slice(0, 300)) }
    },

    /** `UserData`: the current settings. `Application`: the event types that there are (SOAP-03). */
    getNotificationPreferences: async (
      preferenceLevel: 'UserData' | 'Application',
    ): Promise<NotificationPreferences> => {
      const answer = await call('GetNotificationPreferences', textElement('PreferenceLevel', preferenceLevel))
      const application = findChildren(answer, 'ApplicationDeliveryPreferences')[0]
      const enables = findChildren(findChildren(answer, 'UserDeliveryPreferenceArray')[0], 'NotificationEnable')
      return {
        applicationUrl: childText(application, 'ApplicationURL') ?? null,
        applicationEnable: childText(application, 'ApplicationEnable') ?? null,
        events: enables.flatMap((enable) => {
          const eventType = childText(enable, 'EventType')
          return eventType === undefined || eventType === ''
            ? []
            : [{ eventType, eventEnable: childText(enable, 'EventEnable') ?? '' }]
        }),
      }
    },
  }
}

export type TradingClient = ReturnType<typeof createTradingClient>
