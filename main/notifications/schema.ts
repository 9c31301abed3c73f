/**
 * The tables of the notifications feature.
 *
 * A *delivery* is one POST with its raw bytes and headers, which never change. An *event* is what deliveries report:
 * deliveries with the same trusted content share one. A *claim* assigns a transaction's key to an event, so that each
 * transaction is processed once. Unverified deliveries have their own events and never claim a key.
 */

/**
 * The feature's tables, as SQL. A delivery's bytes are in their own table, so that updating its row doesn't rewrite
 * them.
 */
export const notificationsSchema = `
  CREATE TABLE notification_captures (
    id INTEGER PRIMARY KEY,
    headers TEXT NOT NULL,
    body_digest TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  CREATE TABLE notification_deliveries (
    id INTEGER PRIMARY KEY,
    received_at_ms INTEGER NOT NULL,
    format TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('platform', 'replay')),
    replay_of INTEGER,
    state TEXT NOT NULL CHECK (state IN ('pending', 'settled')),
    signature TEXT,
    event_id INTEGER REFERENCES notification_events (id)
  ) STRICT;
  CREATE INDEX notification_deliveries_pending ON notification_deliveries (id) WHERE state = 'pending';
  CREATE INDEX notification_deliveries_strangers ON notification_deliveries (state, id, size_bytes)
    WHERE origin = 'platform' AND signature IS NOT 'verified';
  CREATE INDEX notification_deliveries_by_event ON notification_deliveries (event_id, id, replay_of, received_at_ms);

  CREATE TABLE notification_events (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    received_at_ms INTEGER NOT NULL,
    origin TEXT NOT NULL,
    name TEXT NOT NULL,
    format TEXT NOT NULL,
    occurred TEXT,
    notification_id TEXT,
    item_id TEXT,
    transaction_id TEXT,
    buyer TEXT,
    occurrences TEXT NOT NULL,
    signature TEXT NOT NULL,
    signature_message TEXT NOT NULL,
    processing TEXT NOT NULL,
    why TEXT,
    note TEXT NOT NULL DEFAULT '',
    -- What the seller should hear of: a sale, a question, a forgery.
    raises TEXT,
    unseen INTEGER NOT NULL DEFAULT 0,
    -- Answers a test that was requested here (NOT-09).
    is_test INTEGER NOT NULL DEFAULT 0,
    -- The event that reported this sale first, by another type.
    same_sale_as INTEGER
  ) STRICT;
  CREATE INDEX notification_events_unseen ON notification_events (id) WHERE unseen = 1;
  CREATE INDEX notification_events_news ON notification_events (id) WHERE raises IN ('sale', 'question');
  CREATE INDEX notification_events_by_arrival ON notification_events (received_at_ms, processing);
  CREATE INDEX notification_events_by_name ON notification_events (name);
  CREATE INDEX notification_events_by_signature ON notification_events (signature);
  CREATE INDEX notification_events_by_processing ON notification_events (processing);
  CREATE INDEX notification_events_by_origin ON notification_events (origin);
  CREATE INDEX notification_events_by_item ON notification_events (item_id) WHERE item_id IS NOT NULL;
  CREATE INDEX notification_events_by_notification_id ON notification_events (notification_id)
    WHERE notification_id IS NOT NULL;
  CREATE VIRTUAL TABLE notification_search USING fts5 (text, prefix = '2 4');

  CREATE TABLE notification_claims (key TEXT PRIMARY KEY, event_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE notification_keys (
    kid TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    digest TEXT NOT NULL,
    fetched_at_ms INTEGER NOT NULL
  ) STRICT;

  -- Users whose account was closed, without a name. ids: JSON of the rows that older copies still have.
  CREATE TABLE notification_erasures (
    id INTEGER PRIMARY KEY,
    delivery_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    requested_at_ms INTEGER NOT NULL,
    erased_at_ms INTEGER,
    conversations INTEGER NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    notifications INTEGER NOT NULL DEFAULT 0,
    copies TEXT NOT NULL DEFAULT '[]',
    ids TEXT NOT NULL DEFAULT '{"conversationIds":[],"eventIds":[]}'
  ) STRICT;

  CREATE TABLE notification_listings (item_id TEXT PRIMARY KEY, sku TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE notification_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/**
 * Limits the cost of a stranger's delivery (SEC-09): `attempts` ends one that can't be processed, and `sender` records
 * who sent it.
 *
 * Version 0.2.2 parsed strangers' messages before verifying them, and one message could fill a database. The parsed
 * data is dropped; the bytes as received stay.
 */
export const boundedDeliveriesSchema = `
  ALTER TABLE notification_deliveries ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE notification_deliveries ADD COLUMN sender TEXT;

  REPLACE INTO notification_search (rowid, text)
    SELECT id, concat_ws(' ', 'Unverified', note) FROM notification_events
    WHERE signature IN ('wrong', 'none', 'notVerifiableNow');
  UPDATE notification_events SET name = 'Unverified', occurred = NULL, notification_id = NULL, item_id = NULL,
    transaction_id = NULL, buyer = NULL, occurrences = '[]' WHERE signature IN ('wrong', 'none', 'notVerifiableNow');
`

/**
 * Finds the events about a SKU: by that of the first occurrence, or, in an order with several items, by a later one. Damaged JSON
 * counts as none, because an error would block the insert.
 */
export const eventsBySkuSchema = `
  CREATE INDEX notification_events_by_first_sku
    ON notification_events (iif(json_valid(occurrences), occurrences ->> '$[0].sku', NULL))
    WHERE item_id IS NOT NULL AND signature = 'verified';
  CREATE INDEX notification_events_with_later_skus ON notification_events (id)
    WHERE item_id IS NOT NULL AND signature = 'verified' AND occurrences GLOB '*},{*"sku":"*';
`

/**
 * Marks verified notifications of sales that the orders haven't read yet (ORD-01). The mark is set in the transaction that files
 * one, because an event's id says when its first delivery arrived, not when it was verified. Earlier sales are read again, so that
 * those left out or incomplete get their order. Forgeries no longer count as unseen.
 */
export const unreadSalesSchema = `
  ALTER TABLE notification_events ADD COLUMN unread_sale INTEGER NOT NULL DEFAULT 0;
  UPDATE notification_events SET unread_sale = 1
    WHERE signature = 'verified' AND is_test = 0 AND (raises = 'sale' OR same_sale_as IS NOT NULL);
  UPDATE notification_events SET unseen = 0 WHERE unseen = 1 AND raises = 'forgery';
  CREATE INDEX notification_events_unread_sales ON notification_events (id) WHERE unread_sale = 1;
  CREATE INDEX notification_events_same_sale ON notification_events (same_sale_as) WHERE same_sale_as IS NOT NULL;
`
