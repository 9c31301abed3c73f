/**
 * The server that the platform's notifications come to.
 *
 * SECURITY (design section 8; RCV-01, RCV-06, RCV-12): it listens on the loopback interface alone; takes the two requests
 * of document 3, section 6 and no other; checks Host exactly, so that a name that was rebound to this machine reaches
 * nothing; refuses whatever a browser sends; bounds headers, body and time. It never answers 500: what is kept is answered
 * 200, what is refused 4xx, and what could not be kept 503, so that the platform sends it again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Clock, Log } from '../../ports.ts'
import type { Arrival, Kept } from './accept.ts'
import { gate } from './body-gate.ts'
import { challengeResponse } from './challenge-response.ts'
import type { Refused } from './refusals.ts'
import type { Times } from './settle.ts'

/** The path of the listening address. */
export const RECEIVER_PATH = '/notifications'

export type ReceiverLimits = {
  readonly bodyBytes: number
  /** Of all bodies at a time that are on their way in, or not yet on disk. */
  readonly underWayBytes: number
  readonly headersMs: number
  readonly requestMs: number
  readonly connections: number
}

const standardLimits: ReceiverLimits = {
  bodyBytes: 2 * 1024 * 1024,
  underWayBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  /** The platform gives an answer 30 s (document 3, section 8); a body that takes longer than this is no notification. */
  requestMs: 20_000,
  connections: 512,
}

export type ReceiverDeps = {
  readonly clock: Clock
  readonly log: Log
  /** The address as it is registered; the challenge is answered for it and for no other. */
  readonly registeredUrl: () => string
  readonly verificationToken: () => Promise<string | undefined>
  readonly accept: (arrival: Arrival) => Promise<Kept>
  /** Called once the answer is handed over; the work begins here. */
  readonly answered: (kept: Kept, times: Times) => void
  readonly challenged: (challengeCode: string) => void
  readonly refused: (refused: Refused) => void
  readonly limits?: Partial<ReceiverLimits>
}

export type Receiver = {
  /** Opens the port; 0 lets the system choose. Rejects with the system's error where it cannot be opened. */
  readonly open: (port: number) => Promise<number>
  /** Closes the port, after the requests that are under way, or after two seconds. */
  readonly close: () => Promise<void>
  /** The open port. */
  readonly port: () => number | undefined
}

/** The platform sends again what was not answered with 200. */
const later = { headers: { 'Retry-After': '30' } }

/** How long a sender whose body is not wanted may go on sending it, so that it reads the answer. */
const LEFTOVER_BYTES = 8 * 1024 * 1024

/** The whole body; or that it or all together are too large, or that it broke off. */
type Body = Buffer | 'tooLarge' | 'tooMany' | 'cutOff'

/**
 * Reads bodies of bounded size, of which all that are under way at a time are bounded, too. One that was read is so until it
 * is released: where the disk cannot follow, whoever comes next is told to come later.
 */
const createBodyReader = (limits: ReceiverLimits) => {
  let underWayBytes = 0
  const read = (request: IncomingMessage): Promise<Body> =>
    new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      let isOver = false
      const end = (found: () => Body): void => {
        if (isOver) return
        isOver = true
        const body = found()
        if (typeof body === 'string') underWayBytes -= length
        resolve(body)
        chunks.length = 0
      }
      request.on('data', (chunk: Buffer) => {
        if (isOver) return
        length += chunk.length
        underWayBytes += chunk.length
        chunks.push(chunk)
        if (length > limits.bodyBytes) end(() => 'tooLarge')
        else if (underWayBytes > limits.underWayBytes) end(() => 'tooMany')
      })
      // A copy: a chunk holds on to the whole block that the socket was read into.
      request.on('end', () => end(() => Buffer.concat(chunks)))
      request.on('error', () => end(() => 'cutOff'))
      request.on('close', () => end(() => 'cutOff'))
    })
  const release = (body: Buffer): void => {
    underWayBytes -= body.length
  }
  return { read, release }
}

