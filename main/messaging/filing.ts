/**
 * Files conversations, one or hundreds, in tens (document 2, section 4, bulkUpdateConversation; MSG-14 to MSG-19).
 *
 * Each conversation has a result of its own and is changed here only when the platform said that it did so. Deletion cannot
 * be undone by any call: it is held here, where it can be stopped, is then sent once, and never waits for a network
 * unseen (MSG-16).
 */
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import { DELETION_HELD_MS, type Deletion, type FilingAct, type FilingResult } from '../../shared/messaging/filing.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { type BulkStatus, type MessageClient, readAllConversations } from './client.ts'
import type { ConversationStore } from './store.ts'

const DELETIONS_KEY = 'messaging.deletions'

type Named = { readonly conversationId: string; readonly conversationType: ConversationType }

/** The calls an act consists of, one after the other. */
const callsOf: Readonly<Record<FilingAct, readonly Exclude<BulkStatus, 'DELETE'>[]>> = {
  read: ['READ'],
  unread: ['UNREAD'],
  archive: ['ARCHIVE'],
  archiveAndRead: ['READ', 'ARCHIVE'],
  active: ['ACTIVE'],
}

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Failure)) return 'Something went wrong here; the log says what.'
  return error.detail.message
}

const inOutbox = 'A message of this conversation is in the outbox. Send or discard it first.'

const inTens = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / messagingLimits.bulkElements) }, (_, index) =>
    list.slice(index * messagingLimits.bulkElements, (index + 1) * messagingLimits.bulkElements),
  )

export type FilingDeps = {
  readonly database: Database
  readonly client: Pick<MessageClient, 'bulkUpdateConversation' | 'getConversations'>
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly onConversationsChange: (conversationIds: readonly string[]) => void
  readonly onDeletionsChange: () => void
}

export type Filing = ReturnType<typeof createFiling>

