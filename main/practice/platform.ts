/**
 * Starts the practice platform: every service on one loopback port.
 *
 * It implements the platform's rules a second time and shares no code with the app. Rejects with one sentence if the port
 * is taken or the state file can't be used.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createAnalyticsService } from './api/analytics-service.ts'
import { createInventoryService } from './api/inventory-service.ts'
import { createMappingService } from './api/mapping-service.ts'
import { createMessageService } from './api/message-service.ts'
import { createNotificationService } from './api/notification-service.ts'
import { createOAuthService } from './api/oauth-service.ts'
import { createMediaService, createPictureService } from './api/picture-service.ts'
import { Refusal } from './api/refusal.ts'
import { createSigningKeyService } from './api/signing-key-service.ts'
import { createSubscriptionService } from './api/subscription-service.ts'
import { createTradingService } from './api/trading-service.ts'
import { createControlService } from './control/control-service.ts'
import { createFaults, type PracticeApp, type PracticeEnv } from './control/faults.ts'
import { CONTROL_KEY_HEADER } from './credentials.ts'
import { createNotifier, eventTypes } from './delivery/notifier.ts'
import { listTopics } from './delivery/topic-catalog.ts'
import { createFinancesService } from './finances/finances-service.ts'
import { createAccountService, createIdentityService } from './listing/account-service.ts'
import { createCatalogService } from './listing/catalog-service.ts'
import { createGroupService } from './listing/group-service.ts'
import { createOfferService } from './listing/offer-service.ts'
import type { PracticePlatformId } from './names.ts'
import { createNegotiationService } from './negotiation/negotiation-service.ts'
import { createOfferControl } from './negotiation/offer-control.ts'
import { createFulfillmentService } from './orders/fulfillment-service.ts'
import { createOrderControl } from './orders/order-control.ts'
import { createPostOrderService } from './orders/post-order-service.ts'
import { createReferenceWatch } from './references.ts'
import type { StoredTask } from './shop/records.ts'
import { openShopState, type Practice } from './shop/shop-state.ts'

export type PracticeOptions = {
  /** Which platform's wire formats to speak; `neutral` by default. */
  readonly platform?: PracticePlatformId
  /** 0, the default, is any free port. */
  readonly port?: number
  /** Stores the shop between runs; without it, the shop is in memory only. */
  readonly stateFile?: string
  /** The wall clock, milliseconds since 1970. */
  readonly now?: () => number
  /** The same seed yields the same shop; 1 by default. */
  readonly seed?: number
  /** The conversations of a new shop, 120 by default. */
  readonly conversations?: number
  /** The items of a new shop, 60 by default. */
  readonly items?: number
  /** Whether a new shop on eBay has a listing with variations of its own; false by default. */
  readonly hasVariations?: boolean
  /** Whether a new neutral shop has sales to announce; false by default. On eBay they are orders in any case. */
  readonly hasSales?: boolean
  /** Whoever controls the platform must send this in `CONTROL_KEY_HEADER`. Without it, every program of this computer can. */
  readonly controlKey?: string
}

/** A mapping task that the seller started, and what was sent. */
export type PracticeTask = {
  readonly taskId: string
  readonly startedAtMs: number
  readonly products: readonly { readonly externalProductId: string; readonly sku: string; readonly title: string }[]
}

export type PracticePlatform = {
  readonly url: string
  /** The newest finished task whose products all have a SKU, so that a new shop has one to look at. */
  readonly finishedTask: PracticeTask | undefined
  readonly port: number
  /** Rejects after closing if a caller ever sent a mappingReferenceId (`references.ts`). */
  stop(): Promise<void>
}

const MAX_BODY_BYTES = 8 * 1024 * 1024
/** Fits a picture of 12 MB in a form. */
const MAX_FORM_BYTES = 13 * 1024 * 1024

const isForm = (contentType: string | undefined): boolean => contentType?.startsWith('multipart/form-data') === true

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

/*
 * SECURITY: loopback only. The server binds 127.0.0.1 and refuses a request whose Host is another name, so no web page
 * can reach it through a name that resolves here (DNS rebinding). A page can still post a form to 127.0.0.1, so a
 * changing request from another origin is refused. A body without its length is refused rather than measured.
 */
const refuseStrangers = (app: PracticeApp): void => {
  app.use(async (c, next) => {
    const host = c.env.incoming.headers.host ?? ''
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host)) return c.text('This server answers to 127.0.0.1 only.', 403)
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const isForeign =
      (origin !== undefined && origin !== `http://${host}`) || !['same-origin', 'none'].includes(site ?? 'none')
    if (!isRead && isForeign) return c.text('This server takes no changes from other pages.', 403)
    if (c.req.header('transfer-encoding') !== undefined) return c.text('Send the body with its Content-Length.', 411)
    const maxBytes = isForm(c.req.header('content-type')) ? MAX_FORM_BYTES : MAX_BODY_BYTES
    if (Number(c.req.header('content-length') ?? '0') > maxBytes) {
      return c.text('The request body is too large.', 413)
    }
    return next()
  })
}

/*
 * SECURITY (SEC-02): another user of this computer can reach the port as well, and could read what is practised, play buyers,
 * and break the shop with faults. Only who started the platform has the key.
 */
