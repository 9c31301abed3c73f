/** The notification service's 21 operations, one method each (docs/platform.md, NOT-01). */
import * as z from 'zod'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import { findMissingScopes } from '../../../shared/connection/scopes.ts'
import { Failure } from '../../../shared/result.ts'
import { parseErrors, readJson, tryReadJson } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import { redactSecrets } from '../../http/redact.ts'
import type { HttpRequest, HttpResponse, Send } from '../../http/request.ts'
import { createServiceClient, type ServiceCall } from '../../http/service-client.ts'
import { notificationErrors } from './notification-errors.ts'
import {
  type Config,
  type CreateSubscriptionRequest,
  configSchema,
  type DestinationRequest,
  destinationPageSchema,
  destinationSchema,
  publicKeySchema,
  type Subscription,
  subscriptionFilterSchema,
  subscriptionPageSchema,
  subscriptionSchema,
  type Topic,
  topicPageSchema,
  topicSchema,
  type UpdateSubscriptionRequest,
} from './notification-wire.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 200

/** The token lacks a permission that the topic requires. */
const TOPIC_NOT_ALLOWED = 195011

type Owner = 'user' | 'application'
type Operation = readonly [HttpRequest['method'], path: string, Owner]

const operations = {
  getConfig: ['GET', '/config', 'application'],
  updateConfig: ['PUT', '/config', 'application'],
  getDestinations: ['GET', '/destination', 'application'],
  createDestination: ['POST', '/destination', 'application'],
  getDestination: ['GET', '/destination/{destination_id}', 'application'],
  updateDestination: ['PUT', '/destination/{destination_id}', 'application'],
  deleteDestination: ['DELETE', '/destination/{destination_id}', 'application'],
  getPublicKey: ['GET', '/public_key/{public_key_id}', 'application'],
  getSubscriptions: ['GET', '/subscription', 'user'],
  createSubscription: ['POST', '/subscription', 'user'],
  getSubscription: ['GET', '/subscription/{subscription_id}', 'user'],
  updateSubscription: ['PUT', '/subscription/{subscription_id}', 'user'],
  deleteSubscription: ['DELETE', '/subscription/{subscription_id}', 'user'],
  disableSubscription: ['POST', '/subscription/{subscription_id}/disable', 'user'],
  enableSubscription: ['POST', '/subscription/{subscription_id}/enable', 'user'],
  createSubscriptionFilter: ['POST', '/subscription/{subscription_id}/filter', 'user'],
  getSubscriptionFilter: ['GET', '/subscription/{subscription_id}/filter/{filter_id}', 'user'],
  deleteSubscriptionFilter: ['DELETE', '/subscription/{subscription_id}/filter/{filter_id}', 'user'],
  testSubscription: ['POST', '/subscription/{subscription_id}/test', 'user'],
  getTopics: ['GET', '/topic', 'application'],
  getTopic: ['GET', '/topic/{topic_id}', 'application'],
} as const satisfies Readonly<Record<string, Operation>>

/** Called right before the request leaves, again for each attempt. If it throws, nothing is sent. */
type BeforeLeaving = HttpRequest['beforeLeaving']

type Call = {
  readonly operation: keyof typeof operations
  readonly ids?: readonly string[]
  readonly query?: ServiceCall['query']
  readonly body?: unknown
  /** A secret in the body, which an error message may repeat. */
  readonly secret?: string
  /** The permissions that the topic itself requires. */
  readonly topicScopes?: readonly string[]
  /** The owner whose token authorizes the call, instead of the operation's default. */
  readonly owner?: Owner
  readonly beforeLeaving?: BeforeLeaving | undefined
}

/** Thrown when the platform created an entry but didn't return its id. */
export class AcceptedWithoutId extends Failure {}

/** The parts of a topic that creating a subscription needs. */
type SubscribedTopic = Pick<Topic, 'authorizationScopes' | 'scope'>

/** `context` is COMMERCE or DEVELOPER, which says nothing about the token (PLT-28). */
const ownerOfTopic = ({ scope }: SubscribedTopic): Owner =>
  scope?.toUpperCase() === 'APPLICATION' ? 'application' : 'user'

