/** Keeps conversations as the platform lists them, and what this seller changed of them. */
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import { newestRunOf } from '../../shared/messaging/waiting-since.ts'
import type { Database } from '../database/database.ts'
import { rowOf } from './conversation-row.ts'
import type { ConversationRecord } from './wire.ts'
import { createWordsIndex, isInIndex } from './words-index.ts'
import { ownTextsOf, writerOf } from './writers.ts'

const LATEST_MS = 8_790_000_000_000
const PREVIEW_CHARACTERS = 160
/** Places that are looked at together for a free one. */
const PLACES_AT_ONCE = 256

/** First words of a message, on one line. */
export const previewOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  // A line of so few units has no more characters than that.
  if (line.length <= PREVIEW_CHARACTERS) return line
  return [...line.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('')
}

type KeptRow = {
  id: number
  place: number
  sort_ms: number
  subject: string | null
  buyer: string | null
  item_id: string | null
  preview: string | null
  latest_at_ms: number | null
  newest_run: string | null
  unread: number
  archived: number
  gone: number
  changed_here_at_ms: number
  thread_stale: number
  worded: number
  in_index: number
  raw: string
}

const keptColumns =
  'id, place, sort_ms, subject, buyer, item_id, preview, latest_at_ms, newest_run, unread, archived, gone, changed_here_at_ms, thread_stale, worded, in_index, raw'

/** Gives a conversation its place in every list: the time of its newest message, or the next free millisecond after it. */
export const createPlaces = (database: Database) => {
  // Those without a time stand together at the very end; where their stretch goes on is remembered.
  let undatedFrom = 0

  return (sortMs: number): number => {
    const isUndated = sortMs <= 0
    let from = isUndated ? undatedFrom : Math.min(sortMs, LATEST_MS)
    for (;;) {
      const taken = database.all<{ place: number }>(
        'SELECT place FROM conversations WHERE place BETWEEN ? AND ? ORDER BY place',
        [from, from + PLACES_AT_ONCE - 1],
      )
      const gap = taken.findIndex(({ place }, index) => place !== from + index)
      const free = gap >= 0 ? from + gap : from + taken.length
      if (isUndated) undatedFrom = free
      if (gap >= 0 || taken.length < PLACES_AT_ONCE) return free
      from = free
    }
  }
}

export type KeptConversations = ReturnType<typeof createKeptConversations>

