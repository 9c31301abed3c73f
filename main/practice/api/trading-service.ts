import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { practiceCredentials } from '../credentials.ts'
import { isLoopback } from '../delivery/endpoint-challenge.ts'
import { eventTypes, type Notifier } from '../delivery/notifier.ts'
import { element, soapEnvelope, textElement } from '../delivery/soap-xml.ts'
import type { Practice } from '../shop/shop-state.ts'
import { findElement, parseEnvelope, readText, type XmlElement } from './soap-request.ts'

const MAX_APPLICATION_URLS = 25
const calls = ['SetNotificationPreferences', 'GetNotificationPreferences'] as const
type Call = (typeof calls)[number]

/** A failed call: answered with HTTP 200, Ack Failure and Errors. */
export class CallFailure extends Error {
  readonly errorCode: number

  constructor(errorCode: number, message: string) {
    super(message)
    this.name = 'CallFailure'
    this.errorCode = errorCode
  }
}

export const failCall = (errorCode: number, message: string): never => {
  throw new CallFailure(errorCode, message)
}

const createAnswer = (call: string, nowMs: number, ack: string, content: string): string =>
  soapEnvelope(
    element(
      `${call}Response`,
      textElement('Timestamp', new Date(nowMs).toISOString()),
      textElement('Ack', ack),
      content,
    ),
  )

export const checkApplicationUrl = (url: string): void => {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') failCall(21916667, 'The ApplicationURL has an invalid form.')
  if (protocol === 'http:' && !isLoopback(url)) {
    failCall(21916669, 'The ApplicationURL must be https; plain http is allowed on localhost only.')
  }
}

export const checkSwitch = (value: string | undefined, name: string): 'Enable' | 'Disable' =>
  value === 'Enable' || value === 'Disable' ? value : failCall(37, `${name} must be Enable or Disable.`)

export const readNotificationEnables = (
  request: XmlElement,
): (readonly [type: string, enable: 'Enable' | 'Disable'])[] =>
  (findElement(request, 'UserDeliveryPreferenceArray')?.children ?? [])
    .filter(({ name }) => name === 'NotificationEnable')
    .map((entry) => {
      const type = readText(entry, 'EventType') ?? ''
      if (!eventTypes.some((known) => known === type)) failCall(21916672, `The EventType ${type} is not supported.`)
      return [type, checkSwitch(readText(entry, 'EventEnable'), 'EventEnable')]
    })

const checkHeaders = (c: Context): Call => {
  const readHeader = (name: string): string => (c.req.header(`x-svc-api-${name}`) ?? '').trim()
  const call = calls.find((known) => known === readHeader('call-name'))
  if (call === undefined) return failCall(2, `The call ${readHeader('call-name') || '(no name)'} is not supported.`)
  for (const name of ['siteid', 'compatibility-level']) {
    if (!/^\d+$/.test(readHeader(name))) failCall(37, `The header X-SVC-API-${name.toUpperCase()} must be a number.`)
  }
  const expected = {
    'app-name': practiceCredentials.appName,
    'dev-name': practiceCredentials.devName,
    'cert-name': practiceCredentials.certName,
  }
  for (const [name, value] of Object.entries(expected)) {
    if (readHeader(name) !== value) failCall(37, `The header X-SVC-API-${name.toUpperCase()} is missing or wrong.`)
  }
  return call
}

/**
 * The legacy calls for platform notifications, as SOAP envelopes.
 *
 * Undocumented error codes: 931 for a wrong user token, 37 for a wrong field or header, 20170 for a body that isn't such
 * an envelope. Plain HTTP is allowed on this machine, as in a sandbox.
 */
