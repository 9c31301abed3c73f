import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { confirmFilters, findSchemaProblem } from '../delivery/subscription-filters.ts'
import { topics } from '../delivery/topic-catalog.ts'
import { isObject, type JsonObject } from '../json-body.ts'
import { newId } from '../shop/ids.ts'
import type { StoredFilter, StoredSubscription, StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  admitSubscriber,
  answerCreated,
  answerPage,
  asText,
  NOTIFICATION_BASE as BASE,
  readBody,
  readStatus,
  refuse,
} from './notification-rest.ts'
import { authenticate } from './oauth-service.ts'
import { scopes } from './scopes.ts'

const supportedPayload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' } as const

const readPayload = (value: unknown): StoredSubscription['payload'] => {
  const { format, schemaVersion, deliveryProtocol } = isObject(value) ? value : {}
  if (format !== supportedPayload.format) refuse(400, 195009, 'payload.format must be JSON.', asText(format))
  if (schemaVersion !== supportedPayload.schemaVersion) {
    refuse(400, 195008, 'payload.schemaVersion is not supported by the topic.', asText(schemaVersion))
  }
  if (deliveryProtocol !== supportedPayload.deliveryProtocol) {
    refuse(400, 195010, 'payload.deliveryProtocol must be HTTPS.', asText(deliveryProtocol))
  }
  return supportedPayload
}

const toFilterJson = ({ createdAtMs, ...shown }: StoredFilter) => ({
  ...shown,
  creationDate: new Date(createdAtMs).toISOString(),
})

