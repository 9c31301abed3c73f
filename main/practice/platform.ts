import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { controlSurface } from './control.ts'
import { createFaults, type PracticeEnv } from './faults.ts'
import { inventoryService } from './inventory.ts'
import { mappingService } from './mapping.ts'
import { messagesService } from './messages.ts'
import { notificationsService } from './notifications.ts'
import { createNotifier } from './notifier.ts'
import { oauthService } from './oauth.ts'
import { picturesService } from './pictures.ts'
import { createReferenceWatch } from './references.ts'
import { Refusal } from './refusal.ts'
import { openPractice } from './state.ts'
import { tradingService } from './trading.ts'

export type PracticeOptions = {
  /** 0, the default, is any free one. */
  readonly port?: number
  /** Where the shop is kept between runs; absent means in memory only. */
  readonly stateFile?: string
  /** The wall clock, milliseconds since 1970. */
  readonly now?: () => number
  /** The same seed gives the same shop; 1 by default. */
  readonly seed?: number
  /** How many conversations a new shop has, 120 by default. */
  readonly conversations?: number
  /** How many items a new shop has, 60 by default. */
  readonly items?: number
}

export type PracticePlatform = {
  readonly url: string
  readonly port: number
  /** Rejects, once all is closed, where a caller ever sent a mappingReferenceId (references.ts). */
  stop(): Promise<void>
}

const largestBodyBytes = 8 * 1024 * 1024

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} on 127.0.0.1 is in use; choose another one, or 0 for any that is free.`
      const closed = `Port ${port} on 127.0.0.1 cannot be opened (${error.code}); choose another one.`
      reject(new Error(error.code === 'EADDRINUSE' ? inUse : closed))
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

/**
 * Starts the practice platform: every service of documents 1 to 3 on one loopback port.
 *
 * It is a second, independent reading of the documents and shares no code with the app. Rejects with one sentence when
 * the port is taken or the state file is no practice shop.
 */
export const startPracticePlatform = async (options: PracticeOptions = {}): Promise<PracticePlatform> => {
  const practice = openPractice({
    now: options.now ?? Date.now,
    seed: options.seed ?? 1,
    conversations: options.conversations ?? 120,
    items: options.items ?? 60,
    ...(options.stateFile === undefined ? {} : { stateFile: options.stateFile }),
  })
  const faults = createFaults(practice.now)
  const notifier = createNotifier(practice, faults)
  const app = new Hono<PracticeEnv>()

  /*
   * SECURITY: loopback only. The server binds 127.0.0.1, and a request whose Host is another name is refused, so that
   * no page of the internet can reach it through a name that resolves here (DNS rebinding).
   */
  app.use(async (c, next) => {
    const host = c.env.incoming.headers.host ?? ''
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host)) return c.text('This server answers to 127.0.0.1 only.', 403)
    return next()
  })
  // Counted by the header alone: a body sent in chunks, without its length, is refused instead of measured.
  app.use(async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return c.text('Send the body with its Content-Length.', 411)
    if (Number(c.req.header('content-length') ?? '0') > largestBodyBytes) {
      return c.text('The request body is too large.', 413)
    }
    return next()
  })

  const references = createReferenceWatch()
  app.use(async (c, next) => {
    const { method, path, url } = c.req
    if (!path.startsWith('/practice/')) {
      const body = method === 'GET' || method === 'HEAD' ? '' : await c.req.text()
      references.look(method, `${path}${new URL(url).search}`, body)
    }
    return next()
  })

  app.route('/', controlSurface(practice, faults, notifier))
  app.route('/', oauthService(practice, faults))
  app.route('/', messagesService(practice, faults))
  app.route('/', inventoryService(practice, faults))
  app.route('/', mappingService(practice, faults, notifier, references))
  app.route('/', notificationsService(practice, faults, notifier))
  app.route('/', tradingService(practice, faults, notifier))
  app.route('/', picturesService(faults))

  app.all('*', faults.guard('unknown', 'unknown'), (c) => {
    const message = `No service answers ${c.req.method} ${c.req.path}.`
    return c.json({ errors: [{ errorId: 2002, domain: 'ACCESS', category: 'REQUEST', message, parameters: [] }] }, 404)
  })
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ errors: error.errors }, error.status, error.headers)
    // Its sender broke off in the middle of the request: nobody is left to answer, and nothing failed here.
    if (c.env.incoming.destroyed) return c.body(null, 400)
    process.stderr.write(`The practice platform failed: ${error.stack ?? error.message}\n`)
    const errors = [{ errorId: 2003, domain: 'ACCESS', category: 'APPLICATION', message: 'Internal error.' }]
    return c.json({ errors }, 500)
  })

  // Without options for TLS or HTTP/2 this is a plain HTTP/1.1 server.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  const port = await listen(server, options.port ?? 0)
  practice.url = `http://127.0.0.1:${port}`
  notifier.start()

  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await notifier.stop()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    practice.flush()
    const breaches = references.breaches()
    if (breaches.length > 0) throw new Error(`What must never come back came back: ${breaches.join('; ')}.`)
  }
  return {
    url: practice.url,
    port,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
