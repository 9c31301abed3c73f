/** SQL for requests to erase a user whose account was closed. All calls are synchronous. */
import * as z from 'zod'
import type { ErasedCounts } from '../../../shared/notifications/erasure.ts'
import type { Database } from '../../database/database.ts'

const copiesSchema = z.array(
  z.object({
    name: z.string(),
    holds: z.object({ conversations: z.int(), messages: z.int(), notifications: z.int() }).nullable(),
  }),
)
type StoredCopy = z.infer<typeof copiesSchema>[number]

const idsSchema = z.object({ conversationIds: z.array(z.string()), events: z.array(z.string()).default([]) })
/** What names the user in any copy, by the platform's ids and by the identities of events, which contain no name. */
export type ErasedIds = z.infer<typeof idsSchema>

type StoredErasure = {
  readonly erasureId: number
  readonly eventId: number
  readonly requestedAtMs: number
  readonly erasedAtMs: number
  readonly erased: ErasedCounts
  readonly copies: readonly StoredCopy[]
  readonly ids: ErasedIds
}

type Row = {
  readonly erasureId: number
  readonly eventId: number
  readonly requestedAtMs: number
  readonly erasedAtMs: number
  readonly conversations: number
  readonly messages: number
  readonly notifications: number
  readonly copies: string
  readonly ids: string
}

/** A request that was carried out, as it is stored. */
export type ErasureRecord = {
  readonly delivery_id: number
  readonly event_id: number
  readonly requested_at_ms: number
  readonly erased_at_ms: number
  readonly conversations: number
  readonly messages: number
  readonly notifications: number
  readonly copies: string
  readonly ids: string
}
const RECORD =
  'delivery_id, event_id, requested_at_ms, erased_at_ms, conversations, messages, notifications, copies, ids'

export const readErasedIds = ({ ids }: Pick<ErasureRecord, 'ids'>): ErasedIds => idsSchema.parse(JSON.parse(ids))

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

  /** Requests not carried out yet, oldest first. */
  openErasures: () =>
    database.all<{ readonly erasureId: number; readonly eventId: number; readonly deliveryId: number }>(
      `SELECT id AS erasureId, event_id AS eventId, delivery_id AS deliveryId FROM notification_erasures
       WHERE erased_at_ms IS NULL ORDER BY id`,
    ),

  /** Records a request as carried out. A repeated notification leaves no separate record. */
  recordErasure: (
    erasureId: number,
    atMs: number,
    erased: ErasedCounts,
    copies: readonly StoredCopy[],
    ids: ErasedIds,
  ): void => {
    const { changes } = database.run(
      `DELETE FROM notification_erasures WHERE id = ?1 AND EXISTS (SELECT 1 FROM notification_erasures other
         WHERE other.event_id = notification_erasures.event_id AND other.erased_at_ms IS NOT NULL)`,
      [erasureId],
    )
    if (changes > 0) return
    database.run(
      `UPDATE notification_erasures SET erased_at_ms = ?, conversations = ?, messages = ?, notifications = ?, copies = ?,
         ids = ? WHERE id = ?`,
      [
        atMs,
        erased.conversations,
        erased.messages,
        erased.notifications,
        JSON.stringify(copies),
        JSON.stringify(ids),
        erasureId,
      ],
    )
  },

  setErasureCopies: (erasureId: number, copies: readonly StoredCopy[]): void => {
    database.run('UPDATE notification_erasures SET copies = ? WHERE id = ?', [JSON.stringify(copies), erasureId])
  },

  /** Records that erased something or still have copies, newest first. */
  erasures: (): readonly StoredErasure[] =>
    database
      .all<Row>(
        `SELECT id AS erasureId, event_id AS eventId, requested_at_ms AS requestedAtMs, erased_at_ms AS erasedAtMs,
           conversations, messages, notifications, copies, ids
         FROM notification_erasures
         WHERE erased_at_ms IS NOT NULL AND (conversations + messages + notifications > 0 OR copies <> '[]')
         ORDER BY id DESC LIMIT ?`,
        [MAX_LISTED],
      )
      .map(({ conversations, messages, notifications, copies, ids, ...row }) => ({
        ...row,
        erased: { conversations, messages, notifications },
        copies: copiesSchema.parse(JSON.parse(copies)),
        ids: readErasedIds({ ids }),
      })),

  erasureRecords: (): readonly ErasureRecord[] =>
    database.all<ErasureRecord>(
      `SELECT ${RECORD} FROM notification_erasures WHERE erased_at_ms IS NOT NULL ORDER BY id`,
    ),

  /** Adds the record of another database of this shop, in place of the request that may be open here. */
  addErasureRecord: (record: ErasureRecord): void => {
    database.run('DELETE FROM notification_erasures WHERE event_id = ? AND requested_at_ms = ?', [
      record.event_id,
      record.requested_at_ms,
    ])
    database.run(
      `INSERT INTO notification_erasures (${RECORD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      Object.values(record),
    )
  },

  countErasuresWithoutData: (): number =>
    database.get<{ readonly n: number }>(
      `SELECT count(*) AS n FROM notification_erasures
       WHERE erased_at_ms IS NOT NULL AND conversations + messages + notifications = 0 AND copies = '[]'`,
    )?.n ?? 0,
})
