/**
 * SQL for the log: events, the claims on their keys, and the pages and counts that the window reads. All calls are
 * synchronous.
 */
import * as z from 'zod'
import type { EventFormat, Origin, ProcessingState, SignatureState } from '../../../shared/notifications/event.ts'
import { saleTypeNames } from '../../../shared/notifications/event-types.ts'
import type { LogRequest, Raises, StoredEvent } from '../../../shared/notifications/log-contract.ts'
import { type Occurrence, occurrenceSchema } from '../../../shared/notifications/occurrence.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import type { SearchIndex } from '../../database/search-indexes.ts'
import { jsonAt, jsonEach, readStoredJson } from '../../database/stored-json.ts'
import type { KnownSale } from '../receiver/same-sale.ts'
import { removeEventIfEmpty } from './delivery-store.ts'

/** The time of an event: the message's own, or else its arrival. */
export const toEventTime = (timestamp: string | null, receivedAtMs: number): number => {
  const atMs = Date.parse(timestamp ?? '')
  return Number.isNaN(atMs) ? receivedAtMs : atMs
}

/** The content of a message. */
export type EventFacts = {
  readonly name: string
  readonly format: EventFormat
  readonly timestamp: string | null
  readonly notificationId: string | null
  readonly occurrences: readonly Occurrence[]
}

/** The state of a message: who signed it, and how it was processed. */
export type EventState = {
  readonly signature: SignatureState
  readonly signatureMessage: string
  readonly processing: ProcessingState
  readonly why: string | null
  /**
   * What the seller is notified of; null for other events, for tests, and for sales that another event already
   * reported.
   */
  readonly raises: Raises | null
  readonly isTest: boolean
  /** The event of another type that reported this sale first. */
  readonly sameSaleAs: number | null
}

type ReadFields = Pick<StoredEvent, 'occurrences' | 'isTest' | 'isUnseen'>

type RowRecord = Omit<StoredEvent, keyof ReadFields> & {
  /** JSON. */
  readonly occurrences: string
  readonly isTest: number
  readonly isUnseen: number
}

type EventRecord = RowRecord &
  Pick<EventFacts, 'timestamp' | 'notificationId'> &
  Pick<EventState, 'signatureMessage' | 'why'>

type LogPageRequest = LogRequest & { readonly offset: number; readonly limit: number }

const occurrencesSchema = z.array(z.record(z.string(), z.string().nullable()))

/** Fields in the order of `occurrenceSchema`; null for fields that the message lacks. */
const EMPTY: Occurrence = {
  itemId: null,
  sku: null,
  transactionId: null,
  buyer: null,
  price: null,
  currency: null,
  commentType: null,
}

/** Stores repeated values once: each further occurrence has only the fields that differ from the first (SEC-09). */
export const packOccurrences = ([first, ...others]: readonly Occurrence[]): string => {
  if (first === undefined) return '[]'
  const fields = occurrenceSchema.keyof().options
  return JSON.stringify([
    first,
    ...others.map((each) =>
      Object.fromEntries(fields.filter((name) => each[name] !== first[name]).map((name) => [name, each[name]])),
    ),
  ])
}

export const unpackOccurrences = (stored: string): Occurrence[] => {
  const all = readStoredJson(occurrencesSchema, stored) ?? []
  const first = { ...EMPTY, ...all[0] }
  return all.map((each) => ({ ...first, ...each }))
}

/** Changes the row in place: copying a row from SQLite takes four times as long as parsing its JSON. */
export const toStoredEvent = <Row extends RowRecord>(row: Row): Omit<Row, keyof ReadFields> & ReadFields =>
  Object.assign(row, {
    occurrences: unpackOccurrences(row.occurrences),
    isTest: row.isTest === 1,
    isUnseen: row.isUnseen === 1,
  })

/** SQL for a column of the first delivery of an unverified event. */
const ofFirstDelivery = (column: string): string =>
  `iif(e.signature = 'verified', NULL,
    (SELECT ${column} FROM notification_deliveries WHERE event_id = e.id ORDER BY id LIMIT 1))`

