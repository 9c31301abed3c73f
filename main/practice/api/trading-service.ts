/**
 * The legacy calls: those for platform notifications of both platforms, eBay's list of active listings, and its buyers' offers.
 *
 * The neutral platform's are SOAP envelopes with credentials in headers and the user token in the body, and an address gets a
 * challenge. Undocumented error codes: 931 for a wrong user token, 37 for a wrong field or header, 20170 for a body that
 * isn't such an envelope. eBay's are bare XML with the seller's OAuth token in X-EBAY-API-IAF-TOKEN; the address is read at
 * level Application, the events at level User. Plain HTTP is allowed on this machine, as in a sandbox.
 */
import type { Faults, PracticeApp } from '../control/faults.ts'
import { practiceCredentials } from '../credentials.ts'
import { isLoopback } from '../delivery/endpoint-challenge.ts'
import { EBAY_NAMESPACE, element, soapEnvelope, textElement, XML_DECLARATION } from '../delivery/legacy-events.ts'
import { eventTypes, type Notifier } from '../delivery/notifier.ts'
import { createActiveList } from '../listing/active-list.ts'
import { createBestOfferCalls } from '../negotiation/best-offer-calls.ts'
import type { Practice } from '../shop/shop-state.ts'
import { CallFailure, failCall } from './call-failure.ts'
import { type Call, createService } from './service.ts'
import { findElement, parseEnvelope, parseXml, readText, type XmlElement } from './soap-request.ts'

const MAX_APPLICATION_URLS = 25
const calls = [
  'SetNotificationPreferences',
  'GetNotificationPreferences',
  'GetMyeBaySelling',
  'GetBestOffers',
  'RespondToBestOffer',
] as const
type CallName = (typeof calls)[number]
type Switch = 'Enable' | 'Disable'

const checkApplicationUrl = (url: string): void => {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') failCall(21916667, 'The ApplicationURL has an invalid form.')
  if (protocol === 'http:' && !isLoopback(url)) {
    failCall(21916669, 'The ApplicationURL must be https; plain http is allowed on localhost only.')
  }
}

/** Includes a type that never occurs in the practice shop, because a real platform offers more types than a client knows. */
const offeredTypes: readonly string[] = [...eventTypes, 'ItemRevised']

const checkSwitch = (value: string | undefined, name: string): Switch =>
  value === 'Enable' || value === 'Disable' ? value : failCall(37, `${name} must be Enable or Disable.`)

const readEnables = (request: XmlElement): (readonly [type: string, enable: Switch])[] =>
  (findElement(request, 'UserDeliveryPreferenceArray')?.children ?? [])
    .filter(({ name }) => name === 'NotificationEnable')
    .map((entry) => {
      const type = readText(entry, 'EventType') ?? ''
      if (!offeredTypes.some((known) => known === type)) failCall(21916672, `The EventType ${type} is not supported.`)
      return [type, checkSwitch(readText(entry, 'EventEnable'), 'EventEnable')]
    })

const writeEnables = (enables: readonly (readonly [type: string, enable: Switch])[]): string =>
  element(
    'UserDeliveryPreferenceArray',
    ...enables.map(([type, enable]) =>
      element('NotificationEnable', textElement('EventType', type), textElement('EventEnable', enable)),
    ),
  )

