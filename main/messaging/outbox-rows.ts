/** The rows of the outbox: what each message is, every step it took, and what is known of them together. */
import type { OutboxEntry } from '../../shared/messaging/conversation.ts'
import type { MessageContent, MessageTarget } from '../../shared/messaging/message-text.ts'
import { targetKey } from '../../shared/messaging/message-text.ts'
import {
  blockingStates,
  needsUser,
  type OutboxEvent,
  type OutboxState,
  outboxStateSchema,
  transition,
} from '../../shared/messaging/outbox-state.ts'
import { comparableText } from '../../shared/messaging/thread-evidence.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import { targetColumns, targetOfColumns } from './drafts.ts'
import type { ConversationStore } from './store.ts'
import { createWordsIndex } from './words-index.ts'

/** The same text to the same buyer within this time is worth a question. */
const RECENT_MS = 10 * 60_000

type OutboxRow = {
  ordinal: number
  id: string
  target_key: string
  conversation_id: string | null
  other_party_username: string | null
  content: string
  detail: string
  attempts: number
  last_error: string | null
  buyer_messages_seen: number
  created_at_ms: number
  changed_at_ms: number
}

/** A message of the outbox, as the machine and the platform need it. */
export type Entry = {
  readonly ordinal: number
  readonly id: string
  readonly key: string
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly state: OutboxState
  readonly attempts: number
  readonly buyerMessagesSeen: number
}

const toEntry = (row: OutboxRow): Entry => ({
  ordinal: row.ordinal,
  id: row.id,
  key: row.target_key,
  target: targetOfColumns(row),
  content: JSON.parse(row.content) as MessageContent,
  state: outboxStateSchema.parse(JSON.parse(row.detail)),
  attempts: row.attempts,
  buyerMessagesSeen: row.buyer_messages_seen,
})

const errorOf = (event: OutboxEvent): AppError | undefined => {
  if ('error' in event) return event.error
  return event.event === 'noAnswer' ? { kind: 'unknown', message: event.reason } : undefined
}

/** Whether nothing but its turn keeps the message here. */
const isDue = (state: OutboxState, nowMs: number): boolean =>
  state.state === 'queued' || (state.state === 'held' && state.undoUntilMs <= nowMs)

const isFinal = ({ state }: OutboxState): boolean => state === 'sent' || state === 'takenBack' || state === 'discarded'
const isOpen = `state NOT IN ('sent', 'takenBack', 'discarded')`

export type OutboxRows = ReturnType<typeof createOutboxRows>

