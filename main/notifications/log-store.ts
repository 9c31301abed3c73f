/**
 * The log's tables: deliveries with what they brought, the events that they tell of, and the claims on their keys.
 */

import type { EventFormat, Origin, ProcessingState, SignatureState } from '../../shared/notifications/event.ts'
import type { Occurrence } from '../../shared/notifications/event-paths.ts'
import type { Database, SqlValue } from '../database/database.ts'

export type NewDelivery = {
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  readonly origin: Origin
  /** The delivery that this one repeats. */
  readonly replayOf: number | null
  /** Name and value in the order in which they came, as JSON. */
  readonly headers: string
  readonly signatureHeader: string | null
  readonly soapAction: string | null
  readonly body: Uint8Array
  readonly bodyDigest: string
  /** As far as they are known: only the first of a delivery that just came, all of one from a file. */
  readonly times: DeliveryTimes & { readonly acceptMs: number | null }
}

/** A delivery without its body and headers. */
export type Delivery = {
  readonly deliveryId: number
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  readonly origin: Origin
  readonly replayOf: number | null
  readonly signatureHeader: string | null
  readonly soapAction: string | null
  readonly bodyDigest: string
  readonly state: 'pending' | 'settled'
  readonly eventId: number | null
}

/** Milliseconds; null where it is not known yet, which leaves what is kept. */
export type DeliveryTimes = {
  readonly persistMs: number | null
  readonly answerMs: number | null
  readonly processMs: number | null
}

export type AnsweredTimes = { readonly deliveryId: number; readonly persistMs: number; readonly answerMs: number }

/** What an event row says; `signature` and `processing` change, the rest is read from the body. */
export type EventFacts = {
  readonly name: string
  readonly format: EventFormat
  readonly timestamp: string | null
  readonly notificationId: string | null
  readonly occurrences: readonly Occurrence[]
}

export type EventState = {
  readonly signature: SignatureState
  readonly signatureWords: string
  readonly processing: ProcessingState
  readonly why: string | null
}

export type EventRecord = {
  readonly id: number
  readonly received_at_ms: number
  readonly last_delivery_at_ms: number
  readonly delivery_count: number
  readonly replay_count: number
  readonly name: string
  readonly format: EventFormat
  readonly origin: Origin
  readonly occurred: string | null
  readonly item_id: string | null
  readonly transaction_id: string | null
  readonly buyer: string | null
  readonly notification_id: string | null
  readonly occurrences: string
  readonly signature: SignatureState
  readonly signature_words: string
  readonly processing: ProcessingState
  readonly why: string | null
  readonly note: string
}

export type DeliveryRecord = {
  readonly id: number
  readonly received_at_ms: number
  readonly size_bytes: number
  readonly origin: Origin
  readonly replay_of: number | null
  readonly signature: SignatureState | null
  readonly accept_ms: number | null
  readonly persist_ms: number | null
  readonly answer_ms: number | null
  readonly process_ms: number | null
}

export const eventColumns = `e.id, e.received_at_ms, e.last_delivery_at_ms, e.delivery_count, e.replay_count, e.name, e.format,
  e.origin, e.occurred, e.item_id, e.transaction_id, e.buyer, e.notification_id, e.occurrences, e.signature,
  e.signature_words, e.processing, e.why, e.note`