const refuseOtherUsers = (app: PracticeApp, controlKey: string): void => {
  const expected = Buffer.from(controlKey)
  app.use('/practice/*', async (c, next) => {
    const sent = Buffer.from(c.req.header(CONTROL_KEY_HEADER) ?? '')
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) return next()
    const error = 'This practice platform can be controlled only with the key that it printed when it was started.'
    return c.json({ error }, 403)
  })
}

const answerErrors = (app: PracticeApp): void => {
  app.onError((error, c) => {
    // The id that the platform's support asks for.
    if (error instanceof Refusal) {
      const headers = { ...error.headers, rlogid: `t6q%60${randomUUID()}` }
      return c.json({ errors: error.errors }, error.status, headers)
    }
    // The caller disconnected in the middle of the request, which is no failure here.
    if (c.env.incoming.destroyed) return c.body(null, 400)
    process.stderr.write(`The practice platform failed: ${error.stack ?? error.message}\n`)
    const errors = [{ errorId: 2003, domain: 'ACCESS', category: 'APPLICATION', message: 'Internal error.' }]
    return c.json({ errors }, 500)
  })
}

const createApp = (practice: Practice, controlKey: string | undefined) => {
  const faults = createFaults(practice.now)
  const notifier = createNotifier(practice, faults)
  faults.allow([...eventTypes, ...listTopics(practice.names).map(({ topicId }) => topicId)])
  const references = createReferenceWatch()
  const app = new Hono<PracticeEnv>()
  refuseStrangers(app)
  if (controlKey !== undefined) refuseOtherUsers(app, controlKey)
  app.use(async (c, next) => {
    const { method, path, url } = c.req
    const isRead = method === 'GET' || method === 'HEAD'
    if (!path.startsWith('/practice/')) {
      // Reading a form as text would corrupt its picture.
      const text = isRead || isForm(c.req.header('content-type')) ? '' : await c.req.text()
      references.check(method, `${path}${new URL(url).search}`, text)
    }
    await next()
    if (!isRead) practice.changed()
  })
  const services = [
    // Before the control service, which answers every other path under /practice.
    createOrderControl(practice, notifier),
    createOfferControl(practice, notifier),
    createControlService(practice, faults, notifier),
    createOAuthService(practice, faults),
    createMessageService(practice, faults),
    createInventoryService(practice, faults),
    createMappingService(practice, faults, notifier, references),
    createTradingService(practice, faults, notifier),
    createOfferService(practice, faults),
    createAccountService(practice, faults),
    createCatalogService(practice, faults),
    createNotificationService(practice, faults, notifier),
    createSubscriptionService(practice, faults, notifier),
    createPictureService(practice, faults),
  ]
  const ebayServices = () => [
    createGroupService(practice, faults),
    createIdentityService(practice, faults),
    createMediaService(practice, faults),
    createFulfillmentService(practice, faults, notifier),
    createPostOrderService(practice, faults),
    createNegotiationService(practice, faults),
    createFinancesService(practice, faults),
    createAnalyticsService(practice, faults),
    createSigningKeyService(practice, faults),
  ]
  for (const service of [...services, ...(practice.names.id === 'ebay' ? ebayServices() : [])]) app.route('/', service)
  app.all('*', faults.guard('unknown', 'unknown'), (c) => {
    const message = `No service answers ${c.req.method} ${c.req.path}.`
    return c.json({ errors: [{ errorId: 2002, domain: 'ACCESS', category: 'REQUEST', message, parameters: [] }] }, 404)
  })
  answerErrors(app)
  return { app, notifier, references }
}

const findFinishedTask = (tasks: Iterable<StoredTask>, nowMs: number): PracticeTask | undefined => {
  const [found] = [...tasks]
    .filter(({ finishesAtMs, products }) => finishesAtMs <= nowMs && products.every(({ sku }) => sku !== null))
    .toSorted((one, other) => other.startedAtMs - one.startedAtMs)
  if (found === undefined) return undefined
  const { id: taskId, startedAtMs, products } = found
  return {
    taskId,
    startedAtMs,
    products: products.map(({ externalProductId, sku, title }) => ({
      externalProductId: externalProductId ?? '',
      sku: sku ?? '',
      title: title ?? '',
    })),
  }
}

export const startPracticePlatform = async (options: PracticeOptions = {}): Promise<PracticePlatform> => {
  const practice = openShopState({
    platform: options.platform ?? 'neutral',
    now: options.now ?? Date.now,
    seed: options.seed ?? 1,
    conversations: options.conversations ?? 120,
    items: options.items ?? 60,
    hasVariations: options.hasVariations ?? false,
    hasSales: options.hasSales ?? false,
    ...(options.stateFile === undefined ? {} : { stateFile: options.stateFile }),
  })
  const { app, notifier, references } = createApp(practice, options.controlKey)
  // Without options for TLS or HTTP/2 this creates a plain HTTP/1.1 server.
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
    if (breaches.length > 0) throw new Error(`A caller sent what must never be sent back: ${breaches.join('; ')}.`)
  }
  return {
    url: practice.url,
    finishedTask: findFinishedTask(practice.state.tasks.values(), (options.now ?? Date.now)()),
    port,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
