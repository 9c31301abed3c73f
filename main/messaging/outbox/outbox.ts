/**
 * Sends each message to the platform once, or reports that its delivery is unknown (MSG-13). Moves drafts into the
 * outbound queue and back, and lists waiting messages. Messages to one buyer go in the order they were written, whether
 * they answer a conversation or start one.
 */
import type { Platform } from '../../../shared/connection/platforms.ts'
import { guessLanguage } from '../../../shared/messaging/guess-language.ts'
import { type MessageTarget, prepareContent } from '../../../shared/messaging/message-text.ts'
import type { OrderValues } from '../../../shared/messaging/saved-reply.ts'
import { conflict, Failure, validation } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import type { Drafts, StoredDraft } from './drafts.ts'
import { createMessageKind, unseenMessages } from './message-kind.ts'
import { countKnownSent, createOutboxEntries, findBuyer, messageSubject } from './outbox-entries.ts'
import { comparableText, hasArrived, readEvidence } from './thread-evidence.ts'
import type { ThreadReading } from './thread-reading.ts'

/** How long a message can be withdrawn before it is sent. */
export const DEFAULT_UNDO_MS = 10_000

/** The buyer, the listing and the language of a conversation; dates are written in it. */
export type OrderAbout = {
  readonly buyer: string | null
  readonly listingId: string | null
  readonly language: string | null
}

type OutboxDeps = Pick<Services, 'clock' | 'database'> & {
  readonly outbound: Outbound
  readonly client: MessageClient
  /** Its reads don't wait for a long pause of the platform. */
  readonly checkClient: MessageClient
  readonly conversations: ConversationStore
  readonly drafts: Drafts
  readonly newId: () => string
  /** Replaces `{{item}}`: a title, because the buyer doesn't know the number. Null if unknown. */
  readonly itemTitle: (listingId: string) => string | null
  /** Values about the buyer's order with the listing (ORD-05). */
  readonly orderValues: (about: OrderAbout) => OrderValues
  readonly undoMs: number
  readonly capabilities: Pick<Platform['capabilities'], 'mediaAlone'>
  readonly onChange: () => void
  readonly onDraftsChange: (target: MessageTarget) => void
  readonly onThreadRead: (conversationId: string) => void
}

export type Outbox = ReturnType<typeof createOutbox>

