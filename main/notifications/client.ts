/** The notification service: one method per operation, named as document 3, section 4 names it (NOT-01). */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { classifyResponse, parseErrors, readJson, readText, responseFailure } from '../http/answers.ts'
import { pathPart } from '../http/path-part.ts'
import { classifyStatus, type HttpRequest, type HttpResponse, type Send } from '../http/request.ts'
import { notificationErrors } from './errors.ts'
import {
  type Config,
  type CreateSubscriptionRequest,
  configSchema,
  type Destination,
  type DestinationRequest,
  destinationPageSchema,
  destinationSchema,
  publicKeySchema,
  type Subscription,
  type SubscriptionFilter,
  subscriptionFilterSchema,
  subscriptionPageSchema,
  subscriptionSchema,
  type Topic,
  topicPageSchema,
  topicSchema,
  type UpdateSubscriptionRequest,
} from './wire.ts'

const BASE = '/commerce/notification/v1'
/** The largest page (document 3, section 8). */
const PAGE = 100
/** A list that never ends is a fault of the platform, not a reason to go on for ever. */
const MOST_PAGES = 200

/** The token lacks a right that the topic asks for. */
const TOPIC_NOT_ALLOWED = 195011

/** A scope without {scope_base}, which is an address of the connection's own. */
const scopePath = (scope: string): string => scope.slice(Math.max(0, scope.indexOf('/oauth/')))

type Call = {
  readonly operation: string
  readonly method: HttpRequest['method']
  readonly path: string
  readonly template: string
  readonly credential: 'user' | 'application'
  readonly body?: unknown
  /** The rights that the topic itself asks for, as it tells them. */
  readonly topicScopes?: readonly string[]
}

/** The last part of a Location header's path, decoded. */
const idOfLocation = (location: string | undefined): string | undefined => {
  const last = location?.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1)
  if (last === undefined || last === '') return undefined
  try {
    return decodeURIComponent(last)
  } catch {
    return undefined
  }
}

/** A text of that name in the answer's JSON body; undefined where there is none. */
const textIn = (response: HttpResponse, field: string): string | undefined => {
  try {
    const body: unknown = JSON.parse(readText(response))
    if (typeof body !== 'object' || body === null) return undefined
    const text: unknown = Object.entries(body).find(([name]) => name === field)?.[1]
    return typeof text === 'string' && text !== '' ? text : undefined
  } catch {
    // An empty or broken body says nothing.
    return undefined
  }
}

/** The id of what a 201 made, from its body or its Location header (NOT-03); undefined where neither has it. */
const idOfCreated = (response: HttpResponse, field: string): string | undefined =>
  textIn(response, field) ?? idOfLocation(response.headers.location)

/**
 * Builds the client over `send`.
 *
 * Errors: `Failure` by status (document 3, section 7): 401 signInNeeded, 403 forbidden naming the scope, 404 notFound,
 * 409 conflict, otherwise service; `offline` and `uncertain` where no answer came. Nothing here repeats a write.
 */
