/**
 * The tables of the notifications room.
 *
 * A *delivery* is one POST as it came: raw bytes and headers, never changed. An *event* is what deliveries tell of: those
 * with the same trusted content stack on one. A *claim* says which event has a transaction's key, so that it is processed
 * once. Untrusted deliveries have events of their own and never touch a claim.
 */

import type { Database } from '../database/database.ts'
import { createLogPages } from './log-pages.ts'
import { createLogStore } from './log-store.ts'
import { createReceiverStore } from './receiver-store.ts'
import { createSubscriptionStore } from './subscriptions/subscription-store.ts'

/** The feature's tables, as SQL. */
export const notificationsSchema = [
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
  {
    version: 14,
    name: 'captures apart, a log by offset',
    // What a delivery was never changes and can be large; what became of it changes and is small. They part ways, so that
    // settling a delivery does not write its megabyte again. The indexes of the log hold all that a filter asks for; what
    // nearly every event is (verified, processed, from the platform) has none, since the list in order is as short.
    sql: `
      CREATE TABLE notification_captures (
        id INTEGER PRIMARY KEY,
        headers TEXT NOT NULL,
        signature_header TEXT,
        soap_action TEXT,
        body_digest TEXT NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      INSERT INTO notification_captures (id, headers, signature_header, soap_action, body_digest, body)
        SELECT id, headers, signature_header, soap_action, body_digest, body FROM notification_deliveries;
      CREATE TABLE notification_deliveries_new (
        id INTEGER PRIMARY KEY,
        received_at_ms INTEGER NOT NULL,
        format TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        origin TEXT NOT NULL CHECK (origin IN ('platform', 'replay', 'import')),
        replay_of INTEGER,
        state TEXT NOT NULL CHECK (state IN ('pending', 'settled')),
        signature TEXT,
        event_id INTEGER REFERENCES notification_events (id),
        accept_ms REAL,
        persist_ms REAL,
        answer_ms REAL,
        process_ms REAL
      ) STRICT;
      INSERT INTO notification_deliveries_new (id, received_at_ms, format, size_bytes, origin, state, signature, event_id,
          accept_ms, persist_ms, answer_ms, process_ms)
        SELECT id, received_at_ms, format, length(body), 'platform', state, signature, event_id, accept_ms, persist_ms,
          answer_ms, process_ms FROM notification_deliveries;
      DROP TABLE notification_deliveries;
      ALTER TABLE notification_deliveries_new RENAME TO notification_deliveries;
      CREATE INDEX notification_deliveries_pending ON notification_deliveries (id) WHERE state = 'pending';
      CREATE INDEX notification_deliveries_by_event ON notification_deliveries (event_id, id) WHERE event_id IS NOT NULL;

      DROP INDEX notification_claims_by_event;
      DELETE FROM notification_claims WHERE state = 'released';

      ALTER TABLE notification_events ADD COLUMN origin TEXT NOT NULL DEFAULT 'platform';
      ALTER TABLE notification_events ADD COLUMN replay_count INTEGER NOT NULL DEFAULT 0;
      DROP INDEX notification_events_by_name;
      DROP INDEX notification_events_by_signature;
      DROP INDEX notification_events_by_processing;
      CREATE INDEX notification_log_in_order ON notification_events (id, name, signature, processing, origin);
      CREATE INDEX notification_log_by_name ON notification_events (name, id, signature, processing, origin);
      CREATE INDEX notification_log_by_signature ON notification_events (signature, id, name, processing, origin)
        WHERE signature <> 'verified';
      CREATE INDEX notification_log_by_processing ON notification_events (processing, id, name, signature, origin)
        WHERE processing <> 'processed';
      CREATE INDEX notification_log_by_origin ON notification_events (origin, id, name, signature, processing)
        WHERE origin <> 'platform';

      CREATE TABLE notification_event_counts (
        name TEXT NOT NULL,
        signature TEXT NOT NULL,
        processing TEXT NOT NULL,
        origin TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (name, signature, processing, origin)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO notification_event_counts (name, signature, processing, origin, count)
        SELECT name, signature, processing, origin, count(*) FROM notification_events GROUP BY 1, 2, 3, 4;
      CREATE TRIGGER notification_event_added AFTER INSERT ON notification_events BEGIN
        INSERT INTO notification_event_counts VALUES (new.name, new.signature, new.processing, new.origin, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER notification_event_removed AFTER DELETE ON notification_events BEGIN
        UPDATE notification_event_counts SET count = count - 1
          WHERE name = old.name AND signature = old.signature AND processing = old.processing AND origin = old.origin;
        DELETE FROM notification_event_counts WHERE count = 0
          AND name = old.name AND signature = old.signature AND processing = old.processing AND origin = old.origin;
      END;
      CREATE TRIGGER notification_event_changed AFTER UPDATE OF name, signature, processing, origin ON notification_events
      WHEN (old.name, old.signature, old.processing, old.origin)
        IS NOT (new.name, new.signature, new.processing, new.origin) BEGIN
        UPDATE notification_event_counts SET count = count - 1
          WHERE name = old.name AND signature = old.signature AND processing = old.processing AND origin = old.origin;
        DELETE FROM notification_event_counts WHERE count = 0
          AND name = old.name AND signature = old.signature AND processing = old.processing AND origin = old.origin;
        INSERT INTO notification_event_counts VALUES (new.name, new.signature, new.processing, new.origin, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;

      ALTER TABLE notification_refusals ADD COLUMN method TEXT;
      ALTER TABLE notification_refusals ADD COLUMN path TEXT;
      ALTER TABLE notification_refusals ADD COLUMN headers TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE notification_refusals ADD COLUMN beginning TEXT;

      CREATE TABLE notification_listings (item_id TEXT PRIMARY KEY, sku TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
]
  .map(({ sql }) => sql)
  .join('\n')

/** The room's tables, by what is done with them. */
export const createNotificationStore = (database: Database) => ({
  ...createLogStore(database),
  ...createLogPages(database),
  ...createReceiverStore(database),
  ...createSubscriptionStore(database),
})

export type NotificationStore = ReturnType<typeof createNotificationStore>
