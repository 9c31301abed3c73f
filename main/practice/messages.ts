import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { newId } from './ids.ts'
import { authenticate, demandScope } from './oauth.ts'
import type { StoredConversation, StoredMessage } from './records.ts'
import { type ErrorDetail, isObject, type JsonObject, parseJsonObject, Refusal, saysJson } from './refusal.ts'
import { scopes } from './scopes.ts'
import type { Practice } from './state.ts'

/**
 * The conversation service: document 2.
 *
 * Where the document names no id for a wrong field, 2004 (FIELD_VALUE_INVALID) is given. Where it shows no order, the
 * conversation with the newest message comes first and a thread's newest message first, so that both lists shift under
 * a reader who pages by offset. Times are compared with a conversation's newest message.
 */
const base = '/commerce/message/v1'
const domain = 'API_MESSAGE'

const types = ['FROM_MEMBERS', 'FROM_SVC'] as const
const statusFilters = ['ACTIVE', 'ARCHIVE', 'DELETE', 'READ', 'UNREAD', 'UNANSWERED', 'ANSWERED'] as const
const settableStatuses = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
const bulkStatuses = [...settableStatuses, 'READ', 'UNREAD'] as const
const mediaTypes = ['IMAGE', 'PDF', 'DOC', 'TXT'] as const
const defaultLimit = 25
const mostPerPage = 50
const mostPerBulk = 10
const mostAttachments = 5
const mostCodePoints = 2000

const detail = (errorId: number, message: string, parameters: Record<string, string> = {}): ErrorDetail => ({
  errorId,
  domain,
  category: 'REQUEST',
  message,
  parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
})

const refuse = (status: 400 | 403 | 404 | 415, ...error: Parameters<typeof detail>): never => {
  throw new Refusal(status, [detail(...error)])
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

const newestAtMs = (conversation: StoredConversation): number =>
  conversation.messages.at(-1)?.createdAtMs ?? conversation.createdAtMs

const isAnswered = (conversation: StoredConversation): boolean => conversation.messages.at(-1)?.from === 'seller'

/** A list element has one status word for two things; the folder is told first, else whether it was read. */
const messageStatusOf = ({ status, read }: StoredConversation): string => {
  if (status !== 'ACTIVE') return status
  return read ? 'READ' : 'UNREAD'
}

const matchesStatus = (conversation: StoredConversation, filter: (typeof statusFilters)[number]): boolean => {
  switch (filter) {
    case 'READ':
      return conversation.read
    case 'UNREAD':
      return !conversation.read
    case 'ANSWERED':
      return isAnswered(conversation)
    case 'UNANSWERED':
      return conversation.conversationType === 'FROM_MEMBERS' && !isAnswered(conversation)
    default:
      return conversation.status === filter
  }
}

const readType = (value: unknown, name: string): (typeof types)[number] =>
  types.find((type) => type === value) ??
  refuse(400, 850001, `${name} is required and must be FROM_MEMBERS or FROM_SVC.`, { [name]: String(value ?? '') })

const readPage = (c: Context): { limit: number; offset: number } => {
  const limitText = c.req.query('limit') ?? String(defaultLimit)
  const offsetText = c.req.query('offset') ?? '0'
  const limit = /^\d{1,9}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > mostPerPage) {
    refuse(400, 850002, `limit must be a whole number from 1 to ${mostPerPage}.`, { limit: limitText })
  }
  if (!/^\d{1,9}$/.test(offsetText)) {
    refuse(400, 2004, 'FIELD_VALUE_INVALID: offset must be a whole number of 0 or more.', { offset: offsetText })
  }
  return { limit, offset: Number(offsetText) }
}

const readTime = (c: Context, name: 'start_time' | 'end_time', type: (typeof types)[number]): number | undefined => {
  const text = c.req.query(name)
  if (text === undefined) return undefined
  if (type === 'FROM_SVC') refuse(400, 850010, `${name} can only be used with FROM_MEMBERS.`, { [name]: text })
  const wellFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!wellFormed) {
    refuse(400, 2004, `FIELD_VALUE_INVALID: ${name} must have the form YYYY-MM-DDTHH:MM:SS.000Z.`, { [name]: text })
  }
  return Date.parse(text)
}

const readBody = async (c: Context): Promise<JsonObject> =>
  parseJsonObject(await c.req.text()) ??
  refuse(400, 2004, 'FIELD_VALUE_INVALID: the request body must be a JSON object.')