export const createTradingService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const isEbay = practice.names.id === 'ebay'
  const prefix = `x-${practice.names.headerWord.toLowerCase()}-api-`
  const payloadType = isEbay ? 'eBLSchemaSOAP' : 'SvcSchemaSOAP'
  const readHeader = (c: Call, name: string): string => (c.req.header(prefix + name) ?? '').trim()

  const requireHeader = (c: Call, name: string, isValid: (value: string) => boolean): void => {
    if (!isValid(readHeader(c, name))) {
      failCall(isEbay ? 10012 : 37, `The header ${(prefix + name).toUpperCase()} is missing or wrong.`)
    }
  }

  const readCall = (c: Call): CallName => {
    const name = readHeader(c, 'call-name')
    const offered = calls.filter((known) => isEbay || known.endsWith('NotificationPreferences'))
    const call =
      offered.find((known) => known === name) ?? failCall(2, `The call ${name || '(no name)'} is not supported.`)
    for (const number of ['siteid', 'compatibility-level']) requireHeader(c, number, (value) => /^\d+$/.test(value))
    if (isEbay) return call
    const { appName, devName, certName } = practiceCredentials
    requireHeader(c, 'app-name', (value) => value === appName)
    requireHeader(c, 'dev-name', (value) => value === devName)
    requireHeader(c, 'cert-name', (value) => value === certName)
    return call
  }

  const readSoapRequest = (xml: string, call: CallName): XmlElement => {
    const envelope = parseEnvelope(xml) ?? failCall(20170, 'The body must be a SOAP envelope without DOCTYPE.')
    const request =
      findElement(envelope, 'Body', `${call}Request`) ?? failCall(20170, `The Body must hold ${call}Request.`)
    const credentials =
      findElement(request, 'RequesterCredentials') ?? findElement(envelope, 'Header', 'RequesterCredentials')
    if (readText(credentials, 'svcAuthToken') !== practiceCredentials.userToken) {
      failCall(931, 'The svcAuthToken is missing or invalid.')
    }
    return request
  }

  const readEbayRequest = (c: Call, xml: string, call: CallName): XmlElement => {
    const { root, namespace } = parseXml(xml) ?? failCall(20170, 'Schema XML request error: the XML is malformed.')
    if (root.name !== `${call}Request` || namespace !== EBAY_NAMESPACE) failCall(20170, 'Schema XML request error.')
    const inBody = readText(findElement(root, 'RequesterCredentials'), 'eBayAuthToken')
    const token = practice.state.tokens.get(readHeader(c, 'iaf-token') || (inBody ?? ''))
    if (token === undefined || token.kind !== 'user' || token.expiresAtMs <= practice.now()) {
      failCall(token === undefined ? 21916984 : 21917053, 'Invalid IAF token.')
    }
    return root
  }

  const register = async (url: string): Promise<void> => {
    const { trading, destinations, settings } = practice.state
    trading.applicationUrl = url
    trading.verified = isEbay
    if (isEbay) return
    const destination = destinations.find(({ endpoint }) => endpoint === url)
    const verified = await notifier.challenge(url, destination?.verificationToken ?? settings.verificationToken)
    // A later call may have registered another URL in the meantime.
    if (trading.applicationUrl === url) trading.verified = verified
    notifier.wake()
  }

  /** Checks everything before it changes anything: a failed call leaves the preferences unchanged. */
  const setPreferences = async (request: XmlElement): Promise<string> => {
    const { trading } = practice.state
    const preferences = findElement(request, 'ApplicationDeliveryPreferences')
    const url = readText(preferences, 'ApplicationURL')
    const enableText = readText(preferences, 'ApplicationEnable')
    const enable = enableText === undefined ? undefined : checkSwitch(enableText, 'ApplicationEnable')
    if ((readText(preferences, 'DeviceType') ?? 'Platform') !== 'Platform') failCall(37, 'DeviceType must be Platform.')
    if ((readText(preferences, 'NotificationPayloadType') ?? payloadType) !== payloadType) {
      failCall(37, `NotificationPayloadType must be ${payloadType}.`)
    }
    const enables = readEnables(request)
    if (url !== undefined) {
      checkApplicationUrl(url)
      if (!trading.registeredUrls.includes(url)) {
        if (!isEbay && trading.registeredUrls.length >= MAX_APPLICATION_URLS) {
          failCall(21916680, 'The maximum number of registered ApplicationURL values is exceeded.')
        }
        trading.registeredUrls.push(url)
      }
    }
    if (enable !== undefined) trading.enabled = enable === 'Enable'
    Object.assign(trading.events, Object.fromEntries(enables))
    if (url !== undefined) await register(url)
    return ''
  }

  const getPreferences = (request: XmlElement): string => {
    const { applicationUrl, enabled, events } = practice.state.trading
    const level = readText(request, 'PreferenceLevel') ?? (isEbay ? 'Application' : '')
    const application = [
      applicationUrl === null ? '' : textElement('ApplicationURL', applicationUrl),
      textElement('ApplicationEnable', enabled ? 'Enable' : 'Disable'),
    ]
    if (isEbay) {
      if (level === 'User') return writeEnables(Object.entries(events))
      if (level !== 'Application')
        return level === 'UserData' || level === 'Event' ? '' : failCall(37, 'Invalid level.')
      const device = [textElement('NotificationPayloadType', payloadType), textElement('DeviceType', 'Platform')]
      return element('ApplicationDeliveryPreferences', ...application, ...device)
    }
    if (level !== 'UserData' && level !== 'Application')
      failCall(37, 'PreferenceLevel must be UserData or Application.')
    const listed = level === 'UserData' ? Object.keys(events) : offeredTypes
    return (
      element('ApplicationDeliveryPreferences', ...application) +
      writeEnables(listed.map((type) => [type, events[type] ?? 'Disable']))
    )
  }

  const answers = {
    SetNotificationPreferences: setPreferences,
    GetNotificationPreferences: getPreferences,
    GetMyeBaySelling: createActiveList(practice),
    ...createBestOfferCalls(practice, notifier),
  } satisfies Record<CallName, (request: XmlElement) => string | Promise<string>>

  const createAnswer = (call: string, ack: 'Success' | 'Warning' | 'Failure', content: string): string => {
    const head = textElement('Timestamp', new Date(practice.now()).toISOString()) + textElement('Ack', ack)
    if (!isEbay) return soapEnvelope(element(`${call}Response`, head, content))
    const version = textElement('Version', '1311')
    return `${XML_DECLARATION}<${call}Response xmlns="${EBAY_NAMESPACE}">${head}${version}${content}</${call}Response>`
  }

  const createErrors = (errorCode: number, message: string, severity: 'Error' | 'Warning'): string => {
    const code = textElement('ErrorCode', String(errorCode))
    const long = textElement('LongMessage', message)
    const level = textElement('SeverityCode', severity)
    const parts = isEbay ? [textElement('ShortMessage', message), long, code, level] : [code, long, level]
    return element('Errors', ...parts)
  }

  const carryOut = async (c: Call): Promise<string> => {
    const call = readCall(c)
    const xml = await c.req.text()
    const request = isEbay ? readEbayRequest(c, xml, call) : readSoapRequest(xml, call)
    const content = await answers[call](request)
    if (faults.take('ackWarning', 'trading', call) === undefined) return createAnswer(call, 'Success', content)
    const warning = createErrors(21919297, 'This version of the call is not supported much longer.', 'Warning')
    return createAnswer(call, 'Warning', warning + content)
  }

  const answer = async (c: Call): Promise<Response> => {
    const reply = (xml: string) => c.body(xml, 200, { 'content-type': 'text/xml; charset=utf-8' })
    try {
      return reply(await carryOut(c))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const call = calls.find((known) => known === readHeader(c, 'call-name')) ?? 'Unknown'
      return reply(createAnswer(call, 'Failure', createErrors(error.errorCode, error.message, 'Error')))
    }
  }

  const operation = { names: calls, read: (c: Call) => readHeader(c, 'call-name') || 'unnamed' }
  const path = isEbay ? '/ws/api.dll' : '/ws/api'
  return createService(faults, { service: 'trading' }, [['POST', path, operation, answer]])
}
