/** What a screen is told of conversations, messages, drafts and the outbox. */
import * as z from 'zod'
import { appErrorSchema } from '../result.ts'
import { deletionStateSchema } from './filing.ts'
import { messageContentSchema, messageTargetSchema } from './message-text.ts'
import { outboxStateSchema } from './outbox-state.ts'
import { waitingSinceSchema } from './waiting-since.ts'

/** In the documents' own word; a connection's platform may spell the second one differently on the wire. */
export const conversationTypeSchema = z.enum(['FROM_MEMBERS', 'FROM_SVC'])
export type ConversationType = z.infer<typeof conversationTypeSchema>

export const conversationViews = [
  'all',
  'unread',
  'unanswered',
  'hasDraft',
  'inOutbox',
  'unknown',
  'archived',
  'notices',
] as const
export const conversationViewSchema = z.enum(conversationViews)
export type ConversationView = z.infer<typeof conversationViewSchema>

/** A row of the list. What the platform did not tell is null. */
export const conversationSchema = z.object({
  conversationId: z.string(),
  conversationType: conversationTypeSchema,
  subject: z.string().nullable(),
  buyer: z.string().nullable(),
  itemId: z.string().nullable(),
  /** First words of the newest message that is known. */
  preview: z.string().nullable(),
  /** Time of the newest message that is known, else of the conversation's creation. */
  latestAtMs: z.number().nullable(),
  unread: z.boolean(),
  archived: z.boolean(),
  /** By the platform's own filter; null until it was asked. */
  unanswered: z.boolean().nullable(),
  /** Since when the buyer seems to wait: a guess with its evidence, never to be stated as a fact; null where nothing supports one. */
  waitingSince: waitingSinceSchema.nullable(),
  /** A deletion that was asked for and is not carried out; null without one. */
  deletion: deletionStateSchema.nullable(),
  hasDraft: z.boolean(),
  /** Messages of this conversation that are not final. */
  waiting: z.number(),
  /** Among them, those of which nobody knows whether they arrived. */
  unknown: z.number(),
})
export type Conversation = z.infer<typeof conversationSchema>

/** Who wrote a message. `unknown` where the platform does not say: the documents show `text` only. */
export const writerSchema = z.enum(['buyer', 'seller', 'platform', 'unknown'])
export type Writer = z.infer<typeof writerSchema>

export const messageSchema = z.object({
  /** Stable among the messages of its conversation. */
  key: z.string(),
  text: z.string(),
  writer: writerSchema,
  sender: z.string().nullable(),
  createdAtMs: z.number().nullable(),
  attachments: z.array(z.object({ mediaName: z.string(), mediaType: z.string(), mediaUrl: z.string() })),
})
export type Message = z.infer<typeof messageSchema>

export const draftSchema = z.object({
  target: messageTargetSchema,
  content: messageContentSchema,
  /** Rises with every change and is never used twice; a send names it. */
  revision: z.number(),
  begunAtMs: z.number(),
  savedAtMs: z.number(),
  /** How many messages the buyer had written when the draft was begun, or when the newer ones were last reviewed. */
  buyerMessagesSeen: z.number(),
})
export type Draft = z.infer<typeof draftSchema>

export const outboxEntrySchema = z.object({
  id: z.string(),
  target: messageTargetSchema,
  /** Of the conversation where it is known, else the person written to. */
  buyer: z.string().nullable(),
  subject: z.string().nullable(),
  content: messageContentSchema,
  state: outboxStateSchema,
  /** How often bytes were sent. */
  attempts: z.number(),
  lastError: appErrorSchema.nullable(),
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  /** An earlier message of the same conversation must come to its end first. */
  waitsForEarlier: z.boolean(),
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

export const threadFreshnessSchema = z.object({
  /** When the thread was last read from the platform; null when it never was. */
  readAtMs: z.number().nullable(),
  /** Whether all of its messages are kept here. */
  complete: z.boolean(),
  total: z.number().nullable(),
})
export type ThreadFreshness = z.infer<typeof threadFreshnessSchema>
