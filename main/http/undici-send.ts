/** The innermost `Send`: one request over the wire through undici. */
import { type LookupAddress, type LookupOptions, lookup as lookupName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher, request as undiciRequest } from 'undici'
import { Failure } from '../../shared/result.ts'
import { isPrivateAddress } from './private-address.ts'
import { type HttpRequest, type HttpResponse, NotConnected, type Send, TransportFailure } from './request.ts'
import { withSystemCertificates } from './system-certificates.ts'

type WireTimeouts = {
  /** To open a connection, including TLS. */
  readonly connectMs: number
  /** From the request to its status line, unless the request overrides it. */
  readonly headersMs: number
  /** Between two chunks of a body. */
  readonly bodyMs: number
  /** For the whole exchange, so a slow body can't hold its place forever. */
  readonly totalMs: number
}

export type UndiciSendOptions = {
  /** Origins (`https://api.example.com`) that belong to the connection. */
  readonly origins: readonly string[]
  /** Allows other public HTTPS hosts: for pictures, which carry no token. */
  readonly publicHosts?: boolean
  readonly timeouts?: Partial<WireTimeouts>
}

export type UndiciSend = {
  readonly send: Send
  /**
   * Opens a connection to one of the origins and closes it, to learn without a request whether the platform answers.
   * Throws `TransportFailure` `notReached`, and `forbidden` for another origin.
   */
  readonly reach: (address: string) => Promise<void>
  readonly close: () => Promise<void>
}

const DEFAULT_TIMEOUTS: WireTimeouts = { connectMs: 10_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 120_000 }
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024
const SENT_PIECE_BYTES = 64 * 1024

/** Failed before the connection was open, so no byte of the request was sent. */
class ConnectFailure extends Error {
  constructor(cause: Error) {
    super('no connection', { cause })
    this.name = 'ConnectFailure'
  }
}

class PrivateAddress extends Error {
  constructor() {
    super('the name resolves to a private address')
    this.name = 'PrivateAddress'
  }
}

const findCode = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return findCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|ALTNAME|SELF_SIGNED|CRL/.test(code)