const rowColumns = `e.id AS eventId, e.received_at_ms AS receivedAtMs, e.origin, e.name, e.format, e.item_id AS itemId,
  e.transaction_id AS transactionId, e.buyer, e.occurrences, e.raises, e.is_test AS isTest, e.unseen AS isUnseen,
  e.same_sale_as AS sameSaleAs, e.signature, e.processing, e.note,
  ${ofFirstDelivery('size_bytes')} AS sizeBytes, ${ofFirstDelivery('sender')} AS sender,
  (SELECT count(*) - count(replay_of) FROM notification_deliveries WHERE event_id = e.id) AS deliveryCount,
  (SELECT count(replay_of) FROM notification_deliveries WHERE event_id = e.id) AS replayCount,
  coalesce((SELECT max(received_at_ms) FROM notification_deliveries WHERE event_id = e.id AND replay_of IS NULL),
    e.received_at_ms) AS lastDeliveryAtMs`

/**
 * Returns an FTS5 query that matches each typed word as a prefix (https://sqlite.org/fts5.html#full_text_query_syntax);
 * undefined if no word was typed.
 */
const parseSearch = (search: string): string | undefined => {
  const words = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

const filterColumns = ['name', 'signature', 'processing', 'origin'] as const

/** Returns the WHERE clause for a filtered log; undefined if the search can't match anything. */
const buildWhere = ({ filter, search }: LogRequest) => {
  const conditions: string[] = []
  const params: SqlValue[] = []
  for (const column of filterColumns) {
    const value = filter[column]
    if (value === undefined) continue
    conditions.push(`e.${column} = ?`)
    params.push(value)
  }
  if (filter.isNews === true) conditions.push(`e.raises IN ('sale', 'question')`)
  if (search.trim() !== '') {
    const match = parseSearch(search)
    if (match === undefined) return undefined
    conditions.push('e.id IN (SELECT rowid FROM notification_search WHERE notification_search MATCH ?)')
    params.push(match)
  }
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, params }
}

/** The text that the search index holds for an event. */
export const INDEXED_TEXT = `concat_ws(' ', name, item_id, transaction_id, buyer, notification_id, note)`

/** Indexing this many events takes a few milliseconds. */
const YIELD_EVERY = 1_000

export const eventSearchIndex: SearchIndex = {
  table: 'notification_search',
  *refill(database) {
    const last = database.get<{ id: number | null }>('SELECT max(id) AS id FROM notification_events')?.id ?? 0
    for (let from = 0; from < last; from += YIELD_EVERY) {
      database.run(
        `INSERT INTO notification_search (rowid, text)
         SELECT id, ${INDEXED_TEXT} FROM notification_events WHERE id > ? AND id <= ?`,
        [from, from + YIELD_EVERY],
      )
      yield
    }
  },
}

