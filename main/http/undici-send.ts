/** The last `Send`: one request over the wire through undici, and how it ended. */
import { type LookupAddress, type LookupOptions, lookup as lookupName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request as undiciRequest } from 'undici'
import { Failure } from '../../shared/result.ts'
import { isPrivateAddress } from './private-address.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from './request.ts'

export type WireTimeouts = {
  /** From the start to an open connection, TLS included. */
  readonly connectMs: number
  /** From the request to its status line, where the request does not say otherwise. */
  readonly headersMs: number
  /** Between two pieces of a body. */
  readonly bodyMs: number
  /** For the whole exchange: what keeps a body that drips from holding its place for ever. */
  readonly totalMs: number
}

export type UndiciSendOptions = {
  /** Origins (`https://api.example.com`) that belong to the connection. */
  readonly origins: readonly string[]
  /** Whether other HTTPS hosts of the public internet may be asked too: for pictures, which carry no token. */
  readonly publicHosts?: boolean
  readonly timeouts?: Partial<WireTimeouts>
}

export type UndiciSend = { readonly send: Send; readonly close: () => Promise<void> }

const DEFAULT_TIMEOUTS: WireTimeouts = { connectMs: 10_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 120_000 }
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024

/** Failed before the connection stood, so that not one byte of the request can have left. */
class ConnectFailure extends Error {
  constructor(cause: Error) {
    super('no connection', { cause })
    this.name = 'ConnectFailure'
  }
}

class PrivateAddress extends Error {
  constructor() {
    super('the name leads to a private address')
    this.name = 'PrivateAddress'
  }
}

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|ALTNAME|SELF_SIGNED|CRL/.test(code)

/** Why there was no connection, as a seller can understand it. */
const connectSentence = (host: string, cause: unknown, timeouts: WireTimeouts): string => {
  if (cause instanceof PrivateAddress)
    return `${host} leads to an address inside a private network, so it was not asked.`
  const code = codeOf(cause)
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} does not take connections right now. Nothing was sent.`
    case 'ENOTFOUND':
      return `${host} cannot be found. Check the internet connection and the address. Nothing was sent.`
    case 'EAI_AGAIN':
      return `${host} cannot be looked up right now. Check the internet connection. Nothing was sent.`
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
      return `There is no way to ${host} from here. Check the internet connection. Nothing was sent.`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `${host} took no connection within ${Math.ceil(timeouts.connectMs / 1000)} seconds. Nothing was sent.`
    default:
      if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired, so nothing was sent.`
      if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
        return `The certificate of ${host} belongs to another name, so nothing was sent.`
      if (isCertificateCode(code))
        return `The certificate of ${host} is not one this computer trusts, so nothing was sent.`
      if (/SSL|TLS|EPROTO/.test(code)) return `No secure connection to ${host} could be made. Nothing was sent.`
      return `No connection to ${host} could be made. Nothing was sent.`
  }
}

/** What is not known after the first byte; a read is simply asked again. */
const brokenSentence = (request: HttpRequest, host: string, cause: unknown): string => {
  const code = codeOf(cause)
  const what =
    request.signal?.aborted === true
      ? `The request to ${host} was stopped before an answer came.`
      : code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'DEADLINE'
        ? `${host} gave no answer in time.`
        : `The connection to ${host} broke before an answer came.`
  return request.repeatable ? what : `${what} It is not known whether the request was carried out.`
}

const refuse = (message: string): Failure => new Failure({ kind: 'forbidden', message })

/**
 * SECURITY (design section 8): a token is never sent to a host outside its connection.
 *
 * Nothing but the connection's own origins is asked. Where `publicHosts` is set, others may be, over HTTPS, and only by a
 * request that has nothing to lose: no credential, no Authorization header, no cookie, no body.
 */
const checkAddress = (request: HttpRequest, url: URL, origins: ReadonlySet<string>, publicHosts: boolean): void => {
  if (url.username !== '' || url.password !== '')
    throw refuse('The address holds a name or password, so it was not asked.')
  if (origins.has(url.origin)) return
  if (!publicHosts) throw refuse(`${url.host} is not part of this connection, so nothing was sent there.`)
  if (url.protocol !== 'https:') throw refuse(`${url.host} is not asked over plain HTTP. Only HTTPS is allowed.`)
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const carriesSomething = request.credential !== 'none' || request.body !== undefined || request.method !== 'GET'
  if (carriesSomething || names.includes('authorization') || names.includes('cookie')) {
    throw refuse(`${url.host} is not part of this connection, so nothing but a plain read may go there.`)
  }
  if (isPrivateAddress(url.hostname))
    throw new TransportFailure('notReached', connectSentence(url.host, new PrivateAddress(), DEFAULT_TIMEOUTS))
}

