/**
 * The HTTP server that receives the platform's notifications and challenges.
 *
 * SECURITY (RCV-01, RCV-06, RCV-12): it listens only on the loopback interface, accepts two kinds of requests, matches
 * Host exactly to stop DNS rebinding, refuses all requests from browsers, and limits headers, body and time. It never
 * answers 500: it answers 200 if the delivery is stored, 4xx if it is refused, and 503 if it couldn't be stored, so
 * that the platform sends it again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Clock, Log } from '../../ports.ts'
import { findProxyProblem, isAddressedTo, isKnownPath } from './addressed.ts'
import { findBodyShape } from './body-shape.ts'
import { MAX_BODY_BYTES } from './bounds.ts'
import { challengeResponse } from './challenge-response.ts'
import { type ConnectionLimit, limitConnections } from './connection-limit.ts'
import { type Arrival, NotAccepted, type Persisted } from './persist.ts'
import { createBodyReader, drain } from './read-body.ts'
import type { RejectedRequest } from './rejected-requests.ts'

export type ReceiverLimits = {
  readonly bodyBytes: number
  /** The limit for all bodies being received or stored, in bytes. */
  readonly totalBytes: number
  readonly headersMs: number
  /** The platform waits 30 s for an answer, so a slower body isn't a notification. */
  readonly requestMs: number
  readonly connections: number
}

const defaultLimits: ReceiverLimits = {
  bodyBytes: MAX_BODY_BYTES,
  totalBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 20_000,
  connections: 512,
}

type ReceiverServerDeps = {
  readonly clock: Clock
  readonly log: Log
  /** The registered address. Challenges for any other are not answered. */
  readonly registeredUrl: () => string
  readonly verificationToken: () => Promise<string | undefined>
  readonly persist: (arrival: Arrival) => Promise<Persisted>
  /** Called once the answer has been handed to the system. */
  readonly answered: (persisted: Persisted) => void
  readonly challenged: (challengeCode: string) => void
  readonly rejected: (request: RejectedRequest) => void
  readonly limits?: Partial<ReceiverLimits> | undefined
}

export type ReceiverServer = {
  /** Opens the port and returns it; 0 lets the system choose. Rejects with the system's error. */
  readonly open: (port: number) => Promise<number>
  /** Closes the port once running requests have ended, or after two seconds. */
  readonly close: () => Promise<void>
  readonly port: () => number | undefined
}

const RETRY_LATER = { 'Retry-After': '30' }

const answer = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(text)
}

/** Whether a header is repeated: a check might otherwise read the wrong value. */
const isRepeated = ({ rawHeaders }: IncomingMessage, name: string): boolean =>
  rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length > 1

export const createReceiverServer = (deps: ReceiverServerDeps): ReceiverServer => {
  const { clock } = deps
  const limits = { ...defaultLimits, ...deps.limits }
  const bodies = createBodyReader(limits.bodyBytes, limits.totalBytes)
  let server: Server | undefined
  let connections: ConnectionLimit | undefined
  let openPort: number | undefined

  const note = (request: IncomingMessage, status: number, reason: string): void => {
    const { method, url, rawHeaders } = request
    const hint = status === 404 || status === 421 ? findProxyProblem(deps.registeredUrl(), openPort, request) : null
    deps.rejected({ reason, status, method, path: url?.split('?', 1)[0], rawHeaders, hint })
  }

  const reject = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    reason: string,
    headers: Record<string, string> = {},
  ): void => {
    note(request, status, reason)
    answer(response, status, `${reason}\n`, { Connection: 'close', ...headers })
    drain(request)
  }

  const answerChallenge = async (request: IncomingMessage, response: ServerResponse, query: string): Promise<void> => {
    const code = new URLSearchParams(query).get('challenge_code')
    if (code === null || code === '' || code.length > 1024) {
      reject(request, response, 400, 'A GET without a challenge_code.')
      return
    }
    const token = await deps.verificationToken()
    if (token === undefined) {
      reject(request, response, 404, 'A challenge, but there is no verification token yet.')
      return
    }
    deps.challenged(code)
    const body = JSON.stringify({ challengeResponse: challengeResponse(code, token, deps.registeredUrl()) })
    answer(response, 200, body, { 'Content-Type': 'application/json' })
  }

  const storeDelivery = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    receivedAtMs: number,
  ): Promise<void> => {
    const shape = findBodyShape(body)
    if ('refused' in shape) {
      reject(request, response, shape.status, shape.refused)
      return
    }
    // 'close' follows the answer, or comes early if the sender disconnects.
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    connections?.keepUntilAnswered(request.socket, closed)
    const { rawHeaders } = request
    const persisted = await deps.persist({ receivedAtMs, format: shape.format, rawHeaders, body })
    response.end()
    void closed.then(() => deps.answered(persisted))
  }

  const receiveDelivery = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAtMs = clock.nowMs()
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      reject(request, response, 415, 'A body with a content encoding.')
      return
    }
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > limits.bodyBytes
    const body = isTooLarge ? 'tooLarge' : await bodies.read(request)
    switch (body) {
      case 'tooLarge':
        reject(request, response, 413, 'A body that is too large.')
        return
      case 'tooMany':
        reject(request, response, 503, 'Too many large deliveries at once.', RETRY_LATER)
        return
      case 'aborted':
        note(request, 400, 'A body that broke off.')
        return
    }
    try {
      await storeDelivery(request, response, body, receivedAtMs)
    } finally {
      bodies.release(body)
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host, origin } = request.headers
    const registeredUrl = deps.registeredUrl()
    if (isRepeated(request, 'host') || !isAddressedTo(registeredUrl, openPort, host)) {
      reject(request, response, 421, 'A request for another host.')
      return
    }
    if (origin !== undefined || request.headers['sec-fetch-site'] !== undefined) {
      reject(request, response, 403, 'A request from a web page.')
      return
    }
    const target = request.url ?? ''
    if (!target.startsWith('/')) {
      reject(request, response, 400, 'A request without a valid path.')
      return
    }
    const [path = '', ...query] = target.split('?')
    if (!isKnownPath(registeredUrl, path)) reject(request, response, 404, 'A request to another path.')
    else if (request.method === 'POST') await receiveDelivery(request, response)
    else if (request.method === 'GET') await answerChallenge(request, response, query.join('?'))
    else reject(request, response, 405, 'A request that is neither GET nor POST.', { Allow: 'GET, POST' })
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => {})
    respond(request, response).catch((error: unknown) => {
      if (error instanceof NotAccepted) {
        reject(request, response, 503, error.message, RETRY_LATER)
        return
      }
      deps.log.error('a delivery could not be stored', { error })
      if (response.headersSent) response.destroy()
      else reject(request, response, 503, 'A delivery that couldn’t be written to disk.', RETRY_LATER)
    })
  }

  /**
   * Handles requests that aren't HTTP, are too slow, or have oversized headers
   * (https://nodejs.org/api/http.html#event-clienterror).
   */
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, phrase, reason] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ([431, 'Request Header Fields Too Large', 'A request with too many headers.'] as const)
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ([408, 'Request Timeout', 'A request that took too long.'] as const)
          : ([400, 'Bad Request', 'A request that isn’t HTTP.'] as const)
    deps.rejected({ reason, status })
    socket.end(`HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
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
        connections = limitConnections(opening, limits.connections)
        opening.on('clientError', onClientError)
        opening.once('error', reject)
        opening.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
          opening.removeListener('error', reject)
          opening.on('error', (error) => deps.log.error('the receiver failed', { error }))
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
