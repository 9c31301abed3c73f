import { type Context, Hono } from 'hono'
import { findConversation, getNewestAtMs, setStatus, takeText } from '../api/message-service.ts'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { newId, newNumber } from '../shop/ids.ts'
import type { StoredConversation, StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'

const BASE = '/commerce/message/v1'
const DOMAIN = 'API_MESSAGE'

/** By the type's name on the wire. */
const types = { FROM_MEMBERS: 'FROM_MEMBERS', FROM_EBAY: 'FROM_SVC' } as const
type WireType = keyof typeof types
const statuses = ['ACTIVE', 'ARCHIVE', 'DELETE', 'READ', 'UNREAD'] as const
const settableStatuses = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
const mediaTypes: readonly unknown[] = ['IMAGE', 'PDF', 'DOC', 'TXT']
const DEFAULT_LIMIT = 25
const MAX_LIMIT = 50
const MAX_BULK_SIZE = 10
const MAX_ATTACHMENTS = 5
const MAX_CODE_POINTS = 2000

const { refuse } = createRefusals(DOMAIN)

const readType = (value: unknown): WireType =>
  value === 'FROM_MEMBERS' || value === 'FROM_EBAY'
    ? value
    : refuse(400, value === undefined ? 355017 : 355002, 'Invalid conversation_type value.', {
        conversation_type: String(value ?? ''),
      })

const isWhole = (text: string): boolean => /^\d{1,9}$/.test(text)

const readPage = (c: Context): { readonly limit: number; readonly offset: number } => {
  const limitText = c.req.query('limit') ?? String(DEFAULT_LIMIT)
  const offsetText = c.req.query('offset') ?? '0'
  const limit = isWhole(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > MAX_LIMIT) {
    refuse(
      400,
      355009,
      `Invalid limit. The limit value must be a positive integer value that does not exceed ${MAX_LIMIT}.`,
    )
  }
  // An offset is a multiple of the limit: 0, 20, 40 for a limit of 20.
  if (!isWhole(offsetText) || Number(offsetText) % limit !== 0) {
    refuse(400, 355008, 'Invalid offset. The offset value must be synchronized up with the limit value.')
  }
  return { limit, offset: Number(offsetText) }
}

const readTime = (c: Context, name: 'start_time' | 'end_time'): number | undefined => {
  const text = c.req.query(name)
  if (text === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isTime) refuse(400, 355005, 'Invalid date format used for one or both date filters.', { [name]: text })
  return Date.parse(text)
}

const readMedia = (value: unknown): StoredMessage['media'] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return refuse(400, 2004, 'Invalid request. messageMedia must be an array.')
  if (value.length > MAX_ATTACHMENTS) {
    refuse(400, 355010, `The maximum amount of media that may be sent is ${MAX_ATTACHMENTS}.`)
  }
  return value.map((entry: unknown) => {
    const { mediaName, mediaType, mediaUrl } = isObject(entry) ? entry : {}
    if (typeof mediaName !== 'string' || typeof mediaType !== 'string' || typeof mediaUrl !== 'string') {
      return refuse(400, 355012, 'All fields under messageMedia are required. Please add missing field(s).')
    }
    if (!mediaTypes.includes(mediaType)) refuse(400, 355011, 'Invalid mediaType value.', { mediaType })
    if (!URL.canParse(mediaUrl) || new URL(mediaUrl).protocol !== 'https:') refuse(400, 355014, 'Invalid mediaUrl.')
    return { mediaName, mediaType, mediaUrl }
  })
}

const readReference = (practice: Practice, value: unknown): string | null => {
  if (value === undefined) return null
  const { referenceId, referenceType } = isObject(value) ? value : {}
  if (typeof referenceId !== 'string' || typeof referenceType !== 'string') {
    return refuse(400, 355021, 'All fields under reference are required. Please add missing field(s).')
  }
  if (referenceType !== 'LISTING') refuse(400, 355003, 'Invalid referenceType value.', { referenceType })
  if (!/^\d+$/.test(referenceId)) refuse(400, 355016, 'Invalid referenceId.', { referenceId })
  const isListed = [...practice.state.items.values()].some(({ itemId }) => itemId === referenceId)
  if (!isListed) refuse(400, 355020, 'The referenceId is invalid, no listing can be found by this referenceId.')
  return referenceId
}

const matches = (conversation: StoredConversation, status: (typeof statuses)[number]): boolean => {
  if (status === 'READ' || status === 'UNREAD') return conversation.read === (status === 'READ')
  return conversation.status === status
}

/**
 * The message service as the real platform describes it.
 *
 * No field names the buyer: a message names its sender and its recipient. The list has no UNANSWERED filter, an offset must
 * be a multiple of the limit, and a message with media needs no text.
 */
