/** The message service, one method per operation (docs/platform.md, MSG-01 to MSG-21). */

import { marketplaceHeader, platformConversationType } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { MessageContent, MessageTarget } from '../../../shared/messaging/message-text.ts'
import { type Failure, validation } from '../../../shared/result.ts'
import { classifyResponse, parseErrors, readJson, responseFailure } from '../../http/answers.ts'
import { pathPart } from '../../http/path-part.ts'
import { classifyStatus, type HttpRequest, type HttpResponse, type Send } from '../../http/request.ts'
import { type SendOutcome, sendOutcome, thrownOutcome } from '../../outbound/send-outcome.ts'
import { getMessageAdapter } from './adapter.ts'
import { type BulkResult, isBatchRejection, rejectedBatch, toBulkResults } from './bulk-results.ts'
import {
  type ConversationRecord,
  conversationsAnswerSchema,
  type MessageRecord,
  readConversation,
  readMessage,
  threadAnswerSchema,
} from './message-wire.ts'
import { createSellerName, findOtherParty, findSeller, isSameUser } from './seller-name.ts'

const BASE = '/commerce/message/v1'
const SEND_TIMEOUT_MS = 30_000

/** Status filters in use (MSG-06). */
export type ConversationStatusFilter = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD' | 'UNANSWERED' | 'ANSWERED'

export type ConversationsQuery = {
  readonly conversationType: ConversationType
  readonly conversationStatus?: ConversationStatusFilter
  readonly otherPartyUsername?: string
  /** An item id; sent with the reference type LISTING. */
  readonly referenceId?: string
  /** Only with FROM_MEMBERS (850010). */
  readonly startTimeMs?: number
  readonly endTimeMs?: number
  readonly limit?: number
  readonly offset?: number
}

export type ConversationPage = {
  readonly total: number
  /** All entries, unreadable ones included. */
  readonly count: number
  /** How far the offset of the next page is. 0 after an empty page, if the platform counts entries. */
  readonly step: number
  readonly conversations: readonly ConversationRecord[]
}

export type ThreadPage = {
  readonly total: number
  readonly count: number
  readonly step: number
  readonly messages: readonly MessageRecord[]
}

/** A conversation as the platform addresses it. */
export type ConversationRef = { readonly conversationId: string; readonly conversationType: ConversationType }

export type BulkStatus = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD'
export type BulkElement = ConversationRef & { readonly conversationStatus: BulkStatus }

export type MessageClient = ReturnType<typeof createMessageClient>