export const createTradingService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  /** Checks everything before it changes anything: a failed call leaves the preferences unchanged. */
  const setPreferences = async (request: XmlElement): Promise<string> => {
    const { trading, destinations, settings } = practice.state
    const preferences = findElement(request, 'ApplicationDeliveryPreferences')
    const url = readText(preferences, 'ApplicationURL')
    const enableText = readText(preferences, 'ApplicationEnable')
    const enable = enableText === undefined ? undefined : checkSwitch(enableText, 'ApplicationEnable')
    if ((readText(preferences, 'DeviceType') ?? 'Platform') !== 'Platform') failCall(37, 'DeviceType must be Platform.')
    if ((readText(preferences, 'NotificationPayloadType') ?? 'SvcSchemaSOAP') !== 'SvcSchemaSOAP') {
      failCall(37, 'NotificationPayloadType must be SvcSchemaSOAP.')
    }
    const enables = readNotificationEnables(request)
    if (url !== undefined) {
      checkApplicationUrl(url)
      if (!trading.registeredUrls.includes(url)) {
        if (trading.registeredUrls.length >= MAX_APPLICATION_URLS) {
          failCall(21916680, 'The maximum number of registered ApplicationURL values is exceeded.')
        }
        trading.registeredUrls.push(url)
      }
      trading.applicationUrl = url
      trading.verified = false
    }
    if (enable !== undefined) trading.enabled = enable === 'Enable'
    Object.assign(trading.events, Object.fromEntries(enables))
    if (url !== undefined) {
      const destination = destinations.find(({ endpoint }) => endpoint === url)
      const verified = await notifier.challenge(url, destination?.verificationToken ?? settings.verificationToken)
      // A later call may have registered another URL in the meantime.
      if (trading.applicationUrl === url) trading.verified = verified
      notifier.wake()
    }
    return ''
  }

  const getPreferences = (request: XmlElement): string => {
    const { applicationUrl, enabled, events } = practice.state.trading
    const level = readText(request, 'PreferenceLevel')
    if (level !== 'UserData' && level !== 'Application') {
      failCall(37, 'PreferenceLevel must be UserData or Application.')
    }
    const listed = level === 'UserData' ? Object.keys(events) : eventTypes
    return (
      element(
        'ApplicationDeliveryPreferences',
        applicationUrl === null ? '' : textElement('ApplicationURL', applicationUrl),
        textElement('ApplicationEnable', enabled ? 'Enable' : 'Disable'),
      ) +
      element(
        'UserDeliveryPreferenceArray',
        ...listed.map((type) =>
          element(
            'NotificationEnable',
            textElement('EventType', type),
            textElement('EventEnable', events[type] ?? 'Disable'),
          ),
        ),
      )
    )
  }

  const carryOut = async (c: Context): Promise<string> => {
    const call = checkHeaders(c)
    const envelope =
      parseEnvelope(await c.req.text()) ?? failCall(20170, 'The body must be a SOAP envelope without DOCTYPE.')
    const request =
      findElement(envelope, 'Body', `${call}Request`) ?? failCall(20170, `The Body must hold ${call}Request.`)
    const credentials =
      findElement(request, 'RequesterCredentials') ?? findElement(envelope, 'Header', 'RequesterCredentials')
    if (readText(credentials, 'svcAuthToken') !== practiceCredentials.userToken) {
      failCall(931, 'The svcAuthToken is missing or invalid.')
    }
    const content = call === 'SetNotificationPreferences' ? await setPreferences(request) : getPreferences(request)
    return createAnswer(call, practice.now(), 'Success', content)
  }

  const readCallName = (c: Context<PracticeEnv>): string => c.req.header('x-svc-api-call-name') ?? 'unnamed'

  app.post('/ws/api', faults.guard('trading', readCallName, calls), async (c) => {
    const reply = (xml: string) => c.body(xml, 200, { 'content-type': 'text/xml; charset=utf-8' })
    try {
      return reply(await carryOut(c))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const call = calls.find((known) => known === readCallName(c)) ?? 'Unknown'
      const errors = element(
        'Errors',
        textElement('ErrorCode', String(error.errorCode)),
        textElement('LongMessage', error.message),
        textElement('SeverityCode', 'Error'),
      )
      return reply(createAnswer(call, practice.now(), 'Failure', errors))
    }
  })

  return app
}
