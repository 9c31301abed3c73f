/** Stores threads: messages oldest first, who wrote each, and when they were read. */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import {
  type Conversation,
  type ConversationType,
  type Message,
  messageSchema,
  type Writer,
} from '../../../shared/messaging/conversation.ts'
import { findLinks, parseWebAddress } from '../../../shared/messaging/links.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import { indexAnsweredQuestions } from '../earlier/answered-questions.ts'
import { type MessageRecord, oldestFirst, readConversation } from '../platform/message-wire.ts'
import type { WholeThread } from '../platform/paging.ts'
import { indexConversation } from '../search/search-index.ts'
import { type ConversationRow, loadRow, toConversation } from './conversation-row.ts'
import { createPreview, RETURNED } from './conversation-writes.ts'
import { findThreadOrder, listedText, type ThreadOrder } from './thread-order.ts'
import { findWaitingEvidence } from './waiting-since.ts'
import { detectWriter, listSentTexts, loadSentTexts } from './writers.ts'

/**
 * What the seller saw when starting a message: how many of the buyer's messages the thread showed (null if it had not
 * been read yet), and the time of the newest message in the list.
 */
export type SeenMessages = { readonly buyerMessagesSeen: number | null; readonly newestSeenMs: number | null }

type StoredThread = {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  /** When the reading began. */
  readonly readAtMs: number | null
  readonly complete: boolean
  /** Whether the messages are certainly oldest first. */
  readonly isOrderKnown: boolean
  readonly total: number | null
  readonly buyerMessages: number | null
}

type MessageRow = {
  key: string
  writer: Writer
  sender: string | null
  text: string
  created_at_ms: number | null
  attachments: string
}

