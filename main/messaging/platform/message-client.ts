/** The message service, one method per operation (docs/platform.md, MSG-01 to MSG-21). */

import { marketplaceHeader, platformConversationType } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { MessageContent, MessageTarget } from '../../../shared/messaging/message-text.ts'
import { type Failure, validation } from '../../../shared/result.ts'
import { parseErrors } from '../../http/answers.ts'
import { responseFailure } from '../../http/failures.ts'
import type { HttpResponse, Send } from '../../http/request.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { type Outcome, readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import type { ConversationStatusFilter } from './adapter.ts'
import { type FilingResult, isBatchRejection, rejectedBatch, toBulkResults } from './bulk-results.ts'
import { getMessageAdapter } from './choose-adapter.ts'
import {
  type ConversationRecord,
  conversationsAnswerSchema,
  type MessageRecord,
  readConversation,
  readMessage,
  threadAnswerSchema,
} from './message-wire.ts'
import { createSellerNames, findOtherParty, findSeller, isSameUser } from './seller-name.ts'

const SEND_TIMEOUT_MS = 30_000
/**
 * A message doesn't wait out a longer pause of the platform within its request: it returns to the queue, which reads the thread again
 * before it is sent (OFF-02).
 */
const MAX_SEND_HOLD_MS = 2_000

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
  /** All entries, including unreadable ones. */
  readonly count: number
  /** The distance to the next page's offset. 0 after an empty page, if the platform counts entries. */
  readonly step: number
  readonly conversations: readonly ConversationRecord[]
}

type ThreadPage = {
  readonly total: number
  readonly count: number
  readonly step: number
  readonly messages: readonly MessageRecord[]
}

/** A conversation as the platform addresses it. */
export type ConversationRef = { readonly conversationId: string; readonly conversationType: ConversationType }

export type BulkStatus = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD'
type BulkElement = ConversationRef & { readonly conversationStatus: BulkStatus }

export type MessageClient = ReturnType<typeof createMessageClient>

