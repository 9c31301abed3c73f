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
import type { Arrival } from './accept.ts'
import { gate } from './body-gate.ts'
import { challengeResponse } from './challenge.ts'
import type { Times } from './process.ts'

/** The path of the listening address. */
export const RECEIVER_PATH = '/notifications'

export type ReceiverLimits = {
  readonly bodyBytes: number
  readonly headersMs: number
  readonly requestMs: number
  readonly connections: number
}

const standardLimits: ReceiverLimits = {
  bodyBytes: 2 * 1024 * 1024,
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
  readonly accept: (arrival: Arrival) => Promise<number>
  /** Called once the answer is handed over; the work begins here. */
  readonly answered: (deliveryId: number, times: Times) => void
  readonly challenged: (challengeCode: string) => void
  readonly refused: (reason: string, status: number) => void
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

/** How long a sender whose body is not wanted may go on sending it, so that it reads the answer. */
const LEFTOVER_BYTES = 8 * 1024 * 1024

class TooLarge extends Error {}
class CutOff extends Error {}

const readBody = (request: IncomingMessage, mostBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > mostBytes) {
        reject(new TooLarge())
        return
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => reject(new CutOff()))
    request.on('close', () => reject(new CutOff()))
  })

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

const hostsOf = (registeredUrl: string, port: number): ReadonlySet<string> => {
  const hosts = new Set([`127.0.0.1:${port}`])
  if (URL.canParse(registeredUrl)) hosts.add(new URL(registeredUrl).host)
  return hosts
}

const pathsOf = (registeredUrl: string): ReadonlySet<string> => {
  const paths = new Set([RECEIVER_PATH])
  if (URL.canParse(registeredUrl)) paths.add(new URL(registeredUrl).pathname)
  return paths
}

/** `true` once two of one name came: an exact check of either would be a check of the wrong one. */
const twice = (request: IncomingMessage, name: string): boolean =>
  request.rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length > 1

export const createReceiver = (deps: ReceiverDeps): Receiver => {
  const { clock } = deps
  const limits = { ...standardLimits, ...deps.limits }
  let server: Server | undefined
  let openPort: number | undefined

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

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    reason: string,
    headers: Record<string, string> = {},
  ): void => {
    deps.refused(reason, status)
    answer(response, status, `${reason}\n`, { Connection: 'close', ...headers })
    drain(request)
  }

  const answerChallenge = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const challengeCode = url.searchParams.get('challenge_code')
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
    let body: Buffer
    try {
      body = await readBody(request, limits.bodyBytes)
    } catch (error) {
      if (error instanceof TooLarge) refuse(request, response, 413, 'A body that is too large.')
      else deps.refused('A body that broke off.', 400)
      return
    }
    const wholeMs = clock.monotonicMs()
    const verdict = gate(body)
    if ('refused' in verdict) {
      refuse(request, response, 400, verdict.refused)
      return
    }
    // 'close' comes after the answer was handed over, and also where the sender went away before it could be.
    let gone = false
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    void closed.then(() => {
      gone = true
    })
    const deliveryId = await deps.accept({
      receivedAtMs,
      format: verdict.format,
      rawHeaders: request.rawHeaders,
      body,
      acceptMs: wholeMs - beganMs,
    })
    const keptMs = clock.monotonicMs()
    if (!gone) answer(response, 200, '')
    void closed.then(() =>
      deps.answered(deliveryId, { persistMs: keptMs - wholeMs, answerMs: clock.monotonicMs() - keptMs }),
    )
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const registeredUrl = deps.registeredUrl()
    const { host, origin } = request.headers
    if (
      openPort === undefined ||
      host === undefined ||
      twice(request, 'host') ||
      !hostsOf(registeredUrl, openPort).has(host)
    ) {
      refuse(request, response, 421, 'A request for another host.')
      return
    }
    if (origin !== undefined || request.headers['sec-fetch-site'] !== undefined) {
      refuse(request, response, 403, 'A request from a web page.')
      return
    }
    const target = request.url ?? ''
    if (!target.startsWith('/') || !URL.canParse(target, 'http://receiver.invalid')) {
      refuse(request, response, 400, 'A request without a proper path.')
      return
    }
    const url = new URL(target, 'http://receiver.invalid')
    if (url.host !== 'receiver.invalid' || !pathsOf(registeredUrl).has(url.pathname)) {
      refuse(request, response, 404, 'A request to another path.')
      return
    }
    if (request.method === 'GET') await answerChallenge(request, response, url)
    else if (request.method === 'POST') await takeDelivery(request, response)
    else refuse(request, response, 405, 'A request that is neither GET nor POST.', { Allow: 'GET, POST' })
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => {})
    respond(request, response).catch((error: unknown) => {
      deps.log.error('a delivery could not be kept', { error })
      if (response.headersSent) response.destroy()
      else refuse(request, response, 503, 'A delivery that could not be written to disk.', { 'Retry-After': '30' })
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
    deps.refused(String(reason), Number(status))
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