export const createFiling = (deps: FilingDeps) => {
  const { database, client, conversations, clock, scheduler, log } = deps
  let ending = false

  const keep = (conversationId: string, status: Exclude<BulkStatus, 'DELETE'>): void => {
    const atMs = clock.nowMs()
    if (status === 'READ' || status === 'UNREAD') conversations.setUnread(conversationId, status === 'UNREAD', atMs)
    else conversations.setArchived(conversationId, status === 'ARCHIVE', atMs)
  }

  /** One status for up to ten: what became of each. A call that fails as a whole fails for each of them (MSG-19). */
  const callForTen = async (
    ten: readonly Named[],
    conversationStatus: BulkStatus,
  ): Promise<readonly FilingResult[]> => {
    try {
      const results = await client.bulkUpdateConversation(
        ten.map(({ conversationId, conversationType }) => ({ conversationId, conversationType, conversationStatus })),
      )
      return results.map(({ conversationId, updated, problems }) => ({
        conversationId,
        done: updated,
        problems: [...problems],
      }))
    } catch (error) {
      if (!(error instanceof Failure)) log.error('conversations could not be filed', { error })
      return ten.map(({ conversationId }) => ({ conversationId, done: false, problems: [sentenceOf(error)] }))
    }
  }

  /** The ids of these conversations that the platform lists under a status. */
  const listed = async (wanted: readonly Named[], conversationStatus: 'ARCHIVE' | 'UNREAD') => {
    const buyers = new Set(
      wanted.map(({ conversationId }) => conversations.conversation(conversationId)?.buyer ?? null),
    )
    const [buyer] = buyers
    const types = new Set(wanted.map(({ conversationType }) => conversationType))
    const ids = new Set<string>()
    for (const conversationType of types) {
      const pages = readAllConversations(client, {
        conversationType,
        conversationStatus,
        ...(buyers.size === 1 && buyer != null ? { otherPartyUsername: buyer } : {}),
      })
      for (let page = await pages.next(); page.done !== true; page = await pages.next()) {
        for (const record of page.value.conversations) ids.add(record.conversationId)
      }
    }
    return ids
  }

  /** Two calls followed each other: whether both hold is read from the platform, not taken for granted. */
  const verified = async (wanted: readonly Named[]): Promise<ReadonlyMap<string, string>> => {
    const problems = new Map<string, string>()
    if (wanted.length === 0) return problems
    try {
      const archived = await listed(wanted, 'ARCHIVE')
      const unread = await listed(wanted, 'UNREAD')
      for (const { conversationId } of wanted) {
        if (!archived.has(conversationId)) {
          problems.set(conversationId, 'The platform accepted it and does not list the conversation as archived.')
        } else if (unread.has(conversationId)) {
          problems.set(conversationId, 'The platform accepted it and still lists the conversation as unread.')
        }
      }
    } catch (error) {
      for (const { conversationId } of wanted) {
        problems.set(conversationId, `It was accepted, and whether it holds could not be read: ${sentenceOf(error)}`)
      }
    }
    return problems
  }

  const named = (conversationIds: readonly string[]) => {
    const known: Named[] = []
    const results: FilingResult[] = []
    for (const conversationId of new Set(conversationIds)) {
      const conversation = conversations.conversation(conversationId)
      if (conversation !== undefined) known.push({ conversationId, conversationType: conversation.conversationType })
      else
        results.push({
          conversationId,
          done: false,
          problems: ['This conversation is not kept here. Refresh the inbox.'],
        })
    }
    return { known, results }
  }

  type DeletionRow = {
    conversation_id: string
    conversation_type: ConversationType
    buyer: string | null
    subject: string | null
    state: Deletion['state']
    delete_at_ms: number
    problem: string | null
  }

  const deletions = (): readonly DeletionRow[] =>
    database.all<DeletionRow>(
      `SELECT d.conversation_id, d.state, d.delete_at_ms, d.problem, c.conversation_type, c.buyer, c.subject
       FROM deletions d JOIN conversations c ON c.conversation_id = d.conversation_id ORDER BY d.delete_at_ms, d.conversation_id`,
    )

  const planDeletions = (): void => {
    const next = deletions().find(({ state }) => state === 'held')
    if (next === undefined || ending) scheduler.cancel(DELETIONS_KEY)
    else scheduler.plan(DELETIONS_KEY, next.delete_at_ms, runDeletions)
  }

  /** A message written since then is on its way: it must not end nowhere. */
  const isRefused = (conversationId: string): boolean => {
    if ((conversations.conversation(conversationId)?.waiting ?? 0) === 0) return false
    database.run(`UPDATE deletions SET state = 'failed', problem = ? WHERE conversation_id = ?`, [
      inOutbox,
      conversationId,
    ])
    return true
  }

  const runDeletions = async (dueMs: number): Promise<void> => {
    const due = deletions().filter(({ state, delete_at_ms }) => state === 'held' && delete_at_ms <= dueMs)
    for (const ten of inTens(due)) {
      if (ending) return
      // On disk before the first byte: from here on it cannot be stopped, and a crash says so.
      const going = database.transaction(() =>
        ten.filter(
          ({ conversation_id }) =>
            !isRefused(conversation_id) &&
            database.run(`UPDATE deletions SET state = 'deleting' WHERE conversation_id = ? AND state = 'held'`, [
              conversation_id,
            ]).changes === 1,
        ),
      )
      deps.onDeletionsChange()
      if (going.length === 0) continue
      const results = await callForTen(
        going.map((row) => ({ conversationId: row.conversation_id, conversationType: row.conversation_type })),
        'DELETE',
      )
      database.transaction(() => {
        for (const { conversationId, done, problems } of results) {
          if (done) {
            conversations.setGone(conversationId, clock.nowMs())
            database.run('DELETE FROM deletions WHERE conversation_id = ?', [conversationId])
          } else {
            database.run(`UPDATE deletions SET state = 'failed', problem = ? WHERE conversation_id = ?`, [
              problems.join(' '),
              conversationId,
            ])
          }
        }
      })
      deps.onConversationsChange(results.map(({ conversationId }) => conversationId))
      deps.onDeletionsChange()
    }
    planDeletions()
  }

  return {
    /** Files conversations in tens; a result for each, in no promised order. Never throws for what the platform refuses. */
    file: async (conversationIds: readonly string[], act: FilingAct): Promise<readonly FilingResult[]> => {
      const { known, results } = named(conversationIds)
      const calls = callsOf[act]
      for (const ten of inTens(known)) {
        let going: readonly Named[] = ten
        for (const status of calls) {
          if (going.length === 0) break
          const answers = await callForTen(going, status)
          const done = new Set(answers.filter((answer) => answer.done).map(({ conversationId }) => conversationId))
          results.push(...answers.filter((answer) => !answer.done))
          going = going.filter(({ conversationId }) => done.has(conversationId))
        }
        const problems = calls.length > 1 ? await verified(going) : new Map<string, string>()
        database.transaction(() => {
          for (const { conversationId } of going) {
            const problem = problems.get(conversationId)
            results.push({
              conversationId,
              done: problem === undefined,
              problems: problem === undefined ? [] : [problem],
            })
            if (problem === undefined) for (const status of calls) keep(conversationId, status)
          }
        })
        deps.onConversationsChange(ten.map(({ conversationId }) => conversationId))
      }
      return results
    },

    /**
     * Begins to hold a deletion for each; nothing is sent before `deleteAtMs`.
     *
     * A conversation with a message in the outbox is refused: what is on its way would end nowhere (MSG-16).
     */
    hold: (
      conversationIds: readonly string[],
    ): { readonly results: readonly FilingResult[]; readonly deleteAtMs: number } => {
      const { known, results } = named(conversationIds)
      const deleteAtMs = clock.nowMs() + DELETION_HELD_MS
      database.transaction(() => {
        for (const { conversationId } of known) {
          if ((conversations.conversation(conversationId)?.waiting ?? 0) > 0) {
            results.push({
              conversationId,
              done: false,
              problems: [inOutbox],
            })
            continue
          }
          database.run(
            `INSERT INTO deletions (conversation_id, state, delete_at_ms) VALUES (?, 'held', ?)
             ON CONFLICT (conversation_id) DO UPDATE SET state = 'held', delete_at_ms = excluded.delete_at_ms, problem = NULL
             WHERE state = 'failed'`,
            [conversationId, deleteAtMs],
          )
          results.push({ conversationId, done: true, problems: [] })
        }
      })
      planDeletions()
      deps.onDeletionsChange()
      return { results, deleteAtMs }
    },

    /** Stops deletions that are held, and puts failed ones away. Throws `conflict` where one of them is on its way or done. */
    stopDeletions: (conversationIds: readonly string[]): void => {
      const stopped = database.transaction(() =>
        conversationIds.filter(
          (conversationId) =>
            database.run(`DELETE FROM deletions WHERE conversation_id = ? AND state <> 'deleting'`, [conversationId])
              .changes === 1,
        ),
      )
      planDeletions()
      deps.onDeletionsChange()
      if (stopped.length < new Set(conversationIds).size) {
        throw new Failure({
          kind: 'conflict',
          message: 'The platform was already told to delete this. It cannot be stopped any more.',
        })
      }
    },

    deletions: (): readonly Deletion[] =>
      deletions().map((row) => ({
        conversationId: row.conversation_id,
        buyer: row.buyer,
        subject: row.subject,
        state: row.state,
        deleteAtMs: row.delete_at_ms,
        problem: row.problem,
      })),

    /** What was held when the program ended is held anew, in sight; what was on its way is said to be unknown. */
    start: (): void => {
      database.transaction(() => {
        database.run(`UPDATE deletions SET delete_at_ms = ? WHERE state = 'held'`, [clock.nowMs() + DELETION_HELD_MS])
        database.run(`UPDATE deletions SET state = 'failed', problem = ? WHERE state = 'deleting'`, [
          'Stallhand ended while this was being deleted. Refresh the inbox to see whether it is gone.',
        ])
      })
      planDeletions()
    },

    stop: async (): Promise<void> => {
      ending = true
      scheduler.cancel(DELETIONS_KEY)
    },
  }
}