/**
 * SECURITY: a public name may lead to a private address (a router's page, this app's own ports).
 *
 * It is checked where the address is used, so that no second look-up can answer differently.
 */
const publicLookup: LookupFunction = (hostname: string, options: LookupOptions, callback) => {
  lookupName(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
    const first = addresses?.[0]
    if (error !== null || first === undefined) return callback(error ?? new Error('no address'), '', 0)
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(new PrivateAddress(), '', 0)
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

const flatHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** Reads a body to its end, or to the first trouble: what it holds is then not whole. */
const readBody = async (
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean }> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        // Leaving the loop destroys the body and with it the connection: cheaper than draining what is too much.
        return { bytes: Buffer.concat(chunks), cut: true }
      }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks), cut: false }
  } catch {
    return { bytes: Buffer.concat(chunks), cut: true }
  }
}

/**
 * Sends one request and reads one answer. It never repeats and never follows a redirect: a 3xx is an answer like another.
 *
 * Throws `TransportFailure` `notReached` when no connection stood (refused, no such name, TLS, time-out), `uncertain`
 * when it broke, timed out or was aborted before the status line, and a `Failure` `forbidden` for a host that the
 * connection does not name. A body that breaks off or exceeds `maxBytes` after the status line is no failure: the status
 * stands, with `bodyCut`.
 */
export const createUndiciSend = (options: UndiciSendOptions): UndiciSend => {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const origins = new Set(options.origins.map((url) => new URL(url).origin))
  const publicHosts = options.publicHosts === true
  const connectTrusted = buildConnector({ timeout: timeouts.connectMs, allowH2: false })
  const connectPublic = buildConnector({
    timeout: timeouts.connectMs,
    allowH2: false,
    lookup: publicLookup,
  } as buildConnector.BuildOptions)

  const connect: buildConnector.connector = (target, callback) => {
    const port = target.port === '' ? '' : `:${target.port}`
    const trusted = origins.has(new URL(`${target.protocol}//${target.host ?? `${target.hostname}${port}`}`).origin)
    // The phase tells the outcome, not the error's code: a reset is harmless here and uncertain a moment later.
    const settle: buildConnector.Callback = (...[error, socket]) =>
      error === null ? callback(null, socket) : callback(new ConnectFailure(error), null)
    ;(trusted ? connectTrusted : connectPublic)(target, settle)
  }

  // HTTP/1.1 alone: over HTTP/2 a refused stream may be sent again below us, and a send is never repeated by a machine.
  const shared = { connect, allowH2: false, headersTimeout: timeouts.headersMs, bodyTimeout: timeouts.bodyMs }
  const kept = new Agent({ ...shared, pipelining: 1, keepAliveTimeout: 4_000 })
  // What must not be repeated opens a connection of its own. On a kept one, a server that closes it in the same moment
  // makes an outcome uncertain that need not be.
  const fresh = new Agent({ ...shared, pipelining: 0 })

  const send: Send = async (request) => {
    const url = new URL(request.url)
    checkAddress(request, url, origins, publicHosts)
    if (request.signal?.aborted === true) {
      throw new TransportFailure('notReached', `The request to ${url.host} was stopped before it was sent.`)
    }
    const deadline = new AbortController()
    const headersMs = request.timeoutMs ?? timeouts.headersMs
    const timer = setTimeout(
      () => deadline.abort(Object.assign(new Error('deadline'), { code: 'DEADLINE' })),
      Math.max(timeouts.totalMs, timeouts.connectMs + headersMs),
    )
    timer.unref()
    // By hand: `AbortSignal.any` keeps a trace of each request at a signal that lives as long as the app.
    const stop = (): void => deadline.abort(request.signal?.reason)
    request.signal?.addEventListener('abort', stop)
    try {
      const answer = await undiciRequest(url, {
        dispatcher: request.repeatable ? kept : fresh,
        method: request.method,
        headers: { ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        headersTimeout: headersMs,
        signal: deadline.signal,
      })
      const { bytes, cut } = await readBody(answer.body, request.maxBytes ?? DEFAULT_MAX_BYTES)
      return {
        status: answer.statusCode,
        headers: flatHeaders(answer.headers),
        body: bytes,
        bodyCut: cut,
      } satisfies HttpResponse
    } catch (error) {
      if (error instanceof ConnectFailure) {
        throw new TransportFailure('notReached', connectSentence(url.host, error.cause, timeouts), error)
      }
      throw new TransportFailure('unknown', brokenSentence(request, url.host, error), error)
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', stop)
    }
  }

  return {
    send,
    close: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()])
    },
  }
}
