/** The messaging part of the contract. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { outboundEntrySchema } from '../outbound/contract.ts'
import {
  conversationSchema,
  conversationViewSchema,
  draftSchema,
  messageSchema,
  savedBySchema,
  threadFreshnessSchema,
} from './conversation.ts'
import { earlierAnswerSchema } from './earlier-answer.ts'
import { deletionSchema, filingActionSchema, shownConversationSchema } from './filing.ts'
import { MAX_LINK_LENGTH } from './links.ts'
import {
  facetKindSchema,
  facetSchema,
  listedConversationSchema,
  listFilter,
  MAX_SEARCH_NAME_LENGTH,
  savedSearchSchema,
} from './list.ts'
import { messagingLimits } from './message-limits.ts'
import { messageContentSchema, messageTargetSchema } from './message-text.ts'
import { foundConversationSchema, platformQuery } from './platform-search.ts'
import { savedReplySchema } from './saved-reply.ts'
import { syncStateSchema } from './sync-state.ts'

const nothing = z.strictObject({})
const conversationId = z.string().min(1).max(200)
const conversationIds = z.array(conversationId).min(1).max(1_000)
const changed = z.object({})
const buyerName = z.string().min(1).max(200)
const searchId = z.string().min(1).max(100)
const page = {
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1_000).default(100),
} as const

export const messagingContract = {
  /**
   * One page of a filtered list. `total` counts the whole list. Newest first; `unanswered` starts with the buyer who has
   * waited longest, `snoozed` with what returns next, `sent` with what the seller wrote last.
   */
  conversations: query({
    input: z.strictObject({ ...listFilter, ...page }),
    output: z.object({
      rows: z.array(listedConversationSchema),
      total: z.number(),
      sync: syncStateSchema,
    }),
  }),
  /** The offset of a conversation in a filtered list; null if it is not in it. */
  conversationOffset: query({
    input: z.strictObject({ ...listFilter, conversationId }),
    output: z.object({ offset: z.number().nullable() }),
  }),
  /**
   * The next unanswered conversation without a pending reply, in the list's order: below the given one, then from the top. Null if
   * there is no other. The given one may have left the list.
   */
  nextUnanswered: query({
    input: z.strictObject({ ...listFilter, conversationId: conversationId.nullable() }),
    output: z.object({ conversationId: z.string().nullable() }),
  }),
  /** Items or buyers of a view, most conversations first; `search` matches any part of a name. */
  facets: query({
    input: z.strictObject({
      kind: facetKindSchema,
      view: conversationViewSchema,
      search: z.string().max(200).default(''),
      ...page,
    }),
    output: z.object({ rows: z.array(facetSchema), total: z.number() }),
  }),
  sync: query({ input: nothing, output: syncStateSchema }),

  savedSearches: query({ input: nothing, output: z.object({ searches: z.array(savedSearchSchema) }) }),
  /** Saves a filter under a name. Errors: `validation` for a blank name, `conflict` for a name in use. */
  saveSearch: command({
    input: z.strictObject({ name: z.string().trim().max(MAX_SEARCH_NAME_LENGTH), ...listFilter }),
    output: done,
  }),
  deleteSearch: command({ input: z.strictObject({ id: searchId }), output: done }),

  counts: query({
    input: nothing,
    output: z.object({
      views: z.record(conversationViewSchema, z.number()),
      /** Messages that are not final. */
      outbox: z.number(),
      /** Outbox messages that need a decision of the user. */
      outboxNeedsUser: z.number(),
    }),
  }),
  /** A stored conversation with its messages (oldest first), draft and outbox messages, `sent` ones until the thread shows them. */
  thread: query({
    input: z.strictObject({ conversationId }),
    output: z.object({
      conversation: conversationSchema,
      messages: z.array(messageSchema),
      draft: draftSchema.nullable(),
      outbox: z.array(outboundEntrySchema),
      freshness: threadFreshnessSchema,
      /** Messages not known to be the seller's; null before the thread was first read. */
      buyerMessages: z.number().nullable(),
      /** Buyer messages that the seller had not seen when writing the draft. */
      newer: z.number(),
      /** False for platform notices (MSG-22). */
      canReply: z.boolean(),
    }),
  }),
  /**
   * What the seller answered to the earlier questions most like this buyer's newest one, at most three, best first; none if
   * the seller wrote last or a reply is on its way (USE-07).
   */
  earlierAnswers: query({
    input: z.strictObject({ conversationId }),
    output: z.object({ answers: z.array(earlierAnswerSchema) }),
  }),

  /** Opens a link in the browser; `validation` unless it is a web address inside a message of this conversation (MSG-23). */
  openLink: command({
    input: z.strictObject({ conversationId, url: z.string().min(1).max(MAX_LINK_LENGTH) }),
    output: done,
  }),
  /** Reads the thread from the platform. Throws the platform's or the network's error. */
  refreshThread: command({ input: z.strictObject({ conversationId }), output: done }),

  /**
   * Saves a draft typed on `revision` (null: on none). Empty content removes the draft.
   *
   * Throws `conflict` if another window changed or sent it. With `by`, a window's next save needn't wait for this answer:
   * `revision` then only guards against other windows.
   */
  saveDraft: command({
    input: z.strictObject({
      target: messageTargetSchema,
      content: messageContentSchema,
      revision: z.number().nullable(),
      /** Null if the thread had not been read. */
      buyerMessagesSeen: z.int().min(0).nullable(),
      by: savedBySchema.optional(),
    }),
    output: z.object({ revision: z.number().nullable() }),
  }),
  /** Records that the seller has seen the buyer's newer messages. */
  markReviewed: command({
    input: z.strictObject({ target: messageTargetSchema, revision: z.number(), buyerMessagesSeen: z.int().min(0) }),
    output: done,
  }),
  /**
   * Moves the draft of that revision into the outbox, in one transaction; with `sendAtMs` it waits until then.
   *
   * Errors: `validation` if a rule forbids it (MSG-08 to MSG-10), `conflict` if the draft changed or the buyer wrote since.
   */
  send: command({
    input: z.strictObject({
      target: messageTargetSchema,
      revision: z.number(),
      sendAtMs: z.number().optional(),
    }),
    output: z.object({ id: z.string(), undoUntilMs: z.number() }),
  }),
  /** The draft and the outbox messages addressed to a person without a conversation. */
  newMessage: query({
    input: z.strictObject({ otherPartyUsername: z.string().trim().min(1).max(200) }),
    output: z.object({ draft: draftSchema.nullable(), outbox: z.array(outboundEntrySchema) }),
  }),
  /** Drafts to people without a conversation, newest first. */
  newDrafts: query({ input: nothing, output: z.object({ drafts: z.array(draftSchema) }) }),
  /**
   * When this text, variables filled in, was last written to the same buyer, if it is waiting or was sent in the last
   * ten minutes.
   */
  sentRecently: query({
    input: z.strictObject({ target: messageTargetSchema, messageText: z.string().max(100_000) }),
    output: z.object({ atMs: z.number().nullable() }),
  }),

  /** A buyer's conversations, newest first and at most 20, how many there are, and the seller's note. */
  buyer: query({
    input: z.strictObject({ buyer: buyerName }),
    output: z.object({
      conversations: z.array(
        conversationSchema.pick({
          conversationId: true,
          subject: true,
          preview: true,
          latestAtMs: true,
          unread: true,
          archived: true,
        }),
      ),
      total: z.number(),
      note: z.string(),
    }),
  }),
  /** Replaces the note about a buyer; an empty text removes it. It stays on this computer. */
  saveBuyerNote: command({
    input: z.strictObject({ buyer: buyerName, text: z.string().max(messagingLimits.buyerNoteCharacters) }),
    output: done,
  }),
  savedReplies: query({ input: nothing, output: z.object({ replies: z.array(savedReplySchema) }) }),
  /** `id` null adds a new one. Errors: `validation` for a blank name or text, `conflict` for a name in use. */
  saveReply: command({
    input: z.strictObject({
      id: z.string().max(100).nullable(),
      name: z.string().trim().max(100),
      text: z.string().max(100_000),
      language: z.string().length(2).nullable().default(null),
    }),
    output: z.object({ id: z.string() }),
  }),
  deleteReply: command({ input: z.strictObject({ id: z.string().max(100) }), output: done }),

  /**
   * Marks an opened conversation as read. Queued and sent like every filing change, but never asks for consent to write
   * (MSG-14).
   */
  markRead: command({ input: z.strictObject({ conversationId }), output: done }),
  /**
   * Queues the change for each stored conversation and shows it at once. The outbound queue sends it and reports what the platform
   * refused (MSG-14, MSG-17 to MSG-19).
   */
  file: command({ input: z.strictObject({ conversationIds, action: filingActionSchema }), output: done }),
  /**
   * Undoes such a change of these conversations. What is left of none, such as one that the platform refused, is dismissed, and
   * nothing is sent for it (OFF-09).
   */
  undoFiling: command({
    input: z.strictObject({ conversationIds, action: filingActionSchema }),
    output: z.object({ undone: z.int(), left: z.int() }),
  }),
  /** Marks conversations as needing no reply, or clears the mark. The mark stays on this computer. */
  setNoReplyNeeded: command({
    input: z.strictObject({ conversationIds, noReplyNeeded: z.boolean() }),
    output: done,
  }),
  /** Takes conversations out of the inbox until a time or the buyer's next message; null ends it. Stays on this computer. */
  snooze: command({ input: z.strictObject({ conversationIds, untilMs: z.number().nullable() }), output: done }),
  deletions: query({ input: nothing, output: z.object({ deletions: z.array(deletionSchema) }) }),
  /**
   * Schedules deletions, which can be cancelled until then (MSG-16). `latestAtMs` is that of the row on screen. Error: `conflict`
   * if one has a pending message or a newer one from the buyer; then none is scheduled.
   */
  deleteConversations: command({
    input: z.strictObject({ conversations: z.array(shownConversationSchema).min(1).max(1_000) }),
    output: done,
  }),
  /** Cancels delayed and waiting deletions and dismisses failed ones; `conflict` if one has started. */
  cancelDeletions: command({ input: z.strictObject({ conversationIds }), output: done }),
  /**
   * Searches on the platform. Each page counts as one of the seller's calls. Throws the platform's or the network's
   * error.
   */
  searchPlatform: command({
    input: z.strictObject({ ...platformQuery, offset: z.int().min(0) }),
    output: z.object({
      rows: z.array(foundConversationSchema),
      total: z.number(),
      /** The offset of the next page; null after the last. */
      nextOffset: z.number().nullable(),
    }),
  }),
  /** Stores a conversation that a platform search found. Throws `notFound` for any other. */
  keepFound: command({ input: z.strictObject({ conversationId }), output: done }),
  syncNow: command({ input: nothing, output: done }),
  /** Reports that the user is active: Stallhand then checks for new messages at the chosen interval. */
  reportUse: command({ input: nothing, output: done }),

  conversationsChanged: event(changed),
  threadChanged: event(z.object({ conversationId: z.string() })),
  draftsChanged: event(z.object({ conversationId: z.string().nullable() })),
  buyerChanged: event(z.object({ buyer: z.string() })),
  outboxChanged: event(changed),
  savedRepliesChanged: event(changed),
  savedSearchesChanged: event(changed),
  deletionsChanged: event(changed),
  syncChanged: event(changed),
} as const satisfies FeatureContract