export const createOutbox = (deps: OutboxDeps) => {
  const { database, conversations, drafts, clock } = deps
  const knownSent = (target: MessageTarget, text: string): number =>
    countKnownSent(database, conversations, target, text)
  const queue = deps.outbound.register(
    createMessageKind({
      ...deps,
      countKnownSent: knownSent,
      readStored: (target, text) => readStored(target, text),
    }),
  )

  /** One lane per buyer, so that the same text in a conversation and to a person is never sent at the same time. */
  const chooseLane = (target: MessageTarget): string => {
    const buyer = findBuyer(conversations, target)
    return messageSubject(buyer === null ? target : { otherPartyUsername: buyer })
  }

  /** What the stored threads show about a text: one conversation, or all with the person. */
  const readStored = (target: MessageTarget, text: string): ThreadReading => {
    const buyer = findBuyer(conversations, target)
    const threads =
      'conversationId' in target
        ? [conversations.thread(target.conversationId)]
        : conversations.conversationIdsWith(buyer ?? '').map(conversations.thread)
    const stored = threads.filter((thread) => thread !== undefined)
    return readEvidence(
      {
        messages: stored.flatMap(({ messages }) => messages),
        complete: stored.every(({ complete }) => complete),
      },
      {
        text,
        buyer,
        knownSent: knownSent(target, comparableText(text)),
        atMs: Math.min(clock.nowMs(), ...stored.map(({ readAtMs }) => readAtMs ?? 0)),
      },
    )
  }

  /** Copies of a text in the stored thread and earlier in the queue. */
  const countCopies = (target: MessageTarget, text: string): number => {
    const wanted = comparableText(text)
    const waiting = queue
      .open('lane = ?', [chooseLane(target)])
      .filter(({ payload }) => comparableText(payload.content.messageText) === wanted)
    return readStored(target, text).sameText + waiting.length
  }

  const checkAnswerable = (conversationId: string, draft: StoredDraft): void => {
    if (conversations.requireConversation(conversationId).conversationType === 'FROM_SVC') {
      throw validation('input.target.conversationId', 'Platform notices can’t be answered.')
    }
    const unseen = conversations.countUnseen(conversationId, draft)
    if (unseen > 0) throw new Failure(unseenMessages(unseen))
  }

  /** The language of the buyer's newest message; null if unclear. */
  const findLanguage = (target: MessageTarget): string | null => {
    if (!('conversationId' in target)) return null
    const messages = conversations.thread(target.conversationId)?.messages ?? []
    return guessLanguage(messages.findLast(({ writer }) => writer === 'buyer')?.text ?? '')
  }

  /** The content as the buyer will read it. Throws `validation` if it can't be sent. */
  const prepareDraft = (draft: StoredDraft) => {
    const { target, content } = draft
    const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
    const listingId = content.reference?.referenceId ?? conversation?.itemId
    const buyer = 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername
    const values = {
      ...deps.orderValues({ buyer, listingId: listingId ?? null, language: findLanguage(target) }),
      buyer,
      item: listingId == null ? null : deps.itemTitle(listingId),
      subject: conversation?.subject ?? null,
    }
    const prepared = prepareContent(content, values, deps.capabilities)
    const issues = prepared.problems.map(({ field, message }) => ({ path: `input.content.${field}`, message }))
    const [first] = prepared.problems
    if (first !== undefined) {
      throw new Failure({ kind: 'validation', message: first.message, topic: first.topic, issues })
    }
    if ('conversationId' in target) checkAnswerable(target.conversationId, draft)
    return prepared.content
  }

  return {
    ...createOutboxEntries({ ...deps, queue }),

    /**
     * Moves the draft of that revision into the outbox, in one transaction. With `sendAtMs` it waits until then.
     *
     * Throws `conflict` if the draft was deleted or replaced or the buyer wrote since; `validation` if a rule forbids it
     * (MSG-09, MSG-10) or the conversation is a notice (MSG-22).
     */
    enqueue: (
      target: MessageTarget,
      revision: number,
      sendAtMs?: number,
    ): { readonly id: string; readonly undoUntilMs: number } => {
      if (sendAtMs !== undefined && sendAtMs <= clock.nowMs())
        throw validation('input.sendAtMs', 'Choose a time in the future.')
      const queued = database.transaction(() => {
        const draft = drafts.load(target)
        if (draft === undefined) throw conflict('This message was already sent or discarded in another window.')
        if (draft.revision !== revision) {
          throw conflict('This draft was changed in another window. Check it again before sending.')
        }
        const content = prepareDraft(draft)
        const id = deps.newId()
        const undoUntilMs = Math.max(clock.nowMs() + deps.undoMs, sendAtMs ?? 0)
        queue.add({
          id,
          lane: chooseLane(target),
          subject: messageSubject(target),
          payload: {
            target,
            content,
            buyerMessagesSeen: draft.buyerMessagesSeen,
            newestSeenMs: draft.newestSeenMs,
            buyerMessagesNamed: null,
            copiesKnown: countCopies(target, content.messageText),
          },
          state: { state: 'delayed', undoUntilMs, earlier: draft.evidence },
        })
        drafts.remove(target)
        return { id, undoUntilMs }
      })
      queue.wake(chooseLane(target))
      deps.onDraftsChange(target)
      return queued
    },

    /** Settles unconfirmed messages that the stored thread now shows. Call after storing a thread. */
    reviewThread: (conversationId: string): void => {
      // Usually there are none, and choosing the lane reads the conversation.
      if (queue.open("state IN ('notFound', 'unknown')").length === 0) return
      const lane = chooseLane({ conversationId })
      const open = queue.open('lane = ?', [lane])
      // A new copy of the text may belong to a message that is being sent.
      if (open.some(({ state }) => state.state === 'sending')) return
      for (const { id, state, payload } of open) {
        if (state.state !== 'notFound' && state.state !== 'unknown') continue
        const now = readStored(payload.target, payload.content.messageText)
        if (hasArrived(state.before, now) !== true) continue
        if (queue.apply(id, { event: 'found', atMs: now.atMs }) !== undefined) queue.wake(lane)
      }
    },
  }
}
