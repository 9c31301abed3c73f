/** The message service, one method per operation (document 2, section 4). */

import { marketplaceHeader } from '../../shared/connection/platforms.ts'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import type { MessageContent, MessageTarget } from '../../shared/messaging/message-text.ts'
import { type AppError, Failure, validation } from '../../shared/result.ts'
import { classifyResponse, isWebPage, parseErrors, readJson, responseFailure } from '../http/answers.ts'
import { pathPart } from '../http/path-part.ts'
import { classifyStatus, type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../http/request.ts'
import { messagingErrors } from './errors.ts'
import {
  bulkAnswerSchema,
  bulkElementSchema,
  type ConversationRecord,
  conversationsAnswerSchema,
  type MessageRecord,
  readConversation,
  readMessage,
  threadAnswerSchema,
  writeMessage,
} from './wire.ts'

const BASE = '/commerce/message/v1'
const SEND_TIMEOUT_MS = 30_000
/** Where the platform does not say how long. */
const DEFAULT_WAIT_MS = 60_000

/** Status filters in use (MSG-06). */
export type ConversationStatusFilter = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD' | 'UNANSWERED' | 'ANSWERED'

export type ConversationsQuery = {
  readonly conversationType: ConversationType
  readonly conversationStatus?: ConversationStatusFilter
  readonly otherPartyUsername?: string
  /** A listing's item id; its type, LISTING, goes with it by itself. */
  readonly referenceId?: string
  /** Only with FROM_MEMBERS (850010). */
  readonly startTimeMs?: number
  readonly endTimeMs?: number
  readonly limit?: number
  readonly offset?: number
}

export type ConversationPage = {
  readonly total: number
  /** Elements of the answer, those that cannot be read included: the step to the next page. */
  readonly count: number
  readonly conversations: readonly ConversationRecord[]
}

export type ThreadPage = { readonly total: number; readonly count: number; readonly messages: readonly MessageRecord[] }

/**
 * How a send ended, by what the platform is known to have done (MSG-13).
 *
 * - `sent`: a 2xx status line arrived, whatever became of the body (MSG-12).
 * - `notReached`: nobody got it (refused, no such name).
 * - `notNow`: 401 or 429; not carried out, try again after `waitMs`.
 * - `refused`: any other 3xx or 4xx; not carried out, and the platform says why.
 * - `noAnswer`: 5xx, reset, time-out, abort, or anything else: it may have arrived.
 *
 * It is a value and not a throw, so that a caller cannot forget a case.
 */
export type SendEnd =
  | { readonly end: 'sent' }
  | { readonly end: 'notReached'; readonly error: AppError }
  | { readonly end: 'notNow'; readonly error: AppError; readonly waitMs: number }
  | { readonly end: 'refused'; readonly error: AppError }
  | { readonly end: 'noAnswer'; readonly reason: string }

export type BulkStatus = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD'
export type BulkElement = {
  readonly conversationId: string
  readonly conversationType: ConversationType
  readonly conversationStatus: BulkStatus
}
/** What became of one element: nothing to add, or why not. */
export type BulkResult = {
  readonly conversationId: string
  readonly updated: boolean
  /** Whether the answer says what became of it; false where it is silent about it, or contradicts itself. */
  readonly certain: boolean
  readonly problems: readonly string[]
}

export type MessageClient = ReturnType<typeof createMessageClient>

/** `2026-11-21T09:00:00.000Z`: whole seconds, as MSG-05 writes the form. */
const wireTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}.000Z`

export const createMessageClient = (deps: { readonly profile: ConnectionProfile; readonly send: Send }) => {
  const { profile } = deps
  const scope = profile.scopes.user.find((name) => name.endsWith('message'))

  const wireType = (type: ConversationType): string =>
    type === 'FROM_SVC' ? profile.platform.platformConversationType : type

  // MSG-01: Authorization is put on by the connection's own wrapper.
  const headers = {
    'content-type': 'application/json',
    [marketplaceHeader(profile.platform)]: profile.marketplaceId,
  }

  const request = (
    operation: string,
    path: string,
    pathTemplate: string,
    rest: Pick<HttpRequest, 'method' | 'lane' | 'repeatable'> & Partial<HttpRequest>,
  ): HttpRequest => ({
    service: 'messages',
    operation,
    url: `${profile.baseUrl}${BASE}${path}`,
    pathTemplate: `${BASE}${pathTemplate}`,
    headers,
    credential: 'user',
    ...rest,
  })

  const failure = (response: HttpResponse): Failure =>
    responseFailure('messages', response, messagingErrors, scope === undefined ? {} : { scope })

  const succeed = (response: HttpResponse): HttpResponse => {
    if (classifyStatus(response.status) === 'carriedOut') return response
    throw failure(response)
  }

  const checkPage = (limit: number | undefined): void => {
    if (limit !== undefined && (limit < 1 || limit > messagingLimits.pageMax)) {
      throw validation(
        'limit',
        `A page of ${limit} was asked for; 1 to ${messagingLimits.pageMax} are allowed (850002).`,
      )
    }
  }

  const updateConversation = async (
    conversation: { readonly conversationId: string; readonly conversationType: ConversationType },
    change: { readonly read: true } | { readonly conversationStatus: 'ACTIVE' | 'ARCHIVE' | 'DELETE' },
  ): Promise<void> => {
    const { conversationId, conversationType } = conversation
    const response = await deps.send(
      request('updateConversation', '/update_conversation', '/update_conversation', {
        method: 'POST',
        lane: 'write',
        // Setting a state twice is setting it once; but what cannot be undone goes out at the seller's word alone (MSG-16).
        repeatable: !('conversationStatus' in change && change.conversationStatus === 'DELETE'),
        ...('read' in change ? { occasion: 'view' } : {}),
        body: JSON.stringify({ conversationId, conversationType: wireType(conversationType), ...change }),
      }),
    )
    if (classifyResponse(response) !== 'carriedOut') throw failure(response)
  }

  return {
    /**
     * One page of conversations; limit 25 by default and 50 at most (MSG-02, MSG-03, MSG-05, MSG-06).
     *
     * Errors: 850001 without a type, 850002 above 50, 850010 for a time with FROM_SVC, 850020 for an unknown status, 401
     * and 429. Document 2, section 4, getConversations.
     */
    getConversations: async (query: ConversationsQuery, signal?: AbortSignal): Promise<ConversationPage> => {
      checkPage(query.limit)
      if (query.conversationType === 'FROM_SVC' && (query.startTimeMs !== undefined || query.endTimeMs !== undefined)) {
        throw validation('startTimeMs', 'Notices cannot be asked for by time; leave start and end out (850010).')
      }
      const search = new URLSearchParams({ conversation_type: wireType(query.conversationType) })
      if (query.conversationStatus !== undefined) search.set('conversation_status', query.conversationStatus)
      if (query.otherPartyUsername !== undefined) search.set('other_party_username', query.otherPartyUsername)
      if (query.referenceId !== undefined) {
        search.set('reference_id', query.referenceId)
        search.set('reference_type', 'LISTING')
      }
      if (query.startTimeMs !== undefined) search.set('start_time', wireTime(query.startTimeMs))
      if (query.endTimeMs !== undefined) search.set('end_time', wireTime(query.endTimeMs))
      search.set('limit', String(query.limit ?? messagingLimits.pageDefault))
      search.set('offset', String(query.offset ?? 0))
      const response = await deps.send(
        request('getConversations', `/conversation?${search}`, '/conversation', {
          method: 'GET',
          lane: 'read',
          repeatable: true,
          ...(signal === undefined ? {} : { signal }),
        }),
      )
      const answer = readJson(succeed(response), conversationsAnswerSchema, 'The list of conversations')
      return {
        total: answer.total,
        count: answer.conversations.length,
        conversations: answer.conversations.map(readConversation).filter((element) => element !== undefined),
      }
    },

    /**
     * One page of a thread, in the platform's order; limit 25 by default and 50 at most (MSG-07).
     *
     * Errors: 850001, 850002, 404 with 850100, 401, 429. Document 2, section 4, getConversation.
     */
    getConversation: async (
      query: {
        readonly conversationId: string
        readonly conversationType: ConversationType
        readonly limit?: number
        readonly offset?: number
      },
      signal?: AbortSignal,
    ): Promise<ThreadPage> => {
      checkPage(query.limit)
      const search = new URLSearchParams({
        conversation_type: wireType(query.conversationType),
        limit: String(query.limit ?? messagingLimits.pageDefault),
        offset: String(query.offset ?? 0),
      })
      const response = await deps.send(
        request(
          'getConversation',
          `/conversation/${pathPart(query.conversationId, 'input.conversationId')}?${search}`,
          '/conversation/{conversationId}',
          { method: 'GET', lane: 'read', repeatable: true, ...(signal === undefined ? {} : { signal }) },
        ),
      )
      const answer = readJson(succeed(response), threadAnswerSchema, 'The conversation')
      return {
        total: answer.total,
        count: answer.messages.length,
        messages: answer.messages.map(readMessage).filter((message) => message !== undefined),
      }
    },

    /**
     * Sends one message, once: it is not idempotent and no layer repeats it (MSG-13). Never throws; see `SendEnd`.
     *
     * Text at most 2,000 code points (13007), one recipient (2004), at most 5 attachments over HTTPS (6001); 1100 without
     * the right. Document 2, section 4, sendMessage.
     */
    sendMessage: async (target: MessageTarget, content: MessageContent, signal?: AbortSignal): Promise<SendEnd> => {
      try {
        const response = await deps.send(
          request('sendMessage', '/send_message', '/send_message', {
            method: 'POST',
            lane: 'write',
            repeatable: false,
            occasion: 'queue',
            timeoutMs: SEND_TIMEOUT_MS,
            body: writeMessage(target, content),
            ...(signal === undefined ? {} : { signal }),
          }),
        )
        return endOfResponse(response, failure)
      } catch (error) {
        return endOfThrow(error)
      }
    },

    /** Marks a conversation as read, and does nothing else (MSG-14). Errors: 850001, 850050, 401, 429. Section 4. */
    markRead: (conversation: { readonly conversationId: string; readonly conversationType: ConversationType }) =>
      updateConversation(conversation, { read: true }),

    /**
     * Files a conversation, and does nothing else: read and status in one call would lose the status silently (MSG-14).
     *
     * DELETE cannot be undone by any call (MSG-16). Errors: 850001, 850020, 850050, 401, 429. Document 2, sections 3 and 4.
     */
    setStatus: (
      conversation: { readonly conversationId: string; readonly conversationType: ConversationType },
      conversationStatus: 'ACTIVE' | 'ARCHIVE' | 'DELETE',
    ) => updateConversation(conversation, { conversationStatus }),

    /**
     * Changes up to 10 conversations in one call, each with a result of its own (MSG-17, MSG-18).
     *
     * Only SUCCESSFUL (or SUCCESS) counts. An element that the answer does not name, or names twice with different ends, is
     * not `certain`: the conversation has to be read again. Throws `validation` above 10 (850010), and `forbidden` where a
     * 403 of the 850100 range rejected the whole (MSG-19). Document 2, section 4.
     */
    bulkUpdateConversation: async (elements: readonly BulkElement[]): Promise<readonly BulkResult[]> => {
      if (elements.length === 0 || elements.length > messagingLimits.bulkElements) {
        throw validation(
          'conversations',
          `${elements.length} conversations were given; 1 to ${messagingLimits.bulkElements} are allowed in one request (850010).`,
        )
      }
      const deletes = elements.some(({ conversationStatus }) => conversationStatus === 'DELETE')
      const response = await deps.send(
        request('bulkUpdateConversation', '/bulk_update_conversation', '/bulk_update_conversation', {
          method: 'POST',
          lane: 'write',
          repeatable: !deletes,
          // A deletion was held back for a while first.
          ...(deletes ? { occasion: 'queue' } : {}),
          body: JSON.stringify({
            conversations: elements.map((element) => ({
              ...element,
              conversationType: wireType(element.conversationType),
            })),
          }),
        }),
      )
      const rejection = response.status === 403 ? parseErrors(response).find(isBatchRejection)?.errorId : undefined
      if (rejection !== undefined) throw rejectedBatch(rejection, scope)
      const answers = readJson(succeed(response), bulkAnswerSchema, 'The result of the update')
        .map((answer) => bulkElementSchema.safeParse(answer))
        .filter((parsed) => parsed.success)
        .map((parsed) => parsed.data)
      return elements.map(({ conversationId }) => {
        const own = answers.filter((candidate) => candidate.conversationId === conversationId)
        const ends = new Set(own.map(({ updateStatus }) => bulkEnd(updateStatus)))
        const [end] = ends.size === 1 ? ends : []
        const updated = end === 'updated'
        const certain = end !== undefined && end !== 'unknown'
        return { conversationId, updated, certain, problems: updated ? [] : bulkProblems(certain ? own[0] : undefined) }
      })
    },
  }
}

/** Document 2, section 4: "authorization failures (error ids of the 850100 range) can reject the whole batch". */
const isBatchRejection = ({ errorId }: { readonly errorId?: number | undefined }): boolean =>
  errorId !== undefined && errorId >= 850_100 && errorId < 850_200

/** On a GET, 850100 says that a conversation was not found; here it says that nothing of the batch was done. */
const rejectedBatch = (errorId: number, scope: string | undefined): Failure =>
  new Failure({
    kind: 'forbidden',
    message:
      'The platform rejected the whole update: this sign-in may not change at least one of the conversations. None was changed. ' +
      `Change fewer at once to find it, or grant the right to messages and sign in again in Settings. (${errorId})`,
    ...(scope === undefined ? {} : { scope }),
  })

const catalogOf = (errorId: number | undefined) =>
  Object.entries(messagingErrors).find(([id]) => Number(id) === errorId)?.[1]

const bulkEnd = (updateStatus: string): 'updated' | 'refused' | 'unknown' => {
  if (updateStatus === 'SUCCESSFUL' || updateStatus === 'SUCCESS') return 'updated'
  return updateStatus === 'FAILED' || updateStatus === 'FAILURE' ? 'refused' : 'unknown'
}

const bulkProblems = (
  answer:
    | { readonly errors: readonly { readonly errorId?: number | undefined; readonly message?: string | undefined }[] }
    | undefined,
): readonly string[] => {
  if (answer === undefined) return ['The platform did not say what became of it.']
  if (answer.errors.length === 0) return ['The platform refused it and did not say why.']
  return answer.errors.map(({ errorId, message }) => {
    const known = catalogOf(errorId)
    return known === undefined ? (message ?? 'The platform refused it.') : `${known.cause} ${known.whatToDo}`
  })
}

/** A status line arrived: it says whether the platform acted. */
const endOfResponse = (response: HttpResponse, failure: (response: HttpResponse) => Failure): SendEnd => {
  const outcome = classifyResponse(response)
  if (outcome === 'carriedOut') return { end: 'sent' }
  if (outcome === 'unknown' && isWebPage(response)) return { end: 'noAnswer', reason: failure(response).message }
  if (outcome === 'unknown') {
    const id = parseErrors(response)[0]?.errorId
    return {
      end: 'noAnswer',
      reason: `The platform had a problem of its own (HTTP ${response.status}${id === undefined ? '' : `, ${id}`}).`,
    }
  }
  const error = failure(response).detail
  if (error.kind === 'rateLimited') return { end: 'notNow', error, waitMs: error.retryAfterMs }
  if (response.status === 401) return { end: 'notNow', error, waitMs: DEFAULT_WAIT_MS }
  return { end: 'refused', error }
}

/** No status line. What is thrown before a byte was sent says so by its kind; everything else is uncertain. */
const endOfThrow = (error: unknown): SendEnd => {
  if (error instanceof TransportFailure) {
    return error.outcome === 'notReached'
      ? { end: 'notReached', error: error.detail }
      : { end: 'noAnswer', reason: error.detail.message }
  }
  const detail = error instanceof Failure ? error.detail : undefined
  switch (detail?.kind) {
    case 'offline':
      return { end: 'notReached', error: detail }
    case 'rateLimited':
      return { end: 'notNow', error: detail, waitMs: detail.retryAfterMs }
    case 'signInNeeded':
      return { end: 'notNow', error: detail, waitMs: DEFAULT_WAIT_MS }
    default:
      return { end: 'noAnswer', reason: detail?.message ?? 'The connection ended in a way that says nothing.' }
  }
}

/** A pass over all pages, seen from outside: each page, and what is known of the whole so far. */
export type ConversationsStep = {
  readonly conversations: readonly ConversationRecord[]
  readonly known: number
  readonly total: number
}

/** How many passes are tried before it is admitted that the list does not stand still. */
const MOST_PASSES = 6

/**
 * Reads every conversation of a type, page after page (MSG-04; document 2, section 4).
 *
 * Offset paging repeats and skips entries while others arrive or move. So a pass counts only when its total stood still
 * and as many different ids came as the total says, and the list is complete when two passes in a row agree on the same
 * ids. Pages are yielded as they come, repeats included, the newest reading last; deduplicate by conversationId. Returns
 * whether it is complete and every id of the last pass.
 */
export async function* readAllConversations(
  client: Pick<MessageClient, 'getConversations'>,
  query: Omit<ConversationsQuery, 'offset' | 'limit'>,
  signal?: AbortSignal,
): AsyncGenerator<ConversationsStep, { readonly complete: boolean; readonly ids: ReadonlySet<string> }> {
  const known = new Set<string>()
  let before: ReadonlySet<string> | undefined
  let ids = new Set<string>()
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    ids = new Set()
    let stood = true
    let total: number | undefined
    for (let offset = 0; ; ) {
      const page = await client.getConversations({ ...query, limit: messagingLimits.pageMax, offset }, signal)
      stood &&= total === undefined || total === page.total
      total = page.total
      for (const { conversationId } of page.conversations) {
        ids.add(conversationId)
        known.add(conversationId)
      }
      yield { conversations: page.conversations, known: known.size, total }
      offset += page.count
      if (page.count === 0 || offset >= total) break
    }
    const consistent = stood && ids.size === total
    if (consistent && before !== undefined && before.size === ids.size && [...before].every((id) => ids.has(id))) {
      return { complete: true, ids }
    }
    before = consistent ? ids : undefined
  }
  return { complete: false, ids }
}

/**
 * Reads a whole thread (MSG-07). `complete` is false where its pages do not fit together after three tries.
 *
 * Messages come in the platform's order, those with an id once each.
 */
export const readWholeThread = async (
  client: Pick<MessageClient, 'getConversation'>,
  conversation: { readonly conversationId: string; readonly conversationType: ConversationType },
  signal?: AbortSignal,
): Promise<{ readonly messages: readonly MessageRecord[]; readonly total: number; readonly complete: boolean }> => {
  for (let tries = 1; ; tries += 1) {
    const messages: MessageRecord[] = []
    const ids = new Set<string>()
    let stood = true
    let total: number | undefined
    for (let offset = 0; ; ) {
      const page = await client.getConversation({ ...conversation, limit: messagingLimits.pageMax, offset }, signal)
      stood &&= total === undefined || total === page.total
      total = page.total
      for (const message of page.messages) {
        if (message.messageId !== null && ids.has(message.messageId)) continue
        if (message.messageId !== null) ids.add(message.messageId)
        messages.push(message)
      }
      offset += page.count
      if (page.count === 0 || offset >= total) break
    }
    const complete = stood && messages.length === total
    if (complete || tries === 3) return { messages, total, complete }
  }
}
