/**
 * The wire formats of the message service. Readers are tolerant, because few fields are documented: a missing or
 * mistyped field is null, unknown fields are kept in `raw`. Writers are exact.
 */
import * as z from 'zod'
import type { MessageContent, MessageTarget } from '../../../shared/messaging/message-text.ts'
import { serviceErrorSchema } from '../../http/answers.ts'
import { toReadableText } from './readable-text.ts'

const text = z.string().optional().catch(undefined)
const party = z.looseObject({ username: text }).optional().catch(undefined)

const wireMessageSchema = z.looseObject({
  messageId: z.coerce.string().optional().catch(undefined),
  text,
  messageBody: text,
  subject: text,
  senderUsername: text,
  senderUserName: text,
  sender: party,
  recipientUsername: text,
  recipientUserName: text,
  creationDate: text,
  createdDate: text,
  messageMedia: z
    .array(z.looseObject({ mediaName: text, mediaType: text, mediaUrl: text }))
    .optional()
    .catch(undefined),
})

const wireConversationSchema = z.looseObject({
  conversationId: z.union([z.string().min(1), z.number().transform(String)]),
  subject: text,
  conversationTitle: text,
  buyer: party,
  creationDate: text,
  createdDate: text,
  messageStatus: text,
  conversationStatus: text,
  unreadCount: z.number().optional().catch(undefined),
  itemId: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  referenceId: text,
  messages: z.array(z.unknown()).optional().catch(undefined),
  latestMessage: z.unknown().optional(),
})

/** Elements without an id count for paging but are otherwise dropped. */
export const conversationsAnswerSchema = z.looseObject({
  total: z.number().int().min(0),
  conversations: z.array(z.unknown()).default([]),
})
export const threadAnswerSchema = z.looseObject({
  total: z.number().int().min(0),
  messages: z.array(z.unknown()).default([]),
})

/** Usernames; null if the platform sent none. */
export type MessageParties = { readonly sender: string | null; readonly recipient: string | null }

/** A message. Fields are null if the platform gave no value. */
export type MessageRecord = {
  readonly messageId: string | null
  /** Readable: without the markup and entities of the body (PLT-30). */
  readonly text: string
  readonly sender: string | null
  readonly recipient: string | null
  readonly createdAtMs: number | null
  readonly attachments: readonly { readonly mediaName: string; readonly mediaType: string; readonly mediaUrl: string }[]
  /** As received, unknown fields included. */
  readonly raw: string
}

export type ConversationRecord = {
  readonly conversationId: string
  readonly subject: string | null
  readonly buyer: string | null
  readonly itemId: string | null
  readonly createdAtMs: number | null
  readonly latestAtMs: number | null
  /** The newest message in the element; null without one. */
  readonly latest: MessageRecord | null
  /** Null if the entry's only status field holds the folder instead of the read mark. */
  readonly unread: boolean | null
  /** Unread messages; null if the entry doesn't count them. */
  readonly unreadCount: number | null
  readonly archived: boolean
  /** Listed as deleted. */
  readonly deleted: boolean
  /** Whether the buyer wrote last. Null if the entry doesn't show it; the UNANSWERED filter may (PLT-06). */
  readonly unanswered: boolean | null
  readonly raw: string
}

const parseTime = (...candidates: readonly (string | undefined)[]): number | null => {
  for (const candidate of candidates) {
    const ms = candidate === undefined ? Number.NaN : Date.parse(candidate)
    if (!Number.isNaN(ms)) return ms
  }
  return null
}

/** Undefined unless it is an object. A message with only attachments has an empty text. */
export const readMessage = (value: unknown): MessageRecord | undefined => {
  const parsed = wireMessageSchema.safeParse(value)
  if (!parsed.success) return undefined
  const message = parsed.data
  return {
    messageId: message.messageId ?? null,
    // `text` is plain by its description; `messageBody` may be markup (PLT-30).
    text: message.text ?? toReadableText(message.messageBody ?? ''),
    sender: message.senderUsername ?? message.senderUserName ?? message.sender?.username ?? null,
    recipient: message.recipientUsername ?? message.recipientUserName ?? null,
    createdAtMs: parseTime(message.createdDate, message.creationDate),
    attachments: (message.messageMedia ?? []).map(({ mediaName, mediaType, mediaUrl }) => ({
      mediaName: mediaName ?? '',
      mediaType: mediaType ?? '',
      mediaUrl: mediaUrl ?? '',
    })),
    raw: JSON.stringify(value),
  }
}

