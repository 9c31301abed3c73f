/**
 * The outbox: carries each message to the platform once, or says that it does not know (design section 4; MSG-13).
 *
 * - A row is on disk before the first byte leaves, and says `sending` before it does.
 * - Before the dispatch the thread is read and counted; that count is kept with the row.
 * - A dispatch happens once. Only the platform's refusal of the connection puts a row back into the queue.
 * - What has no answer is settled by reading the thread, never by sending again.
 * - Messages of one conversation go one after the other, in the order they were written.
 */
import {
  contentProblems,
  emptyContent,
  type MessageContent,
  type MessageTarget,
  targetKey,
} from '../../shared/messaging/message-text.ts'
import type { OutboxEvent } from '../../shared/messaging/outbox-state.ts'
import { resolveText } from '../../shared/messaging/saved-reply.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { OnlineState } from '../feature.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { MessageClient } from './client.ts'
import type { Drafts } from './drafts.ts'
import { createOutboxRows, type Entry } from './outbox-rows.ts'
import { createOutboxSending } from './outbox-sending.ts'
import type { ConversationStore } from './store.ts'

/** How long a message can be taken back before it goes. */
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
  /** Rows of the outbox changed; `conversationId` where they belong to one. */
  readonly onChange: (conversationId: string | null) => void
  readonly onDraftsChange: (conversationId: string | null) => void
  readonly onThreadRead: (conversationId: string) => void
}

export type Outbox = ReturnType<typeof createOutbox>

