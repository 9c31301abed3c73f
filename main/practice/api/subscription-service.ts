/** The notification service's subscriptions and their filters. */
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { confirmFilters, findSchemaProblem } from '../delivery/subscription-filters.ts'
import type { Topic } from '../delivery/topic.ts'
import { findTopic, toSeller } from '../delivery/topic-catalog.ts'
import { asObject, isObject, type JsonObject } from '../json-body.ts'
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
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService } from './service.ts'

const readPayload = (value: unknown, { payloads }: Topic): StoredSubscription['payload'] => {
  const { format, schemaVersion, deliveryProtocol } = asObject(value)
  if (format !== 'JSON') refuse(400, 195009, 'payload.format must be JSON.', asText(format))
  const supported =
    payloads.find((payload) => payload.schemaVersion === schemaVersion) ??
    refuse(400, 195008, 'payload.schemaVersion is not supported by the topic.', asText(schemaVersion))
  if (deliveryProtocol !== 'HTTPS')
    refuse(400, 195010, 'payload.deliveryProtocol must be HTTPS.', asText(deliveryProtocol))
  return { format: 'JSON', schemaVersion: supported.schemaVersion, deliveryProtocol: 'HTTPS' }
}

const toFilterJson = ({ createdAtMs, ...shown }: StoredFilter) => ({
  ...shown,
  creationDate: new Date(createdAtMs).toISOString(),
})