export const createEbayMessageService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('messaging', operation)

  const admit = (c: Context): void => demandScope(authenticate(practice, c, DOMAIN), [scopes.message], DOMAIN)

  const readBody = async (c: Context): Promise<JsonObject> => {
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
    return parseJsonObject(await c.req.text()) ?? refuse(400, 2004, 'Invalid request. The body must be a JSON object.')
  }

  const nameParties = ({ otherParty }: StoredConversation, { from }: StoredMessage) => {
    const { seller } = practice.state
    const sender = from === 'seller' ? seller : from === 'platform' ? 'eBay' : otherParty
    return { sender, recipient: from === 'seller' ? otherParty : seller }
  }

  const toMessageJson = (conversation: StoredConversation, message: StoredMessage): JsonObject => {
    const { sender, recipient } = nameParties(conversation, message)
    return {
      messageId: message.messageId,
      ...(message.text === '' ? {} : { messageBody: message.text }),
      ...(message.media.length === 0 ? {} : { messageMedia: message.media }),
      subject: conversation.subject,
      senderUsername: sender,
      recipientUsername: recipient,
      readStatus: message.from === 'seller' || conversation.read,
      createdDate: new Date(message.createdAtMs).toISOString(),
    }
  }

  const toWireType = ({ conversationType }: StoredConversation): WireType =>
    conversationType === 'FROM_MEMBERS' ? 'FROM_MEMBERS' : 'FROM_EBAY'

  const toConversationJson = (conversation: StoredConversation): JsonObject => {
    const latest = conversation.messages.at(-1)
    const unread =
      conversation.messages.length - conversation.messages.findLastIndex(({ from }) => from === 'seller') - 1
    return {
      conversationId: conversation.conversationId,
      conversationStatus: conversation.status,
      conversationTitle: conversation.subject,
      conversationType: toWireType(conversation),
      createdDate: new Date(conversation.createdAtMs).toISOString(),
      ...(latest === undefined ? {} : { latestMessage: toMessageJson(conversation, latest) }),
      ...(conversation.itemId === null ? {} : { referenceId: conversation.itemId, referenceType: 'LISTING' }),
      unreadCount: conversation.read ? 0 : Math.max(1, unread),
    }
  }

  const findReachable = (id: unknown, type: WireType): StoredConversation | undefined => {
    const conversation = findConversation(practice, id)
    return conversation?.conversationType === types[type] && conversation.status !== 'DELETE' ? conversation : undefined
  }

  const describePage = (path: string, total: number, { limit, offset }: { limit: number; offset: number }) => ({
    href: `${practice.url}${path}?limit=${limit}&offset=${offset}`,
    limit,
    offset,
    total,
    ...(offset + limit < total ? { next: `${practice.url}${path}?limit=${limit}&offset=${offset + limit}` } : {}),
    ...(offset > 0 ? { prev: `${practice.url}${path}?limit=${limit}&offset=${Math.max(0, offset - limit)}` } : {}),
  })

  app.get(`${BASE}/conversation`, guard('getConversations'), (c) => {
    admit(c)
    const type = types[readType(c.req.query('conversation_type'))]
    const page = readPage(c)
    const statusText = c.req.query('conversation_status')
    const status = statuses.find((value) => value === statusText)
    if (statusText !== undefined && status === undefined) {
      refuse(400, 355001, 'Invalid conversation_status value.', { conversation_status: statusText })
    }
    const startMs = readTime(c, 'start_time') ?? Number.NEGATIVE_INFINITY
    const endMs = readTime(c, 'end_time') ?? Number.POSITIVE_INFINITY
    if (startMs >= endMs) refuse(400, 355004, 'The start_time must be an earlier date than end_time.')
    const referenceId = c.req.query('reference_id')
    const referenceType = c.req.query('reference_type')
    if (referenceId !== undefined && referenceType === undefined) {
      refuse(400, 355022, 'The parameter reference_type is required whenever reference_id is provided.')
    }
    if (referenceType !== undefined && referenceType !== 'LISTING') {
      refuse(400, 355003, 'Invalid reference_type value.', { reference_type: referenceType })
    }
    const username = c.req.query('other_party_username')
    const found = practice.state.conversations
      .filter(
        (conversation) =>
          conversation.conversationType === type &&
          (status === undefined ? conversation.status !== 'DELETE' : matches(conversation, status)) &&
          (username === undefined || conversation.otherParty === username) &&
          (referenceId === undefined || conversation.itemId === referenceId) &&
          getNewestAtMs(conversation) >= startMs &&
          getNewestAtMs(conversation) <= endMs,
      )
      .sort((a, b) => getNewestAtMs(b) - getNewestAtMs(a) || (a.conversationId < b.conversationId ? 1 : -1))
    return c.json({
      ...describePage(`${BASE}/conversation`, found.length, page),
      conversations: found.slice(page.offset, page.offset + page.limit).map(toConversationJson),
    })
  })

  app.get(`${BASE}/conversation/:conversationId`, guard('getConversation'), (c) => {
    admit(c)
    const type = readType(c.req.query('conversation_type'))
    const page = readPage(c)
    const conversationId = c.req.param('conversationId')
    const conversation =
      findReachable(conversationId, type) ??
      refuse(404, 355007, 'Invalid or unrecognized conversation_id value.', { conversation_id: conversationId })
    return c.json({
      ...describePage(`${BASE}/conversation/${conversationId}`, conversation.messages.length, page),
      conversationStatus: conversation.status,
      conversationTitle: conversation.subject,
      conversationType: type,
      messages: (faults.take('oldestFirst', 'messaging', 'getConversation') === undefined
        ? conversation.messages.toReversed()
        : conversation.messages
      )
        .slice(page.offset, page.offset + page.limit)
        .map((message) => toMessageJson(conversation, message)),
    })
  })

  const startConversation = (otherParty: unknown, itemId: string | null): StoredConversation => {
    if (typeof otherParty !== 'string' || otherParty.trim() === '') {
      return refuse(400, 355006, 'Invalid or unrecognized otherPartyUsername value.')
    }
    const conversation: StoredConversation = {
      conversationId: newNumber(),
      conversationType: 'FROM_MEMBERS',
      subject: itemId === null ? 'A message from the seller' : `About listing ${itemId}`,
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

  app.post(`${BASE}/send_message`, guard('sendMessage'), async (c) => {
    admit(c)
    const body = await readBody(c)
    const { conversationId, otherPartyUsername, messageText } = body
    if (messageText !== undefined && typeof messageText !== 'string') {
      refuse(400, 2004, 'Invalid request. messageText must be a string.')
    }
    const text = typeof messageText === 'string' ? messageText : ''
    if ([...text].length > MAX_CODE_POINTS) {
      refuse(400, 355013, `The messageText string exceeds the maximum character threshold of ${MAX_CODE_POINTS}.`)
    }
    const media = readMedia(body.messageMedia)
    if (text === '' && media.length === 0) {
      refuse(400, 355015, 'Please pass message text or upload one of more media attachments.')
    }
    if (conversationId === undefined && otherPartyUsername === undefined) {
      refuse(400, 355018, 'conversationId and otherPartyUsername cannot both be empty.')
    }
    const itemId = readReference(practice, body.reference)
    const conversation =
      conversationId === undefined
        ? startConversation(otherPartyUsername, itemId)
        : (findReachable(conversationId, 'FROM_MEMBERS') ??
          refuse(400, 355007, 'Invalid or unrecognized conversation_id value.'))
    const stored = takeText(faults, text)
    const message: StoredMessage = {
      messageId: newId(),
      text: stored,
      from: 'seller',
      createdAtMs: practice.now(),
      media,
    }
    conversation.messages.push(message)
    const { senderUsername, recipientUsername, ...shown } = toMessageJson(conversation, message)
    // The answer to a send spells both names with a capital N.
    return c.json({ ...shown, senderUserName: senderUsername, recipientUserName: recipientUsername }, 201)
  })

  app.post(`${BASE}/update_conversation`, guard('updateConversation'), async (c) => {
    admit(c)
    const { conversationId, conversationStatus, conversationType, read } = await readBody(c)
    const type = readType(conversationType)
    const status = settableStatuses.find((value) => value === conversationStatus)
    if (conversationStatus !== undefined && status === undefined) {
      refuse(400, 355001, 'Invalid conversationStatus value.', { conversationStatus: String(conversationStatus) })
    }
    if (read !== undefined && typeof read !== 'boolean') refuse(400, 2004, 'Invalid request. read must be a boolean.')
    if (read === undefined && status === undefined) refuse(400, 355001, 'Invalid conversationStatus value.')
    const conversation =
      findReachable(conversationId, type) ?? refuse(400, 355007, 'Invalid or unrecognized conversation_id value.')
    // With read, conversationStatus is ignored silently.
    if (typeof read === 'boolean') conversation.read = read
    else if (status !== undefined) setStatus(conversation, status)
    return c.body(null, 204)
  })

  app.post(`${BASE}/bulk_update_conversation`, guard('bulkUpdateConversation'), async (c) => {
    admit(c)
    const { conversations } = await readBody(c)
    if (!Array.isArray(conversations) || !conversations.every(isObject)) {
      return refuse(400, 2004, 'Invalid request. conversations must be an array of objects.')
    }
    if (conversations.length > MAX_BULK_SIZE) {
      const message = `The number of conversations for batch update exceeds the limit, a maximum of ${MAX_BULK_SIZE} conversations is allowed per request.`
      refuse(400, 355019, message)
    }
    const conversationsResponse = conversations.map(({ conversationId, conversationStatus, conversationType }) => {
      const status = statuses.find((value) => value === conversationStatus)
      const type = conversationType === 'FROM_EBAY' ? 'FROM_EBAY' : 'FROM_MEMBERS'
      const conversation = findReachable(conversationId, type)
      if (conversation === undefined || status === undefined) return { conversationId, updateStatus: 'FAILURE' }
      setStatus(conversation, status)
      return { conversationId, updateStatus: 'SUCCESS' }
    })
    const updateSuccessCount = conversationsResponse.filter(({ updateStatus }) => updateStatus === 'SUCCESS').length
    return c.json({
      conversationsMetadata: {
        totalConversationsCount: conversations.length,
        updateSuccessCount,
        updateFailureCount: conversations.length - updateSuccessCount,
      },
      conversationsResponse,
    })
  })

  return app
}
