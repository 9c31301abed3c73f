import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Context, Hono } from 'hono'
import { practiceCredentials } from './credentials.ts'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { eventTypes, isLoopback, type Notifier } from './notifier.ts'
import { isObject, type JsonObject } from './refusal.ts'
import type { Practice } from './state.ts'

/**
 * The legacy calls for platform notifications: document 3, sections 4 and 7, as SOAP envelopes.
 *
 * Errors come with HTTP 200, Ack Failure and Errors[]. Ids the document does not show: 931 for a wrong user token, 37
 * for a wrong field or header, 20170 for a body that is no such envelope. Plain HTTP is allowed on this machine, as in
 * a sandbox.
 */
const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'
const mostApplicationUrls = 25
const calls = ['SetNotificationPreferences', 'GetNotificationPreferences'] as const
type Call = (typeof calls)[number]

class CallFailure extends Error {
  readonly errorCode: number

  constructor(errorCode: number, message: string) {
    super(message)
    this.name = 'CallFailure'
    this.errorCode = errorCode
  }
}

const failCall = (errorCode: number, message: string): never => {
  throw new CallFailure(errorCode, message)
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/*
 * SECURITY: no DOCTYPE is read, so no entity can be declared; nesting is bounded.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: true,
  processEntities: true,
  // Numeric references (&#38;) are plain XML, though the parser files them under HTML.
  htmlEntities: true,
  maxNestedTags: 32,
  isArray: (name) => name.split(':').at(-1) === 'NotificationEnable',
})

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The child of that local name, whatever its prefix. */
const child = (node: unknown, name: string): unknown => {
  if (!isObject(node)) return undefined
  const key = Object.keys(node).find((candidate) => !candidate.startsWith('@') && localName(candidate) === name)
  return key === undefined ? undefined : node[key]
}

const textOf = (node: unknown): string | undefined => {
  if (typeof node === 'string') return node
  return isObject(node) && typeof node['#text'] === 'string' ? node['#text'] : undefined
}

/** The Envelope, proven by its namespace and not by its prefix. */
const readEnvelope = (xml: string): JsonObject => {
  const refused = () => failCall(20170, 'The body must be a SOAP envelope without DOCTYPE.')
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) return refused()
  let document: unknown
  try {
    document = parser.parse(xml)
  } catch {
    return refused()
  }
  if (!isObject(document)) return refused()
  const rootName = Object.keys(document).find((name) => !name.startsWith('?')) ?? ''
  const root = document[rootName]
  const prefix = rootName.includes(':') ? `:${rootName.slice(0, rootName.indexOf(':'))}` : ''
  if (localName(rootName) !== 'Envelope' || !isObject(root) || root[`@xmlns${prefix}`] !== envelopeNamespace) {
    return refused()
  }
  return root
}

const answer = (call: string, nowMs: number, ack: string, content: string): string =>
  '<?xml version="1.0" encoding="utf-8"?>' +
  `<soapenv:Envelope xmlns:soapenv="${envelopeNamespace}"><soapenv:Body><${call}Response>` +
  `<Timestamp>${new Date(nowMs).toISOString()}</Timestamp><Ack>${ack}</Ack>${content}` +
  `</${call}Response></soapenv:Body></soapenv:Envelope>`

const checkApplicationUrl = (url: string): void => {
  if (!URL.canParse(url)) failCall(21916667, 'The ApplicationURL has an invalid form.')
  const { protocol } = new URL(url)
  if (protocol === 'https:') return
  if (protocol === 'http:' && isLoopback(url)) return
  if (protocol !== 'http:') failCall(21916667, 'The ApplicationURL has an invalid form.')
  failCall(21916669, 'The ApplicationURL must be https; plain http is allowed on localhost only.')
}

const readSwitch = (value: string | undefined, name: string): 'Enable' | 'Disable' => {
  if (value === 'Enable' || value === 'Disable') return value
  return failCall(37, `${name} must be Enable or Disable.`)
}

const readNotificationEnables = (request: unknown): { type: string; enable: 'Enable' | 'Disable' }[] => {
  const list = child(child(request, 'UserDeliveryPreferenceArray'), 'NotificationEnable')
  return (Array.isArray(list) ? list : []).map((entry: unknown) => {
    const type = textOf(child(entry, 'EventType')) ?? ''
    if (!eventTypes.some((known) => known === type)) failCall(21916672, `The EventType ${type} is not supported.`)
    return { type, enable: readSwitch(textOf(child(entry, 'EventEnable')), 'EventEnable') }
  })
}

