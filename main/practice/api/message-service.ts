import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { newId } from '../shop/ids.ts'
import type { StoredConversation, StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { authenticate, demandScope } from './oauth-service.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'

const BASE = '/commerce/message/v1'
const DOMAIN = 'API_MESSAGE'

const types = ['FROM_MEMBERS', 'FROM_SVC'] as const
const settableStatuses = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
const bulkStatuses = [...settableStatuses, 'READ', 'UNREAD'] as const
const statusFilters = [...bulkStatuses, 'UNANSWERED', 'ANSWERED'] as const
const mediaTypes: readonly unknown[] = ['IMAGE', 'PDF', 'DOC', 'TXT']
const DEFAULT_LIMIT = 25
const MAX_LIMIT = 50
const MAX_BULK_SIZE = 10
const MAX_ATTACHMENTS = 5
const MAX_CODE_POINTS = 2000

const { detail, refuse } = createRefusals(DOMAIN)
/** Refuses a wrong field for which no id is documented. */
const refuseField = (message: string, parameters?: Record<string, string>): never =>
  refuse(400, 2004, `FIELD_VALUE_INVALID: ${message}`, parameters)

const toIsoTime = (ms: number): string => new Date(ms).toISOString()

export const getNewestAtMs = ({ messages, createdAtMs }: StoredConversation): number =>
  messages.at(-1)?.createdAtMs ?? createdAtMs

const matchesStatus = (conversation: StoredConversation, filter: (typeof statusFilters)[number]): boolean => {
  const isAnswered = conversation.messages.at(-1)?.from === 'seller'
  switch (filter) {
    case 'READ':
      return conversation.read
    case 'UNREAD':
      return !conversation.read
    case 'ANSWERED':
      return isAnswered
    case 'UNANSWERED':
      return conversation.conversationType === 'FROM_MEMBERS' && !isAnswered
    default:
      return conversation.status === filter
  }
}

const readType = (value: unknown, name: string): (typeof types)[number] =>
  types.find((type) => type === value) ??
  refuse(400, 850001, `${name} is required and must be FROM_MEMBERS or FROM_SVC.`, { [name]: String(value ?? '') })

const readPage = (c: Context): { limit: number; offset: number } => {
  const limitText = c.req.query('limit') ?? String(DEFAULT_LIMIT)
  const offsetText = c.req.query('offset') ?? '0'
  const limit = /^\d{1,9}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > MAX_LIMIT) {
    refuse(400, 850002, `limit must be a whole number from 1 to ${MAX_LIMIT}.`, { limit: limitText })
  }
  if (!/^\d{1,9}$/.test(offsetText)) {
    refuseField('offset must be a whole number of 0 or more.', { offset: offsetText })
  }
  return { limit, offset: Number(offsetText) }
}

const readTime = (c: Context, name: 'start_time' | 'end_time', type: (typeof types)[number]): number | undefined => {
  const text = c.req.query(name)
  if (text === undefined) return undefined
  if (type === 'FROM_SVC') refuse(400, 850010, `${name} can only be used with FROM_MEMBERS.`, { [name]: text })
  const isWellFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isWellFormed) refuseField(`${name} must have the form YYYY-MM-DDTHH:MM:SS.000Z.`, { [name]: text })
  return Date.parse(text)
}

const readBody = async (c: Context): Promise<JsonObject> =>
  parseJsonObject(await c.req.text()) ?? refuseField('the request body must be a JSON object.')

export const setStatus = (conversation: StoredConversation, status: (typeof bulkStatuses)[number]): void => {
  if (status === 'READ' || status === 'UNREAD') conversation.read = status === 'READ'
  else conversation.status = status
}

