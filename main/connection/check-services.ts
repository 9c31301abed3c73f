/** "Check connection": one safe read of each service. */
import * as z from 'zod'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { marketplaceHeader } from '../../shared/connection/platforms.ts'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { parseErrors, readJson, readText, responseFailure } from '../http/answers.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../http/request.ts'

/** A SKU and task id that don't exist: "not found" proves that the service was reached. */
const MISSING_ID = 'stallhand-connection-check'

/** The requested scope that a service needs; shown when a permission is missing (AUT-03). */
const findScope = (profile: ConnectionProfile, ...parts: readonly [string, ...string[]]): string => {
  const all = [...profile.scopes.user, ...profile.scopes.application]
  return all.find((scope) => parts.some((part) => scope.includes(part))) ?? parts[0]
}

/** A captive portal, a proxy or a wrong address answers with a web page, with any status. */
const demandNoWebPage = (response: HttpResponse): void => {
  const type = response.headers['content-type'] ?? ''
  if (!/^text\/html/i.test(type) && !/^\s*<(!doctype\s+html|html)/i.test(readText(response).slice(0, 500))) return
  const cause = 'A web page answers instead of the service.'
  const whatToDo = 'Check the base URL of the connection, and whether this network asks you to sign in.'
  throw new Failure({ kind: 'service', message: `${cause} ${whatToDo}`, status: response.status, cause, whatToDo })
}

const findCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const isCode = 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code)
  return findCode(error.cause) ?? (isCode ? String(error.code) : undefined)
}

/** Technical details of a fixed form, which can't hold a secret (AUT-04). */
const formatDetail = (failure: Failure, request: HttpRequest): string => {
  const { detail } = failure
  const parts: (string | undefined)[] = [`${request.method} ${request.pathTemplate}`]
  if (failure instanceof TransportFailure) parts.push(findCode(failure.cause))
  else if (detail.kind === 'service') {
    parts.push(`HTTP ${detail.status}`, detail.errorId === undefined ? undefined : `error ${detail.errorId}`)
  }
  return parts.filter((part) => part !== undefined).join(', ')
}

const baseRequest = (profile: ConnectionProfile) => ({
  method: 'GET' as const,
  lane: 'read' as const,
  repeatable: true,
  credential: 'user' as const,
  headers: { 'content-type': 'application/json', [marketplaceHeader(profile)]: profile.marketplaceId },
  timeoutMs: 15_000,
})

/** getConversations with a limit of one: the cheapest read that needs a seller's sign-in. */
export const getOneConversation = (profile: ConnectionProfile): HttpRequest => ({
  ...baseRequest(profile),
  service: 'messages',
  operation: 'getConversations',
  url: `${profile.baseUrl}/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS&limit=1`,
  pathTemplate: '/conversation',
})

const graphqlAnswerSchema = z.object({ errors: z.array(z.object({ message: z.string() })).optional() })

type Probe = {
  readonly name: string
  readonly request: HttpRequest
  /** Throws a `Failure` for any answer that doesn't prove the service works. */
  readonly verify: (response: HttpResponse) => void
}

const listProbes = (profile: ConnectionProfile): readonly Probe[] => {
  const messageScope = findScope(profile, '/oauth/api_scope/message', 'message')
  const inventoryScope = findScope(profile, 'sell.inventory')
  const mappingScope = findScope(profile, 'sell.listing_preview', 'sell.inventory.mapping')
  const viewScope = profile.scopes.application[0] ?? '/oauth/api_scope'
  const succeed = (service: HttpRequest['service'], scope: string) => (response: HttpResponse) => {
    if (response.status !== 200) throw responseFailure(service, response, {}, { scope })
    readJson(response, z.looseObject({}), 'The answer')
  }
  const base = baseRequest(profile)
  return [
    { name: 'Messages', request: getOneConversation(profile), verify: succeed('messages', messageScope) },
    {
      name: 'Items',
      request: {
        ...base,
        service: 'inventory',
        operation: 'getInventoryItem',
        url: `${profile.baseUrl}/sell/inventory/v1/inventory_item/${MISSING_ID}`,
        pathTemplate: '/inventory_item/{sku}',
      },
      // INV-10: a missing item is 404, or 400 with 25013.
      verify: (response) => {
        const isMissing =
          response.status === 404 || (response.status === 400 && parseErrors(response).some((e) => e.errorId === 25013))
        if (!isMissing) succeed('inventory', inventoryScope)(response)
      },
    },
    {
      name: 'Mapping',
      request: {
        ...base,
        method: 'POST',
        service: 'mapping',
        operation: 'listingPreviewsCreationTaskById',
        url: profile.graphqlUrl,
        pathTemplate: new URL(profile.graphqlUrl).pathname,
        body: JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: MISSING_ID } } }),
      },
      // MAP-13: "Task not found" proves the service works; "Access denied" is a missing scope.
      verify: (response) => {
        succeed('mapping', mappingScope)(response)
        const { errors = [] } = readJson(response, graphqlAnswerSchema, 'The answer of the mapping service')
        if (!errors.some(({ message }) => /access denied|forbidden/i.test(message))) return
        throw new Failure({
          kind: 'forbidden',
          message: `The sign-in lacks the permission for mapping tasks: ${mappingScope}`,
          scope: mappingScope,
        })
      },
    },
    {
      name: 'Notifications',
      request: {
        ...base,
        credential: 'application',
        service: 'notification',
        operation: 'getTopics',
        url: `${profile.baseUrl}/commerce/notification/v1/topic?limit=10`,
        pathTemplate: '/topic',
      },
      verify: succeed('notification', viewScope),
    },
  ]
}

/** Checks all services at once. Never rejects for what a service answers. */
export const checkServices = (profile: ConnectionProfile, send: Send): Promise<readonly ServiceCheck[]> =>
  Promise.all(
    listProbes(profile).map(async ({ name, request, verify }): Promise<ServiceCheck> => {
      const { operation } = request
      try {
        const response = await send(request)
        demandNoWebPage(response)
        verify(response)
        return { name, operation, ok: true, message: 'Answers, and the sign-in has permission.', detail: null }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { name, operation, ok: false, message: error.message, detail: formatDetail(error, request) }
      }
    }),
  )