export const tradingService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const checkHeaders = (c: Context): Call => {
    const header = (name: string): string => (c.req.header(`x-svc-api-${name}`) ?? '').trim()
    const call = calls.find((known) => known === header('call-name'))
    if (call === undefined) return failCall(2, `The call ${header('call-name') || '(no name)'} is not supported.`)
    for (const name of ['siteid', 'compatibility-level']) {
      if (!/^\d+$/.test(header(name))) failCall(37, `The header X-SVC-API-${name.toUpperCase()} must be a number.`)
    }
    const expected = {
      'app-name': practiceCredentials.appName,
      'dev-name': practiceCredentials.devName,
      'cert-name': practiceCredentials.certName,
    }
    for (const [name, value] of Object.entries(expected)) {
      if (header(name) !== value) failCall(37, `The header X-SVC-API-${name.toUpperCase()} is missing or wrong.`)
    }
    return call
  }

  const set = async (request: unknown): Promise<string> => {
    const { state } = practice
    const preferences = child(request, 'ApplicationDeliveryPreferences')
    const url = textOf(child(preferences, 'ApplicationURL'))
    const enableText = textOf(child(preferences, 'ApplicationEnable'))
    const enable = enableText === undefined ? undefined : readSwitch(enableText, 'ApplicationEnable')
    const deviceType = textOf(child(preferences, 'DeviceType'))
    const payloadType = textOf(child(preferences, 'NotificationPayloadType'))
    // Everything is checked before anything changes: a refused call leaves the settings as they were.
    if (deviceType !== undefined && deviceType !== 'Platform') failCall(37, 'DeviceType must be Platform.')
    if (payloadType !== undefined && payloadType !== 'SvcSchemaSOAP') {
      failCall(37, 'NotificationPayloadType must be SvcSchemaSOAP.')
    }
    const enables = readNotificationEnables(request)
    if (url !== undefined) {
      checkApplicationUrl(url)
      const { registeredUrls } = state.trading
      if (!registeredUrls.includes(url)) {
        if (registeredUrls.length >= mostApplicationUrls) {
          failCall(21916680, 'The maximum number of registered ApplicationURL values is exceeded.')
        }
        registeredUrls.push(url)
      }
      state.trading.applicationUrl = url
      state.trading.verified = false
    }
    if (enable !== undefined) state.trading.enabled = enable === 'Enable'
    for (const entry of enables) state.trading.events.set(entry.type, entry.enable)
    practice.changed()
    if (url !== undefined) {
      const destination = state.destinations.find(({ endpoint }) => endpoint === url)
      const verified = await notifier.challenge(url, destination?.verificationToken ?? state.settings.verificationToken)
      // A later Set may have registered another address meanwhile.
      if (practice.state.trading.applicationUrl === url) practice.state.trading.verified = verified
      practice.changed()
      notifier.wake()
    }
    return ''
  }

  const get = (request: unknown): string => {
    const { trading } = practice.state
    const level = textOf(child(request, 'PreferenceLevel'))
    if (level !== 'UserData' && level !== 'Application')
      failCall(37, 'PreferenceLevel must be UserData or Application.')
    const listed = level === 'UserData' ? [...trading.events.keys()] : eventTypes
    const enables = listed.map(
      (type) =>
        `<NotificationEnable><EventType>${escapeXml(type)}</EventType>` +
        `<EventEnable>${trading.events.get(type) ?? 'Disable'}</EventEnable></NotificationEnable>`,
    )
    const url = trading.applicationUrl
    return (
      '<ApplicationDeliveryPreferences>' +
      (url === null ? '' : `<ApplicationURL>${escapeXml(url)}</ApplicationURL>`) +
      `<ApplicationEnable>${trading.enabled ? 'Enable' : 'Disable'}</ApplicationEnable>` +
      '</ApplicationDeliveryPreferences>' +
      `<UserDeliveryPreferenceArray>${enables.join('')}</UserDeliveryPreferenceArray>`
    )
  }

  const perform = async (c: Context): Promise<string> => {
    const call = checkHeaders(c)
    const envelope = readEnvelope(await c.req.text())
    const request = child(child(envelope, 'Body'), `${call}Request`)
    if (request === undefined) failCall(20170, `The Body must hold ${call}Request.`)
    const credentials =
      child(request, 'RequesterCredentials') ?? child(child(envelope, 'Header'), 'RequesterCredentials')
    if (textOf(child(credentials, 'svcAuthToken')) !== practiceCredentials.userToken) {
      failCall(931, 'The svcAuthToken is missing or invalid.')
    }
    const content = call === 'SetNotificationPreferences' ? await set(request) : get(request)
    return answer(call, practice.now(), 'Success', content)
  }

  const named = (c: Context<PracticeEnv>): string => c.req.header('x-svc-api-call-name') ?? 'unnamed'

  app.post('/ws/api', faults.guard('trading', named), async (c) => {
    const reply = (xml: string) => c.body(xml, 200, { 'content-type': 'text/xml; charset=utf-8' })
    try {
      return reply(await perform(c))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const call = calls.find((known) => known === named(c)) ?? 'Unknown'
      const errors =
        `<Errors><ErrorCode>${error.errorCode}</ErrorCode><LongMessage>${escapeXml(error.message)}</LongMessage>` +
        '<SeverityCode>Error</SeverityCode></Errors>'
      return reply(answer(call, practice.now(), 'Failure', errors))
    }
  })

  return app
}