const readMedia = (value: unknown): StoredMessage['media'] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return refuseField('messageMedia must be an array.')
  if (value.length > MAX_ATTACHMENTS) refuseField(`messageMedia has more than ${MAX_ATTACHMENTS} attachments.`)
  return value.map((entry: unknown) => {
    if (!isObject(entry)) return refuseField('each of messageMedia must be an object.')
    const { mediaName, mediaType, mediaUrl } = entry
    if (typeof mediaName !== 'string' || mediaName === '') return refuseField('mediaName is required.')
    if (typeof mediaType !== 'string' || !mediaTypes.includes(mediaType)) {
      return refuseField(`mediaType must be one of ${mediaTypes.join(', ')}.`)
    }
    if (typeof mediaUrl !== 'string' || !URL.canParse(mediaUrl)) return refuseField('mediaUrl must be a URL.')
    if (new URL(mediaUrl).protocol !== 'https:') {
      return refuse(400, 6001, 'RESOURCE_NOT_FOUND: mediaUrl must be HTTPS.', { mediaUrl })
    }
    return { mediaName, mediaType, mediaUrl }
  })
}

/** The text as the platform stores it. */
export const takeText = (faults: Faults, text: string): string =>
  faults.take('maskText', 'messaging', 'sendMessage') === undefined
    ? text
    : text.replaceAll(/\S+@\S+\.\S+|\d[\d ./-]{5,}\d/g, '***')

const readReference = (value: unknown): string | null => {
  if (value === undefined) return null
  const { referenceId, referenceType } = isObject(value) ? value : {}
  if (typeof referenceId === 'string' && referenceId !== '' && referenceType === 'LISTING') return referenceId
  return refuseField('reference needs referenceId and the referenceType LISTING.')
}

/** Only `text` is documented; the other fields follow what is publicly known. */
const toMessageJson = (practice: Practice, conversation: StoredConversation, message: StoredMessage): JsonObject => {
  const isFromSeller = message.from === 'seller'
  return {
    messageId: message.messageId,
    text: message.text,
    senderUsername: isFromSeller ? practice.state.seller : conversation.otherParty,
    recipientUsername: isFromSeller ? conversation.otherParty : practice.state.seller,
    createdDate: toIsoTime(message.createdAtMs),
    readStatus: isFromSeller || conversation.read,
    ...(message.media.length > 0 ? { messageMedia: message.media } : {}),
  }
}

const toConversationJson = (practice: Practice, conversation: StoredConversation): JsonObject => {
  const { conversationId, subject, otherParty, createdAtMs, status, read, itemId, messages } = conversation
  return {
    conversationId,
    subject,
    buyer: { username: otherParty },
    creationDate: toIsoTime(createdAtMs),
    // One field for two things: the folder wins over the read mark.
    messageStatus: status === 'ACTIVE' ? (read ? 'READ' : 'UNREAD') : status,
    ...(itemId === null ? {} : { itemId }),
    messages: messages.slice(-1).map((message) => toMessageJson(practice, conversation, message)),
  }
}

export const findConversation = (practice: Practice, conversationId: unknown): StoredConversation | undefined =>
  practice.state.conversations.find((conversation) => conversation.conversationId === conversationId)

/** Finds a conversation of that type that isn't deleted. */
const findReachable = (practice: Practice, conversationId: unknown, type: string): StoredConversation | undefined => {
  const conversation = findConversation(practice, conversationId)
  return conversation?.conversationType === type && conversation.status !== 'DELETE' ? conversation : undefined
}

export type BuyerMessage = {
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
  const createdAtMs = practice.now()
  const message: StoredMessage = { messageId: newId(), text, from: 'buyer', createdAtMs, media: [] }
  if (conversationId !== undefined) {
    const conversation = findReachable(practice, conversationId, 'FROM_MEMBERS')
    if (conversation === undefined) return undefined
    conversation.messages.push(message)
    conversation.read = false
    conversation.status = 'ACTIVE'
    return { conversation, message }
  }
  const conversation = createConversation(username, subject, itemId ?? null, message)
  practice.state.conversations.push(conversation)
  return { conversation, message }
}

const createConversation = (
  otherParty: string,
  subject: string,
  itemId: string | null,
  message: StoredMessage,
): StoredConversation => ({
  conversationId: newId(),
  conversationType: 'FROM_MEMBERS',
  subject,
  otherParty,
  createdAtMs: message.createdAtMs,
  itemId,
  status: 'ACTIVE',
  read: message.from === 'seller',
  messages: [message],
})

/**
 * The conversation service.
 *
 * Undocumented orders are newest first, in the list (by newest message) and in a conversation, so both shift under a
 * reader who pages by offset.
 */
