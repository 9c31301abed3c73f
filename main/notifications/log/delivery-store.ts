/** SQL for deliveries: one row per POST, with its bytes in another table. All calls are synchronous. */
import type { Origin, SignatureState } from '../../../shared/notifications/event.ts'
import type { DeliveryView } from '../../../shared/notifications/log-contract.ts'
import type { Database } from '../../database/database.ts'
import { ERASED } from '../../erasure/personal-data.ts'

export type NewDelivery = {
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  readonly origin: Origin
  /** The delivery that this one replays. */
  readonly replayOf: number | null
  /** Name-value pairs in order, as JSON. */
  readonly headers: string
  readonly body: Uint8Array
  /** SHA-256 of the body, in hex. */
  readonly bodyDigest: string
  /** The sender, as far as the headers show. */
  readonly sender: string | null
}

/**
 * A stored delivery without its body. `pending` until it is filed for good. `attempts`: how often processing failed.
 */
export type Delivery = Omit<NewDelivery, 'body'> & {
  readonly deliveryId: number
  readonly state: 'pending' | 'settled'
  readonly eventId: number | null
  readonly attempts: number
}

/** The fields that a pass over pending deliveries needs, without the body. */
export type PendingDelivery = Pick<Delivery, 'deliveryId' | 'eventId' | 'headers' | 'sender'>

/** The size of a delivery's headers and body. */
export const storedBytes = ({ headers, body }: Pick<NewDelivery, 'headers' | 'body'>): number =>
  Buffer.byteLength(headers) + body.length

/** Replaces the bytes of a delivery that named an erased user (PLT-18). */
export const ERASED_BODY = Buffer.from(ERASED)