const setStatus = (conversation: StoredConversation, status: (typeof bulkStatuses)[number]): void => {
  if (status === 'READ' || status === 'UNREAD') conversation.read = status === 'READ'
  else conversation.status = status
}

const readMedia = (value: unknown): StoredMessage['media'] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return refuse(400, 2004, 'FIELD_VALUE_INVALID: messageMedia must be an array.')
  if (value.length > mostAttachments) {
    refuse(400, 2004, `FIELD_VALUE_INVALID: messageMedia has more than ${mostAttachments} attachments.`)
  }
  return value.map((entry: unknown) => {
    if (!isObject(entry)) return refuse(400, 2004, 'FIELD_VALUE_INVALID: each of messageMedia must be an object.')
    const { mediaName, mediaType, mediaUrl } = entry
    if (typeof mediaName !== 'string' || mediaName === '') {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: mediaName is required.')
    }
    if (typeof mediaType !== 'string' || !mediaTypes.some((type) => type === mediaType)) {
      return refuse(400, 2004, `FIELD_VALUE_INVALID: mediaType must be one of ${mediaTypes.join(', ')}.`)
    }
    if (typeof mediaUrl !== 'string' || !URL.canParse(mediaUrl)) {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: mediaUrl must be a URL.')
    }
    if (new URL(mediaUrl).protocol !== 'https:') {
      return refuse(400, 6001, 'RESOURCE_NOT_FOUND: mediaUrl must be HTTPS.', { mediaUrl })
    }
    return { mediaName, mediaType, mediaUrl }
  })
}

const readReference = (value: unknown): string | null => {
  if (value === undefined) return null
  const referenceId = isObject(value) ? value.referenceId : undefined
  if (typeof referenceId !== 'string' || referenceId === '' || !isObject(value) || value.referenceType !== 'LISTING') {
    return refuse(400, 2004, 'FIELD_VALUE_INVALID: reference needs referenceId and the referenceType LISTING.')
  }
  return referenceId
}

/** What the service shows of a message: `text` is documented, the rest stands where the document shows nothing. */
const messageView = (practice: Practice, conversation: StoredConversation, message: StoredMessage): JsonObject => {
  const fromSeller = message.from === 'seller'
  return {
    messageId: message.messageId,
    text: message.text,
    senderUsername: fromSeller ? practice.state.seller : conversation.otherParty,
    recipientUsername: fromSeller ? conversation.otherParty : practice.state.seller,
    createdDate: isoTime(message.createdAtMs),
    readStatus: fromSeller || conversation.read,
    ...(message.media.length > 0 ? { messageMedia: message.media } : {}),
  }
}

const listView = (practice: Practice, conversation: StoredConversation): JsonObject => ({
  conversationId: conversation.conversationId,
  subject: conversation.subject,
  buyer: { username: conversation.otherParty },
  creationDate: isoTime(conversation.createdAtMs),
  messageStatus: messageStatusOf(conversation),
  ...(conversation.itemId === null ? {} : { itemId: conversation.itemId }),
  messages: conversation.messages.slice(-1).map((message) => messageView(practice, conversation, message)),
})

export const findConversation = (practice: Practice, conversationId: unknown): StoredConversation | undefined =>
  practice.state.conversations.find((conversation) => conversation.conversationId === conversationId)

/** A conversation the seller can still reach: known, of the type named, not deleted. */
const reachable = (practice: Practice, conversationId: unknown, type: string): StoredConversation | undefined => {
  const conversation = findConversation(practice, conversationId)
  return conversation?.conversationType === type && conversation.status !== 'DELETE' ? conversation : undefined
}

export type BuyerMessage = {
  readonly conversationId?: string
  readonly username?: string
  readonly text: string
  readonly subject?: string
  readonly itemId?: string
}

/**
 * A buyer writes: into a thread, or a new one.
 *
 * Makes the thread unread and brings it back from the archive, as a new message does. `undefined` when the thread is
 * unknown or deleted.
 */