/** The notification service's subscriptions and their filters. */
export const createSubscriptionService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('notifications', operation)
  const admit = admitSubscriber(practice)

  // The real platform keeps the application's subscriptions apart from those of each seller.
  const keepsOwners = practice.names.id === 'ebay'

  const isOwnedBy = (token: StoredToken, topicId: string): boolean => {
    const context = topics.find((topic) => topic.topicId === topicId)?.context
    return !keepsOwners || (context === 'APPLICATION') === (token.kind === 'application')
  }

  const toSubscriptionJson = ({ createdAtMs, ...shown }: StoredSubscription) => {
    confirmFilters(practice)
    const filter = practice.state.filters.findLast(
      ({ subscriptionId, filterStatus }) => subscriptionId === shown.subscriptionId && filterStatus !== 'DISABLED',
    )
    return {
      ...shown,
      ...(filter === undefined ? {} : { filterId: filter.filterId }),
      creationDate: new Date(createdAtMs).toISOString(),
    }
  }

  const listOwn = (c: Context): readonly StoredSubscription[] => {
    const token = authenticate(practice, c, '')
    return practice.state.subscriptions.filter(({ topicId }) => isOwnedBy(token, topicId))
  }

  const demandSubscription = (subscriptionId: string): StoredSubscription =>
    practice.state.subscriptions.find((subscription) => subscription.subscriptionId === subscriptionId) ??
    refuse(404, 195013, 'The subscription was not found.', subscriptionId)

  const demandEnabledDestination = (destinationId: string): void => {
    const destination = practice.state.destinations.find((candidate) => candidate.destinationId === destinationId)
    if (destination?.status !== 'ENABLED') refuse(409, 195015, 'The destination is not enabled.')
  }

  const readDestinationId = ({ destinationId }: JsonObject): string =>
    practice.state.destinations.find((destination) => destination.destinationId === destinationId)?.destinationId ??
    refuse(400, 195007, 'destinationId names no destination.', asText(destinationId))

  app.get(`${BASE}/subscription`, guard('getSubscriptions'), admit, (c) =>
    answerPage(c, practice, 'subscriptions', listOwn(c).map(toSubscriptionJson)),
  )

  app.post(`${BASE}/subscription`, guard('createSubscription'), admit, async (c) => {
    const token = authenticate(practice, c, '')
    const granted = token.scopes
    const body = await readBody(c)
    if (practice.state.config === null) refuse(409, 195003, 'The alert e-mail is not set: call updateConfig first.')
    const topic = topics.find(({ topicId }) => topicId === body.topicId)
    if (topic === undefined) return refuse(400, 195027, 'topicId names no topic.', asText(body.topicId))
    const { topicId } = topic
    const missing = topic.authorizationScopes.filter((scope) => scope !== scopes.root && !granted.includes(scope))
    if (missing.length > 0 || !isOwnedBy(token, topicId))
      refuse(403, 195011, 'The token may not subscribe to this topic.', missing.join(' '))
    const destinationId = readDestinationId(body)
    const status = readStatus(body.status, 195006)
    const payload = readPayload(body.payload)
    if (practice.state.subscriptions.some((subscription) => subscription.topicId === topicId)) {
      refuse(409, 195012, 'A subscription for this topic and schema version exists.', topicId)
    }
    if (status === 'ENABLED') demandEnabledDestination(destinationId)
    const subscriptionId = newId()
    const createdAtMs = practice.now()
    practice.state.subscriptions.push({ subscriptionId, topicId, destinationId, status, payload, createdAtMs })
    return answerCreated(c, practice, `/subscription/${subscriptionId}`)
  })

  app.get(`${BASE}/subscription/:id`, guard('getSubscription'), admit, (c) =>
    c.json(toSubscriptionJson(demandSubscription(c.req.param('id')))),
  )

  app.put(`${BASE}/subscription/:id`, guard('updateSubscription'), admit, async (c) => {
    const subscription = demandSubscription(c.req.param('id'))
    const body = await readBody(c)
    const destinationId = readDestinationId(body)
    const status = readStatus(body.status, 195006)
    const payload = readPayload(body.payload)
    if (status === 'ENABLED') demandEnabledDestination(destinationId)
    Object.assign(subscription, { destinationId, status, payload })
    return c.body(null, 204)
  })

  app.delete(`${BASE}/subscription/:id`, guard('deleteSubscription'), admit, (c) => {
    const subscription = demandSubscription(c.req.param('id'))
    const { subscriptions, filters } = practice.state
    subscriptions.splice(subscriptions.indexOf(subscription), 1)
    for (const filter of filters.filter(({ subscriptionId }) => subscriptionId === subscription.subscriptionId)) {
      filters.splice(filters.indexOf(filter), 1)
    }
    return c.body(null, 204)
  })

  app.post(`${BASE}/subscription/:id/disable`, guard('disableSubscription'), admit, (c) => {
    demandSubscription(c.req.param('id')).status = 'DISABLED'
    return c.body(null, 204)
  })

  app.post(`${BASE}/subscription/:id/enable`, guard('enableSubscription'), admit, (c) => {
    const subscription = demandSubscription(c.req.param('id'))
    if (subscription.status === 'ENABLED' && !keepsOwners) refuse(409, 195006, 'The subscription is enabled already.')
    demandEnabledDestination(subscription.destinationId)
    subscription.status = 'ENABLED'
    return c.body(null, 204)
  })

  app.post(`${BASE}/subscription/:id/test`, guard('testSubscription'), admit, (c) => {
    const subscription = demandSubscription(c.req.param('id'))
    const data = topics.find(({ topicId }) => topicId === subscription.topicId)?.sample() ?? {}
    notifier.publish(subscription.topicId, data, { test: subscription })
    return c.body(null, 202)
  })

  const demandFilter = (subscriptionId: string, filterId: string): StoredFilter => {
    const subscription = demandSubscription(subscriptionId)
    confirmFilters(practice)
    const filter =
      practice.state.filters.find((candidate) => candidate.filterId === filterId) ??
      refuse(404, 195029, 'The filter was not found.', filterId)
    if (filter.subscriptionId !== subscription.subscriptionId) {
      refuse(400, 195031, 'The filter belongs to another subscription.', filterId)
    }
    return filter
  }

  app.post(`${BASE}/subscription/:id/filter`, guard('createSubscriptionFilter'), admit, async (c) => {
    const { subscriptionId, topicId } = demandSubscription(c.req.param('id'))
    const { filterSchema } = await readBody(c)
    if (!topics.some((topic) => topic.topicId === topicId && topic.filterable)) {
      refuse(400, 195032, 'The topic of this subscription cannot be filtered.', topicId)
    }
    const problem = isObject(filterSchema) ? findSchemaProblem(filterSchema) : 'filterSchema must be an object.'
    if (problem !== undefined || !isObject(filterSchema)) {
      return refuse(400, 195033, `filterSchema is not valid JSON Schema: ${problem}`)
    }
    confirmFilters(practice)
    const { filters } = practice.state
    const pending = filters.findIndex(
      (filter) => filter.subscriptionId === subscriptionId && filter.filterStatus === 'PENDING',
    )
    if (pending >= 0) filters.splice(pending, 1)
    const filterId = newId()
    filters.push({ filterId, subscriptionId, filterSchema, filterStatus: 'PENDING', createdAtMs: practice.now() })
    return answerCreated(c, practice, `/subscription/${subscriptionId}/filter/${filterId}`)
  })

  app.get(`${BASE}/subscription/:id/filter/:filterId`, guard('getSubscriptionFilter'), admit, (c) =>
    c.json(toFilterJson(demandFilter(c.req.param('id'), c.req.param('filterId')))),
  )

  app.delete(`${BASE}/subscription/:id/filter/:filterId`, guard('deleteSubscriptionFilter'), admit, (c) => {
    const filter = demandFilter(c.req.param('id'), c.req.param('filterId'))
    if (filter.filterStatus === 'PENDING') refuse(400, 195029, 'A PENDING filter cannot be disabled.')
    filter.filterStatus = 'DISABLED'
    return c.body(null, 204)
  })

  return app
}
