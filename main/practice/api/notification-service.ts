import { Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isLoopback } from '../delivery/endpoint-challenge.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { type Topic, topics } from '../delivery/topic-catalog.ts'
import { isObject, type JsonObject } from '../json-body.ts'
import { newId } from '../shop/ids.ts'
import type { StoredDestination } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  admitApplication,
  answerCreated,
  answerPage,
  asText,
  NOTIFICATION_BASE as BASE,
  readBody,
  readStatus,
  refuse,
} from './notification-rest.ts'

type DestinationRequest = Omit<StoredDestination, 'destinationId'>

const readDestination = (body: JsonObject): DestinationRequest => {
  const { name, deliveryConfig } = body
  if (typeof name !== 'string' || name.trim() === '' || name.length > 64 || /[<>]/.test(name)) {
    refuse(400, 195016, 'name is required: at most 64 characters, no markup.')
  }
  const status = readStatus(body.status, 195018)
  const config = isObject(deliveryConfig) ? deliveryConfig : {}
  const endpoint = asText(config.endpoint)
  const verificationToken = asText(config.verificationToken)
  const isSecure = URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:'
  if (!isSecure && !isLoopback(endpoint)) {
    refuse(400, 195017, 'deliveryConfig.endpoint must be an HTTPS URL, or plain HTTP on this machine.', endpoint)
  }
  if (!/^[A-Za-z0-9_-]{32,80}$/.test(verificationToken)) {
    refuse(400, 195019, 'deliveryConfig.verificationToken needs 32 to 80 letters, digits, hyphens or underscores.')
  }
  return { name: asText(name), status, endpoint, verificationToken }
}

const toDestinationJson = ({ destinationId, name, status, endpoint, verificationToken }: StoredDestination) => ({
  destinationId,
  name,
  status,
  deliveryConfig: { endpoint, verificationToken },
})

/**
 * The notification service's config, destinations, public key and topics.
 *
 * Undocumented: the ids, and that a config must exist first. An endpoint may be plain HTTP on this machine, as in a
 * sandbox; its challenge is sent at once and never leaves it.
 */
export const createNotificationService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('notifications', operation)
  const admit = admitApplication(practice)

  app.get(`${BASE}/config`, guard('getConfig'), admit, (c) =>
    c.json(practice.state.config ?? refuse(404, 195026, 'No configuration was found.')),
  )

  app.put(`${BASE}/config`, guard('updateConfig'), admit, async (c) => {
    const alertEmail = asText((await readBody(c)).alertEmail)
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(alertEmail)) {
      refuse(400, 195025, 'alertEmail must be a mail address.', alertEmail)
    }
    practice.state.config = { alertEmail }
    return c.body(null, 204)
  })

  const demandDestination = (destinationId: string): StoredDestination =>
    practice.state.destinations.find((destination) => destination.destinationId === destinationId) ??
    refuse(404, 195022, 'The destination was not found.', destinationId)

  const verifyEndpoint = async ({ endpoint, verificationToken }: DestinationRequest, ownId?: string): Promise<void> => {
    const isTaken = practice.state.destinations.some(
      (destination) => destination.endpoint === endpoint && destination.destinationId !== ownId,
    )
    if (isTaken) refuse(409, 195021, 'Another destination has this endpoint.', endpoint)
    if (!(await notifier.challenge(endpoint, verificationToken))) {
      refuse(409, 195020, 'The endpoint did not answer the challenge correctly.', endpoint)
    }
  }

  app.get(`${BASE}/destination`, guard('getDestinations'), admit, (c) =>
    answerPage(c, practice, 'destinations', practice.state.destinations.map(toDestinationJson)),
  )

  app.post(`${BASE}/destination`, guard('createDestination'), admit, async (c) => {
    const request = readDestination(await readBody(c))
    if (practice.state.config === null) refuse(409, 195003, 'The alert e-mail is not set: call updateConfig first.')
    await verifyEndpoint(request)
    const destinationId = newId()
    practice.state.destinations.push({ destinationId, ...request })
    return answerCreated(c, practice, `/destination/${destinationId}`)
  })

  app.get(`${BASE}/destination/:id`, guard('getDestination'), admit, (c) =>
    c.json(toDestinationJson(demandDestination(c.req.param('id')))),
  )

  app.put(`${BASE}/destination/:id`, guard('updateDestination'), admit, async (c) => {
    const destination = demandDestination(c.req.param('id'))
    const request = readDestination(await readBody(c))
    await verifyEndpoint(request, destination.destinationId)
    Object.assign(destination, request)
    notifier.wake()
    return c.body(null, 204)
  })

  app.delete(`${BASE}/destination/:id`, guard('deleteDestination'), admit, (c) => {
    const destination = demandDestination(c.req.param('id'))
    const { destinations, subscriptions } = practice.state
    const isInUse = subscriptions.some(
      ({ destinationId, status }) => destinationId === destination.destinationId && status === 'ENABLED',
    )
    if (isInUse) refuse(409, 195024, 'The destination is in use: disable its subscription first.')
    destinations.splice(destinations.indexOf(destination), 1)
    return c.body(null, 204)
  })

  app.get(`${BASE}/public_key/:id`, guard('getPublicKey'), admit, (c) => {
    const { kid, publicPem } = practice.state.signingKey
    const requested = c.req.param('id')
    if (requested !== kid) refuse(404, 195001, 'No public key has this id.', requested)
    // The platform's PEM has no line breaks.
    return c.json({ key: publicPem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' })
  })

  const toTopicJson = ({ topicId, description, context, filterable, authorizationScopes }: Topic) => ({
    topicId,
    description,
    status: 'ENABLED',
    context,
    scope: context,
    filterable,
    authorizationScopes: authorizationScopes.map(
      (scope) => `${practice.names.scopeBase ?? practice.url}${practice.names.scopeSpellings[scope] ?? scope}`,
    ),
    supportedPayloads: [
      {
        format: practice.names.id === 'ebay' ? ['JSON'] : 'JSON',
        schemaVersion: '1.0',
        deliveryProtocol: 'HTTPS',
        deprecated: false,
      },
    ],
  })

  app.get(`${BASE}/topic`, guard('getTopics'), admit, (c) => answerPage(c, practice, 'topics', topics.map(toTopicJson)))

  app.get(`${BASE}/topic/:id`, guard('getTopic'), admit, (c) => {
    const requested = c.req.param('id')
    const found = topics.find(({ topicId }) => topicId === requested)
    return c.json(toTopicJson(found ?? refuse(404, 195002, 'The topic was not found.', requested)))
  })

  return app
}
