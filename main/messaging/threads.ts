/** Keeps threads as they were read: messages oldest first, who wrote each, and how fresh it all is. */
import type { Conversation, ConversationType, Message, Writer } from '../../shared/messaging/conversation.ts'
import { linksOf, webAddressOf } from '../../shared/messaging/links.ts'
import { type NewestRun, newestRunOf } from '../../shared/messaging/waiting-since.ts'
import type { Database } from '../database/database.ts'
import { type ConversationRow, rowOf, toConversation } from './conversation-row.ts'
import { previewOf } from './kept-conversations.ts'
import { type MessageRecord, oldestFirst } from './wire.ts'
import { createWordsIndex, isInIndex } from './words-index.ts'
import { ownTextsOf, writerOf } from './writers.ts'

export type KeptThread = {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  readonly readAtMs: number | null
  readonly complete: boolean
  readonly total: number | null
  readonly buyerMessages: number
}

/** A thread as it was read from the platform. */
export type ThreadReading = {
  readonly messages: readonly MessageRecord[]
  readonly total: number
  readonly complete: boolean
}

type MessageRow = {
  key: string
  writer: Writer
  sender: string | null
  text: string
  created_at_ms: number | null
  attachments: string
}

const attachmentsOf = (row: { readonly attachments: string }): Message['attachments'] =>
  JSON.parse(row.attachments) as Message['attachments']