/** Lets the rest of an unwanted body run into nothing, up to a bound, so that the sender gets to read the answer. */
const drain = (request: IncomingMessage): void => {
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > LEFTOVER_BYTES) request.destroy()
  })
  request.on('error', () => {})
  request.resume()
}

/** The hosts and paths that a request may name: this machine's, and those of the registered address. */
type Addresses = { readonly hosts: ReadonlySet<string>; readonly paths: ReadonlySet<string> }

const addressesOf = (registeredUrl: string, port: number): Addresses => {
  const hosts = [`127.0.0.1:${port}`]
  const paths = [RECEIVER_PATH]
  if (URL.canParse(registeredUrl)) {
    const { host, pathname } = new URL(registeredUrl)
    hosts.push(host)
    paths.push(pathname)
  }
  return { hosts: new Set(hosts), paths: new Set(paths) }
}

/** `true` once two of one name came: an exact check of either would be a check of the wrong one. */
const twice = ({ rawHeaders }: IncomingMessage, name: string): boolean => {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? ''
    if (each.length === name.length && each.toLowerCase() === name) times += 1
  }
  return times > 1
}

export const createReceiver = (deps: ReceiverDeps): Receiver => {
  const { clock } = deps
  const limits = { ...standardLimits, ...deps.limits }
  const bodies = createBodyReader(limits)
  let server: Server | undefined
  let openPort: number | undefined
  let known: (Addresses & { readonly registeredUrl: string; readonly port: number }) | undefined

  const addresses = (): Addresses => {
    const registeredUrl = deps.registeredUrl()
    const port = openPort ?? 0
    if (known?.registeredUrl !== registeredUrl || known.port !== port) {
      known = { ...addressesOf(registeredUrl, port), registeredUrl, port }
    }
    return known
  }

  const answer = (
    response: ServerResponse,
    status: number,
    text: string,
    headers: Record<string, string> = {},
  ): void => {
    const body = Buffer.from(text, 'utf8')
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    response.end(body)
  }

  const note = (request: IncomingMessage, status: number, reason: string, body?: Uint8Array): void => {
    const { method, url, rawHeaders } = request
    deps.refused({ reason, status, method, path: url?.split('?', 1)[0], rawHeaders, body })
  }

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    reason: string,
    more: { readonly headers?: Record<string, string>; readonly body?: Uint8Array } = {},
  ): void => {
    note(request, status, reason, more.body)
    answer(response, status, `${reason}\n`, { Connection: 'close', ...more.headers })
    drain(request)
  }

  const answerChallenge = async (
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<void> => {
    const challengeCode = query.get('challenge_code')
    if (challengeCode === null || challengeCode === '' || challengeCode.length > 1024) {
      refuse(request, response, 400, 'A GET without a challenge_code.')
      return
    }
    const token = await deps.verificationToken()
    if (token === undefined) {
      refuse(request, response, 404, 'A challenge, but there is no verification token yet.')
      return
    }
    deps.challenged(challengeCode)
    const body = JSON.stringify({ challengeResponse: challengeResponse(challengeCode, token, deps.registeredUrl()) })
    answer(response, 200, body, { 'Content-Type': 'application/json' })
  }

  /** Keeps a delivery that is whole, and answers it. */
  const keepDelivery = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    { receivedAtMs, beganMs }: { readonly receivedAtMs: number; readonly beganMs: number },
  ): Promise<void> => {
    const wholeMs = clock.monotonicMs()
    const verdict = gate(body)
    if ('refused' in verdict) {
      refuse(request, response, 400, verdict.refused, { body })
      return
    }
    // 'close' comes after the answer was handed over, and also where the sender went away before it could be.
    let tell: (() => void) | undefined
    let isGone = false
    response.once('close', () => {
      isGone = true
      tell?.()
    })
    const kept = await deps.accept({
      receivedAtMs,
      content: verdict.content,
      rawHeaders: request.rawHeaders,
      body,
      acceptMs: wholeMs - beganMs,
    })
    const keptMs = clock.monotonicMs()
    tell = () => {
      deps.answered(kept, { persistMs: keptMs - wholeMs, answerMs: clock.monotonicMs() - keptMs })
    }
    // A bare 200 says all there is to say.
    if (isGone) tell()
    else response.end()
  }

  const takeDelivery = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAtMs = clock.nowMs()
    const beganMs = clock.monotonicMs()
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      refuse(request, response, 415, 'A body in an encoding that is not taken.')
      return
    }
    if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) {
      refuse(request, response, 413, 'A body that is too large.')
      return
    }
    const body = await bodies.read(request)
    if (typeof body === 'string') {
      if (body === 'tooLarge') refuse(request, response, 413, 'A body that is too large.')
      else if (body === 'tooMany')
        refuse(request, response, 503, 'More large deliveries at once than there is room for.', later)
      else note(request, 400, 'A body that broke off.')
      return
    }
    try {
      await keepDelivery(request, response, body, { receivedAtMs, beganMs })
    } finally {
      bodies.release(body)
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host, origin } = request.headers
    const { hosts, paths } = addresses()
    if (host === undefined || twice(request, 'host') || !hosts.has(host)) {
      refuse(request, response, 421, 'A request for another host.')
      return
    }
    if (origin !== undefined || request.headers['sec-fetch-site'] !== undefined) {
      refuse(request, response, 403, 'A request from a web page.')
      return
    }
    const target = request.url ?? ''
    if (!target.startsWith('/')) {
      refuse(request, response, 400, 'A request without a proper path.')
      return
    }
    const queryAt = target.indexOf('?')
    if (!paths.has(queryAt < 0 ? target : target.slice(0, queryAt))) {
      refuse(request, response, 404, 'A request to another path.')
      return
    }
    if (request.method === 'POST') await takeDelivery(request, response)
    else if (request.method === 'GET') {
      const query = new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1))
      await answerChallenge(request, response, query)
    } else {
      refuse(request, response, 405, 'A request that is neither GET nor POST.', { headers: { Allow: 'GET, POST' } })
    }
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => {})
    respond(request, response).catch((error: unknown) => {
      deps.log.error('a delivery could not be kept', { error })
      if (response.headersSent) response.destroy()
      else refuse(request, response, 503, 'A delivery that could not be written to disk.', later)
    })
  }

  /** Requests that are no HTTP, too slow, or whose headers are too large. */
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, words, reason] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large', 'A request with too many headers.']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'Request Timeout', 'A request that took too long.']
          : [400, 'Bad Request', 'A request that is no HTTP.']
    deps.refused({ reason: String(reason), status: Number(status) })
    socket.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
  }

  return {
    open: (port) =>
      new Promise((resolve, reject) => {
        const opening = createServer(
          {
            maxHeaderSize: 16_384,
            headersTimeout: limits.headersMs,
            requestTimeout: limits.requestMs,
            connectionsCheckingInterval: Math.min(1000, limits.headersMs),
            keepAliveTimeout: 5000,
            insecureHTTPParser: false,
          },
          onRequest,
        )
        opening.maxConnections = limits.connections
        opening.on('clientError', onClientError)
        opening.once('error', reject)
        opening.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
          opening.removeListener('error', reject)
          opening.on('error', (error) => deps.log.error('the receiver has a problem', { error }))
          server = opening
          openPort = (opening.address() as AddressInfo).port
          resolve(openPort)
        })
      }),
    close: async () => {
      const closing = server
      server = undefined
      openPort = undefined
      if (closing === undefined) return
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(() => closing.closeAllConnections(), 2000)
        closing.close(() => {
          cancel()
          resolve()
        })
        closing.closeIdleConnections()
      })
    },
    port: () => openPort,
  }
}