/** `2026-11-21T09:00:00.000Z`, in whole seconds (MSG-05). */
const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}.000Z`

const checkLimit = (limit: number | undefined): void => {
  if (limit !== undefined && (limit < 1 || limit > messagingLimits.pageMax)) {
    throw validation('limit', `The page limit is ${limit}. Choose 1 to ${messagingLimits.pageMax} (850002).`)
  }
}

export const createMessageClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  /** Shared by the clients of a connection; its own by default. */
  readonly sellerNames?: () => Promise<readonly string[]>
}) => {
  const { profile } = deps
  const adapter = getMessageAdapter(profile)
  const { capabilities, name: platformName } = getPlatform(profile)
  const { unansweredFilter } = capabilities
  const loadSellerNames = deps.sellerNames ?? createSellerNames(deps)
  const scope = nameScope(profile, 'message', 'commerce.message')

  const wireType = (type: ConversationType): string => (type === 'FROM_SVC' ? platformConversationType(profile) : type)

  const failure = (response: HttpResponse): Failure => responseFailure('messages', response, adapter.errors, { scope })
  const service = createServiceClient({
    send: deps.send,
    service: 'messages',
    root: `${profile.baseUrl}/commerce/message/v1`,
    // MSG-01. The connection adds Authorization.
    headers: { 'content-type': 'application/json', [marketplaceHeader(profile)]: profile.marketplaceId },
    toFailure: (response, { operation }) => {
      const isBulk = operation === 'bulkUpdateConversation' && response.status === 403
      const rejection = isBulk ? parseErrors(response).find(isBatchRejection) : undefined
      return rejection === undefined ? failure(response) : rejectedBatch(rejection, platformName, scope)
    },
  })

  const updateConversation = async (
    { conversationId, conversationType }: ConversationRef,
    change: { readonly read: true } | { readonly conversationStatus: 'ACTIVE' | 'ARCHIVE' | 'DELETE' },
  ): Promise<void> => {
    await service.request({
      operation: 'updateConversation',
      method: 'POST',
      path: '/update_conversation',
      // A deletion is never repeated automatically (MSG-16).
      repeatable: !('conversationStatus' in change && change.conversationStatus === 'DELETE'),
      trigger: 'read' in change ? 'view' : undefined,
      body: JSON.stringify({ conversationId, conversationType: wireType(conversationType), ...change }),
    })
  }

  /** Derives the buyer, and who is waiting, from the messages if the platform names neither (PLT-05, PLT-06). */
  const addParties = async (
    conversationType: ConversationType,
    records: readonly ConversationRecord[],
  ): Promise<readonly ConversationRecord[]> => {
    const isWaitKnown = unansweredFilter || conversationType === 'FROM_SVC'
    const parties = records.flatMap(({ latest, buyer }) => (buyer === null && latest !== null ? [latest] : []))
    const isNamed = parties.some(({ sender, recipient }) => sender !== null && recipient !== null)
    const seller = isNamed ? findSeller(parties, await loadSellerNames()) : []
    return records.map((record) => {
      const { latest } = record
      const buyer = record.buyer ?? (latest === null ? null : findOtherParty(latest, seller))
      if (isWaitKnown || buyer === null || latest?.sender == null) return { ...record, buyer }
      return { ...record, buyer, unanswered: isSameUser(latest.sender, buyer) }
    })
  }

  const toBulkBody = (elements: readonly BulkElement[]): string =>
    JSON.stringify({
      conversations: elements.map((element) => ({ ...element, conversationType: wireType(element.conversationType) })),
    })

  return {
    /** Whether a list was refused because it is too long (PLT-31). */
    isListTooLong: adapter.isListTooLong,

    /**
     * One page of conversations; limit 25 by default, at most 50 (MSG-02, MSG-03, MSG-05, MSG-06).
     *
     * Errors: 850001 without a type, 850002 above 50, 850010 for a time with FROM_SVC, 850020 for an unknown status.
     */
    getConversations: async (query: ConversationsQuery, signal?: AbortSignal): Promise<ConversationPage> => {
      checkLimit(query.limit)
      if (query.conversationType === 'FROM_SVC' && (query.startTimeMs !== undefined || query.endTimeMs !== undefined)) {
        throw validation('startTimeMs', 'Notices can’t be filtered by time. Leave out start and end (850010).')
      }
      const { conversationType, referenceId, startTimeMs, endTimeMs, limit = messagingLimits.pageDefault } = query
      const search = {
        conversation_type: wireType(conversationType),
        conversation_status:
          query.conversationStatus === undefined ? undefined : adapter.writeFilter(query.conversationStatus),
        other_party_username: query.otherPartyUsername,
        reference_id: referenceId,
        reference_type: referenceId === undefined ? undefined : 'LISTING',
        start_time: startTimeMs === undefined ? undefined : formatTime(startTimeMs),
        end_time: endTimeMs === undefined ? undefined : formatTime(endTimeMs),
        limit,
        offset: query.offset ?? 0,
      }
      const answer = await service.read(
        { operation: 'getConversations', path: '/conversation', query: search, signal },
        conversationsAnswerSchema,
        'The list of conversations',
      )
      const records = answer.conversations.map(readConversation).filter((element) => element !== undefined)
      const count = answer.conversations.length
      return {
        total: answer.total,
        count,
        step: adapter.pageStep({ count, limit }),
        conversations: await addParties(conversationType, records),
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
      const { limit = messagingLimits.pageDefault, offset = 0 } = query
      checkLimit(limit)
      const answer = await service.read(
        {
          operation: 'getConversation',
          path: '/conversation/{conversationId}',
          ids: [query.conversationId],
          query: { conversation_type: wireType(query.conversationType), limit, offset },
          signal,
        },
        threadAnswerSchema,
        'The conversation',
      )
      const count = answer.messages.length
      return {
        total: answer.total,
        count,
        step: adapter.pageStep({ count, limit }),
        messages: answer.messages.map(readMessage).filter((message) => message !== undefined),
      }
    },

    /**
     * Sends one message, once: it is not idempotent and no layer repeats it (MSG-13). Never throws; see `Outcome`.
     *
     * Errors: 13007 above 2,000 code points, 2004 for two recipients, 6001 for a bad attachment, 1100 without the scope.
     */
    sendMessage: async (target: MessageTarget, content: MessageContent, signal?: AbortSignal): Promise<Outcome> => {
      try {
        const response = await service.send({
          operation: 'sendMessage',
          method: 'POST',
          path: '/send_message',
          trigger: 'queue',
          timeoutMs: SEND_TIMEOUT_MS,
          maxWaitMs: MAX_SEND_HOLD_MS,
          body: adapter.writeMessage(target, content),
          signal,
        })
        return readOutcome(response, platformName, failure)
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
     * `narrow` returns those that may still go, right before the request leaves; the results are theirs. If it throws, nothing is sent.
     * Throws `validation` above 10 (850010), `forbidden` if a 403 of the 850100 range rejected the whole batch (MSG-19).
     */
    bulkUpdateConversation: async (
      elements: readonly BulkElement[],
      signal?: AbortSignal,
      narrow?: () => Promise<readonly BulkElement[]>,
    ): Promise<readonly FilingResult[]> => {
      if (elements.length === 0 || elements.length > messagingLimits.bulkElements) {
        throw validation(
          'conversations',
          `The request has ${elements.length} conversations; 1 to ${messagingLimits.bulkElements} are allowed (850010).`,
        )
      }
      const isDeletion = elements.some(({ conversationStatus }) => conversationStatus === 'DELETE')
      let going = elements
      const response = await service.request({
        operation: 'bulkUpdateConversation',
        method: 'POST',
        path: '/bulk_update_conversation',
        repeatable: !isDeletion,
        // An opened conversation is marked as read, which must not ask for consent.
        trigger: elements.every(({ conversationStatus }) => conversationStatus === 'READ') ? 'view' : 'queue',
        ...(narrow === undefined
          ? { body: toBulkBody(elements) }
          : {
              freshBody: async () => {
                going = await narrow()
                return toBulkBody(going)
              },
            }),
        signal,
      })
      return toBulkResults(response, going, adapter.errors)
    },
  }
}
