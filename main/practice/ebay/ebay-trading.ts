import { type Context, Hono } from 'hono'
import { findElement, parseXml, readText, type XmlElement } from '../api/soap-request.ts'
import {
  CallFailure,
  checkApplicationUrl,
  checkSwitch,
  failCall,
  readNotificationEnables,
} from '../api/trading-service.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { element, textElement } from '../delivery/soap-xml.ts'
import type { Practice } from '../shop/shop-state.ts'

const NAMESPACE = 'urn:ebay:apis:eBLBaseComponents'
const calls = ['SetNotificationPreferences', 'GetNotificationPreferences'] as const
type Call = (typeof calls)[number]

const createAnswer = (call: string, nowMs: number, ack: string, content: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  `<${call}Response xmlns="${NAMESPACE}">` +
  textElement('Timestamp', new Date(nowMs).toISOString()) +
  textElement('Ack', ack) +
  textElement('Version', '1311') +
  `${content}</${call}Response>`

/**
 * The legacy calls as the real platform takes them: bare XML, the seller's OAuth token in X-EBAY-API-IAF-TOKEN.
 *
 * The application's address is read and written at level Application, the events at level User. An address gets no
 * challenge.
 */
export const createEbayTradingService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const readHeader = (c: Context, name: string): string => (c.req.header(`x-ebay-api-${name}`) ?? '').trim()

  const checkCaller = (c: Context, request: XmlElement): void => {
    const inBody = readText(findElement(request, 'RequesterCredentials'), 'eBayAuthToken')
    const token = practice.state.tokens.get(readHeader(c, 'iaf-token') || (inBody ?? ''))
    if (token === undefined || token.kind !== 'user' || token.expiresAtMs <= practice.now()) {
      failCall(token === undefined ? 21916984 : 21917053, 'Invalid IAF token.')
    }
  }

  const setPreferences = (request: XmlElement): string => {
    const { trading } = practice.state
    const preferences = findElement(request, 'ApplicationDeliveryPreferences')
    const url = readText(preferences, 'ApplicationURL')
    const enableText = readText(preferences, 'ApplicationEnable')
    const enable = enableText === undefined ? undefined : checkSwitch(enableText, 'ApplicationEnable')
    if ((readText(preferences, 'DeviceType') ?? 'Platform') !== 'Platform') failCall(37, 'DeviceType must be Platform.')
    const enables = readNotificationEnables(request)
    if (url !== undefined) {
      checkApplicationUrl(url)
      trading.applicationUrl = url
      trading.verified = true
    }
    if (enable !== undefined) trading.enabled = enable === 'Enable'
    Object.assign(trading.events, Object.fromEntries(enables))
    return ''
  }

  const getPreferences = (request: XmlElement): string => {
    const { applicationUrl, enabled, events } = practice.state.trading
    const level = readText(request, 'PreferenceLevel') ?? 'Application'
    if (level === 'Application') {
      return element(
        'ApplicationDeliveryPreferences',
        applicationUrl === null ? '' : textElement('ApplicationURL', applicationUrl),
        textElement('ApplicationEnable', enabled ? 'Enable' : 'Disable'),
        textElement('NotificationPayloadType', 'eBLSchemaSOAP'),
        textElement('DeviceType', 'Platform'),
      )
    }
    if (level !== 'User')
      return level === 'UserData' || level === 'Event' ? '' : failCall(37, 'Invalid PreferenceLevel.')
    return element(
      'UserDeliveryPreferenceArray',
      ...Object.entries(events).map(([type, enable]) =>
        element('NotificationEnable', textElement('EventType', type), textElement('EventEnable', enable)),
      ),
    )
  }

  const carryOut = async (c: Context): Promise<string> => {
    const call: Call =
      calls.find((known) => known === readHeader(c, 'call-name')) ??
      failCall(2, `The API call "${readHeader(c, 'call-name')}" is invalid or not supported in this release.`)
    for (const name of ['siteid', 'compatibility-level']) {
      if (!/^\d+$/.test(readHeader(c, name))) failCall(10012, `Invalid value for header "X-EBAY-API-${name}".`)
    }
    const parsed = parseXml(await c.req.text()) ?? failCall(20170, 'Schema XML request error: the XML is malformed.')
    const { root, namespace } = parsed
    if (root.name !== `${call}Request` || namespace !== NAMESPACE) failCall(20170, 'Schema XML request error.')
    checkCaller(c, root)
    const content = call === 'SetNotificationPreferences' ? setPreferences(root) : getPreferences(root)
    return createAnswer(call, practice.now(), 'Success', content)
  }

  const readCallName = (c: Context<PracticeEnv>): string => readHeader(c, 'call-name') || 'unnamed'

  app.post('/ws/api.dll', faults.guard('trading', readCallName, calls), async (c) => {
    const reply = (xml: string) => c.body(xml, 200, { 'content-type': 'text/xml; charset=utf-8' })
    try {
      return reply(await carryOut(c))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const call = calls.find((known) => known === readCallName(c)) ?? 'Unknown'
      const errors = element(
        'Errors',
        textElement('ShortMessage', error.message),
        textElement('LongMessage', error.message),
        textElement('ErrorCode', String(error.errorCode)),
        textElement('SeverityCode', 'Error'),
        textElement('ErrorClassification', 'RequestError'),
      )
      return reply(createAnswer(call, practice.now(), 'Failure', errors))
    }
  })

  return app
}
