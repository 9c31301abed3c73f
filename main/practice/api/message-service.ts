/**
 * The conversation service of both platforms: one model, two spellings.
 *
 * Both list the newest first, conversations by their newest message, so both orders shift under a reader who pages by
 * offset. On eBay no field names the buyer: a message names its sender and its recipient. There the list has no
 * UNANSWERED filter, an offset must be a multiple of the limit, and a message with media needs no text.
 */
import type { Faults, Operation, PracticeApp } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject } from '../json-body.ts'
import {
  bulkStatuses,
  findReachable,
  folders,
  getNewestAtMs,
  matchesStatus,
  type StatusFilter,
  setStatus,
  startConversation,
} from '../shop/conversations.ts'
import { newId } from '../shop/ids.ts'
import type { StoredConversation, StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createMessageFields, DOMAIN } from './message-fields.ts'
import { createMessageJson } from './message-json.ts'
import { field, MAX_BULK_SIZE, MAX_CODE_POINTS, type Problem } from './message-problems.ts'
import { dropContactData } from './message-texts.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService, requireScope } from './service.ts'

/**
 * The words of the list's status filter. On eBay they differ from those of updates: 355001 answers ARCHIVE and DELETE
 * (seen live in October 2026, and in the description of that month).
 */
const filterWords: Readonly<Record<'neutral' | 'ebay', ReadonlyMap<string, StatusFilter>>> = {
  neutral: new Map([...bulkStatuses, 'UNANSWERED', 'ANSWERED'].map((word) => [word, word as StatusFilter])),
  ebay: new Map<string, StatusFilter>([
    ['ACTIVE', 'ACTIVE'],
    ['ARCHIVED', 'ARCHIVE'],
    ['DELETED', 'DELETE'],
    ['READ', 'READ'],
    ['UNREAD', 'UNREAD'],
  ]),
}
const { detail, refuse, readBody } = createRefusals(DOMAIN)

/** What a bulk update did to one element. */
type ElementResult = { readonly id: unknown; readonly problem: Problem | undefined }

/** The neutral platform's answer to a bulk update. */
const toNeutralBulkAnswer = (results: readonly ElementResult[]): JsonObject => ({
  conversations: results.map(({ id, problem }) =>
    problem === undefined
      ? { conversationId: id, updateStatus: 'SUCCESSFUL' }
      : {
          conversationId: id,
          updateStatus: 'FAILED',
          errors: [detail(problem[1], problem[2], { conversationId: String(id) })],
        },
  ),
})

const toEbayBulkAnswer = (results: readonly ElementResult[]): JsonObject => {
  const failed = results.filter(({ problem }) => problem !== undefined).length
  return {
    conversationsMetadata: {
      totalConversationsCount: results.length,
      updateSuccessCount: results.length - failed,
      updateFailureCount: failed,
    },
    conversationsResponse: results.map(({ id, problem }) => ({
      conversationId: id,
      updateStatus: problem === undefined ? 'SUCCESS' : 'FAILURE',
    })),
  }
}

