/** SQL for requests to erase a user whose account was closed. All calls are synchronous. */
import * as z from 'zod'
import type { ErasedCounts } from '../../../shared/notifications/erasure.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'

type StoredErasure = {
  readonly erasureId: number
  readonly eventId: number
  readonly requestedAtMs: number
  readonly erasedAtMs: number
  readonly erased: ErasedCounts
}

type Row = Omit<StoredErasure, 'erased'> & {
  readonly conversations: number
  readonly messages: number
  readonly notifications: number
}

/** A completed request as stored. Contains no names. */
export type ErasureRecord = {
  readonly delivery_id: number
  readonly event_id: number
  readonly requested_at_ms: number
  readonly erased_at_ms: number
  readonly conversations: number
  readonly messages: number
  readonly notifications: number
  readonly ids: string
}
const RECORD = 'delivery_id, event_id, requested_at_ms, erased_at_ms, conversations, messages, notifications, ids'

const idsSchema = z.object({
  conversationIds: z.array(z.string()).default([]),
  events: z.array(z.string()).default([]),
})

const MAX_LISTED = 200

export const createErasureStore = (database: Database) => ({
  /** Call in the transaction that files the request. */
  requestErasure: (deliveryId: number, eventId: number, requestedAtMs: number): void => {
    database.run('INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms) VALUES (?, ?, ?)', [
      deliveryId,
      eventId,
      requestedAtMs,
    ])
  },

  /** Open requests, oldest first. */
  openErasures: () =>
    database.all<{ readonly erasureId: number; readonly deliveryId: number; readonly requestedAtMs: number }>(
      'SELECT id AS erasureId, delivery_id AS deliveryId, requested_at_ms AS requestedAtMs FROM notification_erasures WHERE erased_at_ms IS NULL ORDER BY id',
    ),

  /** Records a request as completed. Returns false for a repeated notification, which leaves no separate record. */
  recordErasure: (erasureId: number, atMs: number, erased: ErasedCounts): boolean => {
    const { changes } = database.run(
      `DELETE FROM notification_erasures WHERE id = ?1 AND EXISTS (SELECT 1 FROM notification_erasures other
         WHERE other.event_id = notification_erasures.event_id AND other.erased_at_ms IS NOT NULL)`,
      [erasureId],
    )
    if (changes > 0) return false
    database.run(
      'UPDATE notification_erasures SET erased_at_ms = ?, conversations = ?, messages = ?, notifications = ? WHERE id = ?',
      [atMs, erased.conversations, erased.messages, erased.notifications, erasureId],
    )
    return true
  },

  /** Records of erasures that removed data or left texts to review, newest first. */
  erasures: (): readonly StoredErasure[] =>
    database
      .all<Row>(
        `SELECT id AS erasureId, event_id AS eventId, requested_at_ms AS requestedAtMs, erased_at_ms AS erasedAtMs,
           conversations, messages, notifications
         FROM notification_erasures e
         WHERE erased_at_ms IS NOT NULL AND (conversations + messages + notifications > 0
           OR EXISTS (SELECT 1 FROM erasure_mentions m WHERE m.erasure_id = e.id))
         ORDER BY id DESC LIMIT ?`,
        [MAX_LISTED],
      )
      .map(({ conversations, messages, notifications, ...row }) => ({
        ...row,
        erased: { conversations, messages, notifications },
      })),

  erasureRecords: (): readonly ErasureRecord[] =>
    database.all<ErasureRecord>(
      `SELECT ${RECORD} FROM notification_erasures WHERE erased_at_ms IS NOT NULL ORDER BY id`,
    ),

  /** Adds a record from another database of this shop. Replaces the request if it is still open here. */
  addErasureRecord: (record: ErasureRecord): void => {
    database.run('DELETE FROM notification_erasures WHERE event_id = ? AND requested_at_ms = ?', [
      record.event_id,
      record.requested_at_ms,
    ])
    database.run(`INSERT INTO notification_erasures (${RECORD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, Object.values(record))
  },

  countErasuresWithoutData: (): number =>
    database.get<{ readonly n: number }>(
      `SELECT count(*) AS n FROM notification_erasures e
       WHERE erased_at_ms IS NOT NULL AND conversations + messages + notifications = 0
         AND NOT EXISTS (SELECT 1 FROM erasure_mentions m WHERE m.erasure_id = e.id)`,
    )?.n ?? 0,
})

/** The names that a copy stores under the ids of a version 0.2 record, which kept ids and no hashes. */
export const findRecordedNames = (copy: Database, { ids }: Pick<ErasureRecord, 'ids'>): readonly string[] => {
  const { conversationIds = [], events = [] } = readStoredJson(idsSchema, ids) ?? {}
  return copy.column<string>(
    `SELECT buyer FROM conversations WHERE conversation_id IN (SELECT value FROM json_each(?)) AND buyer IS NOT NULL
     UNION SELECT buyer FROM notification_events WHERE identity IN (SELECT value FROM json_each(?)) AND buyer IS NOT NULL`,
    [JSON.stringify(conversationIds), JSON.stringify(events)],
  )
}