export const receiveFromBuyer = (
  practice: Practice,
  message: BuyerMessage,
): { conversation: StoredConversation; message: StoredMessage } | undefined => {
  const createdAtMs = practice.now()
  const entry: StoredMessage = { messageId: newId(), text: message.text, from: 'buyer', createdAtMs, media: [] }
  let conversation: StoredConversation | undefined
  if (message.conversationId !== undefined) {
    conversation = reachable(practice, message.conversationId, 'FROM_MEMBERS')
    if (conversation === undefined) return undefined
    conversation.messages.push(entry)
    conversation.read = false
    conversation.status = 'ACTIVE'
  } else {
    conversation = {
      conversationId: newId(),
      conversationType: 'FROM_MEMBERS',
      subject: message.subject ?? 'A question from a buyer',
      otherParty: message.username ?? 'practice-buyer',
      createdAtMs,
      itemId: message.itemId ?? null,
      status: 'ACTIVE',
      read: false,
      messages: [entry],
    }
    practice.state.conversations.push(conversation)
  }
  practice.changed()
  return { conversation, message: entry }
}

export const messagesService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('messaging', operation)

  /** The common headers of section 1, on every call, and the token; `ids` are those the operation documents. */
  const admit = (c: Context, ids: { token?: number; scope?: number } = {}): void => {
    const token = authenticate(practice, c, domain, ids.token)
    demandScope(token, [scopes.message], domain, ids.scope)
    if (!saysJson(c.req.header('content-type'))) {
      refuse(415, 2004, 'Content-Type: application/json is required on every call.')
    }
    if ((c.req.header('x-svc-c-marketplace-id') ?? '').trim() === '') {
      refuse(400, 2004, 'The header X-SVC-C-MARKETPLACE-ID is required on every call.')
    }
  }

  app.get(`${base}/conversation`, guard('getConversations'), (c) => {
    admit(c)
    const type = readType(c.req.query('conversation_type'), 'conversation_type')
    const { limit, offset } = readPage(c)
    const startMs = readTime(c, 'start_time', type)
    const endMs = readTime(c, 'end_time', type)
    const statusText = c.req.query('conversation_status')
    const status = statusFilters.find((value) => value === statusText)
    if (statusText !== undefined && status === undefined) {
      refuse(400, 850020, 'conversation_status is not one of the allowed values.', { conversation_status: statusText })
    }
    const referenceId = c.req.query('reference_id')
    const referenceType = c.req.query('reference_type')
    if ((referenceId === undefined) !== (referenceType === undefined) || (referenceType ?? 'LISTING') !== 'LISTING') {
      refuse(400, 2004, 'FIELD_VALUE_INVALID: reference_id and reference_type go together, with the value LISTING.')
    }
    const username = c.req.query('other_party_username')
    const found = practice.state.conversations
      .filter((conversation) => conversation.conversationType === type)
      // A deleted conversation cannot be reached by anything, the filter DELETE included.
      .filter((conversation) => conversation.status !== 'DELETE')
      .filter((conversation) => status === undefined || matchesStatus(conversation, status))
      .filter((conversation) => username === undefined || conversation.otherParty === username)
      .filter((conversation) => referenceId === undefined || conversation.itemId === referenceId)
      .filter((conversation) => startMs === undefined || newestAtMs(conversation) >= startMs)
      .filter((conversation) => endMs === undefined || newestAtMs(conversation) <= endMs)
      .sort((a, b) => newestAtMs(b) - newestAtMs(a) || (a.conversationId < b.conversationId ? 1 : -1))
    return c.json({
      total: found.length,
      conversations: found.slice(offset, offset + limit).map((conversation) => listView(practice, conversation)),
    })
  })

  app.get(`${base}/conversation/:conversationId`, guard('getConversation'), (c) => {
    admit(c)
    const type = readType(c.req.query('conversation_type'), 'conversation_type')
    const { limit, offset } = readPage(c)
    const conversationId = c.req.param('conversationId')
    const conversation =
      reachable(practice, conversationId, type) ??
      refuse(404, 850100, 'The conversation was not found.', { conversationId })
    const newestFirst = conversation.messages.toReversed()
    return c.json({
      total: newestFirst.length,
      messages: newestFirst
        .slice(offset, offset + limit)
        .map((message) => messageView(practice, conversation, message)),
    })
  })

  app.post(`${base}/send_message`, guard('sendMessage'), async (c) => {
    admit(c, { token: 1100 })
    const body = await readBody(c)
    const { conversationId, otherPartyUsername, messageText, emailCopyToSender } = body
    if (conversationId !== undefined && otherPartyUsername !== undefined) {
      refuse(400, 2004, 'FIELD_VALUE_INVALID: conversationId and otherPartyUsername exclude each other.')
    }
    if (conversationId === undefined && otherPartyUsername === undefined) {
      refuse(400, 2004, 'FIELD_VALUE_INVALID: conversationId or otherPartyUsername is required.')
    }
    if (typeof messageText !== 'string' || messageText === '') {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: messageText is required.')
    }
    // Code points, not UTF-16 units.
    const length = [...messageText].length
    if (length > mostCodePoints) {
      refuse(400, 13007, `MESSAGE_TEXT_TOO_LONG: messageText has ${length} characters, ${mostCodePoints} are allowed.`)
    }
    if (emailCopyToSender !== undefined && typeof emailCopyToSender !== 'boolean') {
      refuse(400, 2004, 'FIELD_VALUE_INVALID: emailCopyToSender must be true or false.')
    }
    const media = readMedia(body.messageMedia)
    const itemId = readReference(body.reference)
    const createdAtMs = practice.now()
    const message: StoredMessage = { messageId: newId(), text: messageText, from: 'seller', createdAtMs, media }

    if (conversationId !== undefined) {
      // Notices of the platform cannot be answered: to a sender they are not accessible.
      const conversation =
        reachable(practice, conversationId, 'FROM_MEMBERS') ??
        refuse(404, 6001, 'RESOURCE_NOT_FOUND: the conversation is unknown or not accessible.', {
          conversationId: String(conversationId),
        })
      conversation.messages.push(message)
    } else {
      if (typeof otherPartyUsername !== 'string' || otherPartyUsername === '') {
        return refuse(400, 2004, 'FIELD_VALUE_INVALID: otherPartyUsername must be a user name.')
      }
      practice.state.conversations.push({
        conversationId: newId(),
        conversationType: 'FROM_MEMBERS',
        subject: itemId === null ? 'A message from the seller' : `About listing ${itemId}`,
        otherParty: otherPartyUsername,
        createdAtMs,
        itemId,
        status: 'ACTIVE',
        read: true,
        messages: [message],
      })
    }
    practice.changed()
    return c.body(null, 200)
  })

  app.post(`${base}/update_conversation`, guard('updateConversation'), async (c) => {
    admit(c)
    const body = await readBody(c)
    const type = readType(body.conversationType, 'conversationType')
    const { conversationId, conversationStatus, read } = body
    if (typeof conversationId !== 'string' || conversationId === '') {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: conversationId is required.')
    }
    if (read !== undefined && typeof read !== 'boolean') {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: read must be true or false.')
    }
    const status = settableStatuses.find((value) => value === conversationStatus)
    if (read === undefined && status === undefined) {
      refuse(400, 850020, `conversationStatus must be one of ${settableStatuses.join(', ')}.`, {
        conversationStatus: String(conversationStatus ?? ''),
      })
    }
    const conversation =
      reachable(practice, conversationId, type) ??
      refuse(404, 850050, 'The conversation was not found, is deleted, or is not accessible.', { conversationId })
    // Section 3: beside read, conversationStatus is ignored without a word.
    if (read !== undefined) conversation.read = read
    else if (status !== undefined) setStatus(conversation, status)
    practice.changed()
    // "Empty or an object": both are answered, so that a client reads both.
    return read === undefined ? c.json({}) : c.body(null, 200)
  })

  app.post(`${base}/bulk_update_conversation`, guard('bulkUpdateConversation'), async (c) => {
    admit(c, { scope: 850101 })
    const { conversations } = await readBody(c)
    if (!Array.isArray(conversations) || conversations.length === 0) {
      return refuse(400, 2004, 'FIELD_VALUE_INVALID: conversations must be an array with at least one element.')
    }
    if (conversations.length > mostPerBulk) {
      refuse(400, 850010, `conversations has more than ${mostPerBulk} elements.`)
    }
    // "Behavior with invalid ids differs by error kind": an element without an id fails the call, an unknown id itself.
    const elements = conversations.map((element: unknown) =>
      isObject(element) && typeof element.conversationId === 'string' && element.conversationId !== ''
        ? { ...element, conversationId: element.conversationId }
        : refuse(400, 2004, 'FIELD_VALUE_INVALID: each element needs a conversationId.'),
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
      const conversation = reachable(practice, conversationId, type)
      if (conversation === undefined) {
        return fail(850050, 'The conversation was not found, is deleted, or is not accessible.', { conversationId })
      }
      setStatus(conversation, status)
      return { conversationId, updateStatus: 'SUCCESSFUL' }
    })
    practice.changed()
    return c.json({ conversations: outcomes })
  })

  return app
}
