import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { newId } from './ids.ts'
import { isLoopback, type Notifier } from './notifier.ts'
import { authenticate, demandScope } from './oauth.ts'
import type { StoredDestination, StoredFilter, StoredSubscription, StoredToken } from './records.ts'
import { isObject, type JsonObject, parseJsonObject, Refusal, type RefusalStatus, saysJson } from './refusal.ts'
import { scopes } from './scopes.ts'
import type { Practice } from './state.ts'
import { confirmFilters, filterProblem } from './subscription-filters.ts'
import { type Topic, topics } from './topics.ts'

/**
 * The notification service: document 3, sections 2 to 8, all 21 operations.
 *
 * Ids and the order of set-up (a config first) are not shown in the document and follow what is publicly known. Config,
 * destinations, topics and keys want the application's own token, subscriptions that or the seller's (section 5). An
 * endpoint may be plain HTTP on this machine, as in a sandbox; the challenge is asked at once and never leaves it.
 */
const base = '/commerce/notification/v1'
const domain = 'API_NOTIFICATION'

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' } as const
const leastPerPage = 10
const mostPerPage = 100
const defaultPerPage = 20

const refuse = (status: RefusalStatus, errorId: number, message: string, value?: string): never => {
  const parameters = value === undefined ? [] : [{ name: 'value', value }]
  throw new Refusal(status, [{ errorId, domain, category: 'REQUEST', message, longMessage: message, parameters }])
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const isEnabledOrDisabled = (value: unknown): value is 'ENABLED' | 'DISABLED' =>
  value === 'ENABLED' || value === 'DISABLED'

type Wish = Pick<StoredDestination, 'name' | 'endpoint' | 'verificationToken'> & {
  readonly status: 'ENABLED' | 'DISABLED'
}

const readDestination = (body: JsonObject): Wish => {
  const { name, status, deliveryConfig } = body
  if (typeof name !== 'string' || name.trim() === '' || name.length > 64 || /[<>]/.test(name)) {
    refuse(400, 195016, 'name is required: at most 64 characters, no markup.')
  }
  if (!isEnabledOrDisabled(status)) return refuse(400, 195018, 'status must be ENABLED or DISABLED.', text(status))
  const { endpoint, verificationToken } = isObject(deliveryConfig) ? deliveryConfig : {}
  const secure = URL.canParse(text(endpoint)) && new URL(text(endpoint)).protocol === 'https:'
  if (!secure && !isLoopback(text(endpoint))) {
    refuse(400, 195017, 'deliveryConfig.endpoint must be an HTTPS URL, or plain HTTP on this machine.', text(endpoint))
  }
  if (!/^[A-Za-z0-9_-]{32,80}$/.test(text(verificationToken))) {
    refuse(400, 195019, 'deliveryConfig.verificationToken needs 32 to 80 letters, digits, hyphens or underscores.')
  }
  return { name: text(name), status, endpoint: text(endpoint), verificationToken: text(verificationToken) }
}

const readPayload = (value: unknown): StoredSubscription['payload'] => {
  const { format, schemaVersion, deliveryProtocol } = isObject(value) ? value : {}
  if (format !== payload.format) refuse(400, 195009, 'payload.format must be JSON.', text(format))
  if (schemaVersion !== payload.schemaVersion) {
    refuse(400, 195008, 'payload.schemaVersion is not supported by the topic.', text(schemaVersion))
  }
  if (deliveryProtocol !== payload.deliveryProtocol) {
    refuse(400, 195010, 'payload.deliveryProtocol must be HTTPS.', text(deliveryProtocol))
  }
  return payload
}

export const notificationsService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('notifications', operation)

  const admitApplication = (c: Context): void => {
    const token = authenticate(practice, c, domain)
    if (token.kind === 'application' && token.scopes.includes(scopes.root)) return
    refuse(403, 1100, 'Access denied: this operation needs a client-credentials token with the root scope.')
  }
  const admitSubscriber = (c: Context, readOnly = false): StoredToken => {
    const token = authenticate(practice, c, domain)
    if (token.kind === 'application' && token.scopes.includes(scopes.root)) return token
    demandScope(token, [scopes.subscription, ...(readOnly ? [scopes.subscriptionReadonly] : [])], domain)
    return token
  }

  const readBody = async (c: Context): Promise<JsonObject> => {
    if (!saysJson(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
    return parseJsonObject(await c.req.text()) ?? refuse(400, 2004, 'The request body must be a JSON object.')
  }

  const created = (c: Context, path: string) => c.json({}, 201, { location: `${practice.url}${base}${path}` })

  /** A page in the form of section 2: href, next, limit, total beside the list. */
  const page = <T>(c: Context, name: string, all: readonly T[]) => {
    const limitText = c.req.query('limit') ?? String(defaultPerPage)
    const limit = /^\d{1,4}$/.test(limitText) ? Number(limitText) : 0
    if (limit < leastPerPage || limit > mostPerPage) {
      refuse(400, 195004, `limit must be a number from ${leastPerPage} to ${mostPerPage}.`, limitText)
    }
    const token = c.req.query('continuation_token')
    const start =
      token === undefined
        ? '0'
        : Buffer.from(token, 'base64url')
            .toString('utf8')
            .replace(/^after:/, '')
    if (!/^\d{1,9}$/.test(start) || (token !== undefined && Number(start) >= Math.max(all.length, 1))) {
      refuse(400, 195005, 'continuation_token is invalid.', token)
    }
    const from = Number(start)
    const address = `${practice.url}${c.req.path}?limit=${limit}`
    const nextToken = Buffer.from(`after:${from + limit}`).toString('base64url')
    return c.json({
      [name]: all.slice(from, from + limit),
      href: token === undefined ? address : `${address}&continuation_token=${token}`,
      ...(from + limit < all.length ? { next: `${address}&continuation_token=${nextToken}` } : {}),
      limit,
      total: all.length,
    })
  }

  const demandConfig = (): void => {
    if (practice.state.config === null) refuse(409, 195003, 'The alert e-mail is not set: call updateConfig first.')
  }

  // Config

  app.get(`${base}/config`, guard('getConfig'), (c) => {
    admitApplication(c)
    return c.json(practice.state.config ?? refuse(404, 195026, 'No configuration was found.'))
  })

  app.put(`${base}/config`, guard('updateConfig'), async (c) => {
    admitApplication(c)
    const { alertEmail } = await readBody(c)
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(text(alertEmail))) {
      refuse(400, 195025, 'alertEmail must be a mail address.', text(alertEmail))
    }
    practice.state.config = { alertEmail: text(alertEmail) }
    practice.changed()
    return c.body(null, 204)
  })

  // Destinations

  const destinationView = (destination: StoredDestination) => ({
    destinationId: destination.destinationId,
    name: destination.name,
    status: destination.status,
    deliveryConfig: { endpoint: destination.endpoint, verificationToken: destination.verificationToken },
  })

  const demandDestination = (destinationId: string): StoredDestination =>
    practice.state.destinations.find((destination) => destination.destinationId === destinationId) ??
    refuse(404, 195022, 'The destination was not found.', destinationId)

  const prove = async (wish: Wish, ownId?: string): Promise<void> => {
    const taken = practice.state.destinations.some(
      ({ endpoint, destinationId }) => endpoint === wish.endpoint && destinationId !== ownId,
    )
    if (taken) refuse(409, 195021, 'Another destination has this endpoint.', wish.endpoint)
    if (!(await notifier.challenge(wish.endpoint, wish.verificationToken))) {
      refuse(409, 195020, 'The endpoint did not answer the challenge rightly.', wish.endpoint)
    }
  }

  app.get(`${base}/destination`, guard('getDestinations'), (c) => {
    admitApplication(c)
    return page(c, 'destinations', practice.state.destinations.map(destinationView))
  })

  app.post(`${base}/destination`, guard('createDestination'), async (c) => {
    admitApplication(c)
    const wish = readDestination(await readBody(c))
    demandConfig()
    await prove(wish)
    const destinationId = newId()
    practice.state.destinations.push({ destinationId, ...wish })
    practice.changed()
    return created(c, `/destination/${destinationId}`)
  })

  app.get(`${base}/destination/:id`, guard('getDestination'), (c) => {
    admitApplication(c)
    return c.json(destinationView(demandDestination(c.req.param('id'))))
  })

  app.put(`${base}/destination/:id`, guard('updateDestination'), async (c) => {
    admitApplication(c)
    const destination = demandDestination(c.req.param('id'))
    const wish = readDestination(await readBody(c))
    await prove(wish, destination.destinationId)
    Object.assign(destination, wish)
    practice.changed()
    notifier.wake()
    return c.body(null, 204)
  })

  app.delete(`${base}/destination/:id`, guard('deleteDestination'), (c) => {
    admitApplication(c)
    const destination = demandDestination(c.req.param('id'))
    const { destinations, subscriptions } = practice.state
    const inUse = subscriptions.some(
      ({ destinationId, status }) => destinationId === destination.destinationId && status === 'ENABLED',
    )
    if (inUse) refuse(409, 195024, 'The destination is in use: disable its subscription first.')
    destinations.splice(destinations.indexOf(destination), 1)
    practice.changed()
    return c.body(null, 204)
  })

  // Public key

  app.get(`${base}/public_key/:id`, guard('getPublicKey'), (c) => {
    admitApplication(c)
    const { kid, publicPem } = practice.state.signingKey
    const asked = c.req.param('id')
    if (asked !== kid) refuse(404, 195001, 'No public key has this id.', asked)
    // One line: the platform gives its PEM without line breaks.
    return c.json({ key: publicPem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' })
  })

  // Topics

  const topicView = (entry: Topic) => ({
    topicId: entry.topicId,
    description: entry.description,
    status: 'ENABLED',
    context: entry.context,
    scope: entry.context,
    filterable: entry.filterable,
    authorizationScopes: entry.authorizationScopes.map((scope) => `${practice.url}${scope}`),
    // Strings, as document 3 section 2 has them; a public platform is known to list several formats here.
    supportedPayloads: [{ ...payload, deprecated: false }],
  })

  app.get(`${base}/topic`, guard('getTopics'), (c) => {
    admitApplication(c)
    return page(c, 'topics', topics.map(topicView))
  })

  app.get(`${base}/topic/:id`, guard('getTopic'), (c) => {
    admitApplication(c)
    const asked = c.req.param('id')
    const found = topics.find(({ topicId }) => topicId === asked)
    return c.json(topicView(found ?? refuse(404, 195002, 'The topic was not found.', asked)))
  })

  // Subscriptions

  const subscriptionView = (subscription: StoredSubscription) => {
    confirmFilters(practice)
    const { createdAtMs, ...shown } = subscription
    const filter = practice.state.filters.findLast(
      ({ subscriptionId, filterStatus }) =>
        subscriptionId === subscription.subscriptionId && filterStatus !== 'DISABLED',
    )
    return {
      ...shown,
      ...(filter === undefined ? {} : { filterId: filter.filterId }),
      creationDate: new Date(createdAtMs).toISOString(),
    }
  }

  const demandSubscription = (subscriptionId: string): StoredSubscription =>
    practice.state.subscriptions.find((subscription) => subscription.subscriptionId === subscriptionId) ??
    refuse(404, 195013, 'The subscription was not found.', subscriptionId)

  const readTarget = (destinationId: unknown): StoredDestination =>
    practice.state.destinations.find((destination) => destination.destinationId === destinationId) ??
    refuse(400, 195007, 'destinationId names no destination.', text(destinationId))

  const demandEnabled = (destination: StoredDestination | undefined): void => {
    if (destination?.status !== 'ENABLED') refuse(409, 195015, 'The destination is not enabled.')
  }

  app.get(`${base}/subscription`, guard('getSubscriptions'), (c) => {
    admitSubscriber(c, true)
    return page(c, 'subscriptions', practice.state.subscriptions.map(subscriptionView))
  })

  app.post(`${base}/subscription`, guard('createSubscription'), async (c) => {
    const token = admitSubscriber(c)
    const body = await readBody(c)
    demandConfig()
    const wanted = topics.find(({ topicId }) => topicId === body.topicId)
    if (wanted === undefined) return refuse(400, 195027, 'topicId names no topic.', text(body.topicId))
    const lacking = wanted.authorizationScopes.filter((scope) => scope !== scopes.root && !token.scopes.includes(scope))
    if (lacking.length > 0) refuse(403, 195011, 'The token may not subscribe to this topic.', lacking.join(' '))
    const destination = readTarget(body.destinationId)
    const { status } = body
    if (!isEnabledOrDisabled(status)) return refuse(400, 195006, 'status must be ENABLED or DISABLED.', text(status))
    const details = readPayload(body.payload)
    if (practice.state.subscriptions.some(({ topicId }) => topicId === wanted.topicId)) {
      refuse(409, 195012, 'A subscription for this topic and schema version exists.', wanted.topicId)
    }
    if (status === 'ENABLED') demandEnabled(destination)
    const subscriptionId = newId()
    practice.state.subscriptions.push({
      subscriptionId,
      topicId: wanted.topicId,
      destinationId: destination.destinationId,
      status,
      payload: details,
      createdAtMs: practice.now(),
    })
    practice.changed()
    return created(c, `/subscription/${subscriptionId}`)
  })

  app.get(`${base}/subscription/:id`, guard('getSubscription'), (c) => {
    admitSubscriber(c, true)
    return c.json(subscriptionView(demandSubscription(c.req.param('id'))))
  })

  app.put(`${base}/subscription/:id`, guard('updateSubscription'), async (c) => {
    admitSubscriber(c)
    const subscription = demandSubscription(c.req.param('id'))
    const body = await readBody(c)
    const destination = readTarget(body.destinationId)
    const { status } = body
    if (!isEnabledOrDisabled(status)) return refuse(400, 195006, 'status must be ENABLED or DISABLED.', text(status))
    const details = readPayload(body.payload)
    if (status === 'ENABLED') demandEnabled(destination)
    Object.assign(subscription, { destinationId: destination.destinationId, status, payload: details })
    practice.changed()
    return c.body(null, 204)
  })

  app.delete(`${base}/subscription/:id`, guard('deleteSubscription'), (c) => {
    admitSubscriber(c)
    const subscription = demandSubscription(c.req.param('id'))
    const { subscriptions, filters } = practice.state
    subscriptions.splice(subscriptions.indexOf(subscription), 1)
    for (const filter of filters.filter(({ subscriptionId }) => subscriptionId === subscription.subscriptionId)) {
      filters.splice(filters.indexOf(filter), 1)
    }
    practice.changed()
    return c.body(null, 204)
  })

  app.post(`${base}/subscription/:id/disable`, guard('disableSubscription'), (c) => {
    admitSubscriber(c)
    demandSubscription(c.req.param('id')).status = 'DISABLED'
    practice.changed()
    return c.body(null, 204)
  })

  app.post(`${base}/subscription/:id/enable`, guard('enableSubscription'), (c) => {
    admitSubscriber(c)
    const subscription = demandSubscription(c.req.param('id'))
    // Section 3: "subscription is disabled: enabled, 409 otherwise".
    if (subscription.status === 'ENABLED') refuse(409, 195006, 'The subscription is enabled already.')
    demandEnabled(practice.state.destinations.find(({ destinationId }) => destinationId === subscription.destinationId))
    subscription.status = 'ENABLED'
    practice.changed()
    return c.body(null, 204)
  })

  app.post(`${base}/subscription/:id/test`, guard('testSubscription'), (c) => {
    admitSubscriber(c)
    const subscription = demandSubscription(c.req.param('id'))
    // Its ids are made up: what they name cannot be looked up.
    const data = topics.find(({ topicId }) => topicId === subscription.topicId)?.sample() ?? {}
    notifier.publish(subscription.topicId, data, { test: subscription })
    return c.body(null, 202)
  })

  // Subscription filters

  const filterView = (filter: StoredFilter) => {
    const { createdAtMs, ...shown } = filter
    return { ...shown, creationDate: new Date(createdAtMs).toISOString() }
  }

  const demandFilter = (subscriptionId: string, filterId: string): StoredFilter => {
    const subscription = demandSubscription(subscriptionId)
    confirmFilters(practice)
    const filter = practice.state.filters.find((candidate) => candidate.filterId === filterId)
    if (filter === undefined) return refuse(404, 195029, 'The filter was not found.', filterId)
    if (filter.subscriptionId !== subscription.subscriptionId) {
      refuse(400, 195031, 'The filter belongs to another subscription.', filterId)
    }
    return filter
  }

  app.post(`${base}/subscription/:id/filter`, guard('createSubscriptionFilter'), async (c) => {
    admitSubscriber(c)
    const subscription = demandSubscription(c.req.param('id'))
    const { filterSchema } = await readBody(c)
    if (!topics.some(({ topicId, filterable }) => topicId === subscription.topicId && filterable)) {
      refuse(400, 195032, 'The topic of this subscription cannot be filtered.', subscription.topicId)
    }
    const problem = isObject(filterSchema) ? filterProblem(filterSchema) : 'filterSchema must be an object.'
    if (problem !== undefined || !isObject(filterSchema)) {
      return refuse(400, 195033, `filterSchema is not valid JSON Schema: ${problem}`)
    }
    confirmFilters(practice)
    const { filters } = practice.state
    // A pending filter is overridden by a new one.
    const pending = filters.findIndex(
      (filter) => filter.subscriptionId === subscription.subscriptionId && filter.filterStatus === 'PENDING',
    )
    if (pending >= 0) filters.splice(pending, 1)
    const filterId = newId()
    const { subscriptionId } = subscription
    filters.push({ filterId, subscriptionId, filterSchema, filterStatus: 'PENDING', createdAtMs: practice.now() })
    practice.changed()
    return created(c, `/subscription/${subscriptionId}/filter/${filterId}`)
  })

  app.get(`${base}/subscription/:id/filter/:filterId`, guard('getSubscriptionFilter'), (c) => {
    admitSubscriber(c, true)
    return c.json(filterView(demandFilter(c.req.param('id'), c.req.param('filterId'))))
  })

  app.delete(`${base}/subscription/:id/filter/:filterId`, guard('deleteSubscriptionFilter'), (c) => {
    admitSubscriber(c)
    const filter = demandFilter(c.req.param('id'), c.req.param('filterId'))
    if (filter.filterStatus === 'PENDING') refuse(400, 195029, 'A PENDING filter cannot be disabled.')
    filter.filterStatus = 'DISABLED'
    practice.changed()
    return c.body(null, 204)
  })

  return app
}