export const createOutboxRows = (deps: {
  readonly database: Database
  readonly conversations: ConversationStore
  readonly clock: Clock
}) => {
  const { database, conversations, clock } = deps
  const words = createWordsIndex(database)

  const load = (id: string): Entry | undefined => {
    const row = database.get<OutboxRow>('SELECT * FROM outbox WHERE id = ?', [id])
    return row === undefined ? undefined : toEntry(row)
  }

  const required = (id: string): Entry => {
    const entry = load(id)
    if (entry === undefined)
      throw new Failure({ kind: 'notFound', message: 'This message is not in the outbox any more.' })
    return entry
  }

  /** Moves a row by the machine's rules and remembers the step; undefined where the machine does not know it. */
  const apply = (id: string, event: OutboxEvent): OutboxState | undefined =>
    database.transaction(() => {
      const entry = load(id)
      const next = entry === undefined ? undefined : transition(entry.state, event)
      if (entry === undefined || next === undefined) return undefined
      const error = errorOf(event)
      database.run(
        `UPDATE outbox SET state = :state, detail = :detail, attempts = attempts + :attempt,
           last_error = COALESCE(:error, last_error), changed_at_ms = :atMs WHERE id = :id`,
        {
          id,
          state: next.state,
          detail: JSON.stringify(next),
          attempt: event.event === 'dispatch' ? 1 : 0,
          error: error === undefined ? null : JSON.stringify(error),
          atMs: event.atMs,
        },
      )
      // Waiting for the network is not a step: a night without it must not fill the history.
      if (next.state !== entry.state.state)
        note(id, event.atMs, event.event, entry.state.state, next.state, error?.message)
      if (isFinal(next)) words.removeOutbox(entry.ordinal)
      if (next.state === 'sent' && 'conversationId' in entry.target) {
        conversations.setAnswered(entry.target.conversationId, event.atMs)
      }
      return next
    })

  const note = (id: string, atMs: number, event: string, from: string | null, to: string, detail?: string): void => {
    database.run(
      'INSERT INTO outbox_history (outbox_id, at_ms, event, from_state, to_state, detail) VALUES (?, ?, ?, ?, ?, ?)',
      [id, atMs, event, from, to, detail ?? null],
    )
  }

  /** A new message that waits for its undo time to pass. In a transaction of the caller's. */
  const add = (
    target: MessageTarget,
    id: string,
    content: MessageContent,
    buyerMessagesSeen: number,
    state: OutboxState & { readonly state: 'held' },
    atMs: number,
  ): void => {
    const { lastInsertRowid } = database.run(
      `INSERT INTO outbox (id, target_key, conversation_id, other_party_username, content, state, detail, buyer_messages_seen,
         created_at_ms, changed_at_ms, worded)
       VALUES (:id, :key, :conversationId, :otherPartyUsername, :content, :state, :detail, :seen, :atMs, :atMs, 1)`,
      {
        ...targetColumns(target),
        id,
        content: JSON.stringify(content),
        state: state.state,
        detail: JSON.stringify(state),
        seen: buyerMessagesSeen,
        atMs,
      },
    )
    words.putOutbox(lastInsertRowid, content.messageText)
    note(id, atMs, 'send', null, state.state)
  }

  /** Of a conversation's messages the first that holds up the others. */
  const headOf = (key: string): Entry | undefined => {
    const rows = database.all<OutboxRow>(`SELECT * FROM outbox WHERE target_key = ? AND ${isOpen} ORDER BY ordinal`, [
      key,
    ])
    return rows.map(toEntry).find((entry) => blockingStates.includes(entry.state.state))
  }

  const openKeys = (): readonly string[] =>
    database
      .all<{ target_key: string }>(`SELECT DISTINCT target_key FROM outbox WHERE ${isOpen}`)
      .map((row) => row.target_key)

  const entriesOf = (sql: string, params: readonly (string | number)[]): readonly OutboxEntry[] => {
    const rows = database.all<OutboxRow>(sql, params)
    const blocked = new Set<string>()
    return rows.map((row) => {
      const entry = toEntry(row)
      const conversation = row.conversation_id === null ? undefined : conversations.conversation(row.conversation_id)
      const waitsForEarlier = blocked.has(entry.key)
      if (blockingStates.includes(entry.state.state)) blocked.add(entry.key)
      return {
        id: entry.id,
        target: entry.target,
        buyer: conversation?.buyer ?? row.other_party_username,
        subject: conversation?.subject ?? null,
        content: entry.content,
        state: entry.state,
        attempts: entry.attempts,
        lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as AppError),
        createdAtMs: row.created_at_ms,
        changedAtMs: row.changed_at_ms,
        waitsForEarlier: waitsForEarlier && isDue(entry.state, clock.nowMs()),
      }
    })
  }

  return {
    load,
    required,
    apply,
    add,
    headOf,
    openKeys,

    /** Every message that is not final, oldest first; of one conversation also those that are sent but not yet seen in its thread. */
    entries: (conversationId?: string, notSeenSinceMs?: number | null): readonly OutboxEntry[] => {
      return conversationId === undefined
        ? entriesOf(`SELECT * FROM outbox WHERE ${isOpen} ORDER BY ordinal`, [])
        : entriesOf(
            `SELECT * FROM outbox WHERE conversation_id = ? AND (${isOpen} OR (state = 'sent' AND changed_at_ms > ?)) ORDER BY ordinal`,
            [conversationId, notSeenSinceMs ?? -1],
          )
    },

    /** Messages to a person that are not final, or that were sent and may not stand in a conversation here yet. */
    entriesTo: (otherPartyUsername: string): readonly OutboxEntry[] =>
      entriesOf(
        `SELECT * FROM outbox WHERE other_party_username = ? AND (${isOpen} OR (state = 'sent' AND changed_at_ms > ?)) ORDER BY ordinal`,
        [otherPartyUsername, clock.nowMs() - RECENT_MS],
      ),

    /**
     * When this text, as it leaves, last went to the same buyer, in this or another conversation, from here or from elsewhere; undefined if
     * not within ten minutes. A message that was taken back or thrown away went nowhere.
     */
    sentRecently: (target: MessageTarget, resolvedText: string): number | undefined => {
      const sinceMs = clock.nowMs() - RECENT_MS
      const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
      const buyer = 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername
      const wanted = comparableText(resolvedText)
      const own = database.all<{ text: string; at_ms: number }>(
        `SELECT json_extract(content, '$.messageText') AS text, created_at_ms AS at_ms FROM outbox
         WHERE created_at_ms > :sinceMs AND state NOT IN ('takenBack', 'discarded', 'rejected', 'notFound')
           AND (target_key = :key OR other_party_username = :buyer
             OR conversation_id IN (SELECT conversation_id FROM conversations WHERE buyer = :buyer))`,
        { sinceMs, key: targetKey(target), buyer },
      )
      const elsewhere =
        'conversationId' in target
          ? conversations
              .thread(target.conversationId)
              ?.messages.filter(({ writer, createdAtMs }) => writer === 'seller' && (createdAtMs ?? 0) > sinceMs)
              .map(({ text, createdAtMs }) => ({ text, at_ms: createdAtMs ?? 0 }))
          : []
      const times = [...own, ...(elsewhere ?? [])]
        .filter(({ text }) => comparableText(text) === wanted)
        .map(({ at_ms }) => at_ms)
      return times.length === 0 ? undefined : Math.max(...times)
    },

    counts: (): { readonly open: number; readonly needsUser: number } => {
      const states = database
        .all<{ detail: string }>(`SELECT detail FROM outbox WHERE ${isOpen}`)
        .map((row) => outboxStateSchema.parse(JSON.parse(row.detail)))
      return { open: states.length, needsUser: states.filter(needsUser).length }
    },

    /** Ids of the messages that were on their way. */
    sending: (): readonly string[] =>
      database.all<{ id: string }>(`SELECT id FROM outbox WHERE ${isOpen} AND state = 'sending'`).map(({ id }) => id),

    /** The messages that wait to reach the platform, or to be read about there. */
    waiting: (): readonly { readonly id: string; readonly key: string }[] =>
      database.all<{ id: string; key: string }>(
        `SELECT id, target_key AS key FROM outbox WHERE ${isOpen} AND state IN ('queued', 'unknown')`,
      ),
  }
}
