/**
 * Deletes conversations. A deletion is final (MSG-16), so it is held here for a while, sent once and never retried
 * automatically.
 */
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { DELETION_HELD_MS, type Deletion, type FilingResult } from '../../../shared/messaging/filing.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import { resolveConversations, toBatches, updateBatch } from './bulk-update.ts'

const KEY = 'messaging.deletions'
const HAS_PENDING = 'This conversation has a message in the outbox. Send or discard it first.'
const INTERRUPTED =
  'Stallhand closed while this was being deleted. Refresh the inbox to see whether the conversation is gone.'

export type DeletionsDeps = {
  readonly database: Database
  readonly client: Pick<MessageClient, 'bulkUpdateConversation'>
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly onConversationsChange: (conversationIds: readonly string[]) => void
  readonly onDeletionsChange: () => void
  /** Called when deletions were cancelled: an older copy of the database must not carry them out (OFF-04). */
  readonly onCancelled: () => void
}

export type Deletions = ReturnType<typeof createDeletions>

type StoredDeletion = Deletion & { readonly conversationType: ConversationType }

export const createDeletions = (deps: DeletionsDeps) => {
  const { database, conversations, clock, scheduler } = deps
  let isStopping = false

  const list = (): readonly StoredDeletion[] =>
    database.all<StoredDeletion>(
      `SELECT d.conversation_id AS conversationId, c.conversation_type AS conversationType, c.buyer, c.subject, d.state,
         d.delete_at_ms AS deleteAtMs, d.problem
       FROM deletions d JOIN conversations c ON c.conversation_id = d.conversation_id
       ORDER BY d.delete_at_ms, d.conversation_id`,
    )

  const plan = (): void => {
    const next = list().find(({ state }) => state === 'held')
    if (next === undefined || isStopping) scheduler.cancel(KEY)
    else scheduler.plan(KEY, next.deleteAtMs, run)
  }

  const fail = (conversationId: string, problem: string): void => {
    database.run(`UPDATE deletions SET state = 'failed', problem = ? WHERE conversation_id = ?`, [
      problem,
      conversationId,
    ])
  }

  const hasPendingMessages = (conversationId: string): boolean =>
    (conversations.conversation(conversationId)?.pending ?? 0) > 0

  /** Marks as `deleting` before the first byte leaves: from then on it cannot be cancelled, even after a crash. */
  const start = (conversationId: string): boolean => {
    if (hasPendingMessages(conversationId)) {
      fail(conversationId, HAS_PENDING)
      return false
    }
    const { changes } = database.run(
      `UPDATE deletions SET state = 'deleting' WHERE conversation_id = ? AND state = 'held'`,
      [conversationId],
    )
    return changes === 1
  }

  const run = async (dueMs: number): Promise<void> => {
    const due = list().filter(({ state, deleteAtMs }) => state === 'held' && deleteAtMs <= dueMs)
    for (const batch of toBatches(due)) {
      if (isStopping) return
      const started = database.transaction(() => batch.filter(({ conversationId }) => start(conversationId)))
      deps.onDeletionsChange()
      if (started.length === 0) continue
      const results = await updateBatch(deps, started, 'DELETE')
      database.transaction(() => {
        for (const { conversationId, done, problems } of results) {
          if (!done) fail(conversationId, problems.join(' '))
          else {
            conversations.setGone(conversationId, clock.nowMs())
            database.run('DELETE FROM deletions WHERE conversation_id = ?', [conversationId])
          }
        }
      })
      deps.onConversationsChange(results.map(({ conversationId }) => conversationId))
      deps.onDeletionsChange()
    }
    plan()
  }

  return {
    list: (): readonly Deletion[] => list().map(({ conversationType: _, ...deletion }) => deletion),

    /** Schedules deletions for `deleteAtMs`. Conversations with a pending message are refused. */
    request: (
      conversationIds: readonly string[],
    ): { readonly results: readonly FilingResult[]; readonly deleteAtMs: number } => {
      const { known, unknown } = resolveConversations(conversationIds, conversations.conversation)
      const deleteAtMs = clock.nowMs() + DELETION_HELD_MS
      const results = database.transaction(() =>
        known.map(({ conversationId }): FilingResult => {
          if (hasPendingMessages(conversationId)) return { conversationId, done: false, problems: [HAS_PENDING] }
          database.run(
            `INSERT INTO deletions (conversation_id, state, delete_at_ms) VALUES (?, 'held', ?)
             ON CONFLICT (conversation_id) DO UPDATE SET state = 'held', delete_at_ms = excluded.delete_at_ms, problem = NULL
             WHERE state = 'failed'`,
            [conversationId, deleteAtMs],
          )
          return { conversationId, done: true, problems: [] }
        }),
      )
      plan()
      deps.onDeletionsChange()
      return { results: [...unknown, ...results], deleteAtMs }
    },

    /** Cancels held deletions and dismisses failed ones. Throws `conflict` if one has started; the others are cancelled. */
    cancel: (conversationIds: readonly string[]): void => {
      const { changes } = database.run(
        `DELETE FROM deletions WHERE conversation_id IN (SELECT value FROM json_each(?)) AND state <> 'deleting'`,
        [JSON.stringify(conversationIds)],
      )
      if (changes > 0) deps.onCancelled()
      plan()
      deps.onDeletionsChange()
      if (changes < new Set(conversationIds).size) {
        throw new Failure({
          kind: 'conflict',
          message: 'The deletion has already been sent to the platform and cannot be cancelled.',
        })
      }
    },

    /** Gives held deletions their full time again; interrupted ones have an unknown result. */
    start: (): void => {
      database.transaction(() => {
        database.run(`UPDATE deletions SET delete_at_ms = ? WHERE state = 'held'`, [clock.nowMs() + DELETION_HELD_MS])
        database.run(`UPDATE deletions SET state = 'failed', problem = ? WHERE state = 'deleting'`, [INTERRUPTED])
      })
      plan()
    },

    stop: (): void => {
      isStopping = true
      scheduler.cancel(KEY)
    },
  }
}
