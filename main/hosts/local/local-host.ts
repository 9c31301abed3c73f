/**
 * The app for a browser on this machine: calls, events and the window's files over loopback HTTP.
 *
 * A script logs in with the printed address, keeps the cookie and uses the same paths as the window: `POST /api/call` with
 * `{ method, input }` returns a `Result`; `GET /api/events` is a stream of server-sent events, one `WireEvent` each.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ADDRESS_PATH, CALL_PATH, EVENTS_PATH } from '../../../shared/ipc/channels.ts'
import { err, Failure } from '../../../shared/result.ts'
import type { EventBus } from '../../ipc/event-bus.ts'
import type { Call } from '../../ipc/router.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import { type ReadRendererFile, securityHeaders } from '../common/renderer-files.ts'
import { createCallEndpoint } from './call-endpoint.ts'
import { createGuard, otherUser, type Refusal } from './guard.ts'
import { isOfAnotherUser } from './peer.ts'

/** A bound loopback port on which nothing answers yet. */
export type BoundPort = { readonly server: Server; readonly port: number }

export type LocalHost = {
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** The key with which a second start of the same user gets an address. */
  readonly startKey: string
  /** A new address that logs in one browser, once. */
  readonly newAddress: () => string
  /** Ends every stream and connection. */
  readonly close: () => Promise<void>
}

/** A client with more unread events is disconnected. It reconnects, gets `hello`, and reads everything again. */
const MAX_BACKLOG_BYTES = 1024 * 1024
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 500

/**
 * Binds a port of 127.0.0.1; 0 picks a free one. Throws `conflict`.
 *
 * Call it before opening anything on disk, so that a second start on the same port changes nothing.
 */
export const bindLoopback = async (port: number): Promise<BoundPort> => {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program.`
          : error.code === 'EACCES'
            ? `You do not have permission to use port ${port}.`
            : `Port ${port} cannot be used (${error.code ?? error.message}).`
      reject(
        new Failure(
          {
            kind: 'conflict',
            message: `${why} Choose another with --port=N, or leave it out for a free one.`,
          },
          error,
        ),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return { server, port: (server.address() as AddressInfo).port }
}

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p>If Stallhand is open in another tab of this browser, <a href="/">continue here</a>.</p>
</main>
</body>
</html>
`

const notLoggedIn = page(
  'Stallhand does not know this browser',
  'Stallhand is running, but a browser needs an address that works once. To use this browser, run npm start again in another terminal: it opens a new address, and the running Stallhand continues.',
)

export const startLocalHost = (
  bound: BoundPort,
  deps: {
    readonly app: { readonly call: Call; readonly events: EventBus }
    readonly readFile: ReadRendererFile
    readonly clock: Clock
    readonly log: Log
    readonly maxBacklogBytes?: number
    /** Whether a connection comes from another user; by default the system decides. */
    readonly isOfAnotherUser?: (peerPort: number, ownPort: number) => boolean
  },
): LocalHost => {
  const { server, port } = bound
  const origin = `http://127.0.0.1:${port}`
  const guard = createGuard(port)
  const streams = new Set<Cancel>()
  const http = new Hono<{ Bindings: HttpBindings }>()

  const refuse = (context: Context, refusal: Refusal): Response => {
    deps.log.warn('a request was refused', { status: refusal.status, path: context.req.path })
    return context.json(err({ kind: 'signInNeeded', message: refusal.sentence }), refusal.status)
  }

  http.use(async (context, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) context.header(name, value)
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

  const newAddress = (): string => `${origin}/?token=${guard.newToken()}`

  http.post(ADDRESS_PATH, (context) => {
    const refusal = guard.refuseStart(context.req.raw.headers)
    return refusal === undefined ? context.json({ address: newAddress() }) : refuse(context, refusal)
  })

  http.all('/api/*', (context) => context.text('There is nothing at this address.', 404))

  http.get('*', async (context) => {
    const token = context.req.path === '/' ? context.req.query('token') : undefined
    if (token !== undefined && context.req.method === 'GET') {
      // A used token in a browser that is in already is a reloaded tab or a second click: let it through.
      const redeemed = guard.redeem(token)
      if (redeemed || guard.hasSession(context.req.raw.headers)) {
        if (redeemed) context.header('set-cookie', guard.setCookie())
        return context.redirect('/', 302)
      }
    }
    if (!guard.hasSession(context.req.raw.headers)) return context.html(notLoggedIn, 401)
    const file = await deps.readFile(context.req.path)
    if (file === undefined) return context.text('There is no such file.', 404)
    return context.body(file.body, 200, { 'content-type': file.contentType })
  })

  http.all('*', (context) => context.text('Only GET is answered here.', 405))
  http.onError((error, context) => {
    deps.log.error('a request failed', { path: context.req.path, error })
    return context.text('Something went wrong in Stallhand.', 500)
  })

  const answerCall = createCallEndpoint({ guard, call: deps.app.call, log: deps.log })
  const answerRest = getRequestListener(http.fetch, { overrideGlobalObjects: false })
  const foreignSockets = new WeakSet<Socket>()
  server.on('connection', (socket) => {
    if (socket.remotePort !== undefined && (deps.isOfAnotherUser ?? isOfAnotherUser)(socket.remotePort, port))
      foreignSockets.add(socket)
  })
  server.on('request', (request, response) => {
    if (foreignSockets.has(request.socket)) {
      deps.log.warn('another user of this computer was refused')
      request.resume()
      response
        .writeHead(otherUser.status, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' })
        .end(otherUser.sentence)
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
    close: async () => {
      for (const finish of [...streams]) finish()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
