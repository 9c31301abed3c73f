/** Sends the calls of the legacy trading service and reads their answers (docs/platform.md, SOAP-01 to SOAP-05, PLT-19). */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import { joinSaid, quote, readText, sanitizeLine } from '../http/answers.ts'
import { type ErrorMeaning, findMeaning, responseFailure } from '../http/failures.ts'
import { redactSecrets } from '../http/redact.ts'
import type { HttpRequest, HttpResponse, Send } from '../http/request.ts'
import { childText, findChildren, parseXml, type XmlElement, XmlRefusal } from '../xml.ts'
import type { LegacyAdapter } from './platform/adapter.ts'
import { getLegacyAdapter } from './platform/choose-adapter.ts'

const MAX_TEXT = 300
/** https://developer.ebay.com/devzone/xml/docs/reference/ebay/errors/errormessages.htm */
const LIMIT_REACHED = 518
/** The pause after eBay's limit of calls in 15 seconds. */
const LIMIT_WAIT_MS = 15_000

type Refusal = {
  readonly errorId?: number | undefined
  /** The platform's own sentence as `quote` writes it, shown first. */
  readonly quoted?: string
  /** The platform's further messages, shown last. */
  readonly others?: string
  readonly topic?: string | undefined
}

const serviceFailure = (cause: string, whatToDo: string, refusal: Refusal = {}): Failure => {
  const { errorId, quoted = '', others = '', topic } = refusal
  const suffix = `${errorId === undefined ? '' : ` (${errorId})`}${others === '' ? '' : ` Also: ${others}`}`
  return new Failure({
    kind: 'service',
    message: `${quoted}${cause} ${whatToDo}${suffix}`,
    status: 200,
    cause,
    whatToDo,
    ...(errorId === undefined ? {} : { errorId }),
    topic,
  })
}

const notSoapFailure = (): Failure =>
  serviceFailure('The trading service didn’t answer in SOAP.', 'Check the trading endpoint of the connection.')

