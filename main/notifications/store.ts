/**
 * The tables of the notifications room.
 *
 * A *delivery* is one POST as it came: raw bytes and headers, never changed. An *event* is what deliveries tell of: those
 * with the same trusted content stack on one. A *claim* says which event has a transaction's key, so that it is processed
 * once. Untrusted deliveries have events of their own and never touch a claim.
 */

import type { EventFormat, ProcessingState, SignatureState } from '../../shared/notifications/event.ts'
import type { Occurrence } from '../../shared/notifications/event-paths.ts'
import type { Database, Migration } from '../database/database.ts'

export const notificationsMigrations: readonly Migration[] = [
  {
    version: 4,
    name: 'notifications',
    sql: `
      CREATE TABLE notification_deliveries (
        id INTEGER PRIMARY KEY,
        received_at_ms INTEGER NOT NULL,
        format TEXT NOT NULL,
        headers TEXT NOT NULL,
        signature_header TEXT,
        soap_action TEXT,
        body BLOB NOT NULL,
        body_digest TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('pending', 'settled')),
        signature TEXT,
        event_id INTEGER REFERENCES notification_events (id),
        accept_ms REAL,
        persist_ms REAL,
        answer_ms REAL,
        process_ms REAL
      ) STRICT;
      CREATE INDEX notification_deliveries_pending ON notification_deliveries (id) WHERE state = 'pending';
      CREATE INDEX notification_deliveries_by_event ON notification_deliveries (event_id, id);

      CREATE TABLE notification_events (
        id INTEGER PRIMARY KEY,
        identity TEXT NOT NULL UNIQUE,
        received_at_ms INTEGER NOT NULL,
        last_delivery_at_ms INTEGER NOT NULL,
        delivery_count INTEGER NOT NULL,
        name TEXT NOT NULL,
        format TEXT NOT NULL,
        occurred TEXT,
        item_id TEXT,
        transaction_id TEXT,
        buyer TEXT,
        notification_id TEXT,
        occurrences TEXT NOT NULL,
        signature TEXT NOT NULL,
        signature_words TEXT NOT NULL,
        processing TEXT NOT NULL,
        why TEXT,
        note TEXT NOT NULL DEFAULT ''
      ) STRICT;
      CREATE INDEX notification_events_by_name ON notification_events (name, id);
      CREATE INDEX notification_events_by_signature ON notification_events (signature, id);
      CREATE INDEX notification_events_by_processing ON notification_events (processing, id);
      CREATE INDEX notification_events_by_notification_id ON notification_events (notification_id)
        WHERE notification_id IS NOT NULL;
      CREATE VIRTUAL TABLE notification_search USING fts5 (words, prefix = '2 4');

      CREATE TABLE notification_claims (
        key TEXT PRIMARY KEY,
        event_id INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('held', 'done', 'released'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX notification_claims_by_event ON notification_claims (event_id);

      CREATE TABLE notification_keys (
        kid TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        algorithm TEXT NOT NULL,
        digest TEXT NOT NULL,
        fetched_at_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE notification_refusals (
        id INTEGER PRIMARY KEY,
        reason TEXT NOT NULL,
        status INTEGER NOT NULL,
        count INTEGER NOT NULL,
        first_at_ms INTEGER NOT NULL,
        last_at_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE notification_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `,
  },
]

export type NewDelivery = {
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  /** Name and value in the order in which they came. */
  readonly headers: readonly (readonly [string, string])[]
  readonly signatureHeader: string | null
  readonly soapAction: string | null
  readonly body: Uint8Array
  readonly bodyDigest: string
  readonly acceptMs: number
}

/** A delivery without its body. */
export type Delivery = {
  readonly deliveryId: number
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  readonly signatureHeader: string | null
  readonly soapAction: string | null
  readonly bodyDigest: string
  readonly state: 'pending' | 'settled'
  readonly eventId: number | null
}

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
  readonly name: string
  readonly format: EventFormat
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
  readonly signature: SignatureState | null
  readonly accept_ms: number | null
  readonly persist_ms: number | null
  readonly answer_ms: number | null
  readonly process_ms: number | null
}

