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
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService, requireScope } from './service.ts'

const DOMAIN = 'API_MESSAGE'

const folders = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
const bulkStatuses = [...folders, 'READ', 'UNREAD'] as const
const documentFilters = [...bulkStatuses, 'UNANSWERED', 'ANSWERED'] as const
type StatusFilter = (typeof documentFilters)[number]
type ConversationType = StoredConversation['conversationType']

const mediaTypes: readonly unknown[] = ['IMAGE', 'PDF', 'DOC', 'TXT']
const DEFAULT_LIMIT = 25
const MAX_LIMIT = 50
const MAX_BULK_SIZE = 10
const MAX_ATTACHMENTS = 5
const MAX_CODE_POINTS = 2000

const { detail, refuse, readBody } = createRefusals(DOMAIN)

type Problem = readonly [status: 400 | 404, errorId: number, message: string]

/** A wrong field for which the platform documents no id. */
const field = (message: string): Problem => [400, 2004, `FIELD_VALUE_INVALID: ${message}`]
const unknownType: Problem = [400, 850001, 'The conversation type is required and must be FROM_MEMBERS or FROM_SVC.']
const unknownStatus: Problem = [400, 850020, 'The conversation status is not one of the allowed values.']

const documentProblems = {
  noType: unknownType,
  type: unknownType,
  limit: [400, 850002, `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  offset: field('offset must be a whole number of 0 or more.'),
  time: field('start_time and end_time must have the form YYYY-MM-DDTHH:MM:SS.000Z.'),
  filter: unknownStatus,
  noReferenceType: field('reference_id and reference_type go together.'),
  referenceType: field('the reference type must be LISTING.'),
  referenceFields: field('reference needs referenceId and the referenceType LISTING.'),
  unknownThread: [404, 850100, 'The conversation was not found.'],
  noTarget: field('conversationId or otherPartyUsername is required.'),
  unknownTarget: [404, 6001, 'RESOURCE_NOT_FOUND: the conversation is unknown or not accessible.'],
  person: field('otherPartyUsername must be a user name.'),
  text: field('messageText must be a string.'),
  noText: field('messageText is required.'),
  textLength: [400, 13007, `MESSAGE_TEXT_TOO_LONG: messageText has more than ${MAX_CODE_POINTS} characters.`],
  mediaCount: field(`messageMedia must be an array of at most ${MAX_ATTACHMENTS} attachments.`),
  mediaFields: field('an attachment needs mediaName, mediaType and mediaUrl.'),
  mediaType: field(`mediaType must be one of ${mediaTypes.join(', ')}.`),
  mediaUrl: [400, 6001, 'RESOURCE_NOT_FOUND: mediaUrl must be HTTPS.'],
  read: field('read must be true or false.'),
  status: unknownStatus,
  unknownElement: [404, 850050, 'The conversation was not found, is deleted, or is not accessible.'],
  bulk: field('conversations must be an array with at least one element.'),
  bulkSize: [400, 850010, `conversations has more than ${MAX_BULK_SIZE} elements.`],
} as const satisfies Readonly<Record<string, Problem>>

type ProblemName = keyof typeof documentProblems

const unknownId: Problem = [400, 355007, 'Invalid or unrecognized conversation_id value.']
const ebayProblems: Readonly<Record<ProblemName, Problem>> = {
  noType: [400, 355017, 'Invalid conversation_type value.'],
  type: [400, 355002, 'Invalid conversation_type value.'],
  limit: [400, 355009, `Invalid limit. It must be a positive integer that does not exceed ${MAX_LIMIT}.`],
  offset: [400, 355008, 'Invalid offset. The offset value must be synchronized up with the limit value.'],
  time: [400, 355005, 'Invalid date format used for one or both date filters.'],
  filter: [400, 355001, 'Invalid conversation_status value.'],
  noReferenceType: [400, 355022, 'The parameter reference_type is required whenever reference_id is provided.'],
  referenceType: [400, 355003, 'Invalid referenceType value.'],
  referenceFields: [400, 355021, 'All fields under reference are required. Please add missing field(s).'],
  unknownThread: unknownId,
  noTarget: [400, 355018, 'conversationId and otherPartyUsername cannot both be empty.'],
  unknownTarget: unknownId,
  person: [400, 355006, 'Invalid or unrecognized otherPartyUsername value.'],
  text: [400, 2004, 'Invalid request. messageText must be a string.'],
  noText: [400, 355015, 'Please pass message text or upload one of more media attachments.'],
  textLength: [400, 355013, `The messageText string exceeds the maximum character threshold of ${MAX_CODE_POINTS}.`],
  mediaCount: [400, 355010, `The maximum amount of media that may be sent is ${MAX_ATTACHMENTS}.`],
  mediaFields: [400, 355012, 'All fields under messageMedia are required. Please add missing field(s).'],
  mediaType: [400, 355011, 'Invalid mediaType value.'],
  mediaUrl: [400, 355014, 'Invalid mediaUrl.'],
  read: [400, 2004, 'Invalid request. read must be a boolean.'],
  status: [400, 355001, 'Invalid conversationStatus value.'],
  unknownElement: unknownId,
  bulk: [400, 2004, 'Invalid request. conversations must be an array of objects.'],
  bulkSize: [400, 355019, `A maximum of ${MAX_BULK_SIZE} conversations is allowed per request.`],
}

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

export const createMessageService = (practice: Practice, faults: Faults): PracticeApp => {
  const { id: platform, noticeType } = practice.names
  const isEbay = platform === 'ebay'
  const problems: Readonly<Record<ProblemName, Problem>> = isEbay ? ebayProblems : documentProblems
  const filters: readonly StatusFilter[] = isEbay ? bulkStatuses : documentFilters
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
      if (!URL.canParse(mediaUrl) || new URL(mediaUrl).protocol !== 'https:') fail('mediaUrl', { mediaUrl })
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
    const { seller } = practice.state
    const sender = from === 'seller' ? seller : isEbay && from === 'platform' ? 'eBay' : otherParty
    return { senderUsername: sender, recipientUsername: from === 'seller' ? otherParty : seller }
  }

  /** Of the neutral platform's fields only `text` is documented; the others follow what is publicly known. */
  const toMessageJson = (conversation: StoredConversation, message: StoredMessage): JsonObject => ({
    messageId: message.messageId,
    ...(isEbay
      ? { ...(message.text === '' ? {} : { messageBody: message.text }), subject: conversation.subject }
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
    conversationStatus: status,
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
      unreadCount: read ? 0 : Math.max(1, unread),
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
    const status = filters.find((value) => value === statusText)
    if (statusText !== undefined && status === undefined) fail('filter', { conversation_status: statusText })
    const referenceId = c.req.query('reference_id')
    const referenceType = c.req.query('reference_type')
    if (referenceId !== undefined && referenceType === undefined) fail('noReferenceType')
    if ((referenceType ?? 'LISTING') !== 'LISTING') fail('referenceType', { reference_type: referenceType ?? '' })
    const username = c.req.query('other_party_username')
    // Only eBay's filter DELETE reaches a deleted conversation.
    const showsDeleted = isEbay && status !== undefined
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
    const text = isMasked ? messageText.replaceAll(/\S+@\S+\.\S+|\d[\d ./-]{5,}\d/g, '***') : messageText
    const message: StoredMessage = { messageId: newId(), text, from: 'seller', createdAtMs: practice.now(), media }
    conversation.messages.push(message)
    if (!isEbay) return c.body(null, 200)
    const { senderUsername, recipientUsername, ...shown } = toMessageJson(conversation, message)
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
