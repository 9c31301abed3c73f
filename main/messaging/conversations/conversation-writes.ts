/** Stores conversations as the platform lists them, and what the seller changed. */
import * as z from 'zod'
import type { ConversationType, Writer } from '../../../shared/messaging/conversation.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import { type ErasedCheck, matchNames } from '../../erasure/erased-persons.ts'
import { type ConversationRecord, readConversation } from '../platform/message-wire.ts'
import { waitsFor } from '../schema.ts'
import { indexConversation } from '../search/search-index.ts'
import type { ConversationRow } from './conversation-row.ts'
import { covers, type KeptReadMark, keptReadMarkSchema } from './kept-read-mark.ts'
import { showsNews } from './news.ts'
import { findWaitingEvidence } from './waiting-since.ts'
import { detectWriter, loadSentTexts } from './writers.ts'

/** SQL of an update: a newer message that is not the seller's ends a snooze and the mark that no reply is needed. */
const END_MARKS = `
  snoozed_until_ms = CASE WHEN :isNews AND excluded.latest_writer IS NOT 'seller' THEN NULL ELSE snoozed_until_ms END,
  no_reply_needed = CASE WHEN :isNews AND excluded.latest_writer IS NOT 'seller' THEN 0 ELSE no_reply_needed END`

/**
 * `archived` of a conversation that the platform lists as archived, and in which the buyer wrote since: it is in the inbox until
 * the seller files it, or the platform moves it (MSG-25). 1 is archived, 0 is not.
 */
export const RETURNED = 2

const MAX_PREVIEW_LENGTH = 160

/** The start of a message, on one line. */
export const createPreview = (text: string): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, MAX_PREVIEW_LENGTH).join('')

/** No answer takes longer: a change dated further ahead was made before the computer's clock was set back. */
const MAX_ANSWER_MS = 10 * 60_000

/** Whether a page requested at that time may lack a change made here. */
const mayLack = (changedAtMs: number, requestedAtMs: number): boolean =>
  changedAtMs >= requestedAtMs && changedAtMs - requestedAtMs < MAX_ANSWER_MS

type StoredRow = Pick<
  ConversationRow,
  | ('id' | 'sort_ms' | 'subject' | 'buyer' | 'item_id' | 'preview' | 'latest_at_ms' | 'waiting_evidence')
  | ('latest_writer' | 'last_sent_ms' | 'unread' | 'archived' | 'unanswered')
> & {
  gone: number
  filed_at_ms: number
  answered_at_ms: number
  read_waits: number
  move_waits: number
  read_kept: string | null
  raw: string
}

export type ConversationWrites = ReturnType<typeof createConversationWrites>