export const createMessageService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('messaging', operation)

  /** Checks the token and the headers that every call needs. `ids` are the error ids that the operation documents. */
  const admit = (c: Context, ids: { token?: number; scope?: number } = {}): void => {
    const token = authenticate(practice, c, DOMAIN, ids.token)
    demandScope(token, [scopes.message], DOMAIN, ids.scope)
    if (!isJsonType(c.req.header('content-type'))) {
      refuse(415, 2004, 'Content-Type: application/json is required on every call.')
    }
    if ((c.req.header('x-svc-c-marketplace-id') ?? '').trim() === '') {
      refuse(400, 2004, 'The header X-SVC-C-MARKETPLACE-ID is required on every call.')
    }
  }

  app.get(`${BASE}/conversation`, guard('getConversations'), (c) => {
    admit(c)
    const type = readType(c.req.query('conversation_type'), 'conversation_type')
    const { limit, offset } = readPage(c)
    const startMs = readTime(c, 'start_time', type) ?? Number.NEGATIVE_INFINITY
    const endMs = readTime(c, 'end_time', type) ?? Number.POSITIVE_INFINITY
    const statusText = c.req.query('conversation_status')
    const status = statusFilters.find((value) => value === statusText)
    if (statusText !== undefined && status === undefined) {
      refuse(400, 850020, 'conversation_status is not one of the allowed values.', { conversation_status: statusText })
    }
    const referenceId = c.req.query('reference_id')
    const referenceType = c.req.query('reference_type')
    if ((referenceId === undefined) !== (referenceType === undefined) || (referenceType ?? 'LISTING') !== 'LISTING') {
      refuseField('reference_id and reference_type go together, with the value LISTING.')
    }
    const username = c.req.query('other_party_username')
    const found = practice.state.conversations
      .filter((conversation) => {
        const newestAtMs = getNewestAtMs(conversation)
        return (
          conversation.conversationType === type &&
          // Not even the filter DELETE reaches a deleted conversation.
          conversation.status !== 'DELETE' &&
          (status === undefined || matchesStatus(conversation, status)) &&
          (username === undefined || conversation.otherParty === username) &&
          (referenceId === undefined || conversation.itemId === referenceId) &&
          newestAtMs >= startMs &&
          newestAtMs <= endMs
        )
      })
      .sort((a, b) => getNewestAtMs(b) - getNewestAtMs(a) || (a.conversationId < b.conversationId ? 1 : -1))
    const page = found.slice(offset, offset + limit)
    return c.json({
      total: found.length,
      conversations: page.map((conversation) => toConversationJson(practice, conversation)),
    })
  })

  app.get(`${BASE}/conversation/:conversationId`, guard('getConversation'), (c) => {
    admit(c)
    const type = readType(c.req.query('conversation_type'), 'conversation_type')
    const { limit, offset } = readPage(c)
    const conversationId = c.req.param('conversationId')
    const conversation =
      findReachable(practice, conversationId, type) ??
      refuse(404, 850100, 'The conversation was not found.', { conversationId })
    const isOldestFirst = faults.take('oldestFirst', 'messaging', 'getConversation') !== undefined
    const all = isOldestFirst ? conversation.messages : conversation.messages.toReversed()
    const page = all.slice(offset, offset + limit)
    return c.json({
      total: conversation.messages.length,
      messages: page.map((message) => toMessageJson(practice, conversation, message)),
    })
  })

  app.post(`${BASE}/send_message`, guard('sendMessage'), async (c) => {
    admit(c, { token: 1100 })
    const body = await readBody(c)
    const { conversationId, otherPartyUsername, messageText, emailCopyToSender } = body
    if (conversationId !== undefined && otherPartyUsername !== undefined) {
      refuseField('conversationId and otherPartyUsername exclude each other.')
    }
    if (conversationId === undefined && otherPartyUsername === undefined) {
      refuseField('conversationId or otherPartyUsername is required.')
    }
    if (typeof messageText !== 'string' || messageText === '') return refuseField('messageText is required.')
    // Code points, not UTF-16 units.
    const length = [...messageText].length
    if (length > MAX_CODE_POINTS) {
      refuse(400, 13007, `MESSAGE_TEXT_TOO_LONG: messageText has ${length} characters, ${MAX_CODE_POINTS} are allowed.`)
    }
    if (emailCopyToSender !== undefined && typeof emailCopyToSender !== 'boolean') {
      refuseField('emailCopyToSender must be true or false.')
    }
    const media = readMedia(body.messageMedia)
    const itemId = readReference(body.reference)
    const createdAtMs = practice.now()
    const text = takeText(faults, messageText)
    const message: StoredMessage = { messageId: newId(), text, from: 'seller', createdAtMs, media }

    if (conversationId !== undefined) {
      // The platform's own notices can't be answered.
      const conversation =
        findReachable(practice, conversationId, 'FROM_MEMBERS') ??
        refuse(404, 6001, 'RESOURCE_NOT_FOUND: the conversation is unknown or not accessible.', {
          conversationId: String(conversationId),
        })
      conversation.messages.push(message)
    } else {
      if (typeof otherPartyUsername !== 'string' || otherPartyUsername === '') {
        return refuseField('otherPartyUsername must be a user name.')
      }
      const subject = itemId === null ? 'A message from the seller' : `About listing ${itemId}`
      practice.state.conversations.push(createConversation(otherPartyUsername, subject, itemId, message))
    }
    return c.body(null, 200)
  })

  app.post(`${BASE}/update_conversation`, guard('updateConversation'), async (c) => {
    admit(c)
    const body = await readBody(c)
    const type = readType(body.conversationType, 'conversationType')
    const { conversationId, conversationStatus, read } = body
    if (typeof conversationId !== 'string' || conversationId === '') return refuseField('conversationId is required.')
    if (read !== undefined && typeof read !== 'boolean') return refuseField('read must be true or false.')
    const status = settableStatuses.find((value) => value === conversationStatus)
    if (read === undefined && status === undefined) {
      refuse(400, 850020, `conversationStatus must be one of ${settableStatuses.join(', ')}.`, {
        conversationStatus: String(conversationStatus ?? ''),
      })
    }
    const conversation =
      findReachable(practice, conversationId, type) ??
      refuse(404, 850050, 'The conversation was not found, is deleted, or is not accessible.', { conversationId })
    // With read, conversationStatus is ignored silently.
    if (read !== undefined) conversation.read = read
    else if (status !== undefined) setStatus(conversation, status)
    // The answer may be empty or an object: sends both, so a client is tested with both.
    return read === undefined ? c.json({}) : c.body(null, 200)
  })

  app.post(`${BASE}/bulk_update_conversation`, guard('bulkUpdateConversation'), async (c) => {
    admit(c, { scope: 850101 })
    const { conversations } = await readBody(c)
    if (!Array.isArray(conversations) || conversations.length === 0) {
      return refuseField('conversations must be an array with at least one element.')
    }
    if (conversations.length > MAX_BULK_SIZE) {
      refuse(400, 850010, `conversations has more than ${MAX_BULK_SIZE} elements.`)
    }
    // An element without an id fails the whole call; an unknown id fails itself.
    const elements = conversations.map((element: unknown) =>
      isObject(element) && typeof element.conversationId === 'string' && element.conversationId !== ''
        ? { ...element, conversationId: element.conversationId }
        : refuseField('each element needs a conversationId.'),
    )
    const outcomes = elements.map((element: JsonObject & { readonly conversationId: string }) => {
      const { conversationId } = element
      const fail = (...error: Parameters<typeof detail>) => ({
        conversationId,
        updateStatus: 'FAILED',
        errors: [detail(...error)],
      })
      const type = types.find((value) => value === element.conversationType)
      if (type === undefined) return fail(850001, 'conversationType is required and must be FROM_MEMBERS or FROM_SVC.')
      const status = bulkStatuses.find((value) => value === element.conversationStatus)
      if (status === undefined) return fail(850020, `conversationStatus must be one of ${bulkStatuses.join(', ')}.`)
      const conversation = findReachable(practice, conversationId, type)
      if (conversation === undefined) {
        return fail(850050, 'The conversation was not found, is deleted, or is not accessible.', { conversationId })
      }
      setStatus(conversation, status)
      return { conversationId, updateStatus: 'SUCCESSFUL' }
    })
    return c.json({ conversations: outcomes })
  })

  return app
}
