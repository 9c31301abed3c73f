/** "Check connection": one safe read of each service and host (docs/platform.md, PLT-22). */
import * as z from 'zod'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { marketplaceHeader } from '../../shared/connection/platforms.ts'
import {
  type ConnectionProfile,
  getPlatform,
  languageHeaders,
  nameScope,
  policyHeaders,
} from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { parseErrors, quote, readJson, readText, sanitizeLine } from '../http/answers.ts'
import { createErrorCatalog, type ErrorCatalog, responseFailure } from '../http/failures.ts'
import { type HttpRequest, type HttpResponse, type Send, type Service, TransportFailure } from '../http/request.ts'
import { buildRequest, type ServiceCall } from '../http/service-client.ts'

/**
 * A SKU, task and picture that don't exist: a "not found" from the service proves that it was reached. Letters and
 * digits are valid in every id.
 */
const MISSING_ID = 'StallhandConnectionCheck0'

/** A captive portal, a proxy or a wrong address answers with a web page, with any status. */
const requireNoWebPage = (response: HttpResponse): void => {
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

/** Technical details in a fixed form, which can't contain a secret (AUT-04). */
const formatDetail = (failure: Failure, request: HttpRequest): string => {
  const { detail } = failure
  const parts: (string | undefined)[] = [`${request.method} ${request.pathTemplate}`]
  if (failure instanceof TransportFailure) parts.push(findCode(failure.cause))
  else if (detail.kind === 'service') {
    parts.push(`HTTP ${detail.status}`, detail.errorId === undefined ? undefined : `error ${detail.errorId}`)
  }
  return parts.filter((part) => part !== undefined).join(', ')
}

/** A read as every check sends it. The log shows `path` without the query. */
const get = (
  profile: ConnectionProfile,
  service: Service,
  operation: string,
  root: string,
  path: string,
  rest: Partial<ServiceCall> = {},
): HttpRequest =>
  buildRequest(service, root, {
    operation,
    path,
    headers: {
      'content-type': 'application/json',
      [marketplaceHeader(profile)]: profile.marketplaceId,
      ...(['inventory', 'account', 'catalog'].includes(service) ? languageHeaders(profile) : {}),
      ...(operation === 'getFulfillmentPolicies' ? policyHeaders(profile) : {}),
    },
    timeoutMs: 15_000,
    ...rest,
  })

/** getConversations with a limit of one: the cheapest read that needs a seller's sign-in. */
export const getOneConversation = (profile: ConnectionProfile): HttpRequest =>
  get(profile, 'messages', 'getConversations', `${profile.baseUrl}/commerce/message/v1`, '/conversation', {
    query: { conversation_type: 'FROM_MEMBERS', limit: 1 },
  })

/** What an answer proves, as a sentence. Throws a `Failure` for an answer that doesn't prove the service works. */
type Verify = (response: HttpResponse, errors: ErrorCatalog) => string

type Probe = { readonly name: string; readonly request: HttpRequest; readonly verify: Verify }

const ANSWERS = 'Answers, and the sign-in has permission.'

/** PLT-01: each service phrases this error differently, so the message adds the marketplace and the remedy. */
const formatMarketplaceProblem = (name: string, profile: ConnectionProfile, said: string): string =>
  `${quote(said, getPlatform(profile).name)}${name}: the marketplace ${profile.marketplaceId} isn’t served. Choose another marketplace in the connection, or do without this service.`

const isAboutMarketplace = (text: string): boolean => /marketplace/i.test(text)

const refuseMarketplace = (name: string, profile: ConnectionProfile, response: HttpResponse): void => {
  if (response.status === 401 || response.status === 403) return
  const errors = parseErrors(response)
  const error = errors.find(({ message, longMessage, parameters = [] }) =>
    [message ?? '', longMessage ?? '', ...parameters.map((parameter) => parameter.name)].some(isAboutMarketplace),
  )
  if (error === undefined) return
  const { message, longMessage, errorId } = error
  const said = sanitizeLine(message ?? longMessage ?? '')
  const cause = formatMarketplaceProblem(name, profile, said)
  const { status } = response
  throw new Failure({
    kind: 'service',
    message: cause,
    status,
    cause,
    whatToDo: 'Choose another marketplace in the connection.',
    ...(errorId === undefined ? {} : { errorId }),
  })
}

/**
 * PLT-22: requires a 200 with a body of the described shape. A refusal or another service's answer has another shape.
 */
const expectAnswer =
  <S extends z.ZodType>(service: Service, scope: string, schema: S, format: (value: z.output<S>) => string): Verify =>
  (response, errors) => {
    if (response.status !== 200) throw responseFailure(service, response, errors, { scope })
    return format(readJson(response, schema, 'The answer'))
  }

/** The platform's id for an unknown address: the service itself did not answer. */
const UNKNOWN_ADDRESS = 2002

/**
 * PLT-22: requires that the service reports a missing record (INV-10). A 404 without the service's own error, or for an unknown
 * address, proves nothing.
 */
const expectMissing =
  (service: Service, scope: string, badRequestIds: readonly number[]): Verify =>
  (response, errors) => {
    const { status } = response
    const ids = parseErrors(response).flatMap(({ errorId }) => errorId ?? [])
    const isMissing =
      status === 404 ? ids.length > 0 && !ids.includes(UNKNOWN_ADDRESS) : ids.some((id) => badRequestIds.includes(id))
    if (isMissing && (status === 404 || status === 400)) return ANSWERS
    throw responseFailure(service, response, errors, { scope })
  }

const graphqlAnswerSchema = z.object({
  data: z.looseObject({}).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/**
 * MAP-13: "Task not found" proves that the service works; "Access denied" is a missing scope; anything else is no
 * success.
 */
const expectTaskMissing =
  (profile: ConnectionProfile, scope: string): Verify =>
  (response, errors) => {
    if (response.status !== 200) throw responseFailure('mapping', response, errors, { scope })
    const { data, errors: problems = [] } = readJson(response, graphqlAnswerSchema, 'The answer of the mapping service')
    const other = problems.find(({ message }) => !/\bnot found\b/i.test(message))?.message
    if (other === undefined && (problems.length > 0 || data != null)) return ANSWERS
    if (other !== undefined && /access denied|forbidden/i.test(other)) {
      const message = `The sign-in lacks the permission for mapping tasks: ${scope}`
      throw new Failure({ kind: 'forbidden', message, scope })
    }
    const said = sanitizeLine(other ?? '')
    const cause = isAboutMarketplace(said)
      ? formatMarketplaceProblem('Mapping', profile, said)
      : `${quote(said, errors.platformName)}The mapping service couldn’t carry out the query.`
    const whatToDo = isAboutMarketplace(said)
      ? 'Choose another marketplace in the connection.'
      : 'Check the GraphQL address and documents of the connection.'
    const message = isAboutMarketplace(said) ? cause : `${cause} ${whatToDo}`
    throw new Failure({ kind: 'service', message, status: response.status, cause, whatToDo })
  }

const count = z.coerce.number().int().min(0)

const formatTotal = (total: number | undefined, one: string, many: string): string =>
  total === undefined ? ANSWERS : `Answers: ${total} ${total === 1 ? one : many}.`

const conversationsSchema = z
  .object({ conversations: z.array(z.unknown()).optional(), total: count.optional() })
  .refine(({ conversations, total }) => conversations !== undefined || total !== undefined)
const itemsSchema = z
  .object({ inventoryItems: z.array(z.unknown()).optional(), total: count.optional() })
  .refine(({ inventoryItems, total }) => inventoryItems !== undefined || total !== undefined)
const programsSchema = z.object({ programs: z.array(z.object({ programType: z.string() })).optional() })
const policiesSchema = z.object({ fulfillmentPolicies: z.array(z.unknown()), total: count.optional() })
const userSchema = z.object({ username: z.string().min(1) })
const treeSchema = z.object({ categoryTreeId: z.string().min(1) })
const topicsSchema = z.object({ topics: z.array(z.unknown()) })

const listProbes = (profile: ConnectionProfile): readonly Probe[] => {
  const { capabilities } = getPlatform(profile)
  const messageScope = nameScope(profile, 'message', 'commerce.message')
  const inventoryScope = nameScope(profile, 'sell.inventory')
  const mappingScope = nameScope(profile, 'sell.listing_preview', 'sell.inventory.mapping')
  const accountScope = nameScope(profile, 'sell.account')
  const identityScope = nameScope(profile, 'commerce.identity.readonly')
  const financesScope = nameScope(profile, 'sell.finances')
  const viewScope = profile.scopes.application[0] ?? '/oauth/api_scope'
  const inventory = `${profile.baseUrl}/sell/inventory/v1`
  const account = `${profile.baseUrl}/sell/account/v1`
  const query = { marketplace_id: profile.marketplaceId }
  const probes: readonly (Probe | false)[] = [
    {
      name: 'Messages',
      request: getOneConversation(profile),
      verify: expectAnswer('messages', messageScope, conversationsSchema, ({ total }) =>
        formatTotal(total, 'conversation', 'conversations'),
      ),
    },
    capabilities.itemList
      ? {
          name: 'Items',
          request: get(profile, 'inventory', 'getInventoryItems', inventory, '/inventory_item', {
            query: { limit: 1 },
          }),
          verify: expectAnswer('inventory', inventoryScope, itemsSchema, ({ total }) =>
            formatTotal(total, 'item', 'items'),
          ),
        }
      : {
          name: 'Items',
          request: get(profile, 'inventory', 'getInventoryItem', inventory, `/inventory_item/${MISSING_ID}`),
          verify: expectMissing('inventory', inventoryScope, [25013]),
        },
    {
      name: 'Mapping',
      request: get(profile, 'mapping', 'listingPreviewsCreationTaskById', profile.graphqlUrl, '', {
        method: 'POST',
        body: JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: MISSING_ID } } }),
        lane: 'read',
        repeatable: true,
      }),
      verify: expectTaskMissing(profile, mappingScope),
    },
    {
      name: 'Notifications',
      request: get(profile, 'notification', 'getTopics', `${profile.baseUrl}/commerce/notification/v1`, '/topic', {
        query: { limit: 10 },
        credential: 'application',
      }),
      verify: expectAnswer('notification', viewScope, topicsSchema, () => 'Answers.'),
    },
    capabilities.identity && {
      name: 'Identity',
      request: get(profile, 'identity', 'getUser', profile.identityUrl, '/user/'),
      verify: expectAnswer('identity', identityScope, userSchema, ({ username }) => `Answers: you are ${username}.`),
    },
    capabilities.listing && {
      name: 'Account',
      request: get(profile, 'account', 'getOptedInPrograms', account, '/program/get_opted_in_programs'),
      verify: expectAnswer('account', accountScope, programsSchema, ({ programs = [] }) =>
        programs.some(({ programType }) => programType === 'SELLING_POLICY_MANAGEMENT')
          ? ANSWERS
          : 'Answers. Business policies aren’t switched on for this account; listing needs them.',
      ),
    },
    capabilities.listing && {
      name: 'Policies',
      request: get(profile, 'account', 'getFulfillmentPolicies', account, '/fulfillment_policy', { query }),
      verify: expectAnswer('account', accountScope, policiesSchema, ({ total, fulfillmentPolicies }) =>
        formatTotal(total ?? fulfillmentPolicies.length, 'delivery policy', 'delivery policies'),
      ),
    },
    capabilities.listing && {
      name: 'Categories',
      request: get(
        profile,
        'catalog',
        'getDefaultCategoryTreeId',
        `${profile.baseUrl}/commerce/taxonomy/v1`,
        '/get_default_category_tree_id',
        { query, credential: 'application' },
      ),
      verify: expectAnswer('catalog', viewScope, treeSchema, () => 'Answers.'),
    },
    capabilities.pictureUpload && {
      name: 'Pictures',
      request: get(profile, 'media', 'getImage', profile.mediaUrl, `/image/${MISSING_ID}`),
      verify: expectMissing('media', inventoryScope, []),
    },
    capabilities.earnings && {
      name: 'Earnings',
      request: get(profile, 'finances', 'getPayout', profile.financesUrl, `/payout/${MISSING_ID}`),
      verify: expectMissing('finances', financesScope, [135001]),
    },
  ]
  return probes.filter((probe) => probe !== false)
}

/** Checks all services at once. Never rejects, whatever a service answers. */
export const checkServices = (profile: ConnectionProfile, send: Send): Promise<readonly ServiceCheck[]> => {
  const errors = createErrorCatalog(getPlatform(profile).name)
  return Promise.all(
    listProbes(profile).map(async ({ name, request, verify }): Promise<ServiceCheck> => {
      const { operation } = request
      try {
        const response = await send(request)
        requireNoWebPage(response)
        refuseMarketplace(name, profile, response)
        return { name, operation, ok: true, message: verify(response, errors), detail: null }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { name, operation, ok: false, message: error.message, detail: formatDetail(error, request) }
      }
    }),
  )
}