export const createMessageService = (practice: Practice, faults: Faults): PracticeApp => {
  const { id: platform } = practice.names
  const isEbay = platform === 'ebay'
  const { problems, fail, findType, readType, readPage, readTime, readMedia, readReference } =
    createMessageFields(practice)
  const json = createMessageJson(practice, faults)
  const filters = filterWords[platform]

  const admit = (c: Call, operation: Operation): void => {
    const token = authenticate(practice, c, DOMAIN, !isEbay && operation === 'sendMessage' ? 1100 : undefined)
    const isBulk = operation === 'bulkUpdateConversation'
    requireScope(token, [scopes.message], DOMAIN, !isEbay && isBulk ? 850101 : undefined)
    if (isEbay) return
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Every call needs Content-Type: application/json.')
    if ((c.req.header('x-svc-c-marketplace-id') ?? '').trim() === '') {
      refuse(400, 2004, 'The header X-SVC-C-MARKETPLACE-ID is required on every call.')
    }
  }

  const describePage = (c: Call, total: number, { limit, offset }: { limit: number; offset: number }) => {
    const toHref = (at: number): string => `${practice.url}${c.req.path}?limit=${limit}&offset=${at}`
    const next = offset + limit < total ? { next: toHref(offset + limit) } : {}
    const prev = offset > 0 ? { prev: toHref(Math.max(0, offset - limit)) } : {}
    return isEbay ? { href: toHref(offset), limit, offset, total, ...next, ...prev } : { total }
  }

  const listConversations = (c: Call): Response => {
    const type = readType(c.req.query('conversation_type'))
    const page = readPage(c)
    const startMs = readTime(c, 'start_time', type) ?? Number.NEGATIVE_INFINITY
    const endMs = readTime(c, 'end_time', type) ?? Number.POSITIVE_INFINITY
    if (isEbay && startMs >= endMs) refuse(400, 355004, 'The start_time must be an earlier date than end_time.')
    const statusText = c.req.query('conversation_status')
    const filter = filters.get(statusText ?? '')
    if (statusText !== undefined && filter === undefined) fail('filter', { conversation_status: statusText })
    // Seen live: UNREAD narrows no list of eBay's own messages.
    const status = isEbay && type === 'FROM_SVC' && filter === 'UNREAD' ? undefined : filter
    const referenceId = c.req.query('reference_id')
    const referenceType = c.req.query('reference_type')
    if (referenceId !== undefined && referenceType === undefined) fail('noReferenceType')
    if ((referenceType ?? 'LISTING') !== 'LISTING') fail('referenceType', { reference_type: referenceType ?? '' })
    const username = c.req.query('other_party_username')
    // Only eBay's filter DELETE reaches a deleted conversation.
    const showsDeleted = isEbay && status === 'DELETE'
    const found = practice.state.conversations
      .filter(
        (conversation) =>
          conversation.conversationType === type &&
          (showsDeleted || conversation.status !== 'DELETE') &&
          (status === undefined || matchesStatus(conversation, status)) &&
          (username === undefined || conversation.otherParty === username) &&
          (referenceId === undefined || conversation.itemId === referenceId) &&
          getNewestAtMs(conversation) >= startMs &&
          getNewestAtMs(conversation) <= endMs,
      )
      .sort((a, b) => getNewestAtMs(b) - getNewestAtMs(a) || (a.conversationId < b.conversationId ? 1 : -1))
    // Seen live in a shop of some 170,000 conversations; narrower lists of it work.
    const maxLength = faults.take('longListFails', 'messaging', 'getConversations')?.value ?? Number.POSITIVE_INFINITY
    if (found.length > maxLength) refuse(500, 335000, 'getAllMyConversations exceeded retries limit')
    const shown = found.slice(page.offset, page.offset + page.limit)
    return c.json({
      ...describePage(c, found.length, page),
      conversations: shown.map(json.conversation),
    })
  }

  const showThread = (c: Call): Response => {
    const type = readType(c.req.query('conversation_type'))
    const { limit, offset } = readPage(c)
    const conversationId = c.req.param('id') ?? ''
    const conversation =
      findReachable(practice, conversationId, type) ?? fail('unknownThread', { conversation_id: conversationId })
    const isOldestFirst = faults.take('oldestFirst', 'messaging', 'getConversation') !== undefined
    const ordered = isOldestFirst ? conversation.messages : conversation.messages.toReversed()
    return c.json({
      ...describePage(c, ordered.length, { limit, offset }),
      ...json.thread(conversation),
      messages: ordered.slice(offset, offset + limit).map((message) => json.message(conversation, message)),
    })
  }

  const findTarget = (conversationId: unknown, otherParty: unknown, itemId: string | null): StoredConversation => {
    if (conversationId !== undefined) {
      // The platform's own notices can't be answered.
      return (
        findReachable(practice, conversationId, 'FROM_MEMBERS') ??
        fail('unknownTarget', { conversationId: String(conversationId) })
      )
    }
    if (typeof otherParty !== 'string' || otherParty.trim() === '') return fail('person')
    const subject = itemId === null ? 'A message from the seller' : `About listing ${itemId}`
    return startConversation(practice, otherParty, subject, itemId)
  }

  const sendMessage = async (c: Call): Promise<Response> => {
    const body = await readBody(c)
    const { conversationId, otherPartyUsername, messageText = '', emailCopyToSender = false } = body
    if (conversationId === undefined && otherPartyUsername === undefined) fail('noTarget')
    if (typeof messageText !== 'string') return fail('text')
    // Code points, not UTF-16 units.
    if ([...messageText].length > MAX_CODE_POINTS) fail('textLength')
    const media = readMedia(body.messageMedia)
    if (messageText === '' && (!isEbay || media.length === 0)) fail('noText')
    if (!isEbay && conversationId !== undefined && otherPartyUsername !== undefined) {
      refuse(...field('conversationId and otherPartyUsername exclude each other.'))
    }
    if (!isEbay && typeof emailCopyToSender !== 'boolean') refuse(...field('emailCopyToSender must be true or false.'))
    const conversation = findTarget(conversationId, otherPartyUsername, readReference(body.reference))
    const isMasked = faults.take('maskText', 'messaging', 'sendMessage') !== undefined
    const masked = isMasked ? messageText.replaceAll(/\S+@\S+\.\S+|\d[\d ./-]{5,}\d/g, '***') : messageText
    const text = isEbay ? dropContactData(masked) : masked
    const message: StoredMessage = { messageId: newId(), text, from: 'seller', createdAtMs: practice.now(), media }
    conversation.messages.push(message)
    if (!isEbay) return c.body(null, 200)
    // Shows the text as it was sent: only the thread shows what was dropped.
    const { senderUsername, recipientUsername, ...shown } = json.message(conversation, {
      ...message,
      text: messageText,
    })
    // The answer to a send spells both names with a capital N.
    return c.json({ ...shown, senderUserName: senderUsername, recipientUserName: recipientUsername }, 201)
  }

  const updateConversation = async (c: Call): Promise<Response> => {
    const { conversationId, conversationStatus, conversationType, read } = await readBody(c)
    const type = readType(conversationType)
    if (!isEbay && (typeof conversationId !== 'string' || conversationId === '')) {
      refuse(...field('conversationId is required.'))
    }
    if (read !== undefined && typeof read !== 'boolean') return fail('read')
    const status = folders.find((value) => value === conversationStatus)
    if (status === undefined && (read === undefined || (isEbay && conversationStatus !== undefined))) {
      fail('status', { conversationStatus: String(conversationStatus ?? '') })
    }
    const conversation =
      findReachable(practice, conversationId, type) ??
      fail('unknownElement', { conversationId: String(conversationId) })
    // With read, conversationStatus is ignored silently.
    if (read !== undefined) conversation.read = read
    else if (status !== undefined) setStatus(conversation, status)
    if (isEbay) return c.body(null, 204)
    // The neutral platform's answer may be empty or an object: sends both, so a client is tested with both.
    return read === undefined ? c.json({}) : c.body(null, 200)
  }

  /** Returns what is wrong with the element, if it can't be changed. */
  const changeElement = ({ conversationId, conversationType, conversationStatus }: JsonObject): Problem | undefined => {
    const type = findType(conversationType) ?? (isEbay ? 'FROM_MEMBERS' : undefined)
    if (type === undefined) return problems.type
    const status = bulkStatuses.find((value) => value === conversationStatus)
    if (status === undefined) return problems.status
    const conversation = findReachable(practice, conversationId, type)
    if (conversation === undefined) return problems.unknownElement
    setStatus(conversation, status)
    return undefined
  }

  const updateInBulk = async (c: Call): Promise<Response> => {
    const { conversations } = await readBody(c)
    const isList = Array.isArray(conversations) && conversations.length > 0 && conversations.every(isObject)
    if (!isList) return fail('bulk')
    if (conversations.length > MAX_BULK_SIZE) fail('bulkSize')
    // On the neutral platform an element without an id fails the whole call; an unknown id fails only its element.
    if (!isEbay && !conversations.every(({ conversationId: id }) => typeof id === 'string' && id !== '')) {
      refuse(...field('each element needs a conversationId.'))
    }
    const results = conversations.map((element) => ({ id: element.conversationId, problem: changeElement(element) }))
    return c.json(isEbay ? toEbayBulkAnswer(results) : toNeutralBulkAnswer(results))
  }

  return createService(faults, { service: 'messaging', base: '/commerce/message/v1', admit }, [
    ['GET', '/conversation', 'getConversations', listConversations],
    ['GET', '/conversation/:id', 'getConversation', showThread],
    ['POST', '/send_message', 'sendMessage', sendMessage],
    ['POST', '/update_conversation', 'updateConversation', updateConversation],
    ['POST', '/bulk_update_conversation', 'bulkUpdateConversation', updateInBulk],
  ])
}
