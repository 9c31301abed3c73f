/** Conversations, messages and drafts as the window receives them. */
import * as z from 'zod'
import { outboundStateNames } from '../outbound/state.ts'
import { filingStateSchema } from './filing.ts'
import { messageContentSchema, messageTargetSchema } from './message-text.ts'

/** The platform may spell FROM_SVC differently on the wire. */
export const conversationTypeSchema = z.enum(['FROM_MEMBERS', 'FROM_SVC'])
export type ConversationType = z.infer<typeof conversationTypeSchema>

export const conversationViews = [
  'all',
  'unread',
  'unanswered',
  'snoozed',
  'sent',
  'hasDraft',
  'inOutbox',
  'unknown',
  'archived',
  'notices',
] as const
export const conversationViewSchema = z.enum(conversationViews)
export type ConversationView = z.infer<typeof conversationViewSchema>

/** `unknown` if the platform names no sender. */
const writerSchema = z.enum(['buyer', 'seller', 'platform', 'unknown'])
export type Writer = z.infer<typeof writerSchema>

/** A row of the list. Fields are null if the platform gave no value. */
export const conversationSchema = z.object({
  conversationId: z.string(),
  conversationType: conversationTypeSchema,
  subject: z.string().nullable(),
  buyer: z.string().nullable(),
  itemId: z.string().nullable(),
  /** Start of the newest known message. */
  preview: z.string().nullable(),
  /** Time of the newest known message, else when the conversation was created. */
  latestAtMs: z.number().nullable(),
  unread: z.boolean(),
  archived: z.boolean(),
  /** Whether the platform's UNANSWERED filter lists it; null until that was read. */
  unanswered: z.boolean().nullable(),
  /** When the buyer started waiting: an estimate, because the platform documents neither senders nor times (MSG-07). */
  waitingSinceMs: z.number().nullable(),
  /** The writer of the newest known message; null until one is known. */
  latestWriter: writerSchema.nullable(),
  /** The conversation is out of the inbox until then; a new message from the buyer brings it back at once. */
  snoozedUntilMs: z.number().nullable(),
  /** The seller's own mark: the conversation doesn't count as unanswered until the buyer writes again. */
  noReplyNeeded: z.boolean(),
  deletion: z.enum(outboundStateNames).nullable(),
  /** The state of a requested read mark, archiving or restoring. While it waits, the conversation already shows the change. */
  filing: filingStateSchema.nullable(),
  hasDraft: z.boolean(),
  /** Outbox messages that are not final. */
  pending: z.number(),
  /** Outbox messages whose delivery is unknown. */
  unknown: z.number(),
})
export type Conversation = z.infer<typeof conversationSchema>

export const messageSchema = z.object({
  /** Stable within its conversation. */
  key: z.string(),
  text: z.string(),
  writer: writerSchema,
  sender: z.string().nullable(),
  createdAtMs: z.number().nullable(),
  attachments: z.array(z.object({ mediaName: z.string(), mediaType: z.string(), mediaUrl: z.string() })),
  /** What the seller wrote, if the message arrived without part of it. */
  sentText: z.string().optional(),
})
export type Message = z.infer<typeof messageSchema>

export const draftSchema = z.object({
  target: messageTargetSchema,
  content: messageContentSchema,
  /** Unique for every saved version of every draft; a send names it. */
  revision: z.number(),
  savedAtMs: z.number(),
  /** The number of buyer messages when the draft was started or last reviewed; null if the thread had not been read. */
  buyerMessagesSeen: z.number().nullable(),
  /** Earlier revisions whose text it contains, after the text of messages that were undone since. */
  joined: z.array(z.number()),
})
export type Draft = z.infer<typeof draftSchema>

/** The window that saves a draft, and the number of this save. Within a window the highest number wins. */
export const savedBySchema = z.strictObject({ windowId: z.string().max(100), number: z.int().min(1) })
export type SavedBy = z.infer<typeof savedBySchema>

export const threadFreshnessSchema = z.object({
  /** When the thread was last read from the platform; null before. */
  readAtMs: z.number().nullable(),
  /** Whether all of its messages are stored here. */
  complete: z.boolean(),
  /** Whether the messages are certainly oldest first: the platform documents no order (MSG-07). */
  isOrderKnown: z.boolean(),
  total: z.number().nullable(),
})