/** `2026-11-21T09:00:00.000Z`, in whole seconds (MSG-05). */
const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}.000Z`

const checkLimit = (limit: number | undefined): void => {
  if (limit !== undefined && (limit < 1 || limit > messagingLimits.pageMax)) {
    throw validation('limit', `The page limit is ${limit}. Choose 1 to ${messagingLimits.pageMax} (850002).`)
  }
}

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })

export const createMessageClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  /** Shared by the clients of a connection; its own by default. */
  readonly sellerName?: () => Promise<string | null>
}) => {
  const { profile } = deps
  const adapter = getMessageAdapter(profile)
  const { unansweredFilter } = getPlatform(profile).capabilities
  const loadSellerName = deps.sellerName ?? createSellerName(deps)
  const scope = nameScope(profile, 'message', 'commerce.message')

  const wireType = (type: ConversationType): string => (type === 'FROM_SVC' ? platformConversationType(profile) : type)

  // MSG-01. The connection adds Authorization.
  const headers = {
    'content-type': 'application/json',
    [marketplaceHeader(profile)]: profile.marketplaceId,
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

  const get = (operation: string, path: string, pathTemplate: string, signal: AbortSignal | undefined) =>
    deps.send(
      request(operation, path, pathTemplate, { method: 'GET', lane: 'read', repeatable: true, ...withSignal(signal) }),
    )

  const failure = (response: HttpResponse): Failure => responseFailure('messages', response, adapter.errors, { scope })

  const requireSuccess = (response: HttpResponse): HttpResponse => {
    if (classifyStatus(response.status) === 'carriedOut') return response
    throw failure(response)
  }

  const updateConversation = async (
    { conversationId, conversationType }: ConversationRef,
    change: { readonly read: true } | { readonly conversationStatus: 'ACTIVE' | 'ARCHIVE' | 'DELETE' },
  ): Promise<void> => {
    const response = await deps.send(
      request('updateConversation', '/update_conversation', '/update_conversation', {
        method: 'POST',
        lane: 'write',
        // A deletion is never repeated automatically (MSG-16).
        repeatable: !('conversationStatus' in change && change.conversationStatus === 'DELETE'),
        ...('read' in change ? { occasion: 'view' } : {}),
        body: JSON.stringify({ conversationId, conversationType: wireType(conversationType), ...change }),
      }),
    )
    if (classifyResponse(response) !== 'carriedOut') throw failure(response)
  }

  /** Derives the buyer, and who waits, from the messages if the platform names neither (PLT-05, PLT-06). */
  const addParties = async (
    conversationType: ConversationType,
    records: readonly ConversationRecord[],
  ): Promise<readonly ConversationRecord[]> => {
    const isWaitKnown = unansweredFilter || conversationType === 'FROM_SVC'
    const parties = records.flatMap(({ latest, buyer }) => (buyer === null && latest !== null ? [latest] : []))
    const isNamed = parties.some(({ sender, recipient }) => sender !== null && recipient !== null)
    const seller = isNamed ? findSeller(parties, await loadSellerName()) : null
    return records.map((record) => {
      const { latest } = record
      const buyer = record.buyer ?? (latest === null ? null : findOtherParty(latest, seller))
      if (isWaitKnown || buyer === null || latest?.sender == null) return { ...record, buyer }
      return { ...record, buyer, unanswered: isSameUser(latest.sender, buyer) }
    })
  }

  return {
    /** The signed-in seller's username; null if the platform doesn't tell (PLT-05). */
    sellerName: loadSellerName,

    /**
     * One page of conversations; limit 25 by default, at most 50 (MSG-02, MSG-03, MSG-05, MSG-06).
     *
     * Errors: 850001 without a type, 850002 above 50, 850010 for a time with FROM_SVC, 850020 for an unknown status.
     */
    getConversations: async (query: ConversationsQuery, signal?: AbortSignal): Promise<ConversationPage> => {
      checkLimit(query.limit)
      if (query.conversationType === 'FROM_SVC' && (query.startTimeMs !== undefined || query.endTimeMs !== undefined)) {
        throw validation('startTimeMs', 'Notices cannot be filtered by time. Leave out start and end (850010).')
      }
      const search = new URLSearchParams({ conversation_type: wireType(query.conversationType) })
      if (query.conversationStatus !== undefined) search.set('conversation_status', query.conversationStatus)
      if (query.otherPartyUsername !== undefined) search.set('other_party_username', query.otherPartyUsername)
      if (query.referenceId !== undefined) {
        search.set('reference_id', query.referenceId)
        search.set('reference_type', 'LISTING')
      }
      if (query.startTimeMs !== undefined) search.set('start_time', formatTime(query.startTimeMs))
      if (query.endTimeMs !== undefined) search.set('end_time', formatTime(query.endTimeMs))
      search.set('limit', String(query.limit ?? messagingLimits.pageDefault))
      search.set('offset', String(query.offset ?? 0))
      const response = await get('getConversations', `/conversation?${search}`, '/conversation', signal)
      const answer = readJson(requireSuccess(response), conversationsAnswerSchema, 'The list of conversations')
      const records = answer.conversations.map(readConversation).filter((element) => element !== undefined)
      const count = answer.conversations.length
      return {
        total: answer.total,
        count,
        step: adapter.pageStep({ count, limit: query.limit ?? messagingLimits.pageDefault }),
        conversations: await addParties(query.conversationType, records),
      }
    },

    /**
     * One page of a thread, in the platform's order; limit 25 by default, at most 50 (MSG-07).
     *
     * Errors: 850001, 850002, 404 with 850100.
     */
    getConversation: async (
      query: ConversationRef & { readonly limit?: number; readonly offset?: number },
      signal?: AbortSignal,
    ): Promise<ThreadPage> => {
      checkLimit(query.limit)
      const search = new URLSearchParams({
        conversation_type: wireType(query.conversationType),
        limit: String(query.limit ?? messagingLimits.pageDefault),
        offset: String(query.offset ?? 0),
      })
      const path = `/conversation/${pathPart(query.conversationId, 'input.conversationId')}?${search}`
      const response = await get('getConversation', path, '/conversation/{conversationId}', signal)
      const answer = readJson(requireSuccess(response), threadAnswerSchema, 'The conversation')
      const count = answer.messages.length
      return {
        total: answer.total,
        count,
        step: adapter.pageStep({ count, limit: query.limit ?? messagingLimits.pageDefault }),
        messages: answer.messages.map(readMessage).filter((message) => message !== undefined),
      }
    },

    /**
     * Sends one message, once: it is not idempotent and no layer repeats it (MSG-13). Never throws; see `SendOutcome`.
     *
     * Errors: 13007 above 2,000 code points, 2004 for two recipients, 6001 for a bad attachment, 1100 without the scope.
     */
    sendMessage: async (target: MessageTarget, content: MessageContent, signal?: AbortSignal): Promise<SendOutcome> => {
      try {
        const response = await deps.send(
          request('sendMessage', '/send_message', '/send_message', {
            method: 'POST',
            lane: 'write',
            repeatable: false,
            occasion: 'queue',
            timeoutMs: SEND_TIMEOUT_MS,
            body: adapter.writeMessage(target, content),
            ...withSignal(signal),
          }),
        )
        return sendOutcome(response, failure)
      } catch (error) {
        return thrownOutcome(error)
      }
    },

    /** Marks a conversation as read and changes nothing else (MSG-14). Errors: 850001, 850050. */
    markRead: (conversation: ConversationRef) => updateConversation(conversation, { read: true }),

    /**
     * Files a conversation and changes nothing else: with `read` in the same call the status is silently lost (MSG-14).
     *
     * DELETE is final (MSG-16). Errors: 850001, 850020, 850050.
     */
    setStatus: (conversation: ConversationRef, conversationStatus: 'ACTIVE' | 'ARCHIVE' | 'DELETE') =>
      updateConversation(conversation, { conversationStatus }),

    /**
     * Changes up to 10 conversations in one call, each with its own result (MSG-17, MSG-18).
     *
     * Throws `validation` above 10 (850010), `forbidden` if a 403 of the 850100 range rejected the whole batch (MSG-19).
     */
    bulkUpdateConversation: async (
      elements: readonly BulkElement[],
      signal?: AbortSignal,
    ): Promise<readonly BulkResult[]> => {
      if (elements.length === 0 || elements.length > messagingLimits.bulkElements) {
        throw validation(
          'conversations',
          `The request has ${elements.length} conversations; 1 to ${messagingLimits.bulkElements} are allowed (850010).`,
        )
      }
      const isDeletion = elements.some(({ conversationStatus }) => conversationStatus === 'DELETE')
      const conversations = elements.map((element) => ({
        ...element,
        conversationType: wireType(element.conversationType),
      }))
      const response = await deps.send(
        request('bulkUpdateConversation', '/bulk_update_conversation', '/bulk_update_conversation', {
          method: 'POST',
          lane: 'write',
          repeatable: !isDeletion,
          // Looking at a conversation marks it as read: that raises no question.
          occasion: elements.every(({ conversationStatus }) => conversationStatus === 'READ') ? 'view' : 'queue',
          body: JSON.stringify({ conversations }),
          ...withSignal(signal),
        }),
      )
      const rejection = response.status === 403 ? parseErrors(response).find(isBatchRejection) : undefined
      if (rejection !== undefined) throw rejectedBatch(rejection, scope)
      return toBulkResults(requireSuccess(response), elements, adapter.errors)
    },
  }
}
