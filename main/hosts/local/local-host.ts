/**
 * Serves the app to a browser on this machine: calls, events and the window's files over loopback HTTP.
 *
 * A script uses the same paths as the window. `POST /api/login` with `Authorization: Bearer TOKEN`, the fragment of the
 * printed address, returns `{ key }`. With `Authorization: Bearer KEY`, `POST /api/call` with `{ method, input }`
 * returns a `Result`, and `GET /api/events` is a stream of server-sent events, one `WireEvent` each.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ADDRESS_PATH, CALL_PATH, EVENTS_PATH, LOGIN_PATH, OPEN_PATH } from '../../../shared/ipc/channels.ts'
import { conflict, err } from '../../../shared/result.ts'
import type { EventBus } from '../../ipc/event-bus.ts'
import type { Call } from '../../ipc/router.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import { type ReadRendererFile, securityHeaders } from '../common/renderer-files.ts'
import { createCallEndpoint } from './call-endpoint.ts'
import { createGuard, type Refusal, unknownToken } from './guard.ts'
import { type Connection, isOfAnotherUser, otherUserMessage } from './peer.ts'

/** A bound loopback port on which nothing answers yet. */
type BoundPort = { readonly server: Server; readonly port: number }

export type LocalHost = {
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** The key with which the same user's second start gets an address. */
  readonly startKey: string
  /** Creates an address that logs in one browser, once, within ten minutes. */
  readonly newAddress: () => string
  /**
   * Creates an address in a form that is safe to pass to the program that opens the browser; undefined if there is no
   * safe form.
   */
  readonly newAddressToOpen: () => string | undefined
  /** Ends every stream and connection. */
  readonly close: () => Promise<void>
}

/**
 * SECURITY (SEC-13): the page can connect only to this address, even by WebRTC and preconnect, which Chromium's content
 * security policy doesn't cover: https://wicg.github.io/connection-allowlists. On the desktop,
 * main/hosts/electron/security.ts does this.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'connection-allowlist': '(response-origin)',
}

/** Clients with more unread bytes are disconnected. They reconnect, get `hello`, and read everything again. */
const MAX_BACKLOG_BYTES = 1024 * 1024
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 500

/**
 * Binds a port of 127.0.0.1; 0 picks a free one. Throws `conflict`.
 *
 * Call it before opening anything on disk, so a second start on the same port changes nothing.
 */