export const createThreads = (database: Database, placeOf: (sortMs: number) => number) => {
  const words = createWordsIndex(database)

  const buyerMessages = (conversationRow: number): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM messages WHERE conversation_row = ? AND writer IN ('buyer', 'unknown')`,
      [conversationRow],
    )?.n ?? 0

  const rowsOf = (conversationRow: number): readonly MessageRow[] =>
    database.all<MessageRow>(
      'SELECT key, writer, sender, text, created_at_ms, attachments FROM messages WHERE conversation_row = ? ORDER BY position, id',
      [conversationRow],
    )

  const putMessage = (
    conversationRow: number,
    key: string,
    position: number,
    writer: Writer,
    message: MessageRecord,
  ): void => {
    database.run(
      `INSERT INTO messages (conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (conversation_row, key) DO UPDATE SET position = excluded.position, writer = excluded.writer,
         sender = excluded.sender, text = excluded.text, created_at_ms = excluded.created_at_ms,
         attachments = excluded.attachments, raw = excluded.raw`,
      [
        conversationRow,
        key,
        position,
        writer,
        message.sender,
        message.text,
        message.createdAtMs,
        JSON.stringify(message.attachments),
        message.raw,
      ],
    )
  }

  /** What the end of a thread says, from all that is kept of it. */
  const keptRunOf = (conversationRow: number): NewestRun | null =>
    newestRunOf(
      database
        .all<Pick<MessageRow, 'key' | 'writer' | 'sender' | 'created_at_ms'>>(
          'SELECT key, writer, sender, created_at_ms FROM messages WHERE conversation_row = ? ORDER BY position, id',
          [conversationRow],
        )
        .map(({ created_at_ms, ...message }) => ({ ...message, createdAtMs: created_at_ms })),
    )

  const keepThread = (row: ConversationRow | undefined, reading: ThreadReading, readAtMs: number): boolean => {
    if (row === undefined) return false
    const conversation = { conversationType: row.conversation_type, buyer: row.buyer }
    const ordered = oldestFirst(reading.messages)
    const ownTexts = ownTextsOf(database, row.conversation_id)
    const kept = new Map(
      database
        .all<{ key: string; raw: string; position: number; writer: string }>(
          'SELECT key, raw, position, writer FROM messages WHERE conversation_row = ?',
          [row.id],
        )
        .map((message) => [message.key, message] as const),
    )
    let changed = false
    const told = ordered.map((message, position) => {
      const key = message.messageId ?? `at:${position}`
      const before = kept.get(key)
      kept.delete(key)
      const writer = writerOf(message, conversation, ownTexts)
      if (before?.raw !== message.raw || before.position !== position || before.writer !== writer) {
        changed = true
        putMessage(row.id, key, position, writer, message)
      }
      return { key, writer, sender: message.sender, createdAtMs: message.createdAtMs }
    })
    if (reading.complete) {
      for (const key of kept.keys()) {
        changed = true
        database.run('DELETE FROM messages WHERE conversation_row = ? AND key = ?', [row.id, key])
      }
    }
    const latest = ordered.at(-1)
    const latestAtMs = latest?.createdAtMs ?? row.latest_at_ms
    const preview = latest === undefined ? row.preview : previewOf(latest.text)
    const place = latestAtMs !== null && latestAtMs > row.sort_ms ? placeOf(latestAtMs) : row.place
    const isOther = changed || place !== row.place || preview !== row.preview
    // A reading that is whole is all that is kept now; otherwise what was kept before counts as well.
    const run = reading.complete ? newestRunOf(told) : keptRunOf(row.id)
    database.run(
      `UPDATE conversations SET thread_stale = 0, thread_total = :total, thread_complete = :complete,
         thread_read_at_ms = :readAtMs, preview = :preview, latest_at_ms = :latestAtMs, newest_run = :run WHERE id = :id`,
      {
        id: row.id,
        total: reading.total,
        complete: reading.complete ? 1 : 0,
        readAtMs,
        preview,
        latestAtMs,
        run: run === null ? null : JSON.stringify(run),
      },
    )
    // Columns that stand in indexes are set where they change: each setting of them writes every one of those indexes.
    if (place !== row.place) {
      database.run('UPDATE conversations SET sort_ms = MAX(sort_ms, ?), place = ? WHERE id = ?', [
        latestAtMs,
        place,
        row.id,
      ])
    }
    // What a first reading brings follows: there may be very many of them (words-index.ts).
    if (isOther && row.thread_read_at_ms === null && place === row.place) words.putLater(row)
    else if (isOther && isInIndex(row) && reading.complete) {
      const header = { ...row, place, preview }
      words.putWords(
        row.id,
        header,
        ordered.map(({ text }) => text),
        row.place,
      )
    } else if (isOther && isInIndex(row)) words.putConversation(row.id, row.place)
    return changed || row.thread_complete !== (reading.complete ? 1 : 0) || row.thread_read_at_ms === null
  }

  return {
    thread: (conversationId: string): KeptThread | undefined => {
      const row = rowOf(database, conversationId)
      if (row === undefined) return undefined
      return {
        conversation: toConversation(row),
        messages: rowsOf(row.id).map((message) => ({
          key: message.key,
          text: message.text,
          writer: message.writer,
          sender: message.sender,
          createdAtMs: message.created_at_ms,
          attachments: attachmentsOf(message),
        })),
        readAtMs: row.thread_read_at_ms,
        complete: row.thread_complete === 1,
        total: row.thread_total,
        buyerMessages: buyerMessages(row.id),
      }
    },

    /** Messages of the buyer that are kept, as far as can be told; 0 for a conversation that is not known. */
    buyerMessages: (conversationId: string): number => {
      const row = rowOf(database, conversationId)
      return row === undefined ? 0 : buyerMessages(row.id)
    },

    /** Whether a message of this conversation, or an attachment of one, holds this address; `url` as `webAddressOf` gives it. */
    holdsLink: (conversationId: string, url: string): boolean => {
      const row = rowOf(database, conversationId)
      if (row === undefined) return false
      return rowsOf(row.id).some(
        (message) =>
          linksOf(message.text).some((link) => link.url === url) ||
          attachmentsOf(message).some(({ mediaUrl }) => webAddressOf(mediaUrl)?.url === url),
      )
    },

    /** Keeps a thread as it was read; messages that a complete reading lacks go. Returns whether anything is different. */
    keepThread: (conversationId: string, reading: ThreadReading, readAtMs: number): boolean =>
      database.transaction(() => keepThread(rowOf(database, conversationId), reading, readAtMs)),

    /** Keeps several threads in one transaction; returns those that are different now. */
    keepThreads: (
      threads: readonly { readonly conversationId: string; readonly reading: ThreadReading }[],
      readAtMs: number,
    ): readonly string[] =>
      database.transaction(() =>
        words.together(() =>
          threads
            .filter(({ conversationId, reading }) => keepThread(rowOf(database, conversationId), reading, readAtMs))
            .map(({ conversationId }) => conversationId),
        ),
      ),

    /** Conversations whose thread is older than what the list told, newest first. */
    staleThreads: (
      limit: number,
    ): readonly { readonly conversationId: string; readonly conversationType: ConversationType }[] =>
      database
        .all<{ conversation_id: string; conversation_type: ConversationType }>(
          `SELECT conversation_id, conversation_type FROM conversations INDEXED BY conversations_stale
           WHERE thread_stale = 1 AND gone = 0 ORDER BY place DESC LIMIT ?`,
          [limit],
        )
        .map((row) => ({ conversationId: row.conversation_id, conversationType: row.conversation_type })),

    /** How many conversations have a thread to be read, and of how many a search does not know everything yet. */
    outstanding: (): { readonly threadsToRead: number; readonly notSearched: number } => {
      const counts = database.all<{ view: string; count: number }>(
        `SELECT view, count FROM view_counts WHERE kind = '' AND view IN ('staleThreads', 'toRead') AND value = ''`,
      )
      const countOf = (name: string): number => counts.find(({ view }) => view === name)?.count ?? 0
      return { threadsToRead: countOf('staleThreads'), notSearched: countOf('toRead') }
    },

    /** Whether `catchUp` has anything to do. */
    isBehind: words.isBehind,

    /**
     * Puts up to `limit` conversations into the index of words that are not in it yet, the newest first; returns how many
     * those were. What an earlier version kept without knowing who wrote last gets that as well.
     */
    catchUp: (limit: number): number =>
      database.transaction(() => {
        const rows = words.putUnworded(limit)
        const withoutRun = database.all<{ id: number }>(
          'SELECT id FROM conversations WHERE newest_run IS NULL AND id IN (SELECT value FROM json_each(?))',
          [JSON.stringify(rows)],
        )
        for (const { id } of withoutRun) {
          const run = keptRunOf(id)
          if (run === null) continue
          database.run('UPDATE conversations SET newest_run = ? WHERE id = ?', [JSON.stringify(run), id])
        }
        return rows.length
      }),
  }
}
