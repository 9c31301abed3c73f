/**
 * The notification service's config, destinations, public key and topics.
 *
 * Undocumented: the ids, and that a config must exist first. An endpoint may be plain HTTP on this machine, as in a
 * sandbox; its challenge is sent at once and never leaves it.
 */
import type { Faults, PracticeApp } from '../control/faults.ts'
import { isLoopback } from '../delivery/endpoint-challenge.ts'
import type { Notifier } from '../delivery/notifier.ts'
import type { Topic } from '../delivery/topic.ts'
import { findTopic, listTopics } from '../delivery/topic-catalog.ts'
import { asObject, type JsonObject } from '../json-body.ts'
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
import { type Call, createService } from './service.ts'

type DestinationRequest = Omit<StoredDestination, 'destinationId'>

const readDestination = (body: JsonObject, maxName: number): DestinationRequest => {
  const { name, deliveryConfig } = body
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxName || /[<>]/.test(name)) {
    refuse(400, 195016, `name is required: at most ${maxName} characters, no markup.`)
  }
  const status = readStatus(body.status, 195018)
  const config = asObject(deliveryConfig)
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

export const createNotificationService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const maxName = practice.names.id === 'ebay' ? 64 : 500

  const updateConfig = async (c: Call): Promise<Response> => {
    const alertEmail = asText((await readBody(c)).alertEmail)
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(alertEmail)) {
      refuse(400, 195025, 'alertEmail must be a mail address.', alertEmail)
    }
    practice.state.config = { alertEmail }
    return c.body(null, 204)
  }

  const requireDestination = (c: Call): StoredDestination => {
    const id = c.req.param('id')
    const found = practice.state.destinations.find(({ destinationId }) => destinationId === id)
    return found ?? refuse(404, 195022, 'The destination was not found.', id)
  }

  const verifyEndpoint = async ({ endpoint, verificationToken }: DestinationRequest, ownId?: string): Promise<void> => {
    const isTaken = practice.state.destinations.some(
      (destination) => destination.endpoint === endpoint && destination.destinationId !== ownId,
    )
    if (isTaken) refuse(409, 195021, 'Another destination has this endpoint.', endpoint)
    if (!(await notifier.challenge(endpoint, verificationToken))) {
      refuse(409, 195020, 'The endpoint did not answer the challenge correctly.', endpoint)
    }
  }

  const createDestination = async (c: Call): Promise<Response> => {
    const request = readDestination(await readBody(c), maxName)
    if (practice.state.config === null) refuse(409, 195003, 'The alert e-mail is not set: call updateConfig first.')
    await verifyEndpoint(request)
    const destinationId = newId()
    practice.state.destinations.push({ destinationId, ...request })
    return answerCreated(c, practice, `/destination/${destinationId}`)
  }

  const updateDestination = async (c: Call): Promise<Response> => {
    const destination = requireDestination(c)
    const request = readDestination(await readBody(c), maxName)
    await verifyEndpoint(request, destination.destinationId)
    Object.assign(destination, request)
    notifier.wake()
    return c.body(null, 204)
  }

  const deleteDestination = (c: Call): Response => {
    const destination = requireDestination(c)
    const { destinations, subscriptions } = practice.state
    const isInUse = subscriptions.some(
      ({ destinationId, status }) => destinationId === destination.destinationId && status === 'ENABLED',
    )
    if (isInUse) refuse(409, 195024, 'The destination is in use: disable its subscription first.')
    destinations.splice(destinations.indexOf(destination), 1)
    return c.body(null, 204)
  }

  const getPublicKey = (c: Call): Response => {
    const { kid, publicPem } = practice.state.signingKey
    const requested = c.req.param('id')
    if (requested !== kid) refuse(404, 195001, 'No public key has this id.', requested)
    // The platform's PEM has no line breaks.
    return c.json({ key: publicPem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' })
  }

  const { scopeBase, scopeSpellings, id: platform } = practice.names
  const toTopicJson = ({ topicId, description, context, scope, filterable, authorizationScopes, payloads }: Topic) => ({
    topicId,
    description,
    status: 'ENABLED',
    context,
    scope,
    filterable,
    authorizationScopes: authorizationScopes.map(
      (path) => `${scopeBase ?? practice.url}${scopeSpellings[path] ?? path}`,
    ),
    supportedPayloads: payloads.map((payload) => ({
      format: platform === 'ebay' ? ['JSON'] : 'JSON',
      deliveryProtocol: 'HTTPS',
      ...payload,
    })),
  })

  const getTopic = (c: Call): Response => {
    const requested = c.req.param('id')
    const found = findTopic(practice.names, requested)
    return c.json(toTopicJson(found ?? refuse(404, 195002, 'The topic was not found.', requested)))
  }

  const getConfig = (c: Call): Response =>
    c.json(practice.state.config ?? refuse(404, 195026, 'No configuration was found.'))
  const listDestinations = (c: Call): Response =>
    answerPage(c, practice, 'destinations', practice.state.destinations.map(toDestinationJson))
  const getDestination = (c: Call): Response => c.json(toDestinationJson(requireDestination(c)))
  const getTopics = (c: Call): Response =>
    answerPage(c, practice, 'topics', listTopics(practice.names).map(toTopicJson))

  return createService(faults, { service: 'notifications', base: BASE, admit: admitApplication(practice) }, [
    ['GET', '/config', 'getConfig', getConfig],
    ['PUT', '/config', 'updateConfig', updateConfig],
    ['GET', '/destination', 'getDestinations', listDestinations],
    ['POST', '/destination', 'createDestination', createDestination],
    ['GET', '/destination/:id', 'getDestination', getDestination],
    ['PUT', '/destination/:id', 'updateDestination', updateDestination],
    ['DELETE', '/destination/:id', 'deleteDestination', deleteDestination],
    ['GET', '/public_key/:id', 'getPublicKey', getPublicKey],
    ['GET', '/topic', 'getTopics', getTopics],
    ['GET', '/topic/:id', 'getTopic', getTopic],
  ])
}