export const createDeliveryStore = (database: Database) => ({
  /** Stores a delivery as pending and returns its id. */
  addDelivery: (delivery: NewDelivery): number => {
    const { headers, bodyDigest, body } = delivery
    const { lastInsertRowid: id } = database.run(
      'INSERT INTO notification_captures (headers, body_digest, body) VALUES (?, ?, ?)',
      [headers, bodyDigest, body],
    )
    database.run(
      `INSERT INTO notification_deliveries (id, received_at_ms, format, size_bytes, origin, replay_of, sender, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'pending')`,
      [
        id,
        delivery.receivedAtMs,
        delivery.format,
        storedBytes(delivery),
        delivery.origin,
        delivery.replayOf,
        delivery.sender,
      ],
    )
    return id
  },

  delivery: (deliveryId: number): Delivery | undefined =>
    database.get<Delivery>(
      `SELECT d.id AS deliveryId, d.received_at_ms AS receivedAtMs, d.format, d.origin, d.replay_of AS replayOf,
         d.sender, c.headers, c.body_digest AS bodyDigest, d.state, d.event_id AS eventId, d.attempts
       FROM notification_deliveries d JOIN notification_captures c ON c.id = d.id WHERE d.id = ?`,
      [deliveryId],
    ),

  body: (deliveryId: number): Uint8Array =>
    database.get<{ readonly body: NodeJS.NonSharedUint8Array }>('SELECT body FROM notification_captures WHERE id = ?', [
      deliveryId,
    ])?.body ?? new Uint8Array(),

  /** The beginning of a body, so that showing a large one doesn't read all of it. */
  bodyHead: (deliveryId: number, maxBytes: number) =>
    database.get<{ readonly head: NodeJS.NonSharedUint8Array; readonly sizeBytes: number }>(
      'SELECT substr(body, 1, ?) AS head, length(body) AS sizeBytes FROM notification_captures WHERE id = ?',
      [maxBytes, deliveryId],
    ),

  /** Pending deliveries older than `beforeId`, newest first (RCV-13). */
  pending: (beforeId: number, limit: number): readonly PendingDelivery[] =>
    database.all<PendingDelivery>(
      `SELECT d.id AS deliveryId, d.event_id AS eventId, c.headers, d.sender
       FROM notification_deliveries d JOIN notification_captures c ON c.id = d.id
       WHERE d.state = 'pending' AND d.id < ? ORDER BY d.id DESC LIMIT ?`,
      [beforeId, limit],
    ),

  addAttempts: (deliveryId: number, change: 1 | -1): void => {
    database.run('UPDATE notification_deliveries SET attempts = attempts + ? WHERE id = ?', [change, deliveryId])
  },

  /** The senders of the newest verified deliveries. */
  verifiedSenders: (limit: number): readonly string[] =>
    database.column<string>(
      `SELECT sender FROM (SELECT sender FROM notification_deliveries
         WHERE origin = 'platform' AND signature = 'verified' ORDER BY id DESC LIMIT ? + 0)
       WHERE sender IS NOT NULL`,
      [limit],
    ),

  eraseBody: (deliveryId: number): void => {
    database.run('UPDATE notification_captures SET body = ? WHERE id = ?', [ERASED_BODY, deliveryId])
  },

  assignDelivery: (
    deliveryId: number,
    { eventId, state, signature }: Pick<Delivery, 'state'> & { eventId: number; signature: SignatureState },
  ): void => {
    database.run('UPDATE notification_deliveries SET event_id = ?, state = ?, signature = ? WHERE id = ?', [
      eventId,
      state,
      signature,
      deliveryId,
    ])
  },

  /** Marks all deliveries of an event pending again, resets their attempts, and returns their ids. */
  reopenDeliveries: (eventId: number): readonly number[] =>
    database.column<number>(
      "UPDATE notification_deliveries SET state = 'pending', attempts = 0 WHERE event_id = ? RETURNING id",
      [eventId],
    ),

  /** Counts only verified deliveries: a forgery doesn't show that the platform reaches this receiver. */
  lastDeliveryAtMs: (): number | null =>
    database.get<{ readonly atMs: number }>(
      `SELECT received_at_ms AS atMs FROM notification_deliveries
       WHERE origin = 'platform' AND signature = 'verified' ORDER BY id DESC LIMIT 1`,
    )?.atMs ?? null,

  /** The deliveries of an event, in order of arrival. */
  deliveries: (eventId: number, limit: number): readonly DeliveryView[] =>
    database.all<DeliveryView>(
      `SELECT id AS deliveryId, received_at_ms AS receivedAtMs, size_bytes AS sizeBytes, origin, signature,
         sender
       FROM notification_deliveries WHERE event_id = ? ORDER BY id LIMIT ?`,
      [eventId, limit],
    ),

  /** The headers of an event's deliveries. */
  deliveryHeaders: (eventId: number): readonly string[] =>
    database.column<string>(
      'SELECT headers FROM notification_captures WHERE id IN (SELECT id FROM notification_deliveries WHERE event_id = ?)',
      [eventId],
    ),

  /** Removes the settled replays of an event, and the event if it has no delivery left. */
  removeReplays: (eventId: number): void => {
    const removed = database.column<number>(
      "DELETE FROM notification_deliveries WHERE event_id = ? AND origin = 'replay' AND state = 'settled' RETURNING id",
      [eventId],
    )
    for (const id of removed) database.run('DELETE FROM notification_captures WHERE id = ?', [id])
    removeEventIfEmpty(database, eventId)
    // SQLite may reuse the id (https://sqlite.org/autoinc.html) for an event that these claims don't belong to.
    database.run(
      `UPDATE notification_claims SET event_id = 0
       WHERE event_id = ?1 AND NOT EXISTS (SELECT 1 FROM notification_events WHERE id = ?1)`,
      [eventId],
    )
  },
})

/** Removes an event without deliveries, and returns its note. Keeps its claims, so that it is never processed twice. */
export const removeEventIfEmpty = (database: Database, eventId: number): string => {
  const removed = database.get<{ readonly note: string }>(
    `DELETE FROM notification_events
     WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM notification_deliveries WHERE event_id = ?1) RETURNING note`,
    [eventId],
  )
  if (removed !== undefined) database.run('DELETE FROM notification_search WHERE rowid = ?', [eventId])
  return removed?.note ?? ''
}