/** The decoded last segment of a Location header's path. */
const parseLocation = (location: string | undefined): string | undefined => {
  const last = location?.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1)
  if (last === undefined || last === '') return undefined
  try {
    return decodeURIComponent(last)
  } catch {
    return undefined
  }
}

const tokenIn = ({ deliveryConfig }: DestinationRequest): string => deliveryConfig.verificationToken

/** A non-empty text field of the JSON body; undefined if there is none. */
const readField = (response: HttpResponse, field: string): string | undefined =>
  z.object({ [field]: z.string().min(1) }).safeParse(tryReadJson(response)).data?.[field]

/**
 * Creates the client. It never repeats a write.
 *
 * Throws `Failure` by status: 401 signInNeeded, 403 forbidden naming the scope, 404 notFound, 409 conflict, otherwise
 * service. Throws `offline` or `unknown` if no answer arrived.
 */
export const createNotificationClient = (profile: ConnectionProfile, send: Send) => {
  const subscriptionScope = nameScope(profile, 'commerce.notification.subscription')

  const { capabilities, hasNotificationErrors, name } = getPlatform(profile)
  const { applicationSubscriptions } = capabilities
  const knownErrors = createErrorCatalog(name, hasNotificationErrors ? notificationErrors(name) : {})
  /** By subscription id, as last listed or created. */
  const owners = new Map<string, Owner>()

  /**
   * Adds the owner whose token authorizes the call: a subscription can be reached only with its owner's token (PLT-21).
   */
  const withOwner = async (call: Call): Promise<Call & { readonly owner: Owner }> => {
    const [, template, owner] = operations[call.operation]
    const [id] = call.ids ?? []
    if (!applicationSubscriptions || id === undefined || !template.startsWith('/subscription/'))
      return { owner, ...call }
    if (!owners.has(id)) await getSubscriptions()
    return { ...call, owner: owners.get(id) ?? owner }
  }

  /** The permission to name for a 403 (AUT-03). Error 195011 means that the topic's own permissions are missing. */
  const findMissingScope = ({ owner, topicScopes = [] }: Call, response: HttpResponse): string | undefined => {
    if (owner !== 'user') return undefined
    if (!parseErrors(response).some(({ errorId }) => errorId === TOPIC_NOT_ALLOWED)) return subscriptionScope
    const lacking = findMissingScopes(topicScopes, profile.scopes.user)
    const named = lacking.length > 0 ? lacking : topicScopes
    return named.length > 0 ? named.join(' ') : undefined
  }

  /**
   * A 404 without an error body comes from a wrong base URL or a proxy. It doesn't mean that the key or address doesn't
   * exist.
   */
  const toFailure = (call: Call, response: HttpResponse): Failure => {
    const isAnswer = call.operation === 'getPublicKey' || call.operation === 'getConfig'
    if (isAnswer && response.status === 404 && parseErrors(response).length === 0) {
      const cause =
        call.operation === 'getConfig' ? 'The notification service answered 404.' : 'The key service answered 404.'
      const whatToDo = 'Check the base URL of the connection.'
      return new Failure({ kind: 'service', message: `${cause} ${whatToDo}`, status: 404, cause, whatToDo })
    }
    return responseFailure('notification', response, knownErrors, { scope: findMissingScope(call, response) })
  }

  const request = async (call: Call): Promise<HttpResponse> => {
    const owned = await withOwner(call)
    const { operation, ids, query, body, owner, beforeLeaving } = owned
    const [method, path] = operations[operation]
    return createServiceClient({
      send,
      service: 'notification',
      root: `${profile.baseUrl}/commerce/notification/v1`,
      toFailure: (response) => toFailure(owned, redactSecrets(response, [owned.secret])),
    }).request({
      operation,
      method,
      path,
      ids,
      query,
      credential: owner,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      beforeLeaving,
    })
  }

  const read = async <S extends z.ZodType>(
    operation: Call['operation'],
    ids: readonly string[],
    schema: S,
    what: string,
  ): Promise<z.output<S>> => readJson(await request({ operation, ids }), schema, what)

  const write = async (
    operation: Call['operation'],
    ids: readonly string[],
    body?: unknown,
    beforeLeaving?: BeforeLeaving,
  ): Promise<void> => {
    await request({ operation, ids, body, beforeLeaving })
  }

  /**
   * Reads all pages (NOT-02), following the continuation_token in `next`. Lists an entry once even if it appears twice
   * because others were added between two pages.
   */
  const readAll = async <S extends z.ZodType<{ next?: string | null | undefined }>, T>(
    operation: Call['operation'],
    schema: S,
    what: string,
    entries: (page: z.output<S>) => readonly T[],
    idOf: (entry: T) => string,
    owner: Owner = operations[operation][2],
  ): Promise<readonly T[]> => {
    const all = new Map<string, T>()
    const seen = new Set<string>()
    let token: string | undefined
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const query = { limit: PAGE_SIZE, continuation_token: token }
      const page = readJson(await request({ operation, query, owner }), schema, what)
      for (const entry of entries(page)) all.set(idOf(entry), entry)
      const next = page.next ?? ''
      token =
        next !== '' && URL.canParse(next, profile.baseUrl)
          ? (new URL(next, profile.baseUrl).searchParams.get('continuation_token') ?? undefined)
          : undefined
      if (token === undefined || seen.has(token)) break
      seen.add(token)
    }
    return [...all.values()]
  }

  /** The platform has accepted the create, so a failure to read the list must not look like a failed create. */
  const findIfReadable = async (find: () => Promise<string | undefined>): Promise<string | undefined> => {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return undefined
    }
  }

  /** The id of the entry created by a 201: from the body, from Location, or else by reading the list again (NOT-03). */
  const create = async (
    call: Call,
    field: string,
    what: string,
    findListed: () => Promise<string | undefined>,
  ): Promise<string> => {
    const response = await request(call)
    const id =
      readField(response, field) ?? parseLocation(response.headers.location) ?? (await findIfReadable(findListed))
    if (id !== undefined) return id
    throw new AcceptedWithoutId({
      kind: 'unknown',
      message: `${name.The} accepted the ${what} but doesn’t list it yet. Refresh in a minute.`,
    })
  }

  const getDestinations = () =>
    readAll(
      'getDestinations',
      destinationPageSchema,
      'The list of destinations',
      (page) => page.destinations,
      ({ destinationId }) => destinationId,
    )
  const readSubscriptionsOf = (owner: Owner): Promise<readonly Subscription[]> =>
    readAll(
      'getSubscriptions',
      subscriptionPageSchema,
      'The list of subscriptions',
      (page) => page.subscriptions,
      ({ subscriptionId }) => subscriptionId,
      owner,
    )
  const getSubscriptions = async (): Promise<readonly Subscription[]> => {
    const ofUser = await readSubscriptionsOf('user')
    if (!applicationSubscriptions) return ofUser
    const ofApplication = await readSubscriptionsOf('application')
    for (const { subscriptionId } of ofUser) owners.set(subscriptionId, 'user')
    for (const { subscriptionId } of ofApplication) owners.set(subscriptionId, 'application')
    return [...new Map([...ofUser, ...ofApplication].map((each) => [each.subscriptionId, each])).values()]
  }
  const getTopic = (topicId: string): Promise<Topic> => read('getTopic', [topicId], topicSchema, 'The topic')

  return {
    /** Throws `notFound` while the connection has no alert address. */
    getConfig: () => read('getConfig', [], configSchema, 'The configuration'),
    updateConfig: (config: Config) => write('updateConfig', [], config),

    getDestinations,
    /** The platform challenges the endpoint, so the receiver must be answering. */
    createDestination: (body: DestinationRequest) =>
      create(
        { operation: 'createDestination', body, secret: tokenIn(body) },
        'destinationId',
        'destination',
        async () => {
          const all = await getDestinations()
          return all.findLast(({ deliveryConfig }) => deliveryConfig?.endpoint === body.deliveryConfig.endpoint)
            ?.destinationId
        },
      ),
    getDestination: (destinationId: string) =>
      read('getDestination', [destinationId], destinationSchema, 'The destination'),
    updateDestination: async (
      destinationId: string,
      body: DestinationRequest,
      beforeLeaving?: BeforeLeaving,
    ): Promise<void> => {
      await request({
        operation: 'updateDestination',
        ids: [destinationId],
        body,
        secret: tokenIn(body),
        beforeLeaving,
      })
    },
    /** Throws `conflict` while a subscription uses it (NOT-08). */
    deleteDestination: (destinationId: string, beforeLeaving?: BeforeLeaving) =>
      write('deleteDestination', [destinationId], undefined, beforeLeaving),

    /** The caller caches the key for an hour (NOT-11). Throws `notFound` only if the platform itself says so. */
    getPublicKey: (publicKeyId: string) => read('getPublicKey', [publicKeyId], publicKeySchema, 'The public key'),

    getSubscriptions,
    /** `knownTopic` avoids reading the topic, which says whose token subscribes (PLT-21). */
    createSubscription: async (body: CreateSubscriptionRequest, knownTopic?: SubscribedTopic): Promise<string> => {
      const topic = knownTopic ?? (applicationSubscriptions ? await getTopic(body.topicId) : {})
      const owner = applicationSubscriptions ? ownerOfTopic(topic) : 'user'
      const call: Call = {
        operation: 'createSubscription',
        body,
        topicScopes: topic.authorizationScopes ?? [],
        owner,
      }
      const subscriptionId = await create(call, 'subscriptionId', 'subscription', async () => {
        const all = await getSubscriptions()
        return all.findLast(
          ({ topicId, destinationId }) => topicId === body.topicId && destinationId === body.destinationId,
        )?.subscriptionId
      })
      owners.set(subscriptionId, owner)
      return subscriptionId
    },
    getSubscription: (subscriptionId: string) =>
      read('getSubscription', [subscriptionId], subscriptionSchema, 'The subscription'),
    updateSubscription: (subscriptionId: string, body: UpdateSubscriptionRequest, beforeLeaving?: BeforeLeaving) =>
      write('updateSubscription', [subscriptionId], body, beforeLeaving),
    deleteSubscription: (subscriptionId: string, beforeLeaving?: BeforeLeaving) =>
      write('deleteSubscription', [subscriptionId], undefined, beforeLeaving),
    disableSubscription: (subscriptionId: string, beforeLeaving?: BeforeLeaving) =>
      write('disableSubscription', [subscriptionId], undefined, beforeLeaving),
    /** Throws `conflict` if it can't be enabled (NOT-05). */
    enableSubscription: (subscriptionId: string, beforeLeaving?: BeforeLeaving) =>
      write('enableSubscription', [subscriptionId], undefined, beforeLeaving),

    /** The new filter is PENDING at first (NOT-06). */
    createSubscriptionFilter: (subscriptionId: string, filterSchema: Readonly<Record<string, unknown>>) =>
      create(
        { operation: 'createSubscriptionFilter', ids: [subscriptionId], body: { filterSchema } },
        'filterId',
        'filter',
        async () => (await getSubscriptions()).find((each) => each.subscriptionId === subscriptionId)?.filterId,
      ),
    getSubscriptionFilter: (subscriptionId: string, filterId: string) =>
      read('getSubscriptionFilter', [subscriptionId, filterId], subscriptionFilterSchema, 'The filter'),
    deleteSubscriptionFilter: (subscriptionId: string, filterId: string, beforeLeaving?: BeforeLeaving) =>
      write('deleteSubscriptionFilter', [subscriptionId, filterId], undefined, beforeLeaving),

    /** Requests a mock delivery (NOT-09). Returns its notificationId, if the answer names one. */
    testSubscription: async (subscriptionId: string): Promise<{ readonly notificationId: string | null }> => {
      const response = await request({ operation: 'testSubscription', ids: [subscriptionId] })
      return { notificationId: readField(response, 'notificationId') ?? null }
    },

    getTopics: () =>
      readAll(
        'getTopics',
        topicPageSchema,
        'The list of topics',
        (page) => page.topics,
        ({ topicId }) => topicId,
      ),
    getTopic,
  }
}

export type NotificationClient = ReturnType<typeof createNotificationClient>
