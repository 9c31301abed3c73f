/** The messaging room's part of the contract. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import {
  conversationSchema,
  conversationViewSchema,
  draftSchema,
  messageSchema,
  outboxEntrySchema,
  threadFreshnessSchema,
} from './conversation.ts'
import { deletionSchema, filingActSchema, filingResultSchema } from './filing.ts'
import { LINK_LENGTH } from './links.ts'
import {
  facetKindSchema,
  facetSchema,
  foundNewMessageSchema,
  listedConversationSchema,
  listSelection,
  SEARCH_NAME_LENGTH,
  savedSearchSchema,
} from './list.ts'
import { messageContentSchema, messageTargetSchema } from './message-text.ts'
import { savedReplySchema } from './saved-reply.ts'
import { syncStateSchema } from './sync-state.ts'

const nothing = z.strictObject({})
const conversationId = z.string().min(1).max(200)
const conversationIds = z.array(conversationId).min(1).max(1_000)
const outboxId = z.string().min(1).max(100)
const changed = z.object({})
const searchId = z.string().min(1).max(100)
/** A stretch of a long list, by offset; a marked range is read in one. */
const page = {
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1_000).default(100),
} as const

export const messagingContract = {
  /**
   * One page of a selection, newest first. `total` counts the whole selection; with a search it may stop counting
   * (`totalIsFloor`: there are that many or more, and pages go no further than `total`).
   */
  conversations: query({
    input: z.strictObject({ ...listSelection, ...page }),
    output: z.object({
      rows: z.array(listedConversationSchema),
      total: z.number(),
      totalIsFloor: z.boolean(),
      /** With a search, on the first page: messages to persons that it finds, newest first, twenty at most. */
      newMessages: z.array(foundNewMessageSchema),
      sync: syncStateSchema,
    }),
  }),
  /** Where a conversation stands in a selection, as an offset; null where it is not part of it or beyond what is listed. */
  conversationOffset: query({
    input: z.strictObject({ ...listSelection, conversationId }),
    output: z.object({ offset: z.number().nullable() }),
  }),
  /**
   * The next conversation of a selection that waits for an answer: below the given one, then from the top.
   *
   * Those with a message of ours in the outbox do not wait. Null where there is none besides the given one, which need not
   * be part of the selection any more.
   */
  nextUnanswered: query({
    input: z.strictObject({ ...listSelection, conversationId: conversationId.nullable() }),
    output: z.object({ conversationId: z.string().nullable() }),
  }),
  /** Items or buyers that have conversations in a view, most conversations first; `search` finds any part of a value. */
  facets: query({
    input: z.strictObject({
      kind: facetKindSchema,
      view: conversationViewSchema,
      search: z.string().max(200).default(''),
      ...page,
    }),
    output: z.object({ rows: z.array(facetSchema), total: z.number() }),
  }),
  /** How fresh and how complete all of it is. */
  sync: query({ input: nothing, output: syncStateSchema }),

  savedSearches: query({ input: nothing, output: z.object({ searches: z.array(savedSearchSchema) }) }),
  /**
   * Keeps a selection under a name; `id` null makes a new one, which comes last.
   *
   * `validation` for a blank name, `conflict` for a name in use, `notFound` for one that was deleted.
   */
  keepSearch: command({
    input: z.strictObject({
      id: searchId.nullable(),
      name: z.string().trim().max(SEARCH_NAME_LENGTH),
      ...listSelection,
    }),
    output: z.object({ id: z.string() }),
  }),
  /** Puts the saved searches into this order; `conflict` where they are not exactly those that are kept. */
  arrangeSearches: command({ input: z.strictObject({ ids: z.array(searchId).max(1_000) }), output: z.null() }),
  deleteSearch: command({ input: z.strictObject({ id: searchId }), output: z.null() }),

  counts: query({
    input: nothing,
    output: z.object({
      views: z.record(conversationViewSchema, z.number()),
      /** Messages that are not final. */
      outbox: z.number(),
      /** Among them, those that wait for the user. */
      outboxNeedsUser: z.number(),
    }),
  }),
  /** A conversation as it is kept here: messages oldest first, its draft, its messages in the outbox. */
  thread: query({
    input: z.strictObject({ conversationId }),
    output: z.object({
      conversation: conversationSchema,
      messages: z.array(messageSchema),
      draft: draftSchema.nullable(),
      outbox: z.array(outboxEntrySchema),
      freshness: threadFreshnessSchema,
      /** Messages the buyer wrote, as far as can be told. */
      buyerMessages: z.number(),
      /** False for the platform's notices: they can be read and filed, not answered (MSG-22). */
      canReply: z.boolean(),
    }),
  }),
  outbox: query({ input: nothing, output: z.object({ entries: z.array(outboxEntrySchema) }) }),

  /**
   * Opens an address in the user's browser, after the user saw where it leads.
   *
   * `validation` for one that is not http or https, or that does not stand in a message of this conversation.
   */
  openLink: command({
    input: z.strictObject({ conversationId, url: z.string().min(1).max(LINK_LENGTH) }),
    output: z.null(),
  }),
  /** Reads the thread from the platform now. Fails as the platform or the network fails; what is kept stays. */
  refreshThread: command({ input: z.strictObject({ conversationId }), output: z.null() }),

  /**
   * Keeps what was typed. `revision` is the one it was typed on, null where there was no draft; `conflict` where another
   * window changed or sent it since. Content without text, attachments and reference removes the draft (revision null).
   */
  saveDraft: command({
    input: z.strictObject({
      target: messageTargetSchema,
      content: messageContentSchema,
      revision: z.number().nullable(),
      buyerMessagesSeen: z.int().min(0),
    }),
    output: z.object({ revision: z.number().nullable(), savedAtMs: z.number() }),
  }),
  /** The newer messages were looked at: the draft may be sent as it is. */
  markReviewed: command({
    input: z.strictObject({ target: messageTargetSchema, revision: z.number(), buyerMessagesSeen: z.int().min(0) }),
    output: z.null(),
  }),
  /**
   * Puts the draft of that revision into the outbox and removes it as a draft, in one step.
   *
   * `validation` where a rule forbids it (MSG-08 to 10), `conflict` where the draft is gone or was changed, or where the
   * buyer wrote since it was begun.
   */
  send: command({
    input: z.strictObject({ target: messageTargetSchema, revision: z.number() }),
    output: z.object({ id: z.string(), undoUntilMs: z.number() }),
  }),
  /** Makes a message a draft again: while it is held, waiting, rejected, not found or discarded; `conflict` otherwise. */
  takeBack: command({ input: z.strictObject({ id: outboxId }), output: z.object({ revision: z.number() }) }),
  /** Ends the undo time or the wait. From `rejected` and `notFound` it is the user's decision to send once more. */
  sendNow: command({ input: z.strictObject({ id: outboxId }), output: z.null() }),
  discard: command({ input: z.strictObject({ id: outboxId }), output: z.null() }),
  /** The user's word on an uncertain message. */
  settle: command({ input: z.strictObject({ id: outboxId, arrived: z.boolean() }), output: z.null() }),

  /** What is being written to a person who is not yet answered in a conversation. */
  newMessage: query({
    input: z.strictObject({ otherPartyUsername: z.string().trim().min(1).max(200) }),
    output: z.object({ draft: draftSchema.nullable(), outbox: z.array(outboxEntrySchema) }),
  }),
  /** Drafts of new messages, the newest first. */
  newDrafts: query({ input: nothing, output: z.object({ drafts: z.array(draftSchema) }) }),
  /** When the same text last went to the same buyer, if within ten minutes: a reason to ask, not to refuse. */
  sentRecently: query({
    input: z.strictObject({ target: messageTargetSchema, messageText: z.string().max(100_000) }),
    output: z.object({ atMs: z.number().nullable() }),
  }),

  savedReplies: query({ input: nothing, output: z.object({ replies: z.array(savedReplySchema) }) }),
  /** Keeps a saved reply; `id` null makes a new one. `validation` for a blank name or text, `conflict` for a name in use. */
  keepReply: command({
    input: z.strictObject({
      id: z.string().max(100).nullable(),
      name: z.string().trim().max(100),
      text: z.string().max(100_000),
    }),
    output: z.object({ id: z.string() }),
  }),
  deleteReply: command({ input: z.strictObject({ id: z.string().max(100) }), output: z.null() }),

  /** MSG-14: read alone. */
  markRead: command({ input: z.strictObject({ conversationId }), output: z.null() }),
  /** Files one or hundreds, in tens, with a result for each (MSG-14, MSG-17 to 19). Only what is done is changed here. */
  file: command({
    input: z.strictObject({ conversationIds, act: filingActSchema }),
    output: z.object({ results: z.array(filingResultSchema) }),
  }),
  /** Deletions that were asked for and are not carried out. */
  deletions: query({ input: nothing, output: z.object({ deletions: z.array(deletionSchema) }) }),
  /** MSG-16: holds the deletion of each until `deleteAtMs`, then it is final. */
  deleteConversations: command({
    input: z.strictObject({ conversationIds }),
    output: z.object({ results: z.array(filingResultSchema), deleteAtMs: z.number() }),
  }),
  /** Stops deletions that are held, puts failed ones away; `conflict` where one is on its way or done. */
  stopDeletions: command({ input: z.strictObject({ conversationIds }), output: z.null() }),
  syncNow: command({ input: nothing, output: z.null() }),

  conversationsChanged: event(changed),
  threadChanged: event(z.object({ conversationId: z.string() })),
  draftsChanged: event(z.object({ conversationId: z.string().nullable() })),
  outboxChanged: event(changed),
  savedRepliesChanged: event(changed),
  savedSearchesChanged: event(changed),
  deletionsChanged: event(changed),
  syncChanged: event(changed),
} as const satisfies FeatureContract