const insertEvent = `INSERT INTO notification_events
  (identity, received_at_ms, last_delivery_at_ms, delivery_count, replay_count, name, format, origin, occurred, item_id,
   transaction_id, buyer, notification_id, occurrences, signature, signature_words, processing, why)
  VALUES (?, ?2, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** What `insertEvent` takes. */
const eventValues = (
  identity: string,
  { receivedAtMs, origin, replayOf }: Pick<Delivery, 'receivedAtMs' | 'origin' | 'replayOf'>,
  { name, format, timestamp, notificationId, occurrences }: EventFacts,
  { signature, signatureWords, processing, why }: EventState,
  isCounted: boolean,
): readonly SqlValue[] => {
  const [first] = occurrences
  return [
    identity,
    receivedAtMs,
    isCounted && replayOf === null ? 1 : 0,
    isCounted && replayOf !== null ? 1 : 0,
    name,
    format,
    origin,
    timestamp,
    first?.itemId ?? null,
    first?.transactionId ?? null,
    first?.buyer ?? null,
    notificationId,
    JSON.stringify(occurrences),
    signature,
    signatureWords,
    processing,
    why,
  ]
}

/** Deliveries, events and claims. All calls are synchronous; group them with `Database.transaction`. */
export const createLogStore = (database: Database) => {
  const eventById = (eventId: number): EventRecord | undefined =>
    database.get<EventRecord>(`SELECT ${eventColumns} FROM notification_events e WHERE e.id = ?`, [eventId])

  /** Counts again from the deliveries, and removes an event that has none left. */
  const recount = (eventId: number): void => {
    const row = database.get<{
      readonly count: number
      readonly replays: number
      readonly first: number
      readonly last: number
    }>(
      `SELECT count(*) AS count, count(replay_of) AS replays,
         coalesce(min(received_at_ms) FILTER (WHERE replay_of IS NULL), min(received_at_ms)) AS first,
         coalesce(max(received_at_ms) FILTER (WHERE replay_of IS NULL), max(received_at_ms)) AS last
       FROM notification_deliveries WHERE event_id = ?`,
      [eventId],
    )
    if (row === undefined || row.count === 0) {
      database.run('DELETE FROM notification_search WHERE rowid = ?', [eventId])
      database.run('DELETE FROM notification_events WHERE id = ?', [eventId])
      return
    }
    database.run(
      `UPDATE notification_events SET delivery_count = ?, replay_count = ?, received_at_ms = ?, last_delivery_at_ms = ?
       WHERE id = ?`,
      [row.count - row.replays, row.replays, row.first, row.last, eventId],
    )
  }

  /** What a delivery was, which never changes. Gives the delivery's id. */
  const addCapture = ({ headers, signatureHeader, soapAction, bodyDigest, body }: NewDelivery): number =>
    database.run(
      `INSERT INTO notification_captures (headers, signature_header, soap_action, body_digest, body)
       VALUES (?, ?, ?, ?, ?)`,
      [headers, signatureHeader, soapAction, bodyDigest, body],
    ).lastInsertRowid

  const addRow = (
    deliveryId: number,
    { receivedAtMs, format, body, origin, replayOf, times }: NewDelivery,
    filed: { readonly eventId: number; readonly signature: SignatureState } | undefined,
  ): void => {
    database.run(
      `INSERT INTO notification_deliveries (id, received_at_ms, format, size_bytes, origin, replay_of, state, event_id,
         signature, accept_ms, persist_ms, answer_ms, process_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        deliveryId,
        receivedAtMs,
        format,
        body.length,
        origin,
        replayOf,
        filed === undefined ? 'pending' : 'settled',
        filed?.eventId ?? null,
        filed?.signature ?? null,
        times.acceptMs,
        times.persistMs,
        times.answerMs,
        times.processMs,
      ],
    )
  }

  /** Counts one more delivery of an event. */
  const count = (eventId: number, delivery: Pick<Delivery, 'replayOf' | 'receivedAtMs'>): void => {
    if (delivery.replayOf !== null) {
      database.run('UPDATE notification_events SET replay_count = replay_count + 1 WHERE id = ?', [eventId])
      return
    }
    database.run(
      `UPDATE notification_events SET delivery_count = delivery_count + 1,
         last_delivery_at_ms = max(last_delivery_at_ms, ?), received_at_ms = min(received_at_ms, ?) WHERE id = ?`,
      [delivery.receivedAtMs, delivery.receivedAtMs, eventId],
    )
  }

  return {
    /** Keeps a delivery that is worked through later. */
    addDelivery: (delivery: NewDelivery): number => {
      const deliveryId = addCapture(delivery)
      addRow(deliveryId, delivery, undefined)
      return deliveryId
    },

    addCapture,

    /** Puts a delivery whose capture was just added on an event's stack, settled; `putEvent` or `count` counts it there. */
    addSettled: (
      deliveryId: number,
      delivery: NewDelivery,
      filed: { readonly eventId: number; readonly signature: SignatureState },
    ): void => addRow(deliveryId, delivery, filed),

    /** Adds how long each of these deliveries took to be kept and answered. */
    addTimes: (times: readonly AnsweredTimes[]): void => {
      for (const { deliveryId, persistMs, answerMs } of times) {
        database.run('UPDATE notification_deliveries SET persist_ms = ?, answer_ms = ? WHERE id = ?', [
          persistMs,
          answerMs,
          deliveryId,
        ])
      }
    },

    delivery: (deliveryId: number): Delivery | undefined =>
      database.get<Delivery>(
        `SELECT d.id AS deliveryId, d.received_at_ms AS receivedAtMs, d.format, d.origin, d.replay_of AS replayOf,
           c.signature_header AS signatureHeader, c.soap_action AS soapAction, c.body_digest AS bodyDigest, d.state,
           d.event_id AS eventId
         FROM notification_deliveries d JOIN notification_captures c ON c.id = d.id WHERE d.id = ?`,
        [deliveryId],
      ),

    /** Where a delivery stands now; undefined where it is gone. */
    standing: (deliveryId: number) =>
      database.get<{ readonly state: 'pending' | 'settled'; readonly eventId: number | null }>(
        'SELECT state, event_id AS eventId FROM notification_deliveries WHERE id = ?',
        [deliveryId],
      ),

    bodyOf: (deliveryId: number): Uint8Array =>
      database.get<{ readonly body: NodeJS.NonSharedUint8Array }>(
        'SELECT body FROM notification_captures WHERE id = ?',
        [deliveryId],
      )?.body ?? new Uint8Array(),

    /** Deliveries on disk that are not settled, the oldest first (RCV-13). */
    pendingIds: (): readonly number[] =>
      database
        .all<{ readonly id: number }>("SELECT id FROM notification_deliveries WHERE state = 'pending' ORDER BY id")
        .map(({ id }) => id),

    /**
     * The event of that identity with these facts and state, made or brought up to date. A delivery that stands on no
     * stack yet is counted with it here; `file` then puts it there.
     */
    putEvent: (
      identity: string,
      delivery: Pick<Delivery, 'receivedAtMs' | 'origin' | 'replayOf' | 'eventId'>,
      facts: EventFacts,
      state: EventState,
    ): number => {
      const row = database.get<{ readonly id: number }>(
        `${insertEvent}
         ON CONFLICT (identity) DO UPDATE SET name = excluded.name, format = excluded.format, occurred = excluded.occurred,
           item_id = excluded.item_id, transaction_id = excluded.transaction_id, buyer = excluded.buyer,
           notification_id = excluded.notification_id, occurrences = excluded.occurrences, signature = excluded.signature,
           signature_words = excluded.signature_words, processing = excluded.processing, why = excluded.why,
           delivery_count = delivery_count + excluded.delivery_count, replay_count = replay_count + excluded.replay_count,
           origin = iif(excluded.origin = 'platform', 'platform', origin),
           received_at_ms = iif(excluded.delivery_count = 0, received_at_ms, min(received_at_ms, excluded.received_at_ms)),
           last_delivery_at_ms = iif(excluded.delivery_count = 0, last_delivery_at_ms,
             max(last_delivery_at_ms, excluded.last_delivery_at_ms))
         RETURNING id`,
        eventValues(identity, delivery, facts, state, delivery.eventId === null),
      )
      if (row === undefined) throw new Error('the event was not kept')
      return row.id
    },

    /** Makes an event of an identity that no event has yet, told of by one delivery. */
    addEvent: (
      identity: string,
      delivery: Pick<Delivery, 'receivedAtMs' | 'origin' | 'replayOf'>,
      facts: EventFacts,
      state: EventState,
    ): number => database.run(insertEvent, eventValues(identity, delivery, facts, state, true)).lastInsertRowid,

    /** The event that has processed a key already, and the one of an identity; null for none. */
    known: (key: string, identity: string) =>
      database.get<{ readonly owner: number | null; readonly eventId: number | null }>(
        `SELECT (SELECT event_id FROM notification_claims WHERE key = ? AND state = 'done') AS owner,
           (SELECT id FROM notification_events WHERE identity = ?) AS eventId`,
        [key, identity],
      ) ?? { owner: null, eventId: null },

    idOfIdentity: (identity: string): number | undefined =>
      database.get<{ readonly id: number }>('SELECT id FROM notification_events WHERE identity = ?', [identity])?.id,

    eventOfIdentity: (identity: string): EventRecord | undefined =>
      database.get<EventRecord>(`SELECT ${eventColumns} FROM notification_events e WHERE e.identity = ?`, [identity]),

    /** Gives the event of one identity another one, where no event has that yet: what was unchecked is trusted now. */
    promote: (from: string, to: string): void => {
      database.run(
        `UPDATE notification_events SET identity = :to WHERE identity = :from
           AND NOT EXISTS (SELECT 1 FROM notification_events WHERE identity = :to)`,
        { from, to },
      )
    },

    count,

    setEventState: (eventId: number, processing: ProcessingState, why: string | null): void => {
      database.run('UPDATE notification_events SET processing = ?, why = ? WHERE id = ?', [processing, why, eventId])
    },

    /**
     * Puts a delivery on an event's stack, away from the one where it was before. `isCounted`: `putEvent` has counted it
     * there already, where it stood on none.
     */
    file: (
      delivery: Pick<Delivery, 'deliveryId' | 'eventId' | 'replayOf' | 'receivedAtMs'>,
      eventId: number,
      state: 'pending' | 'settled',
      signature: SignatureState,
      times: DeliveryTimes,
      isCounted: boolean,
    ): void => {
      database.run(
        `UPDATE notification_deliveries SET event_id = ?, state = ?, signature = ?, persist_ms = coalesce(?, persist_ms),
           answer_ms = coalesce(?, answer_ms), process_ms = coalesce(?, process_ms) WHERE id = ?`,
        [eventId, state, signature, times.persistMs, times.answerMs, times.processMs, delivery.deliveryId],
      )
      if (delivery.eventId === null) {
        if (!isCounted) count(eventId, delivery)
      } else if (delivery.eventId !== eventId) {
        recount(eventId)
        recount(delivery.eventId)
      }
    },

    /** Who has a key; undefined where it is free. */
    claimOf: (key: string) =>
      database.get<{ readonly eventId: number; readonly state: 'held' | 'done' }>(
        'SELECT event_id AS eventId, state FROM notification_claims WHERE key = ?',
        [key],
      ),

    /** Takes a key that is free for an event (RCV-07). A key that is done stays with its event. */
    claim: (key: string, eventId: number, state: 'held' | 'done'): void => {
      database.run(
        `INSERT INTO notification_claims (key, event_id, state) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET event_id = excluded.event_id, state = excluded.state WHERE state <> 'done'`,
        [key, eventId, state],
      )
    },

    finishClaims: (keys: Iterable<string>): void => {
      for (const key of keys) database.run("UPDATE notification_claims SET state = 'done' WHERE key = ?", [key])
    },

    releaseClaims: (keys: Iterable<string>): void => {
      for (const key of keys) {
        database.run("DELETE FROM notification_claims WHERE key = ? AND state = 'held'", [key])
      }
    },

    /** All deliveries of an event are to be worked through again. */
    reopenDeliveries: (eventId: number): readonly number[] => {
      database.run("UPDATE notification_deliveries SET state = 'pending' WHERE event_id = ?", [eventId])
      return database
        .all<{ readonly id: number }>('SELECT id FROM notification_deliveries WHERE event_id = ? ORDER BY id', [
          eventId,
        ])
        .map(({ id }) => id)
    },

    event: eventById,

    lastDeliveryAtMs: (): number | null =>
      database.get<{ readonly atMs: number }>(
        "SELECT received_at_ms AS atMs FROM notification_deliveries WHERE origin = 'platform' ORDER BY id DESC LIMIT 1",
      )?.atMs ?? null,

    deliveriesOf: (eventId: number, limit: number): readonly DeliveryRecord[] =>
      database.all<DeliveryRecord>(
        `SELECT id, received_at_ms, size_bytes, origin, replay_of, signature, accept_ms, persist_ms, answer_ms, process_ms
         FROM notification_deliveries WHERE event_id = ? ORDER BY id LIMIT ?`,
        [eventId, limit],
      ),

    /** The event on whose stack a delivery lies. */
    eventOf: (deliveryId: number): number | null =>
      database.get<{ readonly eventId: number | null }>(
        'SELECT event_id AS eventId FROM notification_deliveries WHERE id = ?',
        [deliveryId],
      )?.eventId ?? null,

    /**
     * Takes up to `limit` settled deliveries of that origin out of the log, of one event or of all, and events that have
     * none left. Gives how many.
     */
    removeDeliveries: (origin: 'replay' | 'import', eventId: number | null, limit: number): number => {
      const rows = database.all<{ readonly id: number; readonly eventId: number }>(
        `SELECT id, event_id AS eventId FROM notification_deliveries
         WHERE origin = ? AND state = 'settled' AND event_id IS NOT NULL ${eventId === null ? '' : 'AND event_id = ?'} LIMIT ?`,
        eventId === null ? [origin, limit] : [origin, eventId, limit],
      )
      for (const { id } of rows) {
        database.run('DELETE FROM notification_captures WHERE id = ?', [id])
        database.run('DELETE FROM notification_deliveries WHERE id = ?', [id])
      }
      for (const each of new Set(rows.map((row) => row.eventId))) recount(each)
      return rows.length
    },

    headersOf: (deliveryId: number): string =>
      database.get<{ readonly headers: string }>('SELECT headers FROM notification_captures WHERE id = ?', [deliveryId])
        ?.headers ?? '[]',
  }
}

export type LogStore = ReturnType<typeof createLogStore>