export type LogFilter = {
  readonly name?: string | undefined
  readonly signature?: SignatureState | undefined
  readonly processing?: ProcessingState | undefined
}

export type StoredKey = {
  readonly key: string
  readonly algorithm: string
  readonly digest: string
  readonly fetchedAtMs: number
}

/** How many refusals are remembered. */
const MOST_REFUSALS = 200

const eventColumns = `e.id, e.received_at_ms, e.last_delivery_at_ms, e.delivery_count, e.name, e.format, e.occurred, e.item_id,
  e.transaction_id, e.buyer, e.notification_id, e.occurrences, e.signature, e.signature_words, e.processing, e.why, e.note`

/** The user's words as an FTS5 query: each at the beginning of a word, all of them; undefined where there is none. */
const searchQuery = (search: string): string | undefined => {
  const words = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

/** The rarest of the asked-for columns leads; the others are kept from choosing an index by a unary plus. */
const conditionsOf = (filter: LogFilter): { readonly sql: string[]; readonly params: string[] } => {
  const asked = (['signature', 'processing', 'name'] as const).flatMap((column) => {
    const value = filter[column]
    return value === undefined ? [] : [{ column, value }]
  })
  const rare = asked.find(({ value }) => value !== 'verified' && value !== 'processed') ?? asked[0]
  return {
    sql: asked.map((each) => (each === rare ? `e.${each.column} = ?` : `+e.${each.column} = ?`)),
    params: asked.map(({ value }) => value),
  }
}

/** The room's tables, by what is done with them. All calls are synchronous; group them with `Database.transaction`. */
export const createNotificationStore = (database: Database) => {
  const indexWords = (eventId: number): void => {
    database.run('DELETE FROM notification_search WHERE rowid = ?', [eventId])
    database.run(
      `INSERT INTO notification_search (rowid, words)
       SELECT id, concat_ws(' ', name, item_id, transaction_id, buyer, notification_id, note) FROM notification_events WHERE id = ?`,
      [eventId],
    )
  }

  const eventById = (eventId: number): EventRecord | undefined =>
    database.get<EventRecord>(`SELECT ${eventColumns} FROM notification_events e WHERE e.id = ?`, [eventId])

  /** Counts again from the deliveries, and removes an event that has none left. */
  const recount = (eventId: number): void => {
    const row = database.get<{ readonly count: number; readonly first: number | null; readonly last: number | null }>(
      `SELECT count(*) AS count, min(received_at_ms) AS first, max(received_at_ms) AS last
       FROM notification_deliveries WHERE event_id = ?`,
      [eventId],
    )
    if (row === undefined || row.count === 0) {
      database.run('DELETE FROM notification_search WHERE rowid = ?', [eventId])
      database.run("DELETE FROM notification_claims WHERE event_id = ? AND state = 'released'", [eventId])
      database.run('DELETE FROM notification_events WHERE id = ?', [eventId])
      return
    }
    database.run(
      'UPDATE notification_events SET delivery_count = ?, received_at_ms = ?, last_delivery_at_ms = ? WHERE id = ?',
      [row.count, row.first, row.last, eventId],
    )
  }

  return {
    addDelivery: (delivery: NewDelivery): number =>
      database.run(
        `INSERT INTO notification_deliveries
           (received_at_ms, format, headers, signature_header, soap_action, body, body_digest, state, accept_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?)`,
        [
          delivery.receivedAtMs,
          delivery.format,
          JSON.stringify(delivery.headers),
          delivery.signatureHeader,
          delivery.soapAction,
          delivery.body,
          delivery.bodyDigest,
          delivery.acceptMs,
        ],
      ).lastInsertRowid,

    delivery: (deliveryId: number): Delivery | undefined =>
      database.get<Delivery>(
        `SELECT id AS deliveryId, received_at_ms AS receivedAtMs, format, signature_header AS signatureHeader,
           soap_action AS soapAction, body_digest AS bodyDigest, state, event_id AS eventId
         FROM notification_deliveries WHERE id = ?`,
        [deliveryId],
      ),

    bodyOf: (deliveryId: number): Uint8Array =>
      database.get<{ readonly body: NodeJS.NonSharedUint8Array }>(
        'SELECT body FROM notification_deliveries WHERE id = ?',
        [deliveryId],
      )?.body ?? new Uint8Array(),

    /** Deliveries on disk that are not settled, the oldest first (RCV-13). */
    pendingIds: (): readonly number[] =>
      database
        .all<{ readonly id: number }>("SELECT id FROM notification_deliveries WHERE state = 'pending' ORDER BY id")
        .map(({ id }) => id),

    noteTimes: (deliveryId: number, times: { readonly persistMs: number; readonly answerMs: number }): void => {
      database.run('UPDATE notification_deliveries SET persist_ms = ?, answer_ms = ? WHERE id = ?', [
        times.persistMs,
        times.answerMs,
        deliveryId,
      ])
    },

    /** The event of that identity with these facts and state, made or brought up to date. */
    putEvent: (identity: string, receivedAtMs: number, facts: EventFacts, state: EventState): number => {
      const [first] = facts.occurrences
      const row = database.get<{ readonly id: number }>(
        `INSERT INTO notification_events
           (identity, received_at_ms, last_delivery_at_ms, delivery_count, name, format, occurred, item_id, transaction_id,
            buyer, notification_id, occurrences, signature, signature_words, processing, why)
         VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (identity) DO UPDATE SET name = excluded.name, format = excluded.format, occurred = excluded.occurred,
           item_id = excluded.item_id, transaction_id = excluded.transaction_id, buyer = excluded.buyer,
           notification_id = excluded.notification_id, occurrences = excluded.occurrences, signature = excluded.signature,
           signature_words = excluded.signature_words, processing = excluded.processing, why = excluded.why
         RETURNING id`,
        [
          identity,
          receivedAtMs,
          receivedAtMs,
          facts.name,
          facts.format,
          facts.timestamp,
          first?.itemId ?? null,
          first?.transactionId ?? null,
          first?.buyer ?? null,
          facts.notificationId,
          JSON.stringify(facts.occurrences),
          state.signature,
          state.signatureWords,
          state.processing,
          state.why,
        ],
      )
      if (row === undefined) throw new Error('the event was not kept')
      indexWords(row.id)
      return row.id
    },

    /** The earliest message of the REST service of that name that came at or after then, leaving out those `taken`. */
    firstJsonEventSince: (name: string, sinceMs: number, taken: ReadonlySet<number>) =>
      database
        .all<{ readonly eventId: number; readonly receivedAtMs: number; readonly notificationId: string | null }>(
          `SELECT id AS eventId, received_at_ms AS receivedAtMs, notification_id AS notificationId
           FROM notification_events WHERE name = ? AND format = 'json' AND received_at_ms >= ? ORDER BY id LIMIT ?`,
          [name, sinceMs, taken.size + 1],
        )
        .find(({ eventId }) => !taken.has(eventId)),

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

    setEventState: (eventId: number, processing: ProcessingState, why: string | null): void => {
      database.run('UPDATE notification_events SET processing = ?, why = ? WHERE id = ?', [processing, why, eventId])
    },

    /** Puts a delivery on an event's stack, away from the one where it was before. */
    stack: (
      deliveryId: number,
      eventId: number,
      state: 'pending' | 'settled',
      signature: SignatureState,
      processMs: number | null,
    ): void => {
      const before = database.get<{ readonly eventId: number | null }>(
        'SELECT event_id AS eventId FROM notification_deliveries WHERE id = ?',
        [deliveryId],
      )?.eventId
      database.run(
        `UPDATE notification_deliveries SET event_id = ?, state = ?, signature = ?, process_ms = coalesce(?, process_ms)
         WHERE id = ?`,
        [eventId, state, signature, processMs, deliveryId],
      )
      if (before === eventId) return
      database.run(
        `UPDATE notification_events SET delivery_count = delivery_count + 1,
           last_delivery_at_ms = max(last_delivery_at_ms, d.received_at_ms),
           received_at_ms = min(notification_events.received_at_ms, d.received_at_ms)
         FROM (SELECT received_at_ms FROM notification_deliveries WHERE id = ?) AS d WHERE notification_events.id = ?`,
        [deliveryId, eventId],
      )
      if (before !== null && before !== undefined) recount(before)
    },

    /** Which event holds or has done a key; undefined where it is free or released. */
    ownerOf: (key: string): number | undefined =>
      database.get<{ readonly eventId: number }>(
        "SELECT event_id AS eventId FROM notification_claims WHERE key = ? AND state <> 'released'",
        [key],
      )?.eventId,

    /** Takes a key for an event. True when it was free or released: exactly one caller gets that answer (RCV-07). */
    claim: (key: string, eventId: number): boolean =>
      database.run(
        `INSERT INTO notification_claims (key, event_id, state) VALUES (?, ?, 'held')
         ON CONFLICT (key) DO UPDATE SET event_id = excluded.event_id, state = 'held' WHERE state = 'released'`,
        [key, eventId],
      ).changes === 1,

    finishClaims: (keys: readonly string[]): void => {
      for (const key of keys) database.run("UPDATE notification_claims SET state = 'done' WHERE key = ?", [key])
    },

    releaseClaims: (keys: readonly string[]): void => {
      for (const key of keys) {
        database.run("UPDATE notification_claims SET state = 'released' WHERE key = ? AND state = 'held'", [key])
      }
    },

    /** What a crash left held is free again (RCV-13). To be called once, before anything is processed. */
    releaseAllHeld: (): void => {
      database.run("UPDATE notification_claims SET state = 'released' WHERE state = 'held'")
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

    /** A page of the log, newest first, below `cursor`. */
    events: (filter: LogFilter, search: string, cursor: number | null, limit: number): readonly EventRecord[] => {
      const conditions = conditionsOf(filter)
      const match = searchQuery(search)
      if (search.trim() !== '' && match === undefined) return []
      if (match === undefined) {
        const where = [...conditions.sql, ...(cursor === null ? [] : ['e.id < ?'])]
        return database.all<EventRecord>(
          `SELECT ${eventColumns} FROM notification_events e ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
           ORDER BY e.id DESC LIMIT ?`,
          [...conditions.params, ...(cursor === null ? [] : [cursor]), limit],
        )
      }
      const where = ['notification_search MATCH ?', ...(cursor === null ? [] : ['s.rowid < ?'])]
      const filters = conditions.sql.map((sql) => (sql.startsWith('+') ? sql : `+${sql}`))
      return database.all<EventRecord>(
        `SELECT ${eventColumns} FROM notification_search s JOIN notification_events e ON e.id = s.rowid
         WHERE ${[...where, ...filters].join(' AND ')} ORDER BY s.rowid DESC LIMIT ?`,
        [match, ...(cursor === null ? [] : [cursor]), ...conditions.params, limit],
      )
    },

    /** Every event name that is in the log. Hops from name to name along the index, however long the log is. */
    names: (): readonly string[] =>
      database
        .all<{ readonly name: string }>(
          `WITH RECURSIVE names (name) AS (
             SELECT min(name) FROM notification_events
             UNION ALL
             SELECT (SELECT min(e.name) FROM notification_events e WHERE e.name > names.name) FROM names
             WHERE names.name IS NOT NULL
           ) SELECT name FROM names WHERE name IS NOT NULL LIMIT 200`,
        )
        .map(({ name }) => name),

    counts: (): { readonly waiting: number; readonly failed: number; readonly heldApart: number } => {
      const rows = database.all<{ readonly processing: ProcessingState; readonly count: number }>(
        `SELECT processing, count(*) AS count FROM notification_events
         WHERE processing IN ('waiting', 'failed', 'heldApart') GROUP BY processing`,
      )
      const of = (state: ProcessingState): number => rows.find((row) => row.processing === state)?.count ?? 0
      return { waiting: of('waiting'), failed: of('failed'), heldApart: of('heldApart') }
    },

    lastDeliveryAtMs: (): number | null =>
      database.get<{ readonly atMs: number }>(
        'SELECT received_at_ms AS atMs FROM notification_deliveries ORDER BY id DESC LIMIT 1',
      )?.atMs ?? null,

    deliveriesOf: (eventId: number, limit: number): readonly DeliveryRecord[] =>
      database.all<DeliveryRecord>(
        `SELECT id, received_at_ms, length(body) AS size_bytes, signature, accept_ms, persist_ms, answer_ms, process_ms
         FROM notification_deliveries WHERE event_id = ? ORDER BY id LIMIT ?`,
        [eventId, limit],
      ),

    headersOf: (deliveryId: number): string =>
      database.get<{ readonly headers: string }>('SELECT headers FROM notification_deliveries WHERE id = ?', [
        deliveryId,
      ])?.headers ?? '[]',

    setNote: (eventId: number, note: string): boolean => {
      const { changes } = database.run('UPDATE notification_events SET note = ? WHERE id = ?', [note, eventId])
      if (changes > 0) indexWords(eventId)
      return changes > 0
    },

    key: (kid: string): StoredKey | undefined =>
      database.get<StoredKey>(
        'SELECT key, algorithm, digest, fetched_at_ms AS fetchedAtMs FROM notification_keys WHERE kid = ?',
        [kid],
      ),

    keepKey: (kid: string, key: StoredKey): void => {
      database.run(
        `INSERT INTO notification_keys (kid, key, algorithm, digest, fetched_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kid) DO UPDATE SET key = excluded.key, algorithm = excluded.algorithm, digest = excluded.digest,
           fetched_at_ms = excluded.fetched_at_ms`,
        [kid, key.key, key.algorithm, key.digest, key.fetchedAtMs],
      )
    },

    addRefusal: (refusal: {
      readonly reason: string
      readonly status: number
      readonly count: number
      readonly firstAtMs: number
      readonly lastAtMs: number
    }): void => {
      database.run(
        'INSERT INTO notification_refusals (reason, status, count, first_at_ms, last_at_ms) VALUES (?, ?, ?, ?, ?)',
        [refusal.reason, refusal.status, refusal.count, refusal.firstAtMs, refusal.lastAtMs],
      )
      database.run('DELETE FROM notification_refusals WHERE id <= (SELECT max(id) FROM notification_refusals) - ?', [
        MOST_REFUSALS,
      ])
    },

    refusals: (limit: number) =>
      database.all<{
        readonly refusalId: number
        readonly reason: string
        readonly status: number
        readonly count: number
        readonly firstAtMs: number
        readonly lastAtMs: number
      }>(
        `SELECT id AS refusalId, reason, status, count, first_at_ms AS firstAtMs, last_at_ms AS lastAtMs
         FROM notification_refusals ORDER BY id DESC LIMIT ?`,
        [limit],
      ),

    setting: (name: string): string | undefined =>
      database.get<{ readonly value: string }>('SELECT value FROM notification_settings WHERE name = ?', [name])?.value,

    setSetting: (name: string, value: string): void => {
      database.run(
        'INSERT INTO notification_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [name, value],
      )
    },
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>