export const createEventStore = (database: Database) => {
  /** Updates the search index for an event. Runs in the transaction that changes the event. */
  const indexEvent = (eventId: number): void => {
    database.run(
      `REPLACE INTO notification_search (rowid, text)
       SELECT id, ${INDEXED_TEXT}
       FROM notification_events WHERE id = ?`,
      [eventId],
    )
  }

  return {
    /** Creates or updates the event with this identity, and returns its id. */
    saveEvent: (
      identity: string,
      { receivedAtMs, origin }: { readonly receivedAtMs: number; readonly origin: Origin },
      { name, format, timestamp, notificationId, occurrences }: EventFacts,
      { signature, signatureMessage, processing, why, raises, isTest, sameSaleAs }: EventState,
    ): number => {
      const [first] = occurrences
      const row = database.get<{ readonly id: number }>(
        `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, occurred, notification_id, item_id,
           transaction_id, buyer, occurrences, signature, signature_message, processing, why, raises, unseen, is_test,
           same_sale_as, unread_sale)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (identity) DO UPDATE SET received_at_ms = min(received_at_ms, excluded.received_at_ms),
           origin = iif(excluded.origin = 'platform', 'platform', origin), name = excluded.name,
           format = excluded.format, occurred = excluded.occurred, notification_id = excluded.notification_id,
           item_id = excluded.item_id, transaction_id = excluded.transaction_id, buyer = excluded.buyer,
           occurrences = excluded.occurrences, signature = excluded.signature,
           signature_message = excluded.signature_message, processing = excluded.processing, why = excluded.why,
           unseen = iif(raises IS excluded.raises, unseen, excluded.unseen), raises = excluded.raises, is_test = excluded.is_test,
           same_sale_as = excluded.same_sale_as, unread_sale = excluded.unread_sale
         RETURNING id`,
        [
          identity,
          receivedAtMs,
          origin,
          name,
          format,
          timestamp,
          notificationId,
          first?.itemId ?? null,
          first?.transactionId ?? null,
          first?.buyer ?? null,
          packOccurrences(occurrences),
          signature,
          signatureMessage,
          processing,
          why,
          raises,
          // Strangers must not swell the badge: forgeries raise an alarm (SEC-07).
          raises === null || raises === 'forgery' ? 0 : 1,
          isTest ? 1 : 0,
          sameSaleAs,
          raises === 'sale' || sameSaleAs !== null ? 1 : 0,
        ],
      )
      if (row === undefined) throw new Error('the event was not saved')
      indexEvent(row.id)
      return row.id
    },

    /** Gives an event another identity, unless another event already has it. The event keeps its id, note and deliveries. */
    renameIdentity: (from: string, to: string): void => {
      database.run('UPDATE OR IGNORE notification_events SET identity = ? WHERE identity = ?', [to, from])
    },

    /** Like `renameIdentity`, for an event with one delivery: it stays the same event, whatever its signature state. */
    renameOwnEvent: (eventId: number, to: string): void => {
      database.run(
        `UPDATE OR IGNORE notification_events SET identity = ?2
         WHERE id = ?1 AND (SELECT count(*) FROM notification_deliveries WHERE event_id = ?1) = 1`,
        [eventId, to],
      )
    },

    /** Whether the quarantine contains a legacy notification whose signature couldn't be checked. */
    hasUnsignedSoap: (): boolean =>
      database.get(
        `SELECT 1 AS found FROM notification_events
         WHERE processing = 'quarantined' AND format = 'soap' AND signature = 'none' LIMIT 1`,
      ) !== undefined,

    hasEvent: (identity: string): boolean =>
      database.get('SELECT 1 AS found FROM notification_events WHERE identity = ?', [identity]) !== undefined,

    /** Call after a delivery moves to another event. Removes the old event if it is empty, and moves its note. */
    leaveEvent: (eventId: number, nextId: number): void => {
      const note = removeEventIfEmpty(database, eventId)
      if (note === '') return
      database.run('UPDATE notification_events SET note = trim(note || char(10) || ?, char(10)) WHERE id = ?', [
        note,
        nextId,
      ])
      indexEvent(nextId)
    },

    /** The claim on a key; undefined if the key is free. `eventId` is null if that event was removed from the log. */
    claim: (key: string) =>
      database.get<{ readonly eventId: number | null }>(
        `SELECT e.id AS eventId FROM notification_claims c LEFT JOIN notification_events e ON e.id = c.event_id
         WHERE c.key = ?`,
        [key],
      ),

    /** Claims a key for an event (RCV-07). */
    addClaim: (key: string, eventId: number): void => {
      database.run(
        `INSERT INTO notification_claims (key, event_id) VALUES (?, ?)
         ON CONFLICT (key) DO UPDATE SET event_id = excluded.event_id`,
        [key, eventId],
      )
    },

    event: (eventId: number): EventRecord | undefined =>
      database.get<EventRecord>(
        `SELECT ${rowColumns}, e.occurred AS timestamp, e.notification_id AS notificationId,
           e.signature_message AS signatureMessage, e.why
         FROM notification_events e WHERE e.id = ?`,
        [eventId],
      ),

    /** A page of the log, newest first, and the number of events that match. */
    events: (request: LogPageRequest): { readonly rows: readonly StoredEvent[]; readonly total: number } => {
      const part = buildWhere(request)
      if (part === undefined) return { rows: [], total: 0 }
      const { where, params } = part
      // With a bare `LIMIT ?`, SQLite prepares the query again at every call
      // (https://www.sqlite.org/c3ref/prepare.html).
      const rows = database.all<RowRecord>(
        `SELECT ${rowColumns} FROM notification_events e ${where} ORDER BY e.id DESC LIMIT ? + 0 OFFSET ?`,
        [...params, request.limit, request.offset],
      )
      const count = database.get<{ readonly n: number }>(
        `SELECT count(*) AS n FROM notification_events e ${where}`,
        params,
      )
      return {
        rows: rows.map(toStoredEvent),
        total: count?.n ?? 0,
      }
    },

    /** The newest quarantined events, oldest first. */
    quarantinedIds: (limit: number): readonly number[] =>
      database
        .column<number>(
          "SELECT id FROM notification_events WHERE processing = 'quarantined' ORDER BY id DESC LIMIT ?",
          [limit],
        )
        .reverse(),

    /** Every event name in the log. */
    names: (): readonly string[] =>
      database.column<string>('SELECT DISTINCT name FROM notification_events ORDER BY name LIMIT 200'),

    counts: (): { readonly waiting: number; readonly failed: number; readonly quarantined: number } => {
      const counts = { waiting: 0, failed: 0, quarantined: 0 }
      const rows = database.all<{ readonly processing: keyof typeof counts; readonly n: number }>(
        `SELECT processing, count(*) AS n FROM notification_events
         WHERE processing IN ('waiting', 'failed', 'quarantined') GROUP BY processing`,
      )
      for (const { processing, n } of rows) counts[processing] = n
      return counts
    },

    /**
     * The verified sales of these items that arrived since `sinceMs`, among the newest `limit` sales. Lists a sale once
     * for each item that it contains.
     */
    salesSince: (itemIds: readonly string[], sinceMs: number, limit: number): readonly KnownSale[] =>
      database
        .all<{
          readonly eventId: number
          readonly name: string
          readonly format: EventFormat
          readonly receivedAtMs: number
          readonly occurred: string | null
          readonly occurrences: string
          readonly sameSaleAs: number | null
        }>(
          // Reads by arrival, because any other index would scan the whole log.
          `SELECT sale.* FROM (
             SELECT id AS eventId, name, format, received_at_ms AS receivedAtMs, occurred, occurrences,
               same_sale_as AS sameSaleAs
             FROM notification_events INDEXED BY notification_events_by_arrival
             WHERE name IN (SELECT value FROM json_each(?)) AND signature = 'verified' AND origin = 'platform'
               AND is_test = 0 AND received_at_ms >= ? ORDER BY received_at_ms DESC LIMIT ?
           ) sale CROSS JOIN json_each(?) item ON instr(sale.occurrences, item.value) > 0`,
          [JSON.stringify(saleTypeNames), sinceMs, limit, JSON.stringify(itemIds)],
        )
        .map(({ receivedAtMs, occurred, occurrences, ...sale }) => ({
          ...sale,
          atMs: toEventTime(occurred, receivedAtMs),
          occurrences: unpackOccurrences(occurrences),
        })),

    /** The number of unseen events that the seller should be notified of. */
    unseen: (): number =>
      database.get<{ readonly n: number }>('SELECT count(*) AS n FROM notification_events WHERE unseen = 1')?.n ?? 0,

    /** Returns whether any was unseen. */
    markSeen: (): boolean => database.run('UPDATE notification_events SET unseen = 0 WHERE unseen = 1').changes > 0,

    /** Returns whether the event exists. */
    setNote: (eventId: number, note: string): boolean =>
      database.transaction(() => {
        const { changes } = database.run('UPDATE notification_events SET note = ? WHERE id = ?', [note, eventId])
        if (changes > 0) indexEvent(eventId)
        return changes > 0
      }),

    /** The SKU in the newest verified messages about a listing. Only the newest few dozen are read. */
    skuFromMessages: (itemId: string): string | null =>
      database.get<{ readonly sku: string }>(
        `SELECT ${jsonAt('o.value', 'sku')} AS sku
         FROM (SELECT id, occurrences FROM notification_events
               WHERE item_id = ?1 AND signature = 'verified' ORDER BY id DESC LIMIT 30) e, ${jsonEach('e.occurrences')} o
         WHERE coalesce(${jsonAt('o.value', 'itemId')}, ?1) = ?1 AND ${jsonAt('o.value', 'sku')} IS NOT NULL ORDER BY e.id DESC LIMIT 1`,
        [itemId],
      )?.sku ?? null,
  }
}