export const createThreadStore = (database: Database, erased: ErasedCheck) => {
  const countBuyerMessages = (conversationId: string): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM conversations c JOIN messages m ON m.conversation_row = c.id
       WHERE c.conversation_id = ? AND m.writer <> 'seller'`,
      [conversationId],
    )?.n ?? 0

  /**
   * The buyer's messages beyond those seen. One without a time counts as new unless the message count says otherwise.
   */
  const countUnseen = (conversationId: string, { buyerMessagesSeen, newestSeenMs }: SeenMessages): number => {
    const { total, newer } = database.get<{ total: number; newer: number }>(
      `SELECT COUNT(*) AS total, COUNT(*) FILTER (WHERE m.created_at_ms IS NULL OR m.created_at_ms > :newestSeenMs) AS newer
       FROM conversations c JOIN messages m ON m.conversation_row = c.id
       WHERE c.conversation_id = :conversationId AND m.writer IN ('buyer', 'unknown')`,
      { conversationId, newestSeenMs: newestSeenMs ?? -1 },
    ) ?? { total: 0, newer: 0 }
    return Math.min(newer, Math.max(0, total - (buyerMessagesSeen ?? 0)))
  }

  const loadMessages = (conversationRow: number): readonly Message[] =>
    database
      .all<MessageRow>(
        `SELECT key, writer, sender, text, created_at_ms, attachments FROM messages
         WHERE conversation_row = ? ORDER BY position, id`,
        [conversationRow],
      )
      .map(({ created_at_ms, attachments, ...message }) => ({
        ...message,
        createdAtMs: created_at_ms,
        attachments: readStoredJson(messageSchema.shape.attachments, attachments) ?? [],
      }))

  /**
   * Stores the messages that are new or different and drops those a complete reading lacks. Returns whether any changed, and the
   * new ones of others.
   */
  const saveMessages = (
    row: ConversationRow,
    ordered: readonly MessageRecord[],
    isComplete: boolean,
  ): { readonly hasChanged: boolean; readonly added: readonly MessageRecord[] } => {
    const conversation = { conversationType: row.conversation_type, buyer: row.buyer }
    const sentTexts = loadSentTexts(database, row.conversation_id)
    const stored = new Map(
      database
        .all<{ key: string; raw: string; text: string; position: number; writer: string }>(
          'SELECT key, raw, text, position, writer FROM messages WHERE conversation_row = ?',
          [row.id],
        )
        .map((message) => [message.key, message] as const),
    )
    let hasChanged = false
    const added: MessageRecord[] = []
    for (const [position, message] of ordered.entries()) {
      const key = message.messageId ?? `at:${position}`
      const before = stored.get(key)
      stored.delete(key)
      const writer = detectWriter(message, conversation, sentTexts)
      const isSame = before?.raw === message.raw && before.text === message.text
      if (isSame && before.position === position && before.writer === writer) continue
      hasChanged = true
      if (before === undefined && writer !== 'seller') added.push(message)
      database.run(
        `INSERT INTO messages (conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
         VALUES (:row, :key, :position, :writer, :sender, :text, :createdAtMs, :attachments, :raw)
         ON CONFLICT (conversation_row, key) DO UPDATE SET position = excluded.position, writer = excluded.writer,
           sender = excluded.sender, text = excluded.text, created_at_ms = excluded.created_at_ms,
           attachments = excluded.attachments, raw = excluded.raw`,
        {
          row: row.id,
          key,
          position,
          writer,
          sender: message.sender,
          text: message.text,
          createdAtMs: message.createdAtMs,
          attachments: JSON.stringify(message.attachments),
          raw: message.raw,
        },
      )
    }
    if (!isComplete || stored.size === 0) return { hasChanged, added }
    database.run('DELETE FROM messages WHERE conversation_row = ? AND key IN (SELECT value FROM json_each(?))', [
      row.id,
      JSON.stringify([...stored.keys()]),
    ])
    return { hasChanged: true, added }
  }

  /** The entry that the platform last listed for the conversation. */
  const loadListed = (conversationId: string): string | undefined =>
    database.get<{ raw: string }>('SELECT raw FROM conversations WHERE conversation_id = ?', [conversationId])?.raw

  /** The newest message of that entry; null if it has none. */
  const loadNewestListed = (conversationId: string): MessageRecord | null =>
    readConversation(readStoredJson(z.unknown(), loadListed(conversationId)))?.latest ?? null

  /** The order of this thread, or the last one learned from another thread: a platform lists all threads alike. */
  const learnOrder = (row: ConversationRow, { messages, complete }: WholeThread): ThreadOrder | null => {
    const stored = loadMessages(row.id).map(({ key, text }) =>
      listedText({ messageId: key.startsWith('at:') ? null : key, text }),
    )
    const before = row.thread_order === 'newestFirst' ? stored.toReversed() : stored
    const isComparable = complete && row.thread_complete === 1
    // Without a new message the known order stays, unless the platform turned it: the list may be older than the thread.
    if (isComparable && row.thread_order !== null && before.length === messages.length && messages.length > 1) {
      const listed = messages.map(listedText)
      if (isDeepStrictEqual(listed, before)) return row.thread_order
      if (isDeepStrictEqual(listed, before.toReversed()))
        return row.thread_order === 'oldestFirst' ? 'newestFirst' : 'oldestFirst'
    }
    const newest = loadNewestListed(row.conversation_id)
    const found = findThreadOrder(messages, {
      before: isComparable ? before : [],
      newest: newest === null ? null : listedText(newest),
      sent: listSentTexts(database, row.conversation_id),
    })
    if (found !== null || row.thread_order !== null) return found ?? row.thread_order
    return (
      database.get<{ found: ThreadOrder }>(
        `SELECT thread_order AS found FROM conversations WHERE thread_order IS NOT NULL ORDER BY thread_read_at_ms DESC LIMIT 1`,
      )?.found ?? null
    )
  }

  /** Whether the thread is with an erased user (PLT-18): the seller's unsent text may keep the conversation. */
  const isErased = (conversationId: string, { messages }: WholeThread): boolean =>
    erased.isErasedConversation(conversationId) ||
    messages.some(
      ({ sender, recipient, createdAtMs }) =>
        erased.isErased(sender, createdAtMs) || erased.isErased(recipient, createdAtMs),
    )

  /** Readings so far, and the number of the latest stored one by conversation. */
  let readings = 0
  const storedReadings = new Map<string, number>()

  const saveThread = (row: ConversationRow, thread: WholeThread, readAtMs: number, isStale: boolean): boolean => {
    const order = thread.messages.length < 2 ? row.thread_order : learnOrder(row, thread)
    const ordered = oldestFirst(order === 'newestFirst' ? thread.messages.toReversed() : thread.messages)
    const { hasChanged, added } = saveMessages(row, ordered, thread.complete)
    // Only a known order tells which message is the newest.
    const latest = order === null && ordered.length > 1 ? undefined : ordered.at(-1)
    const latestAtMs = latest?.createdAtMs ?? row.latest_at_ms
    const preview = latest === undefined ? row.preview : createPreview(latest.text)
    const stored = loadMessages(row.id)
    const evidence = latest === undefined ? null : findWaitingEvidence(stored)
    const sentMs = stored.flatMap(({ writer, createdAtMs }) =>
      writer === 'seller' && createdAtMs !== null ? [createdAtMs] : [],
    )
    const newestListed = loadNewestListed(row.conversation_id)
    const isFirst = row.thread_read_at_ms === null
    /** Whether the list had shown the message. */
    const isListed = (message: MessageRecord): boolean =>
      message.createdAtMs === null
        ? newestListed !== null && listedText(newestListed) === listedText(message)
        : message.createdAtMs <= row.sort_ms
    // MSG-24: a list may show nothing of a message.
    const isNews =
      ((latestAtMs ?? 0) > row.sort_ms && stored.at(-1)?.writer !== 'seller') ||
      (!isFirst && row.thread_complete === 1 && added.some((message) => !isListed(message)))
    // The first reading shows old messages too, unless the list showed the newest.
    const isReturned = isNews && (!isFirst || newestListed !== null)
    // A message without a time counts as new as the reading that found it.
    const foundMs = isNews && newestListed === null && (latest?.createdAtMs ?? null) === null ? readAtMs : 0
    database.run(
      `UPDATE conversations SET thread_stale = :isStale, thread_total = :total, thread_complete = :complete,
         thread_read_at_ms = :readAtMs, thread_order = :order, preview = :preview, latest_at_ms = :latestAtMs,
         sort_ms = MAX(sort_ms, :sortMs), waiting_evidence = :evidence, latest_writer = :writer, last_sent_ms = :lastSentMs,
         snoozed_until_ms = CASE WHEN :isNews THEN NULL ELSE snoozed_until_ms END,
         no_reply_needed = CASE WHEN :isNews THEN 0 ELSE no_reply_needed END,
         unread = CASE WHEN :isNews AND read_kept IS NOT NULL THEN 1 ELSE unread END,
         read_kept = CASE WHEN :isNews THEN NULL ELSE read_kept END,
         archived = CASE WHEN :isReturned AND archived = 1 THEN ${RETURNED} ELSE archived END
       WHERE id = :id`,
      {
        id: row.id,
        isStale: isStale ? 1 : 0,
        total: thread.total,
        complete: thread.complete ? 1 : 0,
        readAtMs,
        order,
        preview,
        latestAtMs,
        sortMs: Math.max(latestAtMs ?? 0, foundMs),
        evidence: evidence === null ? null : JSON.stringify(evidence),
        writer: (latest === undefined ? undefined : stored.at(-1)?.writer) ?? row.latest_writer,
        lastSentMs: sentMs.length === 0 ? row.last_sent_ms : Math.max(...sentMs),
        isNews: isNews ? 1 : 0,
        isReturned: isReturned ? 1 : 0,
      },
    )
    if (hasChanged || preview !== row.preview) indexConversation(database, row.id)
    if (hasChanged) indexAnsweredQuestions(database, row.id)
    return hasChanged || isNews || row.thread_complete !== (thread.complete ? 1 : 0) || row.thread_read_at_ms === null
  }

  return {
    thread: (conversationId: string): StoredThread | undefined => {
      const row = loadRow(database, conversationId)
      if (row === undefined) return undefined
      return {
        conversation: toConversation(row),
        messages: loadMessages(row.id),
        readAtMs: row.thread_read_at_ms,
        complete: row.thread_complete === 1,
        isOrderKnown: row.thread_order !== null || (row.thread_total ?? 0) < 2,
        total: row.thread_total,
        buyerMessages: row.thread_read_at_ms === null ? null : countBuyerMessages(conversationId),
      }
    },

    /** Identifies the newest message that the list showed last, by its id or text; null if it showed none. */
    newestListed: (conversationId: string): string | null => {
      const newest = loadNewestListed(conversationId)
      return newest?.messageId ?? newest?.text ?? null
    },

    /** Stored messages that are not known to be the seller's; 0 for an unknown conversation. */
    countBuyerMessages,
    countUnseen,

    /** The buyer's messages that the seller can see: those stored, and a newer one that only the list shows. */
    countSeen: (conversationId: string): number => {
      const newest = loadNewestListed(conversationId)
      const row = loadRow(database, conversationId)
      const isInListOnly =
        newest?.messageId != null &&
        row?.latest_writer !== 'seller' &&
        database.get('SELECT 1 FROM messages WHERE conversation_row = ? AND key = ?', [
          row?.id ?? -1,
          newest.messageId,
        ]) === undefined
      return countBuyerMessages(conversationId) + (isInListOnly ? 1 : 0)
    },

    /** Whether a message of this conversation, or an attachment, contains this normalised address (MSG-23). */
    hasLink: (conversationId: string, url: string): boolean => {
      const row = loadRow(database, conversationId)
      if (row === undefined) return false
      return loadMessages(row.id).some(
        ({ text, attachments }) =>
          findLinks(text).some((link) => link.url === url) ||
          attachments.some(({ mediaUrl }) => parseWebAddress(mediaUrl)?.url === url),
      )
    },

    /**
     * Call before reading a thread. Returns a function that stores the reading and returns whether anything changed. If
     * the conversation's entry in the list changes during the reading, the thread is read again, because the reading
     * may lack that change. Ignores unknown conversations, and readings that began before the last stored one.
     */
    startReading: (conversationId: string, readAtMs: number): ((thread: WholeThread) => boolean) => {
      const listed = loadListed(conversationId)
      readings += 1
      const reading = readings
      return (thread) => {
        if (reading < (storedReadings.get(conversationId) ?? 0)) return false
        const hasChanged = database.transaction(() => {
          const row = loadRow(database, conversationId)
          if (row === undefined || isErased(conversationId, thread)) return false
          return saveThread(row, thread, readAtMs, loadListed(conversationId) !== listed)
        })
        storedReadings.set(conversationId, reading)
        return hasChanged
      }
    },

    /** Conversations that changed since their thread was read, newest first. */
    staleThreads: (
      limit: number,
    ): readonly { readonly conversationId: string; readonly conversationType: ConversationType }[] =>
      database.all<{ conversationId: string; conversationType: ConversationType }>(
        `SELECT conversation_id AS conversationId, conversation_type AS conversationType
         FROM conversations INDEXED BY conversations_stale
         WHERE thread_stale = 1 AND gone = 0 ORDER BY sort_ms DESC LIMIT ?`,
        [limit],
      ),

    threadsToRead: (): number =>
      database.get<{ n: number }>('SELECT COUNT(*) AS n FROM conversations WHERE thread_stale = 1 AND gone = 0')?.n ??
      0,
  }
}
