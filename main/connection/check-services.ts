/** "Check connection": one safe read of each service, told in words. */
import * as z from 'zod'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { marketplaceHeader } from '../../shared/connection/dialect.ts'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { parseErrors, readJson, readText, responseFailure } from '../http/answers.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../http/request.ts'

/** A SKU and a task id that nobody has: "not found" is the answer that proves the way there. */
const NOBODYS = 'stallhand-connection-check'

/** Of the scopes asked for, the one that a service needs: named where a right is missing (AUT-03). */
const scopeWith = (profile: ConnectionProfile, ...parts: readonly [string, ...string[]]): string => {
  const all = [...profile.scopes.user, ...profile.scopes.application]
  return all.find((scope) => parts.some((part) => scope.includes(part))) ?? parts[0]
}

/** A captive portal, a proxy or a wrong address answers anything, with any status, as a page to look at. */
const demandNoWebPage = (response: HttpResponse): void => {
  const type = response.headers['content-type'] ?? ''
  if (!/^text\/html/i.test(type) && !/^\s*<(!doctype\s+html|html)/i.test(readText(response).slice(0, 500))) return
  throw new Failure({
    kind: 'service',
    message:
      'A web page answers here instead of the service. Check the base URL of the connection, and whether this network asks for a sign-in of its own.',
    status: response.status,
    cause: 'A web page answers here instead of the service.',
    whatToDo: 'Check the base URL of the connection, and whether this network asks for a sign-in of its own.',
  })
}

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const own =
    'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code) ? error.code : undefined
  return codeOf(error.cause) ?? own
}

/** For whoever helps: what is technical about it, in words of a fixed form that cannot hold a secret (AUT-04). */
const detailOf = (failure: Failure, request: HttpRequest): string => {
  const { detail } = failure
  const where = `${request.method} ${request.pathTemplate}`
  if (failure instanceof TransportFailure) return [where, codeOf(failure.cause)].filter(Boolean).join(', ')
  if (detail.kind !== 'service') return where
  return [where, `HTTP ${detail.status}`, detail.errorId === undefined ? undefined : `error ${detail.errorId}`]
    .filter(Boolean)
    .join(', ')
}

const read = (profile: ConnectionProfile) => ({
  method: 'GET' as const,
  lane: 'read' as const,
  repeatable: true,
  credential: 'user' as const,
  headers: { 'content-type': 'application/json', [marketplaceHeader(profile.dialect)]: profile.marketplaceId },
  timeoutMs: 15_000,
})

/** getConversations, document 2 section 4, asking for one: the cheapest read that needs a seller's sign-in. */
export const getOneConversation = (profile: ConnectionProfile): HttpRequest => ({
  ...read(profile),
  service: 'messages',
  operation: 'getConversations',
  url: `${profile.baseUrl}/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS&limit=1`,
  pathTemplate: '/conversation',
})

const graphqlAnswerSchema = z.object({ errors: z.array(z.object({ message: z.string() })).optional() })

type Probe = {
  readonly name: string
  readonly request: HttpRequest
  readonly scope: string
  /** Throws a `Failure` where the answer is not a good one. */
  readonly judge: (response: HttpResponse) => void
}

const probesOf = (profile: ConnectionProfile): readonly Probe[] => {
  const messageScope = scopeWith(profile, '/oauth/api_scope/message', 'message')
  const inventoryScope = scopeWith(profile, 'sell.inventory')
  const mappingScope = scopeWith(profile, 'sell.listing_preview', 'sell.inventory.mapping')
  const viewScope = profile.scopes.application[0] ?? '/oauth/api_scope'
  const succeed = (service: HttpRequest['service'], scope: string) => (response: HttpResponse) => {
    if (response.status !== 200) throw responseFailure(service, response, {}, { scope })
    readJson(response, z.looseObject({}), 'The answer')
  }
  return [
    {
      name: 'Messages',
      scope: messageScope,
      request: getOneConversation(profile),
      judge: succeed('messages', messageScope),
    },
    {
      name: 'Items',
      scope: inventoryScope,
      request: {
        ...read(profile),
        service: 'inventory',
        operation: 'getInventoryItem',
        url: `${profile.baseUrl}/sell/inventory/v1/inventory_item/${NOBODYS}`,
        pathTemplate: '/inventory_item/{sku}',
      },
      // INV-10: a missing item is 404, or 400 with 25013.
      judge: (response) => {
        const noSuchItem =
          response.status === 404 || (response.status === 400 && parseErrors(response).some((e) => e.errorId === 25013))
        if (!noSuchItem) succeed('inventory', inventoryScope)(response)
      },
    },
    {
      name: 'Mapping',
      scope: mappingScope,
      request: {
        ...read(profile),
        method: 'POST',
        service: 'mapping',
        operation: 'listingPreviewsCreationTaskById',
        url: `${profile.baseUrl}${profile.dialect.graphqlPath}`,
        pathTemplate: profile.dialect.graphqlPath,
        body: JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: NOBODYS } } }),
      },
      // MAP-13: "Task not found" proves the way; "Access denied" is a missing scope.
      judge: (response) => {
        succeed('mapping', mappingScope)(response)
        const { errors = [] } = readJson(response, graphqlAnswerSchema, 'The answer of the mapping service')
        if (!errors.some(({ message }) => /access denied|forbidden/i.test(message))) return
        throw new Failure({
          kind: 'forbidden',
          message: `The sign-in lacks the right for mapping tasks: ${mappingScope}`,
          scope: mappingScope,
        })
      },
    },
    {
      name: 'Notifications',
      scope: viewScope,
      request: {
        ...read(profile),
        credential: 'application',
        service: 'notification',
        operation: 'getTopics',
        url: `${profile.baseUrl}/commerce/notification/v1/topic?limit=10`,
        pathTemplate: '/topic',
      },
      judge: succeed('notification', viewScope),
    },
  ]
}

/** Tries all services at once; never rejects for what a service answers. */
export const checkServices = (profile: ConnectionProfile, send: Send): Promise<readonly ServiceCheck[]> =>
  Promise.all(
    probesOf(profile).map(async ({ name, request, judge }): Promise<ServiceCheck> => {
      const { operation } = request
      try {
        const response = await send(request)
        demandNoWebPage(response)
        judge(response)
        return { name, operation, ok: true, words: 'Answers, and the sign-in has the right for it.', detail: null }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { name, operation, ok: false, words: error.message, detail: detailOf(error, request) }
      }
    }),
  )
