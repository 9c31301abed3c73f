/**
 * What the message service sends and takes (document 2, sections 2 and 4).
 *
 * Readers are tolerant: the documents show a few fields and leave the rest open, so that whatever is missing or of another
 * type is null and whatever is unknown is kept as it came. Writers are exact.
 */
import * as z from 'zod'
import type { MessageContent, MessageTarget } from '../../shared/messaging/message-text.ts'

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

/** `conversations[]` may hold an element that nobody can name; it is counted for paging and otherwise left out. */
export const conversationsAnswerSchema = z.looseObject({
  total: z.number().int().min(0),
  conversations: z.array(z.unknown()).default([]),
})
export const threadAnswerSchema = z.looseObject({
  total: z.number().int().min(0),
  messages: z.array(z.unknown()).default([]),
})

/** One message as it was read. What the platform did not say is null. */
export type MessageRecord = {
  readonly messageId: string | null
  readonly text: string
  readonly sender: string | null
  readonly createdAtMs: number | null
  readonly attachments: readonly { readonly mediaName: string; readonly mediaType: string; readonly mediaUrl: string }[]
  /** The record as it came, unknown fields included. */
  readonly raw: string
}

/** One element of the list as it was read. */
export type ConversationRecord = {
  readonly conversationId: string
  readonly subject: string | null
  readonly buyer: string | null
  readonly itemId: string | null
  readonly createdAtMs: number | null
  readonly latestAtMs: number | null
  /** The newest message that the element holds; null where it holds none. */
  readonly latest: MessageRecord | null
  readonly unread: boolean
  readonly archived: boolean
  readonly raw: string
}

const timeOf = (...candidates: readonly (string | undefined)[]): number | null => {
  for (const candidate of candidates) {
    const ms = candidate === undefined ? Number.NaN : Date.parse(candidate)
    if (!Number.isNaN(ms)) return ms
  }
  return null
}

/** Reads one message; undefined where it is no record at all. A message without text (an attachment alone) has an empty one. */
export const readMessage = (value: unknown): MessageRecord | undefined => {
  const parsed = wireMessageSchema.safeParse(value)
  if (!parsed.success) return undefined
  const message = parsed.data
  return {
    messageId: message.messageId ?? null,
    text: message.text ?? message.messageBody ?? '',
    sender: message.senderUsername ?? message.senderUserName ?? message.sender?.username ?? null,
    createdAtMs: timeOf(message.createdDate, message.creationDate),
    attachments: (message.messageMedia ?? []).map(({ mediaName, mediaType, mediaUrl }) => ({
      mediaName: mediaName ?? '',
      mediaType: mediaType ?? '',
      mediaUrl: mediaUrl ?? '',
    })),
    raw: JSON.stringify(value),
  }
}

/**
 * Messages oldest first.
 *
 * The documents show no order. Where every message has a time it decides, and messages of one moment keep the order that
 * agrees with the rest; otherwise the order they came in stays.
 */
export const oldestFirst = (messages: readonly MessageRecord[]): readonly MessageRecord[] => {
  const first = messages[0]?.createdAtMs
  const last = messages.at(-1)?.createdAtMs
  if (first == null || last == null || messages.some((message) => message.createdAtMs === null)) return messages
  const ordered = first > last ? messages.toReversed() : messages
  return ordered.toSorted((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0))
}

/** Reads one element of the list; undefined where it has no conversationId. */
export const readConversation = (value: unknown): ConversationRecord | undefined => {
  const parsed = wireConversationSchema.safeParse(value)
  if (!parsed.success) return undefined
  const element = parsed.data
  const known = [...(element.messages ?? []), ...(element.latestMessage === undefined ? [] : [element.latestMessage])]
    .map(readMessage)
    .filter((message) => message !== undefined)
  const latest = oldestFirst(known).at(-1)
  const statuses = [element.messageStatus, element.conversationStatus]
  const createdAtMs = timeOf(element.creationDate, element.createdDate)
  return {
    conversationId: element.conversationId,
    subject: element.subject ?? element.conversationTitle ?? null,
    buyer: element.buyer?.username ?? null,
    itemId: element.itemId ?? element.referenceId ?? null,
    createdAtMs,
    latestAtMs: latest?.createdAtMs ?? createdAtMs,
    latest: latest ?? null,
    unread: statuses.includes('UNREAD') || (element.unreadCount ?? 0) > 0,
    archived: statuses.includes('ARCHIVE'),
    raw: JSON.stringify(value),
  }
}

/** The body of sendMessage. Fields that were not asked for are absent, as the documents mark them optional (MSG-08, MSG-11). */
export const writeMessage = (target: MessageTarget, content: MessageContent): string =>
  JSON.stringify({
    ...('conversationId' in target
      ? { conversationId: target.conversationId }
      : { otherPartyUsername: target.otherPartyUsername }),
    messageText: content.messageText,
    ...(content.emailCopyToSender ? { emailCopyToSender: true } : {}),
    ...(content.messageMedia.length > 0 ? { messageMedia: content.messageMedia } : {}),
    ...(content.reference === null ? {} : { reference: content.reference }),
  })

/** `conversations[]` in the documents, `conversationsResponse[]` elsewhere. */
export const bulkAnswerSchema = z
  .looseObject({
    conversations: z.array(z.unknown()).optional(),
    conversationsResponse: z.array(z.unknown()).optional(),
  })
  .transform((answer) => answer.conversations ?? answer.conversationsResponse ?? [])

export const bulkElementSchema = z.looseObject({
  conversationId: z.coerce.string(),
  updateStatus: z.string().catch(''),
  errors: z
    .array(
      z.looseObject({
        errorId: z.coerce.number().int().optional().catch(undefined),
        message: z.string().optional().catch(undefined),
      }),
    )
    .default([])
    .catch([]),
})