export const createSubscriptionService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  // The real platform keeps the application's subscriptions apart from each seller's, and has one for a topic.
  const isEbay = practice.names.id === 'ebay'

  const requireTopic = (topicId: unknown): Topic =>
    findTopic(practice.names, topicId) ?? refuse(400, 195027, 'topicId names no topic.', asText(topicId))

  const isOwnedBy = (token: StoredToken, topicId: string): boolean => {
    const scope = findTopic(practice.names, topicId)?.scope
    return !isEbay || (scope === 'APPLICATION') === (token.kind === 'application')
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

  const listOwn = (c: Call): Response => {
    const token = authenticate(practice, c, '')
    // Seen in production: https://github.com/Marty-LFG/tcg-listing-tools
    const lagMs = faults.take('listLagMs', 'notifications', 'getSubscriptions')?.value ?? 0
    const own = practice.state.subscriptions.filter(
      ({ topicId, createdAtMs }) => isOwnedBy(token, topicId) && createdAtMs <= practice.now() - lagMs,
    )
    return answerPage(c, practice, 'subscriptions', own.map(toSubscriptionJson))
  }

  const requireSubscription = (c: Call): StoredSubscription => {
    const id = c.req.param('id')
    const found = practice.state.subscriptions.find(({ subscriptionId }) => subscriptionId === id)
    return found ?? refuse(404, 195013, 'The subscription was not found.', id)
  }

  const requireEnabledDestination = (destinationId: string): void => {
    const destination = practice.state.destinations.find((candidate) => candidate.destinationId === destinationId)
    if (destination?.status !== 'ENABLED') refuse(409, 195015, 'The destination is not enabled.')
  }

  /** The fields that a create and an update have in common. */
  const readSettings = (
    body: JsonObject,
    topic: Topic,
  ): Pick<StoredSubscription, 'destinationId' | 'status' | 'payload'> => {
    const wanted = asText(body.destinationId)
    if (!practice.state.destinations.some(({ destinationId }) => destinationId === wanted)) {
      refuse(400, 195007, 'destinationId names no destination.', wanted)
    }
    return { destinationId: wanted, status: readStatus(body.status, 195006), payload: readPayload(body.payload, topic) }
  }

  const createSubscription = async (c: Call): Promise<Response> => {
    const token = authenticate(practice, c, '')
    const body = await readBody(c)
    if (practice.state.config === null) refuse(409, 195003, 'The alert e-mail is not set: call updateConfig first.')
    const topic = requireTopic(body.topicId)
    const { topicId } = topic
    const { authorizationScopes } = topic
    const isAllowed = authorizationScopes.some((scope) => scope === scopes.root || token.scopes.includes(scope))
    if (!isAllowed || !isOwnedBy(token, topicId)) {
      refuse(403, 195011, 'The token may not subscribe to this topic.', authorizationScopes.join(' '))
    }
    const settings = readSettings(body, topic)
    if (isEbay && practice.state.subscriptions.some((subscription) => subscription.topicId === topicId)) {
      refuse(409, 195012, 'A subscription for this topic and schema version exists.', topicId)
    }
    if (settings.status === 'ENABLED') requireEnabledDestination(settings.destinationId)
    const subscriptionId = newId()
    practice.state.subscriptions.push({ subscriptionId, topicId, ...settings, createdAtMs: practice.now() })
    return answerCreated(c, practice, `/subscription/${subscriptionId}`)
  }

  const updateSubscription = async (c: Call): Promise<Response> => {
    const subscription = requireSubscription(c)
    const settings = readSettings(await readBody(c), requireTopic(subscription.topicId))
    if (settings.status === 'ENABLED') requireEnabledDestination(settings.destinationId)
    Object.assign(subscription, settings)
    return c.body(null, 204)
  }

  const deleteSubscription = (c: Call): Response => {
    const subscription = requireSubscription(c)
    const { state } = practice
    state.subscriptions.splice(state.subscriptions.indexOf(subscription), 1)
    state.filters = state.filters.filter(({ subscriptionId }) => subscriptionId !== subscription.subscriptionId)
    return c.body(null, 204)
  }

  const disableSubscription = (c: Call): Response => {
    requireSubscription(c).status = 'DISABLED'
    return c.body(null, 204)
  }

  const enableSubscription = (c: Call): Response => {
    const subscription = requireSubscription(c)
    if (subscription.status === 'ENABLED' && !isEbay) refuse(409, 195006, 'The subscription is enabled already.')
    requireEnabledDestination(subscription.destinationId)
    subscription.status = 'ENABLED'
    return c.body(null, 204)
  }

  const testSubscription = (c: Call): Response => {
    const subscription = requireSubscription(c)
    const data = findTopic(practice.names, subscription.topicId)?.sample(toSeller(practice)) ?? {}
    notifier.publish(subscription.topicId, data, subscription)
    return c.body(null, 202)
  }

  const requireFilter = (c: Call): StoredFilter => {
    const { subscriptionId } = requireSubscription(c)
    confirmFilters(practice)
    const id = c.req.param('filterId')
    const filter =
      practice.state.filters.find(({ filterId }) => filterId === id) ??
      refuse(404, 195029, 'The filter was not found.', id)
    if (filter.subscriptionId !== subscriptionId) refuse(400, 195031, 'The filter belongs to another subscription.', id)
    return filter
  }

  const createFilter = async (c: Call): Promise<Response> => {
    const { subscriptionId, topicId } = requireSubscription(c)
    const { filterSchema } = await readBody(c)
    if (findTopic(practice.names, topicId)?.filterable !== true) {
      refuse(400, 195032, 'The topic of this subscription cannot be filtered.', topicId)
    }
    const problem = isObject(filterSchema) ? findSchemaProblem(filterSchema) : 'filterSchema must be an object.'
    if (problem !== undefined || !isObject(filterSchema)) {
      return refuse(400, 195033, `filterSchema is not valid JSON Schema: ${problem}`)
    }
    confirmFilters(practice)
    const { state } = practice
    const isReplaced = (filter: StoredFilter): boolean =>
      filter.subscriptionId === subscriptionId && filter.filterStatus === 'PENDING'
    const filterId = newId()
    const filter = { filterId, subscriptionId, filterSchema, createdAtMs: practice.now() }
    state.filters = [...state.filters.filter((one) => !isReplaced(one)), { ...filter, filterStatus: 'PENDING' }]
    return answerCreated(c, practice, `/subscription/${subscriptionId}/filter/${filterId}`)
  }

  const deleteFilter = (c: Call): Response => {
    const filter = requireFilter(c)
    if (filter.filterStatus === 'PENDING') refuse(400, 195029, 'A PENDING filter cannot be disabled.')
    filter.filterStatus = 'DISABLED'
    return c.body(null, 204)
  }

  return createService(faults, { service: 'notifications', base: BASE, admit: admitSubscriber(practice) }, [
    ['GET', '/subscription', 'getSubscriptions', listOwn],
    ['POST', '/subscription', 'createSubscription', createSubscription],
    ['GET', '/subscription/:id', 'getSubscription', (c) => c.json(toSubscriptionJson(requireSubscription(c)))],
    ['PUT', '/subscription/:id', 'updateSubscription', updateSubscription],
    ['DELETE', '/subscription/:id', 'deleteSubscription', deleteSubscription],
    ['POST', '/subscription/:id/disable', 'disableSubscription', disableSubscription],
    ['POST', '/subscription/:id/enable', 'enableSubscription', enableSubscription],
    ['POST', '/subscription/:id/test', 'testSubscription', testSubscription],
    ['POST', '/subscription/:id/filter', 'createSubscriptionFilter', createFilter],
    [
      'GET',
      '/subscription/:id/filter/:filterId',
      'getSubscriptionFilter',
      (c) => c.json(toFilterJson(requireFilter(c))),
    ],
    ['DELETE', '/subscription/:id/filter/:filterId', 'deleteSubscriptionFilter', deleteFilter],
  ])
}