const describeConnect = (host: string, cause: unknown, timeouts: WireTimeouts): string => {
  if (cause instanceof PrivateAddress) return `${host} resolves to an address in a private network.`
  const code = findCode(cause)
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} refuses connections right now.`
    case 'ENOTFOUND':
      return `${host} can’t be found. Check the internet connection and the address.`
    case 'EAI_AGAIN':
      return `${host} can’t be looked up right now. Check the internet connection.`
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
      return `${host} can’t be reached from here. Check the internet connection.`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `${host} didn’t answer within ${Math.ceil(timeouts.connectMs / 1000)} seconds.`
    default:
      if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired.`
      if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate of ${host} belongs to another name.`
      if (isCertificateCode(code)) return `The certificate of ${host} isn’t trusted by this computer.`
      if (/SSL|TLS|EPROTO/.test(code)) return `No secure connection to ${host} could be made.`
      return `No connection to ${host} could be made.`
  }
}

/** For a break after the first byte. A read is repeated, so its outcome doesn't matter. */
const brokenMessage = (request: HttpRequest, host: string, cause: unknown): string => {
  const code = findCode(cause)
  const what =
    request.signal?.aborted === true
      ? `The request to ${host} was stopped before an answer arrived.`
      : code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'DEADLINE'
        ? `${host} didn’t answer in time.`
        : `The connection to ${host} broke before an answer arrived.`
  return request.repeatable ? what : `${what} It isn’t known whether the request was carried out.`
}

const refuse = (message: string): Failure => new Failure({ kind: 'forbidden', message })

/**
 * A path segment that the URL parser would resolve away, in every spelling it accepts:
 * https://url.spec.whatwg.org/#double-dot-path-segment
 */
const DOT_SEGMENT = /[/\\](\.|%2e){1,2}([/\\]|$)/i

const hasDotSegment = (address: string): boolean => DOT_SEGMENT.test(address.split(/[?#]/, 1)[0] ?? '')

/**
 * SECURITY: a token is never sent to a host outside its connection.
 *
 * Only the connection's own origins are allowed. With `publicHosts`, other HTTPS hosts are too, for a request without
 * credential, Authorization header, cookie or body.
 */
const checkAddress = (request: HttpRequest, url: URL, origins: ReadonlySet<string>, publicHosts: boolean): void => {
  if (url.username !== '' || url.password !== '')
    throw refuse('The address contains a name or password. Nothing was sent.')
  // SECURITY (SEC-06): a second barrier behind `pathPart`.
  if (hasDotSegment(request.url)) throw refuse('The address contains a part that is "." or "..". Nothing was sent.')
  if (origins.has(url.origin)) return
  if (!publicHosts) throw refuse(`${url.host} isn’t part of this connection. Nothing was sent.`)
  if (url.protocol !== 'https:') throw refuse(`${url.host} uses plain HTTP. Only HTTPS is allowed.`)
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const hasBody = request.body !== undefined || request.bytes !== undefined
  const hasPayload = request.credential !== 'none' || hasBody || request.method !== 'GET'
  if (hasPayload || names.includes('authorization') || names.includes('cookie')) {
    throw refuse(`${url.host} isn’t part of this connection, so only a plain read may be sent there.`)
  }
  if (isPrivateAddress(url.hostname))
    throw new NotConnected(describeConnect(url.host, new PrivateAddress(), DEFAULT_TIMEOUTS))
}

/**
 * SECURITY: a public name may resolve to a private address. Checked in the lookup that connects, so DNS can't answer
 * differently in between.
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

const flattenHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** Streams bytes in pieces to report progress. A piece is reported once the next one is requested. */
const streamBytes = (bytes: Uint8Array, onSent: HttpRequest['onSent']): Readable => {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += SENT_PIECE_BYTES) {
      yield bytes.subarray(at, at + SENT_PIECE_BYTES)
      onSent?.(Math.min(at + SENT_PIECE_BYTES, bytes.length), bytes.length)
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

const toWireBody = ({ body, bytes, onSent }: HttpRequest): { readonly body?: string | Readable } => {
  if (bytes !== undefined) return { body: streamBytes(bytes, onSent) }
  return body === undefined ? {} : { body }
}

const lengthHeader = ({ bytes }: HttpRequest): Readonly<Record<string, string>> =>
  bytes === undefined ? {} : { 'content-length': String(bytes.length) }

/** Reads a body to its end, or to the first error: `cut` then says that it is incomplete. */
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
        // Leaving the loop destroys the connection, which is cheaper than draining it.
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
 * Sends one request and reads one answer. Never repeats and never follows a redirect: a 3xx is an answer.
 *
 * Throws `TransportFailure` `notReached` if no connection was opened, `unknown` if it broke, timed out or was aborted before
 * the status line, and `forbidden` for a host that is not allowed. A body that breaks off or exceeds `maxBytes` is no
 * failure: the answer then has `bodyCut`.
 */
export const createUndiciSend = (options: UndiciSendOptions): UndiciSend => {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const origins = new Set(options.origins.map((url) => new URL(url).origin))
  const publicHosts = options.publicHosts === true
  // SECURITY (SEC-06): overrides NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment, which would send tokens to anyone:
  // https://nodejs.org/api/cli.html#node_tls_reject_unauthorizedvalue
  const always = { timeout: timeouts.connectMs, allowH2: false, rejectUnauthorized: true }
  const connectTrusted = withSystemCertificates((ca) => buildConnector({ ...always, ca }))
  const connectPublic = withSystemCertificates((ca) =>
    buildConnector({ ...always, ca, lookup: publicLookup } as buildConnector.BuildOptions),
  )

  const connect: buildConnector.connector = (target, callback) => {
    const port = target.port === '' ? '' : `:${target.port}`
    const trusted = origins.has(new URL(`${target.protocol}//${target.host ?? `${target.hostname}${port}`}`).origin)
    // The phase decides the outcome, not the error code: a reset is harmless before the connection is open and
    // ambiguous afterwards.
    const settle: buildConnector.Callback = (...[error, socket]) =>
      error === null ? callback(null, socket) : callback(new ConnectFailure(error), null)
    ;(trusted ? connectTrusted : connectPublic)(target, settle)
  }

  // HTTP/1.1 only: over HTTP/2 undici may resend a refused stream, and a send is never repeated.
  const shared = { connect, allowH2: false, headersTimeout: timeouts.headersMs, bodyTimeout: timeouts.bodyMs }
  const kept = new Agent({ ...shared, pipelining: 1, keepAliveTimeout: 4_000 })
  // A request that must not be repeated opens its own connection. If the server closed a kept-alive one at that moment,
  // the outcome would be needlessly unknown.
  const fresh = new Agent({ ...shared, pipelining: 0 })

  const send: Send = async (request) => {
    // OFF-08: a request that skipped its last checks might delete something unseen, or replace a record with an empty one.
    if ((request.beforeLeaving ?? request.freshBody) !== undefined)
      throw new TypeError(`${request.operation} skipped its last checks`)
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
    // `AbortSignal.any` would leak a reference per request on a signal that lives as long as the app:
    // https://github.com/nodejs/node/issues/54614
    const stop = (): void => deadline.abort(request.signal?.reason)
    request.signal?.addEventListener('abort', stop)
    try {
      const answer = await undiciRequest(url, {
        dispatcher: request.repeatable ? kept : fresh,
        method: request.method,
        headers: { ...request.headers, ...lengthHeader(request) },
        ...toWireBody(request),
        headersTimeout: headersMs,
        signal: deadline.signal,
      })
      const { bytes, cut } = await readBody(answer.body, request.maxBytes ?? DEFAULT_MAX_BYTES)
      return {
        status: answer.statusCode,
        headers: flattenHeaders(answer.headers),
        body: bytes,
        bodyCut: cut,
      } satisfies HttpResponse
    } catch (error) {
      if (error instanceof ConnectFailure) {
        throw new NotConnected(describeConnect(url.host, error.cause, timeouts), error)
      }
      throw new TransportFailure('unknown', brokenMessage(request, url.host, error), error)
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', stop)
    }
  }

  const reach = (address: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const { origin, host, hostname, protocol, port } = new URL(address)
      if (!origins.has(origin)) return reject(refuse(`${host} isn’t part of this connection. Nothing was sent.`))
      connectTrusted({ host, hostname, protocol, port }, (error, socket) => {
        socket?.destroy()
        if (error === null) resolve()
        else reject(new NotConnected(describeConnect(host, error, timeouts), error))
      })
    })

  return {
    send,
    reach,
    close: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()])
    },
  }
}