export const createConversationWrites = (database: Database, erased: ErasedCheck) => {
  /** Whether the platform still lists a conversation with an erased user (PLT-18). */
  const isErased = ({ conversationId, buyer, createdAtMs, latest }: ConversationRecord): boolean =>
    erased.isErasedConversation(conversationId) ||
    // A later message of the seller's or the platform's doesn't make the conversation a new account's.
    erased.isErased(
      buyer,
      createdAtMs ?? (matchNames([buyer ?? ''])(latest?.sender) ? (latest?.createdAtMs ?? null) : null),
    ) ||
    erased.isErased(latest?.sender, createdAtMs ?? latest?.createdAtMs ?? null)

  /** What the list's entry shows of the newest message. The thread shows more. */
  const readLatest = (
    conversationType: ConversationType,
    record: ConversationRecord,
    before: StoredRow | undefined,
  ): { readonly evidence: string | null; readonly writer: Writer | null; readonly lastSentMs: number | null } => {
    const { latest } = record
    const lastSentMs = before?.last_sent_ms ?? null
    if (latest === null) {
      const isNewer = before !== undefined && (record.latestAtMs ?? 0) > before.sort_ms
      return { evidence: null, writer: isNewer ? null : (before?.latest_writer ?? null), lastSentMs }
    }
    const sentTexts = latest.sender === null ? loadSentTexts(database, record.conversationId) : new Set<string>()
    const writer = detectWriter(latest, { conversationType, buyer: record.buyer }, sentTexts)
    const evidence = findWaitingEvidence([{ ...latest, writer }])
    return {
      evidence: evidence === null ? null : JSON.stringify(evidence),
      writer,
      lastSentMs: writer === 'seller' ? Math.max(latest.createdAtMs ?? 0, lastSentMs ?? 0) : lastSentMs,
    }
  }

  /** Stores a record; returns whether anything changed. */
  const save = (
    conversationType: ConversationType,
    record: ConversationRecord,
    isArchived: boolean,
    requestedAtMs: number,
  ): boolean => {
    const before = database.get<StoredRow>(
      `SELECT id, sort_ms, subject, buyer, item_id, preview, latest_at_ms, waiting_evidence, latest_writer, last_sent_ms,
         unread, archived, gone, filed_at_ms, unanswered, answered_at_ms, raw, read_kept, ${waitsFor('conversation_id', 'read', 'unread')} AS read_waits,
         ${waitsFor('conversation_id', 'archive', 'restore')} AS move_waits
       FROM conversations WHERE conversation_id = ?`,
      [record.conversationId],
    )
    // An unchanged record counts as changed once the buyer's name is known.
    const isBuyerNew = record.buyer !== null && record.buyer !== before?.buyer
    const isRecordNew = before?.raw !== record.raw || isBuyerNew
    const preview = record.latest === null ? null : createPreview(record.latest.text)
    const kept = readStoredJson(keptReadMarkSchema, before?.read_kept)
    const isReadHere = record.unread === true && kept !== undefined && covers(kept, record, preview)
    const isNews = before !== undefined && isRecordNew && showsNews(record, before)
    const latestAtMs = record.latestAtMs ?? 0
    const hasTime = record.latest === null || record.latest.createdAtMs !== null
    const isNewest = before === undefined || isNews || !hasTime || latestAtMs >= before.sort_ms
    const shown =
      isRecordNew && isNewest
        ? readLatest(conversationType, record, before)
        : {
            evidence: before?.waiting_evidence ?? null,
            writer: before?.latest_writer ?? null,
            lastSentMs: before?.last_sent_ms ?? null,
          }
    const isFromOthers = isNews && shown.writer !== 'seller'
    const filed =
      before !== undefined && mayLack(before.filed_at_ms, requestedAtMs)
        ? { unread: before.unread, archived: before.archived, gone: before.gone }
        : {
            // The seller's read mark stays while it waits to be sent, but is no mark of what came after it (MSG-25).
            unread:
              (before?.read_waits === 1 && !isFromOthers) || record.unread === null || isReadHere
                ? (before?.unread ?? 0)
                : Number(record.unread),
            archived:
              before?.move_waits === 1
                ? before.archived
                : isArchived
                  ? before?.archived === RETURNED
                    ? RETURNED
                    : 1
                  : 0,
            gone: record.deleted ? 1 : 0,
          }
    // MSG-25: the platform may leave the conversation archived.
    if (isFromOthers && filed.archived === 1 && (before.archived === 1 || record.unread === true))
      filed.archived = RETURNED
    const isFiledAsBefore =
      filed.unread === before?.unread && filed.archived === before.archived && filed.gone === before.gone
    const isMarkOver = kept !== undefined && before?.read_waits !== 1 && record.unread !== null && !isReadHere
    if (!isRecordNew && isFiledAsBefore && !isMarkOver) return false

    // A page requested before the seller's reply doesn't include it, so the next page is compared again.
    const isBeforeReply =
      before !== undefined && record.unanswered !== null && mayLack(before.answered_at_ms, requestedAtMs)
    const saysWhoWaits = record.unanswered !== null && isRecordNew && !isBeforeReply
    const unanswered = saysWhoWaits ? Number(record.unanswered) : (before?.unanswered ?? null)
    // A message without a time counts as new as the reading that found it.
    const foundMs = isNews && !hasTime ? requestedAtMs : latestAtMs
    const listed = {
      subject: record.subject,
      buyer: record.buyer ?? before?.buyer ?? null,
      itemId: record.itemId ?? before?.item_id ?? null,
      preview: isNewest && preview !== null ? preview : (before?.preview ?? null),
    }
    const saved = database.get<{ id: number }>(
      `INSERT INTO conversations (conversation_id, conversation_type, subject, buyer, item_id, preview, latest_at_ms, sort_ms,
         waiting_evidence, latest_writer, last_sent_ms, unread, archived, gone, unanswered, raw)
       VALUES (:conversationId, :conversationType, :subject, :buyer, :itemId, :preview, :latestAtMs, :sortMs,
         :evidence, :writer, :lastSentMs, :unread, :archived, :gone, :unanswered, :raw)
       ON CONFLICT (conversation_id) DO UPDATE SET subject = excluded.subject, buyer = excluded.buyer,
         item_id = excluded.item_id, preview = excluded.preview, latest_at_ms = excluded.latest_at_ms,
         sort_ms = excluded.sort_ms, waiting_evidence = excluded.waiting_evidence,
         latest_writer = excluded.latest_writer, last_sent_ms = excluded.last_sent_ms,
         ${END_MARKS}, unread = excluded.unread, read_kept = CASE WHEN :endsReadMark THEN NULL ELSE read_kept END,
         archived = excluded.archived, gone = excluded.gone, unanswered = excluded.unanswered, raw = excluded.raw,
         thread_stale = MAX(thread_stale, :isRecordNew)
       RETURNING id`,
      {
        conversationId: record.conversationId,
        conversationType,
        ...listed,
        latestAtMs: isNewest ? record.latestAtMs : before.latest_at_ms,
        sortMs: Math.max(foundMs, before?.sort_ms ?? 0),
        isNews: isNews ? 1 : 0,
        endsReadMark: isMarkOver ? 1 : 0,
        ...shown,
        ...filed,
        unanswered,
        isRecordNew: isRecordNew ? 1 : 0,
        raw: isBeforeReply ? before.raw : record.raw,
      },
    )
    const isSameText =
      before?.subject === listed.subject &&
      before.buyer === listed.buyer &&
      before.item_id === listed.itemId &&
      before.preview === listed.preview
    if (saved !== undefined && !isSameText) indexConversation(database, saved.id)
    return true
  }

  /** The mark of a conversation that the seller reads now; null for an unknown one. */
  const createReadMark = (conversationId: string): string | null => {
    const row = database.get<Pick<StoredRow, 'latest_at_ms' | 'preview' | 'raw'>>(
      'SELECT latest_at_ms, preview, raw FROM conversations WHERE conversation_id = ?',
      [conversationId],
    )
    if (row === undefined) return null
    const mark: KeptReadMark = {
      latestAtMs: row.latest_at_ms,
      preview: row.preview,
      unreadCount: readConversation(readStoredJson(z.unknown(), row.raw))?.unreadCount ?? null,
    }
    return JSON.stringify(mark)
  }

  return {
    isErased,

    /**
     * Has the threads of these conversations read again that are unread and whose entries show no message: there the entry stays
     * the same when another message comes (MSG-24). `readBeforeMs`: not those that were read later.
     */
    readUnread: (records: readonly ConversationRecord[], readBeforeMs: number): void => {
      const ids = records.flatMap(({ latest, unread, conversationId }) =>
        latest === null && unread === true ? [conversationId] : [],
      )
      if (ids.length === 0) return
      database.run(
        `UPDATE conversations SET thread_stale = 1
         WHERE conversation_id IN (SELECT value FROM json_each(?)) AND thread_stale = 0 AND gone = 0 AND thread_read_at_ms < ?`,
        [JSON.stringify(ids), readBeforeMs],
      )
    },

    /**
     * Stores one page of a list, without erased users; returns how many conversations changed. `archivedIds` adds to
     * what the entries show. Changes that the seller filed here after `requestedAtMs` stay, because the page may be
     * older.
     */
    savePage: (
      conversationType: ConversationType,
      records: readonly ConversationRecord[],
      archivedIds: ReadonlySet<string>,
      requestedAtMs: number,
    ): number =>
      // Last first: among conversations with the same time, the one listed first gets the highest id and stays first.
      database.transaction(
        () =>
          records
            .toReversed()
            .filter((record) => !isErased(record))
            .filter((record) =>
              save(conversationType, record, record.archived || archivedIds.has(record.conversationId), requestedAtMs),
            ).length,
      ),

    setUnread: (conversationId: string, unread: boolean, atMs: number): void => {
      database.run('UPDATE conversations SET unread = ?, read_kept = ?, filed_at_ms = ? WHERE conversation_id = ?', [
        unread ? 1 : 0,
        unread ? null : createReadMark(conversationId),
        atMs,
        conversationId,
      ])
    },

    /** The conversation's mark or folder; undefined if it is unknown. One that came back from the archive is still filed there. */
    isFiled: (conversationId: string, what: 'unread' | 'archived'): boolean | undefined => {
      const row = database.get<Pick<StoredRow, 'unread' | 'archived'>>(
        'SELECT unread, archived FROM conversations WHERE conversation_id = ?',
        [conversationId],
      )
      return row === undefined ? undefined : row[what] !== 0
    },

    /** The platform deleted the conversation. It leaves the views; its messages stay on disk. */
    setGone: (conversationId: string, atMs: number): void => {
      database.run('UPDATE conversations SET gone = 1, filed_at_ms = ? WHERE conversation_id = ?', [
        atMs,
        conversationId,
      ])
    },

    /** Also updates what the ARCHIVE filter last returned, so that no older page moves it back. */
    setArchived: (conversationId: string, archived: boolean, atMs: number): void =>
      database.transaction(() => {
        database.run('UPDATE conversations SET archived = ?, filed_at_ms = ? WHERE conversation_id = ?', [
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

    setNoReplyNeeded: (conversationIds: readonly string[], noReplyNeeded: boolean): void => {
      database.run(
        'UPDATE conversations SET no_reply_needed = ? WHERE conversation_id IN (SELECT value FROM json_each(?))',
        [noReplyNeeded ? 1 : 0, JSON.stringify(conversationIds)],
      )
    },

    /** Snoozes conversations until a time. With null, ends their snooze. */
    snooze: (conversationIds: readonly string[], untilMs: number | null): void => {
      database.run(
        'UPDATE conversations SET snoozed_until_ms = ? WHERE conversation_id IN (SELECT value FROM json_each(?))',
        [untilMs, JSON.stringify(conversationIds)],
      )
    },

    /** Ends the snoozes that are due; returns how many. */
    endSnoozes: (nowMs: number): number =>
      database.all('UPDATE conversations SET snoozed_until_ms = NULL WHERE snoozed_until_ms <= ? RETURNING id', [nowMs])
        .length,

    /** When the next snooze ends; null without one. */
    nextSnoozeMs: (): number | null =>
      database.get<{ ms: number | null }>(
        'SELECT MIN(snoozed_until_ms) AS ms FROM conversations WHERE snoozed_until_ms IS NOT NULL',
      )?.ms ?? null,

    /**
     * Records a sent reply: the buyer no longer waits, until the platform says otherwise. A reply found by reading
     * (`isFound`) may be old, so the buyer still waits if the thread ends with the buyer's message.
     */
    setAnswered: (conversationId: string, atMs: number, isFound: boolean): void => {
      database.run(
        `UPDATE conversations SET unanswered = CASE WHEN unanswered IS NULL THEN NULL ELSE 0 END, waiting_evidence = NULL,
           answered_at_ms = :atMs, last_sent_ms = :atMs, latest_writer = 'seller'
         WHERE conversation_id = :conversationId
           AND NOT (:isFound AND latest_writer IS 'buyer' AND thread_order IS NOT NULL)`,
        { atMs, conversationId, isFound: isFound ? 1 : 0 },
      )
    },
  }
}