/**
 * Sorts messages oldest first; the platform documents no order (MSG-07). If every message has a time, it decides, and
 * equal times keep the order that fits the rest. Otherwise the order stays.
 */
export const oldestFirst = (messages: readonly MessageRecord[]): readonly MessageRecord[] => {
  const first = messages[0]?.createdAtMs
  const last = messages.at(-1)?.createdAtMs
  if (first == null || last == null || messages.some((message) => message.createdAtMs === null)) return messages
  const ordered = first > last ? messages.toReversed() : messages
  return ordered.toSorted((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0))
}

/** A platform may spell a status one way in updates and another in lists (PLT-24). */
const isArchived = (status: string | undefined): boolean => status === 'ARCHIVE' || status === 'ARCHIVED'
const isDeleted = (status: string | undefined): boolean => status === 'DELETE' || status === 'DELETED'

const readUnread = (statuses: readonly (string | undefined)[], unreadCount: number | undefined): boolean | null => {
  if (unreadCount !== undefined) return unreadCount > 0 || statuses.includes('UNREAD')
  const isFolder = statuses.some((status) => isArchived(status) || isDeleted(status))
  return isFolder ? null : statuses.includes('UNREAD')
}

/** Undefined without a conversationId. */
export const readConversation = (value: unknown): ConversationRecord | undefined => {
  const parsed = wireConversationSchema.safeParse(value)
  if (!parsed.success) return undefined
  const element = parsed.data
  const known = [...(element.messages ?? []), ...(element.latestMessage === undefined ? [] : [element.latestMessage])]
    .map(readMessage)
    .filter((message) => message !== undefined)
  const latest = oldestFirst(known).at(-1)
  const statuses = [element.messageStatus, element.conversationStatus]
  const createdAtMs = parseTime(element.creationDate, element.createdDate)
  return {
    conversationId: element.conversationId,
    subject: element.subject ?? element.conversationTitle ?? null,
    buyer: element.buyer?.username ?? null,
    itemId: element.itemId ?? element.referenceId ?? null,
    createdAtMs,
    latestAtMs: latest?.createdAtMs ?? createdAtMs,
    latest: latest ?? null,
    unread: readUnread(statuses, element.unreadCount),
    unreadCount: element.unreadCount ?? null,
    archived: statuses.some(isArchived),
    deleted: statuses.some(isDeleted),
    unanswered: null,
    raw: JSON.stringify(value),
  }
}

/** Who gets a message: never both (MSG-08). */
export const writeTarget = (target: MessageTarget) =>
  'conversationId' in target
    ? { conversationId: target.conversationId }
    : { otherPartyUsername: target.otherPartyUsername }

/** The optional fields of sendMessage (MSG-11). */
export const writeOptionalFields = (content: MessageContent) => ({
  ...(content.emailCopyToSender ? { emailCopyToSender: true } : {}),
  ...(content.messageMedia.length > 0 ? { messageMedia: content.messageMedia } : {}),
  ...(content.reference === null ? {} : { reference: content.reference }),
})

/** `conversations[]` or, on some platforms, `conversationsResponse[]`. */
export const bulkAnswerSchema = z
  .looseObject({
    conversations: z.array(z.unknown()).optional(),
    conversationsResponse: z.array(z.unknown()).optional(),
  })
  .transform((answer) => answer.conversations ?? answer.conversationsResponse ?? [])

export const bulkElementSchema = z.looseObject({
  conversationId: z.coerce.string(),
  updateStatus: z.string().catch(''),
  errors: z.array(serviceErrorSchema).default([]).catch([]),
})