export const createOutbox = (deps: OutboxDeps) => {
  const { database, conversations, drafts, clock } = deps
  const rows = createOutboxRows(deps)
  const changed = (target: MessageTarget): void =>
    deps.onChange('conversationId' in target ? target.conversationId : null)

  const sending = createOutboxSending({ ...deps, rows, changed })
  const { plan } = sending
  const { apply, required } = rows

  /**
   * A user's act: refused with a sentence where it means nothing for the state the message is in by now. What belongs to it
   * (`along`) happens in the same transaction.
   */
  const act = <T>(id: string, event: OutboxEvent, refusal: string, along: (entry: Entry) => T): T => {
    const { entry, value } = database.transaction(() => {
      const entry = required(id)
      if (apply(id, event) === undefined) throw new Failure({ kind: 'conflict', message: refusal })
      return { entry, value: along(entry) }
    })
    plan(entry.key, clock.nowMs())
    changed(entry.target)
    return value
  }
  const nothingMore = (): void => undefined

  const stopOnline = { current: (): void => undefined }

  return {
    /**
     * Puts the draft of that revision into the outbox and removes it as a draft, in one transaction.
     *
     * Throws `conflict` where the draft is gone or another (a second window sent it), or where the buyer wrote since it was
     * begun; `validation` where a rule forbids it (MSG-09, MSG-10) or the conversation takes no answer (MSG-22).
     */
    enqueue: (target: MessageTarget, revision: number): { readonly id: string; readonly undoUntilMs: number } => {
      const queued = database.transaction(() => {
        const draft = drafts.of(target)
        if (draft === undefined) {
          throw new Failure({
            kind: 'conflict',
            message: 'This message was already sent or thrown away in another window.',
          })
        }
        if (draft.revision !== revision) {
          throw new Failure({
            kind: 'conflict',
            message: 'This draft was changed in another window. Look at it again before sending.',
          })
        }
        // What stands for something else is put in now: the row holds what the buyer will read.
        const content = { ...draft.content, messageText: resolved(target, draft.content) }
        const issues = contentProblems(content).map(({ field, message }) => ({
          path: `input.content.${field}`,
          message,
        }))
        if (issues[0] !== undefined) throw new Failure({ kind: 'validation', message: issues[0].message, issues })
        if ('conversationId' in target) checkAnswerable(target.conversationId, draft.buyerMessagesSeen)
        const atMs = clock.nowMs()
        const id = deps.newId()
        const state = { state: 'held', undoUntilMs: atMs + deps.undoMs } as const
        rows.add(target, id, content, draft.buyerMessagesSeen, state, atMs)
        drafts.remove(target)
        return { id, undoUntilMs: state.undoUntilMs }
      })
      plan(targetKey(target), clock.nowMs())
      changed(target)
      deps.onDraftsChange('conversationId' in target ? target.conversationId : null)
      return queued
    },

    /** Makes a message a draft again, in one transaction. Throws `conflict` once it may be on its way. */
    takeBack: (id: string): number => {
      const { revision, target } = act(
        id,
        { event: 'takeBack', atMs: clock.nowMs() },
        'This message is on its way or was sent, so it cannot be taken back.',
        ({ target, content, buyerMessagesSeen }) => ({
          target,
          revision: drafts.putBack(target, content, buyerMessagesSeen),
        }),
      )
      deps.onDraftsChange('conversationId' in target ? target.conversationId : null)
      return revision
    },

    sendNow: (id: string): void =>
      act(
        id,
        { event: 'sendNow', atMs: clock.nowMs() },
        'This message is on its way or was sent already.',
        nothingMore,
      ),

    discard: (id: string): void =>
      act(
        id,
        { event: 'discard', atMs: clock.nowMs() },
        'This message is on its way, was sent, or may have arrived. Say first whether it arrived.',
        nothingMore,
      ),

    settle: (id: string, arrived: boolean): void =>
      act(
        id,
        { event: 'settle', atMs: clock.nowMs(), arrived },
        'It is known by now what became of this message.',
        nothingMore,
      ),

    entries: rows.entries,
    entriesTo: rows.entriesTo,
    counts: rows.counts,

    /**
     * When this text last went to the same buyer, as they would read it; undefined if not within ten minutes. A message that
     * was taken back or thrown away went nowhere.
     */
    sentRecently: (target: MessageTarget, messageText: string): number | undefined =>
      rows.sentRecently(target, resolved(target, { ...emptyContent, messageText })),

    /** What was on its way when the program ended is uncertain now; the rest goes on where it was. */
    start: (): void => {
      const atMs = clock.nowMs()
      for (const id of rows.sending()) apply(id, { event: 'restart', atMs })
      for (const key of rows.openKeys()) plan(key, atMs)
      stopOnline.current = deps.online.onChange((online) => {
        if (!online) return
        sending.forgetMissed()
        const nowMs = clock.nowMs()
        for (const { id, key } of rows.waiting()) {
          apply(id, { event: 'online', atMs: nowMs })
          plan(key, nowMs)
        }
      })
    },

    /** Begins nothing any more, gives what is on its way a moment, then breaks it off as uncertain. */
    stop: async (): Promise<void> => {
      stopOnline.current()
      await sending.stop()
    },
  }

  function resolved(target: MessageTarget, content: MessageContent): string {
    const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
    return resolveText(content.messageText, {
      buyer: 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername,
      item: content.reference?.referenceId ?? conversation?.itemId ?? null,
      subject: conversation?.subject ?? null,
    }).text
  }

  function checkAnswerable(conversationId: string, buyerMessagesSeen: number): void {
    const conversation = conversations.conversation(conversationId)
    if (conversation === undefined) {
      throw new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })
    }
    if (conversation.conversationType === 'FROM_SVC') {
      throw new Failure({
        kind: 'validation',
        message: 'This is a notice of the platform; it can be read and filed, not answered.',
        issues: [{ path: 'input.target.conversationId', message: 'Notices of the platform cannot be answered.' }],
      })
    }
    const newer = conversations.buyerMessages(conversationId) - buyerMessagesSeen
    if (newer > 0) {
      throw new Failure({
        kind: 'conflict',
        message: `The buyer wrote ${newer} new ${newer === 1 ? 'message' : 'messages'} since this draft was begun. Review before sending.`,
      })
    }
  }
}
