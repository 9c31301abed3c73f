/**
 * The conversation service of both platforms: one model, two spellings.
 *
 * Both list the newest first, conversations by their newest message, so both orders shift under a reader who pages by
 * offset. On eBay no field names the buyer: a message names its sender and its recipient. There the list has no
 * UNANSWERED filter, an offset must be a multiple of the limit, and a message with media needs no text.
 */
import type { Faults, Operation, PracticeApp } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject } from '../json-body.ts'
import { newId, newNumber } from '../shop/ids.ts'
import type { StoredConversation, StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  DEFAULT_LIMIT,
  documentProblems,
  ebayProblems,
  field,
  MAX_ATTACHMENTS,
  MAX_BULK_SIZE,
  MAX_CODE_POINTS,
  MAX_LIMIT,
  mediaTypes,
  type Problem,
  type ProblemName,
} from './message-problems.ts'
import { dropContactData, toHtmlDocument, toMemberText } from './message-texts.ts'
import { PICTURE_ORIGIN } from './picture-service.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService, requireScope } from './service.ts'

const DOMAIN = 'API_MESSAGE'

const folders = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
const bulkStatuses = [...folders, 'READ', 'UNREAD'] as const
type StatusFilter = (typeof bulkStatuses)[number] | 'UNANSWERED' | 'ANSWERED'

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
/** How eBay's answers spell a status. */
const shownStatuses = { ACTIVE: 'ACTIVE', ARCHIVE: 'ARCHIVED', DELETE: 'DELETED' } as const
type ConversationType = StoredConversation['conversationType']

const { detail, refuse, readBody } = createRefusals(DOMAIN)

const toIsoTime = (ms: number): string => new Date(ms).toISOString()
const parseWhole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

const getNewestAtMs = ({ messages, createdAtMs }: StoredConversation): number =>
  messages.at(-1)?.createdAtMs ?? createdAtMs

const matchesStatus = (conversation: StoredConversation, filter: StatusFilter): boolean => {
  const isAnswered = conversation.messages.at(-1)?.from === 'seller'
  if (filter === 'READ' || filter === 'UNREAD') return conversation.read === (filter === 'READ')
  if (filter === 'ANSWERED') return isAnswered
  if (filter === 'UNANSWERED') return conversation.conversationType === 'FROM_MEMBERS' && !isAnswered
  return conversation.status === filter
}

const setStatus = (conversation: StoredConversation, status: (typeof bulkStatuses)[number]): void => {
  if (status === 'READ' || status === 'UNREAD') conversation.read = status === 'READ'
  else conversation.status = status
}

export const findConversation = (practice: Practice, conversationId: unknown): StoredConversation | undefined =>
  practice.state.conversations.find((conversation) => conversation.conversationId === conversationId)

/** Finds a conversation of that type that isn't deleted. */
const findReachable = (practice: Practice, id: unknown, type: ConversationType): StoredConversation | undefined => {
  const conversation = findConversation(practice, id)
  return conversation?.conversationType === type && conversation.status !== 'DELETE' ? conversation : undefined
}

const startConversation = (
  practice: Practice,
  otherParty: string,
  subject: string,
  itemId: string | null,
  conversationType: ConversationType = 'FROM_MEMBERS',
): StoredConversation => {
  const conversation: StoredConversation = {
    conversationId: practice.names.id === 'ebay' ? newNumber() : newId(),
    conversationType,
    subject,
    otherParty,
    createdAtMs: practice.now(),
    itemId,
    status: 'ACTIVE',
    read: true,
    messages: [],
  }
  practice.state.conversations.push(conversation)
  return conversation
}

type BuyerMessage = {
  readonly conversationId?: string | undefined
  readonly username?: string | undefined
  readonly text: string
  readonly subject?: string | undefined
  readonly itemId?: string | undefined
}

/**
 * A buyer writes into a conversation, or starts one if `conversationId` is missing.
 *
 * Marks the conversation unread and moves it out of the archive. `undefined` if it is unknown or deleted.
 */
export const receiveFromBuyer = (
  practice: Practice,
  { conversationId, username = 'practice-buyer', text, subject = 'A question from a buyer', itemId }: BuyerMessage,
): { conversation: StoredConversation; message: StoredMessage } | undefined => {
  const conversation =
    conversationId === undefined
      ? startConversation(practice, username, subject, itemId ?? null)
      : findReachable(practice, conversationId, 'FROM_MEMBERS')
  if (conversation === undefined) return undefined
  const message: StoredMessage = { messageId: newId(), text, from: 'buyer', createdAtMs: practice.now(), media: [] }
  conversation.messages.push(message)
  conversation.read = false
  conversation.status = 'ACTIVE'
  return { conversation, message }
}

/** The platform itself writes: a new conversation that can't be answered. */
export const receiveNotice = (practice: Practice, text: string, subject: string): StoredConversation => {
  const conversation = startConversation(practice, 'Marketplace', subject, null, 'FROM_SVC')
  const createdAtMs = practice.now()
  conversation.messages.push({ messageId: newId(), text, from: 'platform', createdAtMs, media: [] })
  conversation.read = false
  return conversation
}