/** The failure for a SOAP fault: the service could not read the call. Reads SOAP 1.1 and 1.2. */
const faultFailure = (fault: XmlElement): Failure => {
  const reason = childText(fault, 'faultstring') ?? childText(findChildren(fault, 'Reason')[0], 'Text') ?? ''
  const detail = reason === '' ? '' : `: ${reason.slice(0, MAX_TEXT).replace(/[.\s]+$/, '')}`
  return serviceFailure(
    `The trading service couldn’t read the call${detail}.`,
    'Check the trading endpoint, the site ID and the compatibility level of the connection.',
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
export const readSaid = (error: XmlElement | undefined): string => {
  const text = childText(error, 'LongMessage') ?? childText(error, 'ShortMessage') ?? ''
  const values = findChildren(error, 'ErrorParameters')
    .flatMap((parameter) => childText(parameter, 'Value') ?? [])
    .filter((value) => !text.includes(value))
  return sanitizeLine(values.length === 0 ? text : `${text} (${values.join(', ')})`)
}

/** Returns a cause in place of the catalogue's, or undefined. */
type Explain = (code: number, said: string) => string | undefined

/**
 * Explains the first error with a known code, or else the first error (SOAP-04). The platform's messages for the other
 * errors follow.
 */
const refusalFailure = (
  answer: XmlElement,
  { errors: catalog, tokenErrors }: LegacyAdapter,
  explain: Explain,
): Failure => {
  const parseCode = (error: XmlElement | undefined): number => Number(childText(error, 'ErrorCode') ?? Number.NaN)
  const errors = findChildren(answer, 'Errors')
  const find = (each: XmlElement | undefined): ErrorMeaning | undefined =>
    findMeaning({ errorId: parseCode(each), message: readSaid(each) }, catalog)
  const error = errors.find((each) => find(each) !== undefined) ?? errors[0]
  const code = parseCode(error)
  const known = find(error)
  const said = joinSaid([readSaid(error)])
  if (code === LIMIT_REACHED) {
    const message = `${quote(said, catalog.platformName)}The limit of calls is reached for now.`
    return new Failure({ kind: 'rateLimited', message, retryAfterMs: LIMIT_WAIT_MS })
  }
  if (tokenErrors.includes(code)) {
    const message = `${quote(said, catalog.platformName)}${known?.cause ?? ''} ${known?.whatToDo ?? ''}`.trim()
    return new Failure({ kind: 'signInNeeded', message })
  }
  const others = joinSaid(errors.filter((each) => each !== error).map(readSaid))
  const ours = explain(code, said) ?? known?.cause
  return serviceFailure(
    ours ?? (said || 'The trading service refused the call.'),
    known?.whatToDo ?? 'Check the credentials and the address of the connection, then try again.',
    {
      errorId: Number.isInteger(code) ? code : undefined,
      quoted: ours === undefined ? '' : quote(said, catalog.platformName),
      others,
      topic: known?.topic,
    },
  )
}

const refusesToken = (response: HttpResponse, tokenErrors: readonly number[]): boolean => {
  if (tokenErrors.length === 0) return false
  const text = readText(response)
  return (
    text.includes('<Ack>Failure') &&
    [...text.matchAll(/<ErrorCode>(\d+)<\/ErrorCode>/g)].some(([, code]) => tokenErrors.includes(Number(code)))
  )
}

export type TradingCall = {
  readonly name: string
  /** The elements of the request, escaped. A function makes them right before the request leaves, again for each attempt. */
  readonly content: string | (() => Promise<string>)
  /** A read may be repeated. If the answer to a change breaks off, it is unknown whether it was carried out. */
  readonly isRead: boolean
  readonly explain?: Explain
} & Pick<HttpRequest, 'purpose' | 'signal' | 'trigger'>

/**
 * Creates the function that sends a call and returns the element with its answer. Reads the credentials from the connection's
 * secrets for each call.
 *
 * It throws `signInNeeded` naming a missing credential; `service` with cause and remedy for a refused call; `rateLimited` if the
 * platform's calls are used up for now; `unknown` if the answer to a change broke off.
 */
export const createTradingCall = (profile: ConnectionProfile, send: Send, secrets: ConnectionSecrets) => {
  const adapter = getLegacyAdapter(profile)

  const loadSecret = async (name: string, label: string): Promise<string> => {
    const value = await secrets.get(name)
    if (value !== undefined && value !== '') return value
    throw new Failure({ kind: 'signInNeeded', message: `The ${label} is missing. Enter it in Settings.` })
  }

  return async ({ name, content, isRead, explain = () => undefined, ...options }: TradingCall): Promise<XmlElement> => {
    const loaded = await Promise.all(
      adapter.secrets.map(async ([secret, label]) => [secret, await loadSecret(secret, label)] as const),
    )
    const write = (elements: string) =>
      adapter.writeCall({ name, content: elements, profile, secrets: Object.fromEntries(loaded) })
    const { body, ...call } = write(typeof content === 'string' ? content : '')
    const answered = await send({
      ...options,
      service: 'trading',
      operation: name,
      method: 'POST',
      url: profile.tradingEndpoint,
      pathTemplate: `{trading_endpoint} ${name}`,
      ...call,
      refusesToken: (response) => refusesToken(response, adapter.tokenErrors),
      ...(typeof content === 'string' ? { body } : { freshBody: async () => write(await content()).body }),
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
    // Ack is in the body, so a truncated 200 doesn't show whether a change was carried out.
    if (response.bodyCut && !isRead) {
      const message = 'The trading service’s answer was cut off. Refresh to see what changed.'
      throw new Failure({ kind: 'unknown', message })
    }
    const answer = parseAnswer(text)
    const ack = childText(answer, 'Ack')
    if (isSuccess && (ack === 'Success' || ack === 'Warning')) return answer
    throw refusalFailure(answer, adapter, explain)
  }
}