export const createNotificationClient = (profile: ConnectionProfile, send: Send) => {
  const subscriptionScope = profile.scopes.user.find((scope) => scope.includes('commerce.notification.subscription'))

  const ask = (call: Call): Promise<HttpResponse> => {
    const read = call.method === 'GET'
    return send({
      service: 'notification',
      operation: call.operation,
      method: call.method,
      url: `${profile.baseUrl}${BASE}${call.path}`,
      pathTemplate: call.template,
      headers: {
        Accept: 'application/json',
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      lane: read ? 'read' : 'write',
      repeatable: read,
      credential: call.credential,
    })
  }

  /**
   * The right that a refusal is about (AUT-03): a topic has rights of its own beside the one to subscribe at all, and where
   * the platform says that those are missing (195011), naming the other would send the seller the wrong way.
   */
  const scopeMissing = ({ credential, topicScopes = [] }: Call, response: HttpResponse): string | undefined => {
    if (credential !== 'user') return undefined
    if (!parseErrors(response).some(({ errorId }) => errorId === TOPIC_NOT_ALLOWED)) return subscriptionScope
    const asked = profile.scopes.user.map(scopePath)
    const lacking = topicScopes.filter((scope) => !asked.includes(scopePath(scope)))
    return lacking.length > 0 ? lacking.join(' ') : topicScopes.length > 0 ? topicScopes.join(' ') : undefined
  }

  const accepted = (call: Call, response: HttpResponse): HttpResponse => {
    // A read's page is told by what it should have been; a write has nothing but its answer.
    const outcome = call.method === 'GET' ? classifyStatus(response.status) : classifyResponse(response)
    if (outcome === 'carriedOut') return response
    const scope = scopeMissing(call, response)
    throw responseFailure('notification', response, notificationErrors, scope === undefined ? {} : { scope })
  }

  const request = async (call: Call): Promise<HttpResponse> => accepted(call, await ask(call))

  const one = (id: string): string => pathPart(id, 'input.id')

  /**
   * Reads a list page by page: `next` says that there is more, its continuation_token where (NOT-02).
   *
   * An entry that comes twice, because others were added while the pages were read, is in the list once, as it came last.
   */
  const readAll = async <T>(
    call: Omit<Call, 'method' | 'path'> & { readonly path: string },
    readPage: (response: HttpResponse) => { readonly entries: readonly T[]; readonly next?: string | null | undefined },
    idOf: (entry: T) => string,
  ): Promise<readonly T[]> => {
    const all = new Map<string, T>()
    const seen = new Set<string>()
    let token: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ limit: String(PAGE) })
      if (token !== undefined) query.set('continuation_token', token)
      const { entries, next } = readPage(await request({ ...call, method: 'GET', path: `${call.path}?${query}` }))
      for (const entry of entries) all.set(idOf(entry), entry)
      if (next === undefined || next === null || next === '') break
      const base = `${profile.baseUrl}${BASE}${call.path}`
      token = URL.canParse(next, base)
        ? (new URL(next, base).searchParams.get('continuation_token') ?? undefined)
        : undefined
      if (token === undefined || seen.has(token)) break
      seen.add(token)
    }
    return [...all.values()]
  }

  const getDestinations = (): Promise<readonly Destination[]> =>
    readAll(
      { operation: 'getDestinations', path: '/destination', template: '/destination', credential: 'application' },
      (response) => {
        const page = readJson(response, destinationPageSchema, 'The list of destinations')
        return { entries: page.destinations, next: page.next }
      },
      ({ destinationId }) => destinationId,
    )

  const getSubscriptions = (): Promise<readonly Subscription[]> =>
    readAll(
      { operation: 'getSubscriptions', path: '/subscription', template: '/subscription', credential: 'user' },
      (response) => {
        const page = readJson(response, subscriptionPageSchema, 'The list of subscriptions')
        return { entries: page.subscriptions, next: page.next }
      },
      ({ subscriptionId }) => subscriptionId,
    )

  return {
    /** The address for alerts. A connection that has none yet answers 404, as `notFound`. */
    getConfig: async (): Promise<{ readonly alertEmail?: string | undefined }> =>
      readJson(
        await request({
          operation: 'getConfig',
          method: 'GET',
          path: '/config',
          template: '/config',
          credential: 'application',
        }),
        configSchema,
        'The configuration',
      ),

    updateConfig: async (config: Config): Promise<void> => {
      await request({
        operation: 'updateConfig',
        method: 'PUT',
        path: '/config',
        template: '/config',
        credential: 'application',
        body: config,
      })
    },

    /** All destinations, over all pages. */
    getDestinations,

    /**
     * Makes a destination and gives its id. The platform asks the endpoint its challenge, so that the receiver must answer.
     *
     * Where the answer holds no id the list is read again and the one with this endpoint taken (NOT-03).
     */
    createDestination: async (destination: DestinationRequest): Promise<string> => {
      const response = await request({
        operation: 'createDestination',
        method: 'POST',
        path: '/destination',
        template: '/destination',
        credential: 'application',
        body: destination,
      })
      const id = idOfCreated(response, 'destinationId')
      if (id !== undefined) return id
      const listed = (await getDestinations()).findLast(
        (each) => each.deliveryConfig?.endpoint === destination.deliveryConfig.endpoint,
      )
      if (listed !== undefined) return listed.destinationId
      throw new Failure({
        kind: 'unknown',
        message: 'The platform took the destination but does not list it. Read the list again in a minute.',
      })
    },

    getDestination: async (destinationId: string): Promise<Destination> =>
      readJson(
        await request({
          operation: 'getDestination',
          method: 'GET',
          path: `/destination/${one(destinationId)}`,
          template: '/destination/{destination_id}',
          credential: 'application',
        }),
        destinationSchema,
        'The destination',
      ),

    updateDestination: async (destinationId: string, destination: DestinationRequest): Promise<void> => {
      await request({
        operation: 'updateDestination',
        method: 'PUT',
        path: `/destination/${one(destinationId)}`,
        template: '/destination/{destination_id}',
        credential: 'application',
        body: destination,
      })
    },

    /** 409, `conflict`, while a subscription leads to it (NOT-08). */
    deleteDestination: async (destinationId: string): Promise<void> => {
      await request({
        operation: 'deleteDestination',
        method: 'DELETE',
        path: `/destination/${one(destinationId)}`,
        template: '/destination/{destination_id}',
        credential: 'application',
      })
    },

    /**
     * The key to check a signature with. Cached by the caller for one hour (NOT-11).
     *
     * `notFound` only where the platform itself says so: a 404 without its error body comes from a wrong base URL or a
     * proxy, and says nothing about the key.
     */
    getPublicKey: async (publicKeyId: string) => {
      const call: Call = {
        operation: 'getPublicKey',
        method: 'GET',
        path: `/public_key/${one(publicKeyId)}`,
        template: '/public_key/{public_key_id}',
        credential: 'application',
      }
      const response = await ask(call)
      if (response.status === 404 && parseErrors(response).length === 0) {
        throw new Failure({
          kind: 'service',
          message: 'The address for keys answered 404. Check the base URL of the connection.',
          status: 404,
          cause: 'The address for keys answered 404.',
          whatToDo: 'Check the base URL of the connection.',
        })
      }
      return readJson(accepted(call, response), publicKeySchema, 'The public key')
    },

    /** All subscriptions, over all pages. */
    getSubscriptions,

    /** Makes a subscription and gives its id; where the answer holds none, the newest to this topic and destination. */
    createSubscription: async (
      subscription: CreateSubscriptionRequest,
      topicScopes: readonly string[] = [],
    ): Promise<string> => {
      const response = await request({
        operation: 'createSubscription',
        method: 'POST',
        path: '/subscription',
        template: '/subscription',
        credential: 'user',
        body: subscription,
        topicScopes,
      })
      const id = idOfCreated(response, 'subscriptionId')
      if (id !== undefined) return id
      const listed = (await getSubscriptions()).findLast(
        (each) => each.topicId === subscription.topicId && each.destinationId === subscription.destinationId,
      )
      if (listed !== undefined) return listed.subscriptionId
      throw new Failure({
        kind: 'unknown',
        message: 'The platform took the subscription but does not list it. Read the list again in a minute.',
      })
    },

    getSubscription: async (subscriptionId: string): Promise<Subscription> =>
      readJson(
        await request({
          operation: 'getSubscription',
          method: 'GET',
          path: `/subscription/${one(subscriptionId)}`,
          template: '/subscription/{subscription_id}',
          credential: 'user',
        }),
        subscriptionSchema,
        'The subscription',
      ),

    updateSubscription: async (subscriptionId: string, subscription: UpdateSubscriptionRequest): Promise<void> => {
      await request({
        operation: 'updateSubscription',
        method: 'PUT',
        path: `/subscription/${one(subscriptionId)}`,
        template: '/subscription/{subscription_id}',
        credential: 'user',
        body: subscription,
      })
    },

    deleteSubscription: async (subscriptionId: string): Promise<void> => {
      await request({
        operation: 'deleteSubscription',
        method: 'DELETE',
        path: `/subscription/${one(subscriptionId)}`,
        template: '/subscription/{subscription_id}',
        credential: 'user',
      })
    },

    disableSubscription: async (subscriptionId: string): Promise<void> => {
      await request({
        operation: 'disableSubscription',
        method: 'POST',
        path: `/subscription/${one(subscriptionId)}/disable`,
        template: '/subscription/{subscription_id}/disable',
        credential: 'user',
      })
    },

    /** 409, `conflict`, where it cannot be enabled (NOT-05). */
    enableSubscription: async (subscriptionId: string): Promise<void> => {
      await request({
        operation: 'enableSubscription',
        method: 'POST',
        path: `/subscription/${one(subscriptionId)}/enable`,
        template: '/subscription/{subscription_id}/enable',
        credential: 'user',
      })
    },

    /**
     * Asks for a filter and gives its id; it is PENDING at first (NOT-06).
     *
     * Where the answer holds no id the subscription is read again, whose filterId it is (NOT-03).
     */
    createSubscriptionFilter: async (
      subscriptionId: string,
      filterSchema: Readonly<Record<string, unknown>>,
    ): Promise<string> => {
      const response = await request({
        operation: 'createSubscriptionFilter',
        method: 'POST',
        path: `/subscription/${one(subscriptionId)}/filter`,
        template: '/subscription/{subscription_id}/filter',
        credential: 'user',
        body: { filterSchema },
      })
      const id = idOfCreated(response, 'filterId')
      if (id !== undefined) return id
      const listed = (await getSubscriptions()).find((each) => each.subscriptionId === subscriptionId)?.filterId
      if (listed !== undefined) return listed
      throw new Failure({
        kind: 'unknown',
        message: 'The platform took the filter but does not name it yet. Read the subscription again in a minute.',
      })
    },

    getSubscriptionFilter: async (subscriptionId: string, filterId: string): Promise<SubscriptionFilter> =>
      readJson(
        await request({
          operation: 'getSubscriptionFilter',
          method: 'GET',
          path: `/subscription/${one(subscriptionId)}/filter/${one(filterId)}`,
          template: '/subscription/{subscription_id}/filter/{filter_id}',
          credential: 'user',
        }),
        subscriptionFilterSchema,
        'The filter',
      ),

    deleteSubscriptionFilter: async (subscriptionId: string, filterId: string): Promise<void> => {
      await request({
        operation: 'deleteSubscriptionFilter',
        method: 'DELETE',
        path: `/subscription/${one(subscriptionId)}/filter/${one(filterId)}`,
        template: '/subscription/{subscription_id}/filter/{filter_id}',
        credential: 'user',
      })
    },

    /**
     * Asks for a mock delivery, end to end; 202 means that it will come (NOT-09).
     *
     * Gives the notificationId that it will have, where the answer tells one; the documents show no body.
     */
    testSubscription: async (subscriptionId: string): Promise<{ readonly notificationId: string | null }> => {
      const response = await request({
        operation: 'testSubscription',
        method: 'POST',
        path: `/subscription/${one(subscriptionId)}/test`,
        template: '/subscription/{subscription_id}/test',
        credential: 'user',
      })
      return { notificationId: textIn(response, 'notificationId') ?? null }
    },

    /** All topics, over all pages. */
    getTopics: (): Promise<readonly Topic[]> =>
      readAll(
        { operation: 'getTopics', path: '/topic', template: '/topic', credential: 'application' },
        (response) => {
          const page = readJson(response, topicPageSchema, 'The list of topics')
          return { entries: page.topics, next: page.next }
        },
        ({ topicId }) => topicId,
      ),

    getTopic: async (topicId: string): Promise<Topic> =>
      readJson(
        await request({
          operation: 'getTopic',
          method: 'GET',
          path: `/topic/${one(topicId)}`,
          template: '/topic/{topic_id}',
          credential: 'application',
        }),
        topicSchema,
        'The topic',
      ),
  }
}

export type NotificationClient = ReturnType<typeof createNotificationClient>