export const createKeptConversations = (database: Database, placeOf: (sortMs: number) => number) => {
  const words = createWordsIndex(database)

  /** Who wrote last, as the element of the list tells; the thread, once it is read, tells more. */
  const runOf = (conversationType: ConversationType, record: ConversationRecord): string | null => {
    const { latest } = record
    if (latest?.messageId == null) return null
    const ownTexts = latest.sender === null ? ownTextsOf(database, record.conversationId) : new Set<string>()
    const writer = writerOf(latest, { conversationType, buyer: record.buyer }, ownTexts)
    const run = newestRunOf([{ ...latest, key: latest.messageId, writer }])
    return run === null ? null : JSON.stringify(run)
  }

  const add = (conversationType: ConversationType, record: ConversationRecord, archived: boolean): void => {
    const sortMs = record.latestAtMs ?? 0
    const place = placeOf(sortMs)
    const preview = record.latest === null ? null : previewOf(record.latest.text)
    database.run(
      `INSERT INTO conversations (conversation_id, conversation_type, subject, buyer, item_id, preview, created_at_ms,
         latest_at_ms, sort_ms, place, newest_run, unread, archived, raw, worded, has_draft, waiting, unknown)
       VALUES (:conversationId, :conversationType, :subject, :buyer, :itemId, :preview, :createdAtMs,
         :latestAtMs, :sortMs, :place, :newestRun, :unread, :archived, :raw, 0,
         EXISTS (SELECT 1 FROM drafts d WHERE d.conversation_id = :conversationId),
         (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = :conversationId
           AND o.state NOT IN ('sent', 'takenBack', 'discarded')),
         (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = :conversationId AND o.state = 'unknown'))`,
      {
        conversationId: record.conversationId,
        conversationType,
        subject: record.subject,
        buyer: record.buyer,
        itemId: record.itemId,
        preview,
        createdAtMs: record.createdAtMs,
        latestAtMs: record.latestAtMs,
        sortMs,
        place,
        newestRun: runOf(conversationType, record),
        unread: record.unread ? 1 : 0,
        archived: archived ? 1 : 0,
        raw: record.raw,
      },
    )
  }

  /** Brings a row up to what the page says; returns whether anything is different. */
  const update = (
    before: KeptRow,
    conversationType: ConversationType,
    record: ConversationRecord,
    archived: boolean,
    requestedAtMs: number,
  ): boolean => {
    // What this seller changed here after the page was asked for stays: the page was on its way before it.
    const isOlder = before.changed_here_at_ms >= requestedAtMs
    const isOther = before.raw !== record.raw
    const filed = isOlder
      ? { unread: before.unread, archived: before.archived, gone: before.gone }
      : { unread: record.unread ? 1 : 0, archived: archived ? 1 : 0, gone: 0 }
    // Most pages of most passes say what is kept already.
    const isSame =
      !isOther && filed.unread === before.unread && filed.archived === before.archived && filed.gone === before.gone
    if (isSame) return false
    const sortMs = Math.max(before.sort_ms, record.latestAtMs ?? 0)
    const isNewer = (record.latestAtMs ?? 0) >= before.sort_ms
    const preview = record.latest === null ? null : previewOf(record.latest.text)
    const after: KeptRow = {
      ...before,
      sort_ms: sortMs,
      place: sortMs === before.sort_ms ? before.place : placeOf(sortMs),
      subject: record.subject,
      buyer: record.buyer ?? before.buyer,
      item_id: record.itemId ?? before.item_id,
      preview: isNewer ? (preview ?? before.preview) : before.preview,
      latest_at_ms: isNewer ? record.latestAtMs : before.latest_at_ms,
      newest_run: isOther && isNewer ? runOf(conversationType, record) : before.newest_run,
      ...filed,
      thread_stale: isOther ? 1 : before.thread_stale,
      raw: record.raw,
    }
    database.run(
      `UPDATE conversations SET subject = :subject, buyer = :buyer, item_id = :item_id, preview = :preview,
         created_at_ms = :createdAtMs, latest_at_ms = :latest_at_ms, sort_ms = :sort_ms, place = :place,
         newest_run = :newest_run, unread = :unread, archived = :archived, gone = :gone, thread_stale = :thread_stale,
         raw = :raw
       WHERE id = :id`,
      {
        id: after.id,
        subject: after.subject,
        buyer: after.buyer,
        item_id: after.item_id,
        preview: after.preview,
        createdAtMs: record.createdAtMs,
        latest_at_ms: after.latest_at_ms,
        sort_ms: after.sort_ms,
        place: after.place,
        newest_run: after.newest_run,
        unread: after.unread,
        archived: after.archived,
        gone: after.gone,
        thread_stale: after.thread_stale,
        raw: after.raw,
      },
    )
    const says = (row: KeptRow) => [row.place, row.subject, row.buyer, row.item_id, row.preview].join('\n')
    if (isInIndex(before) && says(after) !== says(before)) words.putConversation(before.id, before.place)
    return true
  }

  return {
    /**
     * Keeps one page as it was read; returns how many of its conversations are new or different. Archived are those whose
     * entries say so and those of `archivedIds`.
     *
     * What this seller changed here after `requestedAtMs` stays: the page was on its way before it.
     */
    keepPage: (
      conversationType: ConversationType,
      records: readonly ConversationRecord[],
      archivedIds: ReadonlySet<string>,
      requestedAtMs: number,
    ): number =>
      database.transaction(() =>
        words.together(() => {
          let changes = 0
          // The newest comes first; of conversations of one moment the one that is listed first gets the later place.
          for (const record of records.toReversed()) {
            const archived = record.archived || archivedIds.has(record.conversationId)
            const before = database.get<KeptRow>(`SELECT ${keptColumns} FROM conversations WHERE conversation_id = ?`, [
              record.conversationId,
            ])
            if (before === undefined) {
              add(conversationType, record, archived)
              changes += 1
            } else if (update(before, conversationType, record, archived, requestedAtMs)) changes += 1
          }
          return changes
        }),
      ),

    setUnread: (conversationId: string, unread: boolean, atMs: number): void => {
      database.run('UPDATE conversations SET unread = ?, changed_here_at_ms = ? WHERE conversation_id = ?', [
        unread ? 1 : 0,
        atMs,
        conversationId,
      ])
    },

    /** The platform deleted it: it leaves the views. What was read stays on disk, as with all that the platform drops. */
    setGone: (conversationId: string, atMs: number): void => {
      database.run('UPDATE conversations SET gone = 1, changed_here_at_ms = ? WHERE conversation_id = ?', [
        atMs,
        conversationId,
      ])
    },

    /** Filed here: the marks of the ARCHIVE filter go along, so that no older page files it back. */
    setArchived: (conversationId: string, archived: boolean, atMs: number): void =>
      database.transaction(() => {
        database.run('UPDATE conversations SET archived = ?, changed_here_at_ms = ? WHERE conversation_id = ?', [
          archived ? 1 : 0,
          atMs,
          conversationId,
        ])
        database.run(
          archived
            ? `INSERT OR IGNORE INTO sync_seen (scope, conversation_row, pass)
               SELECT conversation_type || ' ARCHIVE', id, 0 FROM conversations WHERE conversation_id = ?`
            : `DELETE FROM sync_seen WHERE (scope, conversation_row) IN
                 (SELECT conversation_type || ' ARCHIVE', id FROM conversations WHERE conversation_id = ?)`,
          [conversationId],
        )
      }),

    /** An answer of the seller's arrived: nobody waits any more, until the platform says otherwise. */
    setAnswered: (conversationId: string, atMs: number): void => {
      const row = rowOf(database, conversationId)
      if (row === undefined) return
      database.run(
        `UPDATE conversations SET unanswered = CASE WHEN unanswered IS NULL THEN NULL ELSE 0 END, newest_run = NULL,
           answered_here_at_ms = ? WHERE id = ?`,
        [atMs, row.id],
      )
    },
  }
}
