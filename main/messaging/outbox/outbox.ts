/**
 * The outbox sends each message to the platform once, or says that its delivery is unknown (MSG-13).
 *
 * - A row is on disk before the first byte leaves, in state `sending`.
 * - The thread is read and counted before each send, and the count is stored.
 * - A message is sent once; only a send that reached nobody is repeated.
 * - A send without an answer is settled by reading the thread, never by sending again.
 * - Messages to one target go in the order they were written.
 */

import type { Draft } from '../../../shared/messaging/conversation.ts'
import { type MessageTarget, prepareContent, targetKey } from '../../../shared/messaging/message-text.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OnlineState } from '../../feature.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import type { Drafts } from './drafts.ts'
import { createOutboxSender } from './outbox-sender.ts'
import { createOutboxStore, type StoredMessage } from './outbox-store.ts'
import type { OutboxEvent } from './transition.ts'

/** How long a message can be withdrawn before it is sent. */
export const DEFAULT_UNDO_MS = 10_000

export type OutboxDeps = {
  readonly database: Database
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly drafts: Drafts
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly log: Log
  readonly newId: () => string
  readonly undoMs: number
  readonly onChange: () => void
  readonly onDraftsChange: (target: MessageTarget) => void
  readonly onThreadRead: (conversationId: string) => void
}

export type Outbox = ReturnType<typeof createOutbox>

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

export const createOutbox = (deps: OutboxDeps) => {
  const { database, conversations, drafts, clock } = deps
  const store = createOutboxStore(deps)
  const sender = createOutboxSender({ ...deps, store })
  let stopOnline = (): void => undefined

  /** Applies a user's action and `also` in one transaction; throws `conflict` with `refusal` if it doesn't apply any more. */
  const action = (id: string, event: OutboxEvent, refusal: string, also?: (message: StoredMessage) => void): void => {
    const { key } = database.transaction(() => {
      const message = store.require(id)
      if (store.apply(id, event) === undefined) throw conflict(refusal)
      also?.(message)
      return message
    })
    sender.plan(key, clock.nowMs())
    deps.onChange()
  }

  const checkAnswerable = (conversationId: string, buyerMessagesSeen: number): void => {
    if (conversations.requireConversation(conversationId).conversationType === 'FROM_SVC') {
      throw validation('input.target.conversationId', 'Platform notices cannot be answered.')
    }
    const newer = conversations.countBuyerMessages(conversationId) - buyerMessagesSeen
    if (newer > 0) {
      const count = `${newer} new ${newer === 1 ? 'message' : 'messages'}`
      throw conflict(`The buyer sent ${count} since you started this draft. Review before sending.`)
    }
  }

  /** The content as the buyer will read it; throws `validation` if it cannot be sent. */
  const prepareDraft = ({ target, content, buyerMessagesSeen }: Draft) => {
    const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
    const prepared = prepareContent(content, {
      buyer: 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername,
      item: conversation?.itemId ?? null,
      subject: conversation?.subject ?? null,
    })
    const issues = prepared.problems.map(({ field, message }) => ({ path: `input.content.${field}`, message }))
    if (issues[0] !== undefined) throw new Failure({ kind: 'validation', message: issues[0].message, issues })
    if ('conversationId' in target) checkAnswerable(target.conversationId, buyerMessagesSeen)
    return prepared.content
  }

  return {
    /**
     * Moves the draft of that revision into the outbox, in one transaction.
     *
     * Throws `conflict` if the draft was deleted or replaced or the buyer wrote since; `validation` if a rule forbids it
     * (MSG-09, MSG-10) or the conversation is a notice (MSG-22).
     */
    enqueue: (target: MessageTarget, revision: number): { readonly id: string; readonly undoUntilMs: number } => {
      const queued = database.transaction(() => {
        const draft = drafts.load(target)
        if (draft === undefined) throw conflict('This message was already sent or discarded in another window.')
        if (draft.revision !== revision) {
          throw conflict('This draft was changed in another window. Check it again before sending.')
        }
        const content = prepareDraft(draft)
        const atMs = clock.nowMs()
        const id = deps.newId()
        const undoUntilMs = atMs + deps.undoMs
        store.add(target, id, content, draft.buyerMessagesSeen, { state: 'held', undoUntilMs }, atMs)
        drafts.remove(target)
        return { id, undoUntilMs }
      })
      sender.plan(targetKey(target), clock.nowMs())
      deps.onChange()
      deps.onDraftsChange(target)
      return queued
    },

    /** Turns a message back into a draft, in one transaction; returns its revision. Throws `conflict` if it may have been sent. */
    withdraw: (id: string): number => {
      let revision = 0
      const { target } = store.require(id)
      action(
        id,
        { event: 'withdraw', atMs: clock.nowMs() },
        'This message is being sent or was sent, so it cannot be withdrawn.',
        ({ content, buyerMessagesSeen }) => {
          revision = drafts.restore(target, content, buyerMessagesSeen)
        },
      )
      deps.onDraftsChange(target)
      return revision
    },

    sendNow: (id: string): void =>
      action(id, { event: 'sendNow', atMs: clock.nowMs() }, 'This message is being sent or was already sent.'),

    discard: (id: string): void =>
      action(
        id,
        { event: 'discard', atMs: clock.nowMs() },
        'This message is being sent, was sent or may have arrived. Mark it as sent or not sent first.',
      ),

    settle: (id: string, arrived: boolean): void =>
      action(id, { event: 'settle', atMs: clock.nowMs(), arrived }, 'The delivery of this message is already known.'),

    entries: store.entries,
    entriesIn: store.entriesIn,
    entriesTo: store.entriesTo,
    counts: store.counts,
    sentRecently: store.sentRecently,

    /** Messages in `sending` become `unknown`; everything else resumes. */
    start: (): void => {
      const atMs = clock.nowMs()
      for (const { id } of store.findInStates(['sending'])) store.apply(id, { event: 'restart', atMs })
      for (const key of store.openKeys()) sender.plan(key, atMs)
      stopOnline = deps.online.onChange((online) => {
        if (!online) return
        sender.resetRetries()
        const nowMs = clock.nowMs()
        for (const { id, key } of store.findInStates(['queued', 'unknown'])) {
          store.apply(id, { event: 'online', atMs: nowMs })
          sender.plan(key, nowMs)
        }
      })
    },

    /** Starts nothing more, gives sends in progress a moment, then aborts them as `unknown`. */
    stop: async (): Promise<void> => {
      stopOnline()
      await sender.stop()
    },
  }
}
