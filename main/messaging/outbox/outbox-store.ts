/** The rows of the outbox: each message, its state and its history. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { type MessageContent, type MessageTarget, targetKey } from '../../../shared/messaging/message-text.ts'
import {
  blockingStates,
  type finalStates,
  needsUser,
  type OutboxState,
  outboxStateSchema,
} from '../../../shared/messaging/outbox-state.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Database, SqlParams } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import { OPEN_OUTBOX } from '../messaging-schema.ts'
import { toTarget, toTargetColumns } from './drafts.ts'
import { comparableText } from './thread-evidence.ts'
import { type OutboxEvent, transition } from './transition.ts'

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

export type StoredMessage = {
  readonly id: string
  readonly key: string
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly state: OutboxState
  readonly buyerMessagesSeen: number
}

const toMessage = (row: OutboxRow): StoredMessage => ({
  id: row.id,
  key: row.target_key,
  target: toTarget(row),
  content: JSON.parse(row.content) as MessageContent,
  state: outboxStateSchema.parse(JSON.parse(row.detail)),
  buyerMessagesSeen: row.buyer_messages_seen,
})

const eventError = (event: OutboxEvent): AppError | undefined => {
  if ('error' in event) return event.error
  return event.event === 'unknown' ? { kind: 'unknown', message: event.reason } : undefined
}

/** Whether only an earlier message keeps it here. */
const isReady = (state: OutboxState, nowMs: number): boolean =>
  state.state === 'queued' || (state.state === 'held' && state.undoUntilMs <= nowMs)

export type OutboxStore = ReturnType<typeof createOutboxStore>