/** The immutable id that identity tells. */
const sellerId = ({ state }: Practice): string => `practice-user-${state.seed}`

export const createMessageService = (practice: Practice, faults: Faults): PracticeApp => {
  const { id: platform, noticeType } = practice.names
  const isEbay = platform === 'ebay'
  const problems: Readonly<Record<ProblemName, Problem>> = isEbay ? ebayProblems : documentProblems
  const filters = filterWords[platform]
  const timeForm = isEbay ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

  const fail = (name: ProblemName, parameters?: Record<string, string>): never => refuse(...problems[name], parameters)

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

  const findType = (value: unknown): ConversationType | undefined =>
    value === 'FROM_MEMBERS' ? 'FROM_MEMBERS' : value === noticeType ? 'FROM_SVC' : undefined
  const readType = (value: unknown): ConversationType =>
    findType(value) ?? fail(value === undefined ? 'noType' : 'type', { conversation_type: String(value ?? '') })

  const readPage = (c: Call) => {
    const limit = parseWhole(c.req.query('limit') ?? String(DEFAULT_LIMIT))
    const offset = parseWhole(c.req.query('offset') ?? '0')
    if (!(limit >= 1 && limit <= MAX_LIMIT)) fail('limit', { limit: c.req.query('limit') ?? '' })
    if (Number.isNaN(offset) || (isEbay && offset % limit !== 0))
      fail('offset', { offset: c.req.query('offset') ?? '' })
    return { limit, offset }
  }

  const readTime = (c: Call, name: 'start_time' | 'end_time', type: ConversationType): number | undefined => {
    const text = c.req.query(name)
    if (text === undefined) return undefined
    if (!isEbay && type === 'FROM_SVC') refuse(400, 850010, `${name} can only be used with FROM_MEMBERS.`)
    if (!timeForm.test(text) || Number.isNaN(Date.parse(text))) fail('time', { [name]: text })
    return Date.parse(text)
  }

  const readMedia = (value: unknown = []): StoredMessage['media'] => {
    if (!Array.isArray(value) || value.length > MAX_ATTACHMENTS) return fail('mediaCount')
    return value.map((entry: unknown) => {
      const { mediaName = '', mediaType, mediaUrl } = isObject(entry) ? entry : {}
      if (
        typeof mediaName !== 'string' ||
        typeof mediaType !== 'string' ||
        typeof mediaUrl !== 'string' ||
        !mediaName
      ) {
        return fail('mediaFields')
      }
      if (!mediaTypes.includes(mediaType)) fail('mediaType', { mediaType })
      const address = URL.canParse(mediaUrl) ? new URL(mediaUrl) : undefined
      // eBay takes attachments from its picture host only.
      if (address?.protocol !== 'https:' || (isEbay && address.origin !== PICTURE_ORIGIN))
        fail('mediaUrl', { mediaUrl })
      return { mediaName, mediaType, mediaUrl }
    })
  }

  const readReference = (value: unknown): string | null => {
    if (value === undefined) return null
    const { referenceId, referenceType } = isObject(value) ? value : {}
    if (typeof referenceId !== 'string' || typeof referenceType !== 'string' || referenceId === '') {
      return fail('referenceFields')
    }
    if (referenceType !== 'LISTING') fail('referenceType', { referenceType })
    if (!isEbay) return referenceId
    if (!/^\d+$/.test(referenceId)) refuse(400, 355016, 'Invalid referenceId.', { referenceId })
    const isListed = [...practice.state.items.values()].some(({ itemId }) => itemId === referenceId)
    if (!isListed) refuse(400, 355020, 'The referenceId is invalid, no listing can be found by this referenceId.')
    return referenceId
  }

  const nameParties = ({ otherParty }: StoredConversation, { from }: StoredMessage) => {
    // Since September 2025 some applications get immutable ids instead of the names of users in the US.
    const isById = faults.take('namesAreIds', 'messaging', 'getConversation') !== undefined
    const seller = isById ? sellerId(practice) : practice.state.seller
    const sender = from === 'seller' ? seller : isEbay && from === 'platform' ? 'eBay' : otherParty
    return { senderUsername: sender, recipientUsername: from === 'seller' ? otherParty : seller }
  }

  /** Seen live: eBay's own messages are HTML documents, and members' texts may hold entities. */
  const toBody = ({ conversationType, subject }: StoredConversation, { text, from }: StoredMessage): string =>
    conversationType === 'FROM_SVC' ? toHtmlDocument(subject, text) : from === 'buyer' ? toMemberText(text) : text

  /** Of the neutral platform's fields only `text` is documented; the others follow what is publicly known. */
  const toMessageJson = (conversation: StoredConversation, message: StoredMessage): JsonObject => ({
    messageId: message.messageId,
    ...(isEbay
      ? {
          ...(message.text === '' ? {} : { messageBody: toBody(conversation, message) }),
          subject: conversation.subject,
        }
      : { text: message.text }),
    ...nameParties(conversation, message),
    createdDate: toIsoTime(message.createdAtMs),
    readStatus: message.from === 'seller' || conversation.read,
    ...(message.media.length > 0 ? { messageMedia: message.media } : {}),
  })

  const toDocumentJson = (conversation: StoredConversation): JsonObject => {
    const { conversationId, subject, otherParty, createdAtMs, status, read, itemId, messages } = conversation
    return {
      conversationId,
      subject,
      buyer: { username: otherParty },
      creationDate: toIsoTime(createdAtMs),
      // One field for two things: the folder wins over the read mark.
      messageStatus: status === 'ACTIVE' ? (read ? 'READ' : 'UNREAD') : status,
      ...(itemId === null ? {} : { itemId }),
      messages: messages.slice(-1).map((message) => toMessageJson(conversation, message)),
    }
  }

  const describeEbay = ({ status, subject, conversationType }: StoredConversation) => ({
    conversationStatus: shownStatuses[status],
    conversationTitle: subject,
    conversationType: conversationType === 'FROM_MEMBERS' ? conversationType : noticeType,
  })

  const toEbayJson = (conversation: StoredConversation): JsonObject => {
    const { conversationId, createdAtMs, itemId, messages, read } = conversation
    const latest = messages.at(-1)
    const unread = messages.length - messages.findLastIndex(({ from }) => from === 'seller') - 1
    return {
      conversationId,
      ...describeEbay(conversation),
      createdDate: toIsoTime(createdAtMs),
      ...(latest === undefined ? {} : { latestMessage: toMessageJson(conversation, latest) }),
      ...(itemId === null ? {} : { referenceId: itemId, referenceType: 'LISTING' }),
      unreadCount: read && !hasUnreadMark(conversation) ? 0 : Math.max(1, unread),
    }
  }

  /** Whether the list doesn't show that a call marked the conversation as read: seen live, against other reports. */
  const hasUnreadMark = ({ messages }: StoredConversation): boolean =>
    messages.at(-1)?.from !== 'seller' && faults.take('readMarkApart', 'messaging', 'getConversations') !== undefined

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
      conversations: shown.map(isEbay ? toEbayJson : toDocumentJson),
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
      ...(isEbay ? describeEbay(conversation) : {}),
      messages: ordered.slice(offset, offset + limit).map((message) => toMessageJson(conversation, message)),
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
    const { senderUsername, recipientUsername, ...shown } = toMessageJson(conversation, {
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

  const updateInBulk = async (c: Call): Promise<Response> => {
    const { conversations } = await readBody(c)
    const isList = Array.isArray(conversations) && conversations.length > 0 && conversations.every(isObject)
    if (!isList) return fail('bulk')
    if (conversations.length > MAX_BULK_SIZE) fail('bulkSize')
    // On the neutral platform an element without an id fails the whole call; an unknown id fails only its element.
    if (!isEbay && !conversations.every(({ conversationId: id }) => typeof id === 'string' && id !== '')) {
      refuse(...field('each element needs a conversationId.'))
    }
    const change = ({ conversationId, conversationType, conversationStatus }: JsonObject): Problem | undefined => {
      const type = findType(conversationType) ?? (isEbay ? 'FROM_MEMBERS' : undefined)
      if (type === undefined) return problems.type
      const status = bulkStatuses.find((value) => value === conversationStatus)
      if (status === undefined) return problems.status
      const conversation = findReachable(practice, conversationId, type)
      if (conversation === undefined) return problems.unknownElement
      setStatus(conversation, status)
      return undefined
    }
    const outcomes = conversations.map((element) => ({ id: element.conversationId, problem: change(element) }))
    if (!isEbay) {
      const toOutcome = (conversationId: unknown, problem: Problem | undefined) =>
        problem === undefined
          ? { conversationId, updateStatus: 'SUCCESSFUL' }
          : {
              conversationId,
              updateStatus: 'FAILED',
              errors: [detail(problem[1], problem[2], { conversationId: String(conversationId) })],
            }
      return c.json({ conversations: outcomes.map(({ id, problem }) => toOutcome(id, problem)) })
    }
    const failed = outcomes.filter(({ problem }) => problem !== undefined).length
    return c.json({
      conversationsMetadata: {
        totalConversationsCount: outcomes.length,
        updateSuccessCount: outcomes.length - failed,
        updateFailureCount: failed,
      },
      conversationsResponse: outcomes.map(({ id, problem }) => ({
        conversationId: id,
        updateStatus: problem === undefined ? 'SUCCESS' : 'FAILURE',
      })),
    })
  }

  return createService(faults, { service: 'messaging', base: '/commerce/message/v1', admit }, [
    ['GET', '/conversation', 'getConversations', listConversations],
    ['GET', '/conversation/:id', 'getConversation', showThread],
    ['POST', '/send_message', 'sendMessage', sendMessage],
    ['POST', '/update_conversation', 'updateConversation', updateConversation],
    ['POST', '/bulk_update_conversation', 'bulkUpdateConversation', updateInBulk],
  ])
}