export const bindLoopback = async (port: number): Promise<BoundPort> => {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program.`
          : error.code === 'EACCES'
            ? `You don’t have permission to use port ${port}.`
            : `Port ${port} can’t be used (${error.code ?? error.message}).`
      reject(conflict(`${why} Choose another with --port=N, or leave it out for a free one.`, error))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return { server, port: (server.address() as AddressInfo).port }
}

export const startLocalHost = (
  bound: BoundPort,
  deps: {
    readonly app: { readonly call: Call; readonly events: EventBus }
    readonly readFile: ReadRendererFile
    readonly clock: Clock
    readonly log: Log
    /** Converts an address to a form that is safe to pass to the program that opens the browser; by default unchanged. */
    readonly toOpen?: (address: string) => string | undefined
    readonly maxBacklogBytes?: number
    /** Whether a connection comes from another user; by default, asks the system. */
    readonly isOfAnotherUser?: (connection: Connection) => Promise<boolean>
  },
): LocalHost => {
  const { server, port } = bound
  const origin = `http://127.0.0.1:${port}`
  const guard = createGuard(port, deps.clock)
  const streams = new Set<Cancel>()
  const http = new Hono<{ Bindings: HttpBindings }>()

  const refuse = (context: Context, refusal: Refusal): Response => {
    deps.log.warn('a request was refused', { status: refusal.status, path: context.req.path })
    return context.json(err({ kind: 'signInNeeded', message: refusal.sentence }), refusal.status)
  }

  http.use(async (context, next) => {
    for (const [name, value] of Object.entries(pageHeaders)) context.header(name, value)
    const refusal = guard.refuseHost(context.req.raw.headers)
    if (refusal !== undefined) return context.text(refusal.sentence, refusal.status)
    await next()
    return undefined
  })

  http.get(EVENTS_PATH, (context) => {
    const refusal = guard.refuseApi(context.req.raw.headers)
    if (refusal !== undefined) return refuse(context, refusal)
    context.header('content-type', 'text/event-stream; charset=utf-8')
    return context.body(eventStream(() => context.env.outgoing.destroy()))
  })

  const eventStream = (cutOff: () => void): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder()
    let end: Cancel = () => {}
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          let unsubscribe: Cancel = () => {}
          let cancelBeat: Cancel = () => {}
          let ended = false
          end = () => {
            if (ended) return
            ended = true
            unsubscribe()
            cancelBeat()
            streams.delete(finish)
          }
          const finish = (): void => {
            end()
            controller.close()
          }
          const write = (text: string): void => {
            if (ended) return
            if ((controller.desiredSize ?? 0) <= 0) {
              end()
              deps.log.warn('a client of the event stream read too slowly and was cut off')
              cutOff()
              return
            }
            controller.enqueue(encoder.encode(text))
          }
          const beat = (): void => {
            cancelBeat = deps.clock.setTimer(() => {
              write(': still here\n\n')
              if (!ended) beat()
            }, HEARTBEAT_MS)
          }
          streams.add(finish)
          write(`retry: ${RECONNECT_MS}\n\n`)
          unsubscribe = deps.app.events.subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
          beat()
        },
        cancel: () => end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: deps.maxBacklogBytes ?? MAX_BACKLOG_BYTES }),
    )
  }

  const newAddress = (): string => `${origin}${OPEN_PATH}#${guard.newToken()}`
  const newAddressToOpen = (): string | undefined => (deps.toOpen ?? String)(newAddress())

  http.post(ADDRESS_PATH, (context) => {
    const refusal = guard.refuseStart(context.req.raw.headers)
    if (refusal !== undefined) return refuse(context, refusal)
    const isToOpen = context.req.query('open') !== undefined
    return context.json({ address: newAddress(), toOpen: isToOpen ? (newAddressToOpen() ?? null) : null })
  })

  http.post(LOGIN_PATH, (context) => {
    const refusal = guard.refuseOrigin(context.req.raw.headers)
    if (refusal !== undefined) return refuse(context, refusal)
    const key = guard.logIn(context.req.raw.headers)
    return key === undefined ? refuse(context, unknownToken) : context.json({ key })
  })

  http.all('/api/*', (context) => context.text('There is nothing at this address.', 404))

  http.get('*', async (context) => {
    // The files belong to the program and contain no secrets, so reading them needs no key.
    const file = await deps.readFile(context.req.path === OPEN_PATH ? '/' : context.req.path)
    if (file === undefined) return context.text('There is no such file.', 404)
    return context.body(file.body, 200, file.headers)
  })

  http.all('*', (context) => context.text('Only GET is answered here.', 405))
  http.onError((error, context) => {
    deps.log.error('a request failed', { path: context.req.path, error })
    return context.text('Something went wrong in Stallhand.', 500)
  })

  const answerCall = createCallEndpoint({ guard, call: deps.app.call, log: deps.log })
  const answerRest = getRequestListener(http.fetch, { overrideGlobalObjects: false })
  const isForeign = new WeakMap<Socket, Promise<boolean>>()
  server.on('connection', (socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket
    isForeign.set(socket, (deps.isOfAnotherUser ?? isOfAnotherUser)({ remoteAddress, remotePort, ownPort: port }))
  })
  server.on('request', async (request, response) => {
    if ((await isForeign.get(request.socket)) !== false) {
      deps.log.warn('another user of this computer was refused')
      request.resume()
      response
        .writeHead(403, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' })
        .end(otherUserMessage())
      return
    }
    const isCall = request.method === 'POST' && request.url?.split('?', 1)[0] === CALL_PATH
    void (isCall ? answerCall(request, response) : answerRest(request, response))
  })

  return {
    port,
    origin,
    startKey: guard.startKey,
    newAddress,
    newAddressToOpen,
    close: async () => {
      for (const finish of [...streams]) finish()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