export const createOutboxStore = (deps: {
  readonly database: Database
  readonly conversations: ConversationStore
  readonly clock: Clock
}) => {
  const { database, conversations, clock } = deps

  const load = (id: string): StoredMessage | undefined => {
    const row = database.get<OutboxRow>('SELECT * FROM outbox WHERE id = ?', [id])
    return row === undefined ? undefined : toMessage(row)
  }

  const addHistory = (id: string, atMs: number, event: string, from: string | null, to: string, detail?: string) => {
    database.run(
      'INSERT INTO outbox_history (outbox_id, at_ms, event, from_state, to_state, detail) VALUES (?, ?, ?, ?, ?, ?)',
      [id, atMs, event, from, to, detail ?? null],
    )
  }

  const loadEntries = (condition: string, params: SqlParams): readonly OutboxEntry[] => {
    const rows = database.all<OutboxRow>(`SELECT * FROM outbox WHERE ${condition} ORDER BY ordinal`, params)
    const blocked = new Set<string>()
    return rows.map((row) => {
      const { key, id, target, content, state } = toMessage(row)
      const conversation = row.conversation_id === null ? undefined : conversations.conversation(row.conversation_id)
      const waitsForEarlier = blocked.has(key) && isReady(state, clock.nowMs())
      if (blockingStates.includes(state.state)) blocked.add(key)
      return {
        id,
        target,
        buyer: conversation?.buyer ?? row.other_party_username,
        subject: conversation?.subject ?? null,
        content,
        state,
        attempts: row.attempts,
        lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as AppError),
        createdAtMs: row.created_at_ms,
        changedAtMs: row.changed_at_ms,
        waitsForEarlier,
      }
    })
  }

  return {
    load,

    require: (id: string): StoredMessage => {
      const message = load(id)
      if (message === undefined)
        throw new Failure({ kind: 'notFound', message: 'This message is no longer in the outbox.' })
      return message
    },

    /** Applies an event; undefined if it doesn't apply in the message's state. */
    apply: (id: string, event: OutboxEvent): OutboxState | undefined =>
      database.transaction(() => {
        const message = load(id)
        const next = message === undefined ? undefined : transition(message.state, event)
        if (message === undefined || next === undefined) return undefined
        const error = eventError(event)
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
        // Retries don't change the state: a night offline must not fill the history.
        if (next.state !== message.state.state) {
          addHistory(id, event.atMs, event.event, message.state.state, next.state, error?.message)
        }
        if (next.state === 'sent' && 'conversationId' in message.target) {
          conversations.setAnswered(message.target.conversationId, event.atMs)
        }
        return next
      }),

    /** Adds a held message, in the caller's transaction. */
    add: (
      target: MessageTarget,
      id: string,
      content: MessageContent,
      buyerMessagesSeen: number,
      state: OutboxState & { readonly state: 'held' },
      atMs: number,
    ): void => {
      database.run(
        `INSERT INTO outbox (id, target_key, conversation_id, other_party_username, content, state, detail,
           buyer_messages_seen, created_at_ms, changed_at_ms)
         VALUES (:id, :key, :conversationId, :otherPartyUsername, :content, :state, :detail, :seen, :atMs, :atMs)`,
        {
          ...toTargetColumns(target),
          id,
          content: JSON.stringify(content),
          state: state.state,
          detail: JSON.stringify(state),
          seen: buyerMessagesSeen,
          atMs,
        },
      )
      addHistory(id, atMs, 'send', null, state.state)
    },

    /** The first message of a target that holds up the others. */
    firstBlocking: (key: string): StoredMessage | undefined =>
      database
        .all<OutboxRow>(`SELECT * FROM outbox WHERE target_key = ? AND ${OPEN_OUTBOX} ORDER BY ordinal`, [key])
        .map(toMessage)
        .find(({ state }) => blockingStates.includes(state.state)),

    openKeys: (): readonly string[] =>
      database
        .all<{ target_key: string }>(`SELECT DISTINCT target_key FROM outbox WHERE ${OPEN_OUTBOX}`)
        .map((row) => row.target_key),

    /** All messages that are not final, oldest first. */
    entries: (): readonly OutboxEntry[] => loadEntries(OPEN_OUTBOX, []),

    /** Those of a conversation, and sent ones that its thread, last read at `readAtMs`, may not show yet. */
    entriesIn: (conversationId: string, readAtMs: number | null): readonly OutboxEntry[] =>
      loadEntries(`conversation_id = ? AND (${OPEN_OUTBOX} OR (state = 'sent' AND changed_at_ms > ?))`, [
        conversationId,
        readAtMs ?? -1,
      ]),

    /** Those to a person, and recently sent ones. */
    entriesTo: (otherPartyUsername: string): readonly OutboxEntry[] =>
      loadEntries(`other_party_username = ? AND (${OPEN_OUTBOX} OR (state = 'sent' AND changed_at_ms > ?))`, [
        otherPartyUsername,
        clock.nowMs() - RECENT_MS,
      ]),

    /** When this text, variables filled in, last went to the same buyer within ten minutes, in any conversation. */
    sentRecently: (target: MessageTarget, messageText: string): number | undefined => {
      const sinceMs = clock.nowMs() - RECENT_MS
      const thread = 'conversationId' in target ? conversations.thread(target.conversationId) : undefined
      const buyer = 'conversationId' in target ? (thread?.conversation.buyer ?? null) : target.otherPartyUsername
      const sentHere = database.all<{ text: string; atMs: number }>(
        `SELECT content ->> '$.messageText' AS text, created_at_ms AS atMs FROM outbox
         WHERE created_at_ms > :sinceMs AND state NOT IN ('withdrawn', 'discarded', 'refused', 'notFound')
           AND (target_key = :key OR other_party_username = :buyer
             OR conversation_id IN (SELECT conversation_id FROM conversations WHERE buyer = :buyer))`,
        { sinceMs, key: targetKey(target), buyer },
      )
      const sentElsewhere = (thread?.messages ?? [])
        .filter(({ writer, createdAtMs }) => writer === 'seller' && (createdAtMs ?? 0) > sinceMs)
        .map(({ text, createdAtMs }) => ({ text, atMs: createdAtMs ?? 0 }))
      const wanted = comparableText(messageText)
      const times = [...sentHere, ...sentElsewhere]
        .filter(({ text }) => comparableText(text) === wanted)
        .map(({ atMs }) => atMs)
      return times.length === 0 ? undefined : Math.max(...times)
    },

    counts: (): { readonly open: number; readonly needsUser: number } => {
      const states = database
        .all<{ detail: string }>(`SELECT detail FROM outbox WHERE ${OPEN_OUTBOX}`)
        .map((row) => outboxStateSchema.parse(JSON.parse(row.detail)))
      return { open: states.length, needsUser: states.filter(needsUser).length }
    },

    /** Messages in one of these states, none of them final. */
    findInStates: (
      states: readonly Exclude<OutboxState['state'], (typeof finalStates)[number]>[],
    ): readonly { readonly id: string; readonly key: string }[] =>
      database.all<{ id: string; key: string }>(
        `SELECT id, target_key AS key FROM outbox WHERE ${OPEN_OUTBOX} AND state IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(states)],
      ),
  }
}
