-- A database as Stallhand 0.2.2 left it: its schema, and each of its stores' rows in every state. Written by its stores.
-- Frozen: what 0.2.2 wrote does not change. The search indexes are empty.
PRAGMA foreign_keys = OFF;
BEGIN;

CREATE TABLE outbound (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  lane TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  created_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  is_open INTEGER NOT NULL GENERATED ALWAYS AS (
    state NOT IN ('sent', 'withdrawn', 'discarded')
  ) VIRTUAL
) STRICT;
CREATE INDEX outbound_by_lane ON outbound (lane, ordinal) WHERE is_open = 1;
CREATE INDEX outbound_open ON outbound (kind, subject, state) WHERE is_open = 1;
CREATE INDEX outbound_by_subject ON outbound (subject, kind, state);
CREATE INDEX outbound_by_run ON outbound (kind, payload ->> '$.runId') WHERE payload ->> '$.runId' IS NOT NULL;
CREATE INDEX outbound_by_time ON outbound (created_at_ms);
CREATE TABLE outbound_history (
  id INTEGER PRIMARY KEY,
  outbound_id TEXT NOT NULL REFERENCES outbound (id),
  at_ms INTEGER NOT NULL,
  event TEXT NOT NULL,
  from_state TEXT,
  to_state TEXT NOT NULL,
  detail TEXT
) STRICT;
CREATE INDEX outbound_history_by_row ON outbound_history (outbound_id, id);
CREATE TABLE outbound_mark (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  position INTEGER NOT NULL,
  identity TEXT NOT NULL
) STRICT;
CREATE TABLE outbound_hold (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  reason TEXT NOT NULL,
  since_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE items (
  sku TEXT PRIMARY KEY NOT NULL,
  added_at_ms INTEGER NOT NULL,
  wants_read INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'unread',
  title TEXT,
  title_key TEXT NOT NULL DEFAULT '',
  quantity REAL,
  condition TEXT,
  picture_url TEXT,
  is_incomplete INTEGER NOT NULL DEFAULT 0,
  is_low_stock INTEGER NOT NULL DEFAULT 0,
  is_refused INTEGER NOT NULL DEFAULT 0,
  edited_at_ms INTEGER,
  read_at_ms INTEGER,
  search_text TEXT NOT NULL,
  changed_columns TEXT NOT NULL DEFAULT '[]',
  problems TEXT NOT NULL DEFAULT '[]',
  -- Cell texts that could not be read, by column: { text, message }.
  unreadable TEXT NOT NULL DEFAULT '{}',
  unreadable_count INTEGER NOT NULL DEFAULT 0,
  -- As the listing feature last said.
  listing_state TEXT NOT NULL DEFAULT 'unread',
  price REAL,
  currency TEXT,
  category TEXT
) STRICT;
CREATE INDEX items_by_title ON items (title_key, sku);
CREATE INDEX items_by_quantity ON items (quantity, sku);
CREATE INDEX items_by_condition ON items (condition, sku);
CREATE INDEX items_by_edit ON items (edited_at_ms, sku);
CREATE INDEX items_by_listing ON items (listing_state, sku);
CREATE INDEX items_by_price ON items (price, sku);
CREATE INDEX items_by_category ON items (category, sku);
CREATE INDEX items_to_read ON items (added_at_ms, sku) WHERE wants_read = 1;
CREATE INDEX items_counted
  ON items (is_incomplete, is_low_stock, is_refused, state, edited_at_ms, wants_read, unreadable_count);
CREATE TABLE item_records (
  sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
  record TEXT,
  last_record TEXT,
  read_at_ms INTEGER,
  read_problem TEXT
) STRICT;
CREATE TABLE item_edits (
  sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
  edit TEXT NOT NULL,
  source TEXT,
  saved_at_ms INTEGER NOT NULL,
  refused_edit TEXT,
  refusals TEXT
) STRICT;
CREATE TABLE item_saves (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL,
  state TEXT NOT NULL,
  base TEXT,
  sent TEXT NOT NULL,
  after TEXT,
  edit TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  message TEXT NOT NULL,
  outbound_id TEXT,
  note TEXT NOT NULL DEFAULT '',
  cause TEXT NOT NULL DEFAULT 'Stallhand ended before the platform answered.',
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX item_saves_by_sku ON item_saves (sku, id);
CREATE INDEX item_saves_by_outbound ON item_saves (outbound_id) WHERE outbound_id IS NOT NULL;
CREATE INDEX item_saves_open ON item_saves (state) WHERE state IN ('sending', 'unknown');
CREATE TABLE item_change_ledger (
  id INTEGER PRIMARY KEY,
  -- The first row of the same call; null for that row.
  call_id INTEGER,
  sku TEXT NOT NULL,
  items INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  refunded INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX item_change_ledger_by_time ON item_change_ledger (at_ms);
CREATE TABLE inventory_marks (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE item_families (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL,
  family TEXT,
  evidence TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX item_families_by_sku ON item_families (sku, id);
CREATE TABLE item_languages (sku TEXT PRIMARY KEY NOT NULL, content_language TEXT NOT NULL) STRICT;
CREATE TABLE send_runs (
  id INTEGER PRIMARY KEY,
  is_open INTEGER NOT NULL,
  state TEXT NOT NULL,
  problem TEXT,
  created_at_ms INTEGER NOT NULL,
  started_at_ms INTEGER,
  ended_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX send_runs_open ON send_runs (is_open) WHERE is_open = 1;
CREATE TABLE send_run_rows (
  run_id INTEGER NOT NULL REFERENCES send_runs (id) ON DELETE CASCADE,
  sku TEXT NOT NULL,
  state TEXT NOT NULL,
  held_reason TEXT,
  message TEXT NOT NULL DEFAULT '',
  problems TEXT NOT NULL DEFAULT '[]',
  edit TEXT NOT NULL,
  excluded TEXT NOT NULL DEFAULT '[]',
  deletions TEXT NOT NULL DEFAULT '[]',
  is_stock_correction INTEGER NOT NULL,
  content_language TEXT NOT NULL DEFAULT '',
  last_read_at_ms INTEGER,
  save_id INTEGER,
  PRIMARY KEY (run_id, sku)
) STRICT;
CREATE INDEX send_run_rows_in_order
  ON send_run_rows (run_id, state, is_stock_correction DESC, content_language, sku);
CREATE INDEX send_run_rows_by_save ON send_run_rows (save_id) WHERE save_id IS NOT NULL;
CREATE TABLE cell_blocks (id INTEGER PRIMARY KEY, is_undone INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE cell_block_items (
  block_id INTEGER NOT NULL REFERENCES cell_blocks (id) ON DELETE CASCADE,
  sku TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (block_id, sku)
) STRICT;
CREATE TABLE csv_file (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  blank TEXT NOT NULL,
  text TEXT NOT NULL,
  lines_left TEXT,
  mended TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE listings (
  sku TEXT PRIMARY KEY NOT NULL,
  -- The raw offers as last read, of every marketplace and format; NULL: never read.
  offers TEXT,
  read_at_ms INTEGER,
  read_problem TEXT,
  -- Of the listing seen last: an offer that ended no longer names it.
  last_listing_id TEXT,
  -- By field: { text, was }, was being the platform's text when typing began.
  draft TEXT NOT NULL DEFAULT '{}',
  refusals TEXT NOT NULL DEFAULT '[]',
  warnings TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX listings_by_listing ON listings (last_listing_id) WHERE last_listing_id IS NOT NULL;
CREATE INDEX listings_by_reading ON listings (read_at_ms, sku) WHERE offers IS NOT NULL;
CREATE TABLE listing_categories (category_id TEXT PRIMARY KEY NOT NULL, detail TEXT NOT NULL) STRICT;
CREATE TABLE listing_choices (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE listing_runs (id INTEGER PRIMARY KEY, action TEXT NOT NULL, started_at_ms INTEGER NOT NULL) STRICT;
CREATE TABLE mapping_task (
  task_ref INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT,
  origin TEXT NOT NULL,
  state TEXT NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0,
  step INTEGER NOT NULL DEFAULT 0,
  watched_ms INTEGER NOT NULL DEFAULT 0,
  offline_streak INTEGER NOT NULL DEFAULT 0,
  next_poll_at_ms INTEGER,
  last_poll_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  request_key TEXT,
  part INTEGER NOT NULL DEFAULT 1,
  parts INTEGER NOT NULL DEFAULT 1,
  parent_ref INTEGER REFERENCES mapping_task (task_ref),
  about TEXT,
  product_count INTEGER NOT NULL DEFAULT 0,
  requested_id TEXT,
  problem TEXT,
  missing_scope TEXT,
  counts TEXT
) STRICT;
CREATE UNIQUE INDEX mapping_task_by_request ON mapping_task (request_key, part) WHERE request_key IS NOT NULL;
CREATE INDEX mapping_task_by_id ON mapping_task (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX mapping_task_by_state ON mapping_task (state, paused, task_ref);
CREATE INDEX mapping_task_by_parent ON mapping_task (parent_ref) WHERE parent_ref IS NOT NULL;
CREATE TABLE mapping_start_body (
  task_ref INTEGER PRIMARY KEY REFERENCES mapping_task (task_ref),
  body TEXT NOT NULL
) STRICT;
CREATE TABLE mapping_product (
  task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  external_product_id TEXT AS (content ->> 'externalProductId'),
  sku TEXT AS (content ->> 'sku'),
  PRIMARY KEY (task_ref, position)
) STRICT;
CREATE INDEX mapping_product_by_id ON mapping_product (task_ref, external_product_id);
CREATE INDEX mapping_product_by_sku ON mapping_product (task_ref, sku) WHERE sku IS NOT NULL;
CREATE TABLE mapping_poll (
  poll_id INTEGER PRIMARY KEY,
  task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
  at_ms INTEGER NOT NULL,
  settled_at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT,
  repeats INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX mapping_poll_by_task ON mapping_poll (task_ref, poll_id, outcome);
CREATE TABLE mapping_result (
  task_ref INTEGER PRIMARY KEY REFERENCES mapping_task (task_ref),
  remarks TEXT NOT NULL
) STRICT;
CREATE TABLE mapping_entry (
  task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
  list TEXT NOT NULL,
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  external_product_id TEXT AS (content ->> 'externalProductId'),
  sku TEXT AS (content ->> 'sku'),
  PRIMARY KEY (task_ref, list, position)
) STRICT;
CREATE TABLE mapping_correction (
  task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
  position INTEGER NOT NULL,
  form TEXT NOT NULL,
  PRIMARY KEY (task_ref, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE mapping_draft (
  task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
  preview_index INTEGER NOT NULL,
  sku TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (task_ref, preview_index, sku)
) STRICT, WITHOUT ROWID;
CREATE TABLE mapping_start_draft (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  draft TEXT NOT NULL
) STRICT;
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL UNIQUE,
  conversation_type TEXT NOT NULL CHECK (conversation_type IN ('FROM_MEMBERS', 'FROM_SVC')),
  subject TEXT,
  buyer TEXT,
  item_id TEXT,
  preview TEXT,
  latest_at_ms INTEGER,
  -- The order of every list: the newest time known, 0 without one.
  sort_ms INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0,
  unanswered INTEGER,
  -- The platform no longer lists it.
  gone INTEGER NOT NULL DEFAULT 0,
  -- When the seller last filed or answered it here: older pages must not undo that.
  filed_at_ms INTEGER NOT NULL DEFAULT 0,
  answered_at_ms INTEGER NOT NULL DEFAULT 0,
  -- Who wrote the newest known message, and when the seller last wrote.
  latest_writer TEXT CHECK (latest_writer IN ('buyer', 'seller', 'platform', 'unknown')),
  last_sent_ms INTEGER,
  -- The seller's own marks; a newer message of the buyer's ends both.
  snoozed_until_ms INTEGER,
  no_reply_needed INTEGER NOT NULL DEFAULT 0,
  thread_stale INTEGER NOT NULL DEFAULT 1,
  thread_total INTEGER,
  thread_complete INTEGER NOT NULL DEFAULT 0,
  thread_read_at_ms INTEGER,
  -- In which order the platform lists the messages; null until it is learned.
  thread_order TEXT CHECK (thread_order IN ('oldestFirst', 'newestFirst')),
  waiting_evidence TEXT,
  raw TEXT NOT NULL,
  folder TEXT NOT NULL GENERATED ALWAYS AS (
    CASE WHEN gone = 1 THEN 'gone' WHEN archived = 1 THEN 'archived'
         WHEN conversation_type = 'FROM_SVC' THEN 'notices'
         WHEN snoozed_until_ms IS NOT NULL THEN 'snoozed' ELSE 'inbox' END
  ) VIRTUAL,
  waiting_ms INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(waiting_evidence ->> '$.atMs', sort_ms)) VIRTUAL
) STRICT;
CREATE INDEX conversations_by_folder ON conversations (folder, sort_ms);
CREATE INDEX conversations_unread ON conversations (folder, sort_ms) WHERE unread = 1;
CREATE INDEX conversations_unanswered ON conversations (folder, waiting_ms) WHERE unanswered = 1 AND no_reply_needed = 0;
CREATE INDEX conversations_snoozed ON conversations (snoozed_until_ms) WHERE snoozed_until_ms IS NOT NULL;
CREATE INDEX conversations_sent ON conversations (last_sent_ms) WHERE last_sent_ms IS NOT NULL;
CREATE INDEX conversations_by_item ON conversations (item_id, folder, sort_ms) WHERE item_id IS NOT NULL;
CREATE INDEX conversations_by_buyer ON conversations (buyer, folder, sort_ms) WHERE buyer IS NOT NULL;
CREATE INDEX conversations_stale ON conversations (sort_ms) WHERE thread_stale = 1 AND gone = 0;
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  conversation_row INTEGER NOT NULL REFERENCES conversations (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  writer TEXT NOT NULL CHECK (writer IN ('buyer', 'seller', 'platform', 'unknown')),
  sender TEXT,
  text TEXT NOT NULL,
  created_at_ms INTEGER,
  attachments TEXT NOT NULL,
  raw TEXT NOT NULL,
  UNIQUE (conversation_row, key)
) STRICT;
CREATE INDEX messages_by_time ON messages (writer, created_at_ms);
CREATE VIRTUAL TABLE search_index USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
);
CREATE TABLE sync_lists (scope TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE sync_seen (
  scope TEXT NOT NULL,
  conversation_row INTEGER NOT NULL REFERENCES conversations (id),
  pass INTEGER NOT NULL,
  PRIMARY KEY (scope, conversation_row)
) STRICT, WITHOUT ROWID;
CREATE TABLE drafts (
  target_key TEXT PRIMARY KEY,
  conversation_id TEXT,
  other_party_username TEXT,
  content TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  -- What the seller had before them when the draft was started: the buyer's messages, null if the thread had not been
  -- read yet, and the time of the newest message that the list showed.
  buyer_messages_seen INTEGER,
  newest_seen_ms INTEGER,
  -- The thread before a send of this message that seemed lost.
  evidence TEXT,
  CHECK ((conversation_id IS NULL) <> (other_party_username IS NULL))
) STRICT;
CREATE INDEX drafts_by_conversation ON drafts (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX drafts_to_persons ON drafts (saved_at_ms) WHERE other_party_username IS NOT NULL;
CREATE TABLE draft_revision (only INTEGER PRIMARY KEY CHECK (only = 1), last INTEGER NOT NULL) STRICT;
CREATE TABLE buyer_notes (buyer TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE saved_replies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  text TEXT NOT NULL,
  language TEXT,
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE saved_searches (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  view TEXT NOT NULL,
  item_id TEXT,
  other_party TEXT,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
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

INSERT OR REPLACE INTO outbound (ordinal, id, kind, lane, subject, payload, state, detail, attempts, last_error, created_at_ms, changed_at_ms) VALUES
  (1, '00000000-0000-4000-8000-000000000001', 'itemSave', 'item:SAVE-QUEUED', 'item:SAVE-QUEUED', '{"sku":"SAVE-QUEUED","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-QUEUED","was":"Item SAVE-QUEUED"}]}}', 'queued', '{"state":"queued","nextTryAtMs":1795165215000,"error":{"kind":"offline","message":"The platform could not be reached."},"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795165260000, 1795165262000),
  (2, '00000000-0000-4000-8000-000000000002', 'itemSave', 'item:SAVE-WAITING', 'item:SAVE-WAITING', '{"sku":"SAVE-WAITING","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-WAITING","was":"Item SAVE-WAITING"}]}}', 'waiting', '{"state":"waiting","untilMs":1795165562000,"error":{"kind":"signInNeeded","message":"Sign in again in Settings."},"earlier":null}', 1, '{"kind":"signInNeeded","message":"Sign in again in Settings."}', 1795165322000, 1795165324000),
  (3, '00000000-0000-4000-8000-000000000003', 'itemSave', 'item:SAVE-REFUSED', 'item:SAVE-REFUSED', '{"sku":"SAVE-REFUSED","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-REFUSED","was":"Item SAVE-REFUSED"}]}}', 'refused', '{"state":"refused","atMs":1795165386000,"error":{"kind":"conflict","message":"It changed on the platform in fields that you edited. Decide each one. Nothing was sent."},"earlier":null}', 1, '{"kind":"conflict","message":"It changed on the platform in fields that you edited. Decide each one. Nothing was sent."}', 1795165384000, 1795165386000),
  (4, '00000000-0000-4000-8000-000000000004', 'itemSave', 'item:SAVE-UNKNOWN', 'item:SAVE-UNKNOWN', '{"sku":"SAVE-UNKNOWN","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-UNKNOWN","was":"Item SAVE-UNKNOWN"}]}}', 'unknown', '{"state":"unknown","sinceMs":1795165448000,"before":null,"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":1795165449000}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795165446000, 1795165448000),
  (5, '00000000-0000-4000-8000-000000000005', 'itemSave', 'item:SAVE-SENDING', 'item:SAVE-SENDING', '{"sku":"SAVE-SENDING","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-SENDING","was":"Item SAVE-SENDING"}]}}', 'sending', '{"state":"sending","sinceMs":1795165509000,"before":null,"earlier":null}', 1, NULL, 1795165508000, 1795165509000),
  (6, '00000000-0000-4000-8000-000000000006', 'itemSave', 'item:SAVE-NEVER-LEFT', 'item:SAVE-NEVER-LEFT', '{"sku":"SAVE-NEVER-LEFT","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-NEVER-LEFT","was":"Item SAVE-NEVER-LEFT"}]}}', 'sending', '{"state":"sending","sinceMs":1795165570000,"before":null,"earlier":null}', 1, NULL, 1795165569000, 1795165570000),
  (7, '00000000-0000-4000-8000-000000000007', 'itemSave', 'item:SAVE-NOT-FOUND', 'item:SAVE-NOT-FOUND', '{"sku":"SAVE-NOT-FOUND","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-NOT-FOUND","was":"Item SAVE-NOT-FOUND"}]}}', 'notFound', '{"state":"notFound","atMs":1795165633000,"known":"reading","before":null}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795165630000, 1795165633000),
  (8, '00000000-0000-4000-8000-000000000008', 'itemSave', 'item:SAVE-SENT', 'item:SAVE-SENT', '{"sku":"SAVE-SENT","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-SENT","was":"Item SAVE-SENT"}]}}', 'sent', '{"state":"sent","atMs":1795165695000,"known":"answer"}', 1, NULL, 1795165693000, 1795165695000),
  (9, '00000000-0000-4000-8000-000000000009', 'itemSave', 'item:SAVE-DISCARDED', 'item:SAVE-DISCARDED', '{"sku":"SAVE-DISCARDED","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-DISCARDED","was":"Item SAVE-DISCARDED"}]}}', 'discarded', '{"state":"discarded","atMs":1795165758000,"earlier":null}', 1, '{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."}', 1795165755000, 1795165758000),
  (10, '00000000-0000-4000-8000-000000000010', 'itemSave', 'item:SAVE-WITHDRAWN', 'item:SAVE-WITHDRAWN', '{"sku":"SAVE-WITHDRAWN","contentLanguage":"en-US","confirmedDeletions":[],"edit":{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-WITHDRAWN","was":"Item SAVE-WITHDRAWN"}]}}', 'discarded', '{"state":"discarded","atMs":1795165821000,"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795165818000, 1795165821000),
  (11, '00000000-0000-4000-8000-000000000011', 'run', 'run', 'run:1', '{"runId":1}', 'sent', '{"state":"sent","atMs":1795168862000,"known":"answer"}', 1, NULL, 1795168860000, 1795168862000),
  (12, '00000000-0000-4000-8000-000000000012', 'run', 'run', 'run:2', '{"runId":2}', 'sent', '{"state":"sent","atMs":1795170662000,"known":"answer"}', 1, NULL, 1795170660000, 1795170662000),
  (13, '00000000-0000-4000-8000-000000000013', 'offerChange', 'listings', 'listing:OFFER-SENT', '{"sku":"OFFER-SENT","runId":1,"offerId":"81","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'sent', '{"state":"sent","atMs":1795172462000,"known":"answer"}', 1, NULL, 1795172460000, 1795172462000),
  (14, '00000000-0000-4000-8000-000000000014', 'offerChange', 'listings', 'listing:OFFER-REFUSED', '{"sku":"OFFER-REFUSED","runId":1,"offerId":"82","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'refused', '{"state":"refused","atMs":1795172524000,"error":{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."},"earlier":null}', 1, '{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."}', 1795172522000, 1795172524000),
  (15, '00000000-0000-4000-8000-000000000015', 'offerChange', 'listings', 'listing:OFFER-NOT-FOUND', '{"sku":"OFFER-NOT-FOUND","runId":1,"offerId":"83","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'notFound', '{"state":"notFound","atMs":1795172587000,"known":"reading","before":null}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795172584000, 1795172587000),
  (16, '00000000-0000-4000-8000-000000000016', 'offerChange', 'listings', 'listing:OFFER-UNKNOWN', '{"sku":"OFFER-UNKNOWN","runId":1,"offerId":"84","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'unknown', '{"state":"unknown","sinceMs":1795172649000,"before":null,"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":1795172589000}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795172647000, 1795172649000),
  (17, '00000000-0000-4000-8000-000000000017', 'offerChange', 'listings', 'listing:OFFER-SENDING', '{"sku":"OFFER-SENDING","runId":1,"offerId":"85","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'sending', '{"state":"sending","sinceMs":1795172710000,"before":null,"earlier":null}', 1, NULL, 1795172709000, 1795172710000),
  (18, '00000000-0000-4000-8000-000000000018', 'offerChange', 'listings', 'listing:OFFER-WAITING', '{"sku":"OFFER-WAITING","runId":1,"offerId":"86","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'waiting', '{"state":"waiting","untilMs":1795173010000,"error":{"kind":"service","status":503,"errorId":25002,"message":"The platform is busy.","cause":"Busy.","whatToDo":"Wait."},"earlier":null}', 0, '{"kind":"service","status":503,"errorId":25002,"message":"The platform is busy.","cause":"Busy.","whatToDo":"Wait."}', 1795172770000, 1795172771000),
  (19, '00000000-0000-4000-8000-000000000019', 'offerChange', 'listings', 'listing:OFFER-QUEUED', '{"sku":"OFFER-QUEUED","runId":1,"offerId":"87","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'queued', '{"state":"queued","nextTryAtMs":1795172831000,"error":null,"earlier":null}', 0, NULL, 1795172831000, 1795172831000),
  (20, '00000000-0000-4000-8000-000000000020', 'offerChange', 'listings', 'listing:OFFER-DISCARDED', '{"sku":"OFFER-DISCARDED","runId":1,"offerId":"88","price":{"was":{"value":"10.00","currency":"USD"},"value":{"value":"12.00","currency":"USD"}},"quantity":null}', 'discarded', '{"state":"discarded","atMs":1795172892000,"earlier":null}', 0, NULL, 1795172891000, 1795172892000),
  (21, '00000000-0000-4000-8000-000000000021', 'offerSave', 'item:OFFER-NEW', 'listing:OFFER-NEW', '{"sku":"OFFER-NEW","runId":null,"draft":{"price":{"text":"11.00","was":"10.00"}},"isNew":false,"contentLanguage":"en-US","confirmedDeletions":[]}', 'queued', '{"state":"queued","nextTryAtMs":1795172907000,"error":{"kind":"offline","message":"The platform could not be reached."},"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795172952000, 1795172954000),
  (22, '00000000-0000-4000-8000-000000000022', 'offerPublish', 'item:OFFER-PUBLISH', 'listing:OFFER-PUBLISH', '{"sku":"OFFER-PUBLISH","runId":null,"confirmed":{"marketplaceId":"EBAY_US","price":"10.00","currency":"USD","quantity":3,"fees":[]},"itemWaited":false}', 'unknown', '{"state":"unknown","sinceMs":1795173016000,"before":null,"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":1795172956000}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795173014000, 1795173016000),
  (23, '00000000-0000-4000-8000-000000000023', 'offerWithdraw', 'item:OFFER-END', 'listing:OFFER-END', '{"sku":"OFFER-END","runId":null,"listingId":"1100000000011"}', 'waiting', '{"state":"waiting","untilMs":1795173316000,"error":{"kind":"signInNeeded","message":"Sign in again in Settings."},"earlier":null}', 0, '{"kind":"signInNeeded","message":"Sign in again in Settings."}', 1795173076000, 1795173077000),
  (24, '00000000-0000-4000-8000-000000000024', 'offerDelete', 'item:OFFER-DELETE', 'listing:OFFER-DELETE', '{"sku":"OFFER-DELETE","runId":null,"offerId":"812","endsListing":false}', 'queued', '{"state":"queued","nextTryAtMs":1795173137000,"error":null,"earlier":null}', 0, NULL, 1795173137000, 1795173137000),
  (25, '00000000-0000-4000-8000-000000000025', 'message', 'person:buyer-1', 'conversation:C-1', '{"target":{"conversationId":"C-1"},"content":{"messageText":"Yes, number 1 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'held', '{"state":"held","undoUntilMs":1795176010000,"earlier":null}', 0, NULL, 1795176060000, 1795176060000),
  (26, '00000000-0000-4000-8000-000000000026', 'message', 'person:buyer-2', 'conversation:C-2', '{"target":{"conversationId":"C-2"},"content":{"messageText":"Yes, number 2 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'held', '{"state":"held","undoUntilMs":1799049600000,"earlier":null}', 0, NULL, 1795176120000, 1795176120000),
  (27, '00000000-0000-4000-8000-000000000027', 'message', 'person:buyer-3', 'conversation:C-3', '{"target":{"conversationId":"C-3"},"content":{"messageText":"Yes, number 3 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'queued', '{"state":"queued","nextTryAtMs":1795176135000,"error":{"kind":"offline","message":"The platform could not be reached."},"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795176180000, 1795176182000),
  (28, '00000000-0000-4000-8000-000000000028', 'message', 'person:buyer-4', 'conversation:C-4', '{"target":{"conversationId":"C-4"},"content":{"messageText":"Yes, number 4 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'waiting', '{"state":"waiting","untilMs":1795176482000,"error":{"kind":"rateLimited","message":"The platform asked to wait.","retryAfterMs":300000},"earlier":null}', 1, '{"kind":"rateLimited","message":"The platform asked to wait.","retryAfterMs":300000}', 1795176242000, 1795176244000),
  (29, '00000000-0000-4000-8000-000000000029', 'message', 'person:buyer-5', 'conversation:C-5', '{"target":{"conversationId":"C-5"},"content":{"messageText":"Yes, number 5 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'sending', '{"state":"sending","sinceMs":1795176305000,"before":{"text":"yes","sameText":0,"knownSent":0,"ours":0,"messages":1,"complete":true,"atMs":1795165200000},"earlier":null}', 1, NULL, 1795176304000, 1795176305000),
  (30, '00000000-0000-4000-8000-000000000030', 'message', 'person:buyer-6', 'conversation:C-6', '{"target":{"conversationId":"C-6"},"content":{"messageText":"Yes, number 6 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'unknown', '{"state":"unknown","sinceMs":1795176367000,"before":{"text":"yes","sameText":0,"knownSent":0,"ours":0,"messages":1,"complete":true,"atMs":1795165200000},"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":null}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795176365000, 1795176367000),
  (31, '00000000-0000-4000-8000-000000000031', 'message', 'person:buyer-7', 'conversation:C-7', '{"target":{"conversationId":"C-7"},"content":{"messageText":"Yes, number 7 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'notFound', '{"state":"notFound","atMs":1795176430000,"known":"reading","before":{"text":"yes","sameText":0,"knownSent":0,"ours":0,"messages":1,"complete":true,"atMs":1795165200000}}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795176427000, 1795176430000),
  (32, '00000000-0000-4000-8000-000000000032', 'message', 'person:buyer-8', 'conversation:C-8', '{"target":{"conversationId":"C-8"},"content":{"messageText":"Yes, number 8 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'refused', '{"state":"refused","atMs":1795176492000,"error":{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."},"earlier":null}', 1, '{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."}', 1795176490000, 1795176492000),
  (33, '00000000-0000-4000-8000-000000000033', 'message', 'person:buyer-9', 'conversation:C-9', '{"target":{"conversationId":"C-9"},"content":{"messageText":"Yes, number 9 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'sent', '{"state":"sent","atMs":1795176554000,"known":"answer"}', 1, NULL, 1795176552000, 1795176554000),
  (34, '00000000-0000-4000-8000-000000000034', 'message', 'person:buyer-10', 'conversation:C-10', '{"target":{"conversationId":"C-10"},"content":{"messageText":"Yes, number 10 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'withdrawn', '{"state":"withdrawn","atMs":1795176615000}', 0, NULL, 1795176614000, 1795176615000),
  (35, '00000000-0000-4000-8000-000000000035', 'message', 'person:buyer-11', 'conversation:C-11', '{"target":{"conversationId":"C-11"},"content":{"messageText":"Yes, number 11 is.","emailCopyToSender":false,"messageMedia":[],"reference":null},"buyerMessagesSeen":1,"newestSeenMs":1795165200000,"buyerMessagesNamed":null,"copiesKnown":0}', 'discarded', '{"state":"discarded","atMs":1795176676000,"earlier":null}', 0, NULL, 1795176675000, 1795176676000),
  (36, '00000000-0000-4000-8000-000000000036', 'archive', 'filing', 'conversation:C-12', '{"conversationId":"C-12","conversationType":"FROM_MEMBERS","before":false,"buyerMessagesSeen":1,"newestSeenMs":1795165200000}', 'queued', '{"state":"queued","nextTryAtMs":1795176691000,"error":{"kind":"offline","message":"The platform could not be reached."},"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795176736000, 1795176738000),
  (37, '00000000-0000-4000-8000-000000000037', 'read', 'filing', 'conversation:C-13', '{"conversationId":"C-13","conversationType":"FROM_MEMBERS","before":true,"buyerMessagesSeen":1,"newestSeenMs":1795165200000}', 'queued', '{"state":"queued","nextTryAtMs":1795176798000,"error":null,"earlier":null}', 0, NULL, 1795176798000, 1795176798000),
  (38, '00000000-0000-4000-8000-000000000038', 'unread', 'filing', 'conversation:C-14', '{"conversationId":"C-14","conversationType":"FROM_MEMBERS","before":false,"buyerMessagesSeen":1,"newestSeenMs":1795165200000}', 'sent', '{"state":"sent","atMs":1795176860000,"known":"answer"}', 1, NULL, 1795176858000, 1795176860000),
  (39, '00000000-0000-4000-8000-000000000039', 'restore', 'filing', 'conversation:C-15', '{"conversationId":"C-15","conversationType":"FROM_MEMBERS","before":true,"buyerMessagesSeen":1,"newestSeenMs":1795165200000}', 'refused', '{"state":"refused","atMs":1795176922000,"error":{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."},"earlier":null}', 1, '{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."}', 1795176920000, 1795176922000),
  (40, '00000000-0000-4000-8000-000000000040', 'delete', 'deletion', 'conversation:C-16', '{"conversationId":"C-16","conversationType":"FROM_MEMBERS","buyerMessages":1,"newestSeenMs":1795165200000}', 'unknown', '{"state":"unknown","sinceMs":1795176984000,"before":null,"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":1795176924000}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795176982000, 1795176984000),
  (41, '00000000-0000-4000-8000-000000000041', 'delete', 'deletion', 'conversation:C-17', '{"conversationId":"C-17","conversationType":"FROM_MEMBERS","buyerMessages":1,"newestSeenMs":1795165200000}', 'held', '{"state":"held","undoUntilMs":1795177054000,"earlier":null}', 0, NULL, 1795177044000, 1795177044000),
  (42, '00000000-0000-4000-8000-000000000042', 'mappingStart', 'task:1', 'task:1', '{"taskRef":1}', 'queued', '{"state":"queued","nextTryAtMs":1795179615000,"error":{"kind":"offline","message":"The platform could not be reached."},"earlier":null}', 1, '{"kind":"offline","message":"The platform could not be reached."}', 1795179660000, 1795179662000),
  (43, '00000000-0000-4000-8000-000000000043', 'mappingStart', 'task:2', 'task:2', '{"taskRef":2}', 'unknown', '{"state":"unknown","sinceMs":1795179724000,"before":null,"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":null}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795179722000, 1795179724000),
  (44, '00000000-0000-4000-8000-000000000044', 'mappingStart', 'task:3', 'task:3', '{"taskRef":3}', 'refused', '{"state":"refused","atMs":1795179786000,"error":{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."},"earlier":null}', 1, '{"kind":"service","status":400,"errorId":25002,"message":"The platform refused it: invalid UPC.","cause":"Invalid UPC.","whatToDo":"Correct the field."}', 1795179784000, 1795179786000),
  (45, '00000000-0000-4000-8000-000000000045', 'subscriptionCreate', 'topic:A', 'topic:A', '{"change":"createSubscription","topicId":"A","settings":{"destinationId":"d1","status":"DISABLED","payload":{"format":"JSON","schemaVersion":"1.0","deliveryProtocol":"HTTPS"}}}', 'unknown', '{"state":"unknown","sinceMs":1795179848000,"before":[],"after":null,"reason":"The connection broke before the answer came.","nextReadAtMs":1795179788000}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795179846000, 1795179848000),
  (46, '00000000-0000-4000-8000-000000000046', 'subscriptionChange', 'subscription:s1', 'subscription:s1', '{"change":"enableSubscription","subscriptionId":"s1","topicId":"B"}', 'queued', '{"state":"queued","nextTryAtMs":1795179863000,"error":{"kind":"unknown","message":"The connection broke before the answer came."},"earlier":null}', 1, '{"kind":"unknown","message":"The connection broke before the answer came."}', 1795179908000, 1795179910000),
  (47, '00000000-0000-4000-8000-000000000047', 'subscriptionChange', 'subscription:s2', 'subscription:s2', '{"change":"updateSubscription","subscriptionId":"s2","topicId":"C","settings":{"destinationId":"d1","status":"DISABLED","payload":{"format":"JSON","schemaVersion":"1.0","deliveryProtocol":"HTTPS"}},"seen":null}', 'waiting', '{"state":"waiting","untilMs":1795180210000,"error":{"kind":"signInNeeded","message":"Sign in again in Settings."},"earlier":null}', 0, '{"kind":"signInNeeded","message":"Sign in again in Settings."}', 1795179970000, 1795179971000),
  (48, '00000000-0000-4000-8000-000000000048', 'archive', 'filing', 'conversation:C-9', '{"conversationId":"C-9","conversationType":"FROM_MEMBERS","before":false,"buyerMessagesSeen":1,"newestSeenMs":1795165200000}', 'queued', '{"state":"que', 0, NULL, 1795180031000, 1795180031000);

INSERT OR REPLACE INTO outbound_history (id, outbound_id, at_ms, event, from_state, to_state, detail) VALUES
  (1, '00000000-0000-4000-8000-000000000001', 1795165260000, 'add', NULL, 'queued', NULL),
  (2, '00000000-0000-4000-8000-000000000001', 1795165261000, 'dispatch', 'queued', 'sending', NULL),
  (3, '00000000-0000-4000-8000-000000000001', 1795165262000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (4, '00000000-0000-4000-8000-000000000002', 1795165322000, 'add', NULL, 'queued', NULL),
  (5, '00000000-0000-4000-8000-000000000002', 1795165323000, 'dispatch', 'queued', 'sending', NULL),
  (6, '00000000-0000-4000-8000-000000000002', 1795165324000, 'notNow', 'sending', 'waiting', 'Sign in again in Settings.'),
  (7, '00000000-0000-4000-8000-000000000003', 1795165384000, 'add', NULL, 'queued', NULL),
  (8, '00000000-0000-4000-8000-000000000003', 1795165385000, 'dispatch', 'queued', 'sending', NULL),
  (9, '00000000-0000-4000-8000-000000000003', 1795165386000, 'refused', 'sending', 'refused', 'It changed on the platform in fields that you edited. Decide each one. Nothing was sent.'),
  (10, '00000000-0000-4000-8000-000000000004', 1795165446000, 'add', NULL, 'queued', NULL),
  (11, '00000000-0000-4000-8000-000000000004', 1795165447000, 'dispatch', 'queued', 'sending', NULL),
  (12, '00000000-0000-4000-8000-000000000004', 1795165448000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (13, '00000000-0000-4000-8000-000000000005', 1795165508000, 'add', NULL, 'queued', NULL),
  (14, '00000000-0000-4000-8000-000000000005', 1795165509000, 'dispatch', 'queued', 'sending', NULL),
  (15, '00000000-0000-4000-8000-000000000006', 1795165569000, 'add', NULL, 'queued', NULL),
  (16, '00000000-0000-4000-8000-000000000006', 1795165570000, 'dispatch', 'queued', 'sending', NULL),
  (17, '00000000-0000-4000-8000-000000000007', 1795165630000, 'add', NULL, 'queued', NULL),
  (18, '00000000-0000-4000-8000-000000000007', 1795165631000, 'dispatch', 'queued', 'sending', NULL),
  (19, '00000000-0000-4000-8000-000000000007', 1795165632000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (20, '00000000-0000-4000-8000-000000000007', 1795165633000, 'missing', 'unknown', 'notFound', NULL),
  (21, '00000000-0000-4000-8000-000000000008', 1795165693000, 'add', NULL, 'queued', NULL),
  (22, '00000000-0000-4000-8000-000000000008', 1795165694000, 'dispatch', 'queued', 'sending', NULL),
  (23, '00000000-0000-4000-8000-000000000008', 1795165695000, 'carriedOut', 'sending', 'sent', NULL),
  (24, '00000000-0000-4000-8000-000000000009', 1795165755000, 'add', NULL, 'queued', NULL),
  (25, '00000000-0000-4000-8000-000000000009', 1795165756000, 'dispatch', 'queued', 'sending', NULL),
  (26, '00000000-0000-4000-8000-000000000009', 1795165757000, 'refused', 'sending', 'refused', 'The platform refused it: invalid UPC.'),
  (27, '00000000-0000-4000-8000-000000000009', 1795165758000, 'discard', 'refused', 'discarded', NULL),
  (28, '00000000-0000-4000-8000-000000000010', 1795165818000, 'add', NULL, 'queued', NULL),
  (29, '00000000-0000-4000-8000-000000000010', 1795165819000, 'dispatch', 'queued', 'sending', NULL),
  (30, '00000000-0000-4000-8000-000000000010', 1795165820000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (31, '00000000-0000-4000-8000-000000000010', 1795165821000, 'discard', 'queued', 'discarded', NULL),
  (32, '00000000-0000-4000-8000-000000000011', 1795168860000, 'add', NULL, 'queued', NULL),
  (33, '00000000-0000-4000-8000-000000000011', 1795168861000, 'dispatch', 'queued', 'sending', NULL),
  (34, '00000000-0000-4000-8000-000000000011', 1795168862000, 'carriedOut', 'sending', 'sent', NULL),
  (35, '00000000-0000-4000-8000-000000000012', 1795170660000, 'add', NULL, 'queued', NULL),
  (36, '00000000-0000-4000-8000-000000000012', 1795170661000, 'dispatch', 'queued', 'sending', NULL),
  (37, '00000000-0000-4000-8000-000000000012', 1795170662000, 'carriedOut', 'sending', 'sent', NULL),
  (38, '00000000-0000-4000-8000-000000000013', 1795172460000, 'add', NULL, 'queued', NULL),
  (39, '00000000-0000-4000-8000-000000000013', 1795172461000, 'dispatch', 'queued', 'sending', NULL),
  (40, '00000000-0000-4000-8000-000000000013', 1795172462000, 'carriedOut', 'sending', 'sent', NULL),
  (41, '00000000-0000-4000-8000-000000000014', 1795172522000, 'add', NULL, 'queued', NULL),
  (42, '00000000-0000-4000-8000-000000000014', 1795172523000, 'dispatch', 'queued', 'sending', NULL),
  (43, '00000000-0000-4000-8000-000000000014', 1795172524000, 'refused', 'sending', 'refused', 'The platform refused it: invalid UPC.'),
  (44, '00000000-0000-4000-8000-000000000015', 1795172584000, 'add', NULL, 'queued', NULL),
  (45, '00000000-0000-4000-8000-000000000015', 1795172585000, 'dispatch', 'queued', 'sending', NULL),
  (46, '00000000-0000-4000-8000-000000000015', 1795172586000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (47, '00000000-0000-4000-8000-000000000015', 1795172587000, 'missing', 'unknown', 'notFound', NULL),
  (48, '00000000-0000-4000-8000-000000000016', 1795172647000, 'add', NULL, 'queued', NULL),
  (49, '00000000-0000-4000-8000-000000000016', 1795172648000, 'dispatch', 'queued', 'sending', NULL),
  (50, '00000000-0000-4000-8000-000000000016', 1795172649000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (51, '00000000-0000-4000-8000-000000000017', 1795172709000, 'add', NULL, 'queued', NULL),
  (52, '00000000-0000-4000-8000-000000000017', 1795172710000, 'dispatch', 'queued', 'sending', NULL),
  (53, '00000000-0000-4000-8000-000000000018', 1795172770000, 'add', NULL, 'queued', NULL),
  (54, '00000000-0000-4000-8000-000000000018', 1795172771000, 'notNow', 'queued', 'waiting', 'The platform is busy.'),
  (55, '00000000-0000-4000-8000-000000000019', 1795172831000, 'add', NULL, 'queued', NULL),
  (56, '00000000-0000-4000-8000-000000000020', 1795172891000, 'add', NULL, 'queued', NULL),
  (57, '00000000-0000-4000-8000-000000000020', 1795172892000, 'discard', 'queued', 'discarded', NULL),
  (58, '00000000-0000-4000-8000-000000000021', 1795172952000, 'add', NULL, 'queued', NULL),
  (59, '00000000-0000-4000-8000-000000000021', 1795172953000, 'dispatch', 'queued', 'sending', NULL),
  (60, '00000000-0000-4000-8000-000000000021', 1795172954000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (61, '00000000-0000-4000-8000-000000000022', 1795173014000, 'add', NULL, 'queued', NULL),
  (62, '00000000-0000-4000-8000-000000000022', 1795173015000, 'dispatch', 'queued', 'sending', NULL),
  (63, '00000000-0000-4000-8000-000000000022', 1795173016000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (64, '00000000-0000-4000-8000-000000000023', 1795173076000, 'add', NULL, 'queued', NULL),
  (65, '00000000-0000-4000-8000-000000000023', 1795173077000, 'notNow', 'queued', 'waiting', 'Sign in again in Settings.'),
  (66, '00000000-0000-4000-8000-000000000024', 1795173137000, 'add', NULL, 'queued', NULL),
  (67, '00000000-0000-4000-8000-000000000025', 1795176060000, 'add', NULL, 'held', NULL),
  (68, '00000000-0000-4000-8000-000000000026', 1795176120000, 'add', NULL, 'held', NULL),
  (69, '00000000-0000-4000-8000-000000000027', 1795176180000, 'add', NULL, 'queued', NULL),
  (70, '00000000-0000-4000-8000-000000000027', 1795176181000, 'dispatch', 'queued', 'sending', NULL),
  (71, '00000000-0000-4000-8000-000000000027', 1795176182000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (72, '00000000-0000-4000-8000-000000000028', 1795176242000, 'add', NULL, 'queued', NULL),
  (73, '00000000-0000-4000-8000-000000000028', 1795176243000, 'dispatch', 'queued', 'sending', NULL),
  (74, '00000000-0000-4000-8000-000000000028', 1795176244000, 'notNow', 'sending', 'waiting', 'The platform asked to wait.'),
  (75, '00000000-0000-4000-8000-000000000029', 1795176304000, 'add', NULL, 'queued', NULL),
  (76, '00000000-0000-4000-8000-000000000029', 1795176305000, 'dispatch', 'queued', 'sending', NULL),
  (77, '00000000-0000-4000-8000-000000000030', 1795176365000, 'add', NULL, 'queued', NULL),
  (78, '00000000-0000-4000-8000-000000000030', 1795176366000, 'dispatch', 'queued', 'sending', NULL),
  (79, '00000000-0000-4000-8000-000000000030', 1795176367000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (80, '00000000-0000-4000-8000-000000000031', 1795176427000, 'add', NULL, 'queued', NULL),
  (81, '00000000-0000-4000-8000-000000000031', 1795176428000, 'dispatch', 'queued', 'sending', NULL),
  (82, '00000000-0000-4000-8000-000000000031', 1795176429000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (83, '00000000-0000-4000-8000-000000000031', 1795176430000, 'missing', 'unknown', 'notFound', NULL),
  (84, '00000000-0000-4000-8000-000000000032', 1795176490000, 'add', NULL, 'queued', NULL),
  (85, '00000000-0000-4000-8000-000000000032', 1795176491000, 'dispatch', 'queued', 'sending', NULL),
  (86, '00000000-0000-4000-8000-000000000032', 1795176492000, 'refused', 'sending', 'refused', 'The platform refused it: invalid UPC.'),
  (87, '00000000-0000-4000-8000-000000000033', 1795176552000, 'add', NULL, 'queued', NULL),
  (88, '00000000-0000-4000-8000-000000000033', 1795176553000, 'dispatch', 'queued', 'sending', NULL),
  (89, '00000000-0000-4000-8000-000000000033', 1795176554000, 'carriedOut', 'sending', 'sent', NULL),
  (90, '00000000-0000-4000-8000-000000000034', 1795176614000, 'add', NULL, 'queued', NULL),
  (91, '00000000-0000-4000-8000-000000000034', 1795176615000, 'withdraw', 'queued', 'withdrawn', NULL),
  (92, '00000000-0000-4000-8000-000000000035', 1795176675000, 'add', NULL, 'queued', NULL),
  (93, '00000000-0000-4000-8000-000000000035', 1795176676000, 'discard', 'queued', 'discarded', NULL),
  (94, '00000000-0000-4000-8000-000000000036', 1795176736000, 'add', NULL, 'queued', NULL),
  (95, '00000000-0000-4000-8000-000000000036', 1795176737000, 'dispatch', 'queued', 'sending', NULL),
  (96, '00000000-0000-4000-8000-000000000036', 1795176738000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (97, '00000000-0000-4000-8000-000000000037', 1795176798000, 'add', NULL, 'queued', NULL),
  (98, '00000000-0000-4000-8000-000000000038', 1795176858000, 'add', NULL, 'queued', NULL),
  (99, '00000000-0000-4000-8000-000000000038', 1795176859000, 'dispatch', 'queued', 'sending', NULL),
  (100, '00000000-0000-4000-8000-000000000038', 1795176860000, 'carriedOut', 'sending', 'sent', NULL),
  (101, '00000000-0000-4000-8000-000000000039', 1795176920000, 'add', NULL, 'queued', NULL),
  (102, '00000000-0000-4000-8000-000000000039', 1795176921000, 'dispatch', 'queued', 'sending', NULL),
  (103, '00000000-0000-4000-8000-000000000039', 1795176922000, 'refused', 'sending', 'refused', 'The platform refused it: invalid UPC.'),
  (104, '00000000-0000-4000-8000-000000000040', 1795176982000, 'add', NULL, 'queued', NULL),
  (105, '00000000-0000-4000-8000-000000000040', 1795176983000, 'dispatch', 'queued', 'sending', NULL),
  (106, '00000000-0000-4000-8000-000000000040', 1795176984000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (107, '00000000-0000-4000-8000-000000000041', 1795177044000, 'add', NULL, 'held', NULL),
  (108, '00000000-0000-4000-8000-000000000042', 1795179660000, 'add', NULL, 'queued', NULL),
  (109, '00000000-0000-4000-8000-000000000042', 1795179661000, 'dispatch', 'queued', 'sending', NULL),
  (110, '00000000-0000-4000-8000-000000000042', 1795179662000, 'notReached', 'sending', 'queued', 'The platform could not be reached.'),
  (111, '00000000-0000-4000-8000-000000000043', 1795179722000, 'add', NULL, 'queued', NULL),
  (112, '00000000-0000-4000-8000-000000000043', 1795179723000, 'dispatch', 'queued', 'sending', NULL),
  (113, '00000000-0000-4000-8000-000000000043', 1795179724000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (114, '00000000-0000-4000-8000-000000000044', 1795179784000, 'add', NULL, 'queued', NULL),
  (115, '00000000-0000-4000-8000-000000000044', 1795179785000, 'dispatch', 'queued', 'sending', NULL),
  (116, '00000000-0000-4000-8000-000000000044', 1795179786000, 'refused', 'sending', 'refused', 'The platform refused it: invalid UPC.'),
  (117, '00000000-0000-4000-8000-000000000045', 1795179846000, 'add', NULL, 'queued', NULL),
  (118, '00000000-0000-4000-8000-000000000045', 1795179847000, 'dispatch', 'queued', 'sending', NULL),
  (119, '00000000-0000-4000-8000-000000000045', 1795179848000, 'unknown', 'sending', 'unknown', 'The connection broke before the answer came.'),
  (120, '00000000-0000-4000-8000-000000000046', 1795179908000, 'add', NULL, 'queued', NULL),
  (121, '00000000-0000-4000-8000-000000000046', 1795179909000, 'dispatch', 'queued', 'sending', NULL),
  (122, '00000000-0000-4000-8000-000000000046', 1795179910000, 'repeat', 'sending', 'queued', 'The connection broke before the answer came.'),
  (123, '00000000-0000-4000-8000-000000000047', 1795179970000, 'add', NULL, 'queued', NULL),
  (124, '00000000-0000-4000-8000-000000000047', 1795179971000, 'notNow', 'queued', 'waiting', 'Sign in again in Settings.'),
  (125, '00000000-0000-4000-8000-000000000048', 1795180031000, 'add', NULL, 'queued', NULL);

INSERT OR REPLACE INTO outbound_mark (only, position, identity) VALUES
  (1, 0, '');

INSERT OR REPLACE INTO outbound_hold (only, reason, since_ms) VALUES
  (1, 'restored', 1795183200000);

INSERT OR REPLACE INTO items (sku, added_at_ms, wants_read, state, title, title_key, quantity, condition, picture_url, is_incomplete, is_low_stock, is_refused, edited_at_ms, read_at_ms, search_text, changed_columns, problems, unreadable, unreadable_count, listing_state, price, currency, category) VALUES
  ('PLAIN-1', 1795165200000, 0, 'saved', 'Item PLAIN-1', 'item plain-1', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'plain-1 item plain-1', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('EDITED-1', 1795165200000, 0, 'changed', 'New EDITED-1', 'new edited-1', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'edited-1 new edited-1', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-QUEUED', 1795165200000, 0, 'changed', 'New SAVE-QUEUED', 'new save-queued', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-queued new save-queued', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-WAITING', 1795165200000, 0, 'changed', 'New SAVE-WAITING', 'new save-waiting', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-waiting new save-waiting', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-REFUSED', 1795165200000, 0, 'changed', 'New SAVE-REFUSED', 'new save-refused', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-refused new save-refused', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-UNKNOWN', 1795165200000, 0, 'unknown', 'New SAVE-UNKNOWN', 'new save-unknown', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-unknown new save-unknown', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-SENDING', 1795165200000, 0, 'unknown', 'New SAVE-SENDING', 'new save-sending', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-sending new save-sending', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-NEVER-LEFT', 1795165200000, 0, 'changed', 'New SAVE-NEVER-LEFT', 'new save-never-left', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-never-left new save-never-left', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-NOT-FOUND', 1795165200000, 0, 'changed', 'New SAVE-NOT-FOUND', 'new save-not-found', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-not-found new save-not-found', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-SENT', 1795165200000, 0, 'saved', 'New SAVE-SENT', 'new save-sent', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165694000, 'save-sent new save-sent', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-DISCARDED', 1795165200000, 0, 'changed', 'New SAVE-DISCARDED', 'new save-discarded', 3, 'USED_GOOD', NULL, 1, 0, 1, 1795165200000, 1795165200000, 'save-discarded new save-discarded', '["title"]', '[{"path":["product","upc"],"column":"upc","errorId":25002,"message":"Invalid UPC.","from":"platform"}]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('SAVE-WITHDRAWN', 1795165200000, 0, 'changed', 'New SAVE-WITHDRAWN', 'new save-withdrawn', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'save-withdrawn new save-withdrawn', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-SAVED', 1795165200000, 0, 'saved', 'New DONE-SAVED', 'new done-saved', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795168861000, 'done-saved new done-saved', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-PARTLY', 1795165200000, 0, 'changed', 'New DONE-PARTLY', 'new done-partly', 9, 'USED_GOOD', NULL, 1, 0, 0, 1795168861000, 1795168861000, 'done-partly new done-partly', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-UNCHANGED', 1795165200000, 0, 'saved', 'Item DONE-UNCHANGED', 'item done-unchanged', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'done-unchanged item done-unchanged', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-CONFLICT', 1795165200000, 0, 'changed', 'New DONE-CONFLICT', 'new done-conflict', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'done-conflict new done-conflict', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-REFUSED', 1795165200000, 0, 'changed', 'New DONE-REFUSED', 'new done-refused', 3, 'USED_GOOD', NULL, 1, 0, 1, 1795165200000, 1795165200000, 'done-refused new done-refused', '["title"]', '[{"path":["product","upc"],"column":"upc","errorId":25002,"message":"Invalid UPC.","from":"platform"}]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-NOT-SAVED', 1795165200000, 0, 'changed', 'New DONE-NOT-SAVED', 'new done-not-saved', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'done-not-saved new done-not-saved', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('DONE-DELETES', 1795165200000, 0, 'saved', 'Item DONE-DELETES', 'item done-deletes', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795168861000, 'done-deletes item done-deletes', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('STOPPED-UNKNOWN', 1795165200000, 0, 'unknown', 'New STOPPED-UNKNOWN', 'new stopped-unknown', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'stopped-unknown new stopped-unknown', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('STOPPED-SAVED', 1795165200000, 0, 'saved', 'New STOPPED-SAVED', 'new stopped-saved', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795170661000, 'stopped-saved new stopped-saved', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('STOPPED-NOT-SENT', 1795165200000, 0, 'changed', 'New STOPPED-NOT-SENT', 'new stopped-not-sent', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'stopped-not-sent new stopped-not-sent', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-SENT', 1795165200000, 0, 'saved', 'Item OFFER-SENT', 'item offer-sent', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-sent item offer-sent', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-REFUSED', 1795165200000, 0, 'saved', 'Item OFFER-REFUSED', 'item offer-refused', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-refused item offer-refused', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-NOT-FOUND', 1795165200000, 0, 'saved', 'Item OFFER-NOT-FOUND', 'item offer-not-found', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-not-found item offer-not-found', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-UNKNOWN', 1795165200000, 0, 'saved', 'Item OFFER-UNKNOWN', 'item offer-unknown', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-unknown item offer-unknown', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-SENDING', 1795165200000, 0, 'saved', 'Item OFFER-SENDING', 'item offer-sending', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-sending item offer-sending', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-WAITING', 1795165200000, 0, 'saved', 'Item OFFER-WAITING', 'item offer-waiting', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-waiting item offer-waiting', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-QUEUED', 1795165200000, 0, 'saved', 'Item OFFER-QUEUED', 'item offer-queued', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-queued item offer-queued', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-DISCARDED', 1795165200000, 0, 'saved', 'Item OFFER-DISCARDED', 'item offer-discarded', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-discarded item offer-discarded', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-NEW', 1795165200000, 0, 'saved', 'Item OFFER-NEW', 'item offer-new', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-new item offer-new', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-PUBLISH', 1795165200000, 0, 'saved', 'Item OFFER-PUBLISH', 'item offer-publish', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-publish item offer-publish', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-END', 1795165200000, 0, 'saved', 'Item OFFER-END', 'item offer-end', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-end item offer-end', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OFFER-DELETE', 1795165200000, 0, 'saved', 'Item OFFER-DELETE', 'item offer-delete', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795165200000, 'offer-delete item offer-delete', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-1', 1795165200000, 0, 'changed', 'New OPEN-1', 'new open-1', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-1 new open-1', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-2', 1795165200000, 0, 'changed', 'Item OPEN-2', 'item open-2', 8, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-2 item open-2', '["quantity"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-3', 1795165200000, 0, 'changed', 'New OPEN-3', 'new open-3', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-3 new open-3', '["title","upc"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-4', 1795165200000, 0, 'changed', 'New OPEN-4', 'new open-4', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-4 new open-4', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-5', 1795165200000, 0, 'changed', 'New OPEN-5', 'new open-5', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-5 new open-5', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-6', 1795165200000, 0, 'changed', 'New OPEN-6', 'new open-6', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-6 new open-6', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-7', 1795165200000, 0, 'changed', 'New OPEN-7', 'new open-7', 3, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-7 new open-7', '["title"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL);

INSERT OR REPLACE INTO item_records (sku, record, last_record, read_at_ms, read_problem) VALUES
  ('PLAIN-1', '{"condition":"USED_GOOD","product":{"title":"Item PLAIN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item PLAIN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('EDITED-1', '{"condition":"USED_GOOD","product":{"title":"Item EDITED-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item EDITED-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-QUEUED', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-QUEUED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-QUEUED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-WAITING', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-WAITING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-WAITING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-REFUSED', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-UNKNOWN', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-SENDING', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-NEVER-LEFT', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-NEVER-LEFT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-NEVER-LEFT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-NOT-FOUND', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-SENT', '{"condition":"USED_GOOD","product":{"title":"New SAVE-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165694000, NULL),
  ('SAVE-DISCARDED', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('SAVE-WITHDRAWN', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-WITHDRAWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-WITHDRAWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('DONE-SAVED', '{"condition":"USED_GOOD","product":{"title":"New DONE-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New DONE-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795168861000, NULL),
  ('DONE-PARTLY', '{"condition":"USED_GOOD","product":{"title":"Item DONE-PARTLY","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":9}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-PARTLY","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":9}}}', 1795168861000, NULL),
  ('DONE-UNCHANGED', '{"condition":"USED_GOOD","product":{"title":"Item DONE-UNCHANGED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-UNCHANGED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('DONE-CONFLICT', '{"condition":"USED_GOOD","product":{"title":"Item DONE-CONFLICT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-CONFLICT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('DONE-REFUSED', '{"condition":"USED_GOOD","product":{"title":"Item DONE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('DONE-NOT-SAVED', '{"condition":"USED_GOOD","product":{"title":"Item DONE-NOT-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-NOT-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('DONE-DELETES', '{"condition":"USED_GOOD","product":{"title":"Item DONE-DELETES"},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-DELETES"},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795168861000, NULL),
  ('STOPPED-UNKNOWN', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('STOPPED-SAVED', '{"condition":"USED_GOOD","product":{"title":"New STOPPED-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New STOPPED-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795170661000, NULL),
  ('STOPPED-NOT-SENT', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-NOT-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-NOT-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-SENT', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-REFUSED', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-NOT-FOUND', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-UNKNOWN', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-SENDING', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-WAITING', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-WAITING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-WAITING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-QUEUED', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-QUEUED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-QUEUED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-DISCARDED', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-NEW', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-NEW","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-NEW","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-PUBLISH', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-PUBLISH","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-PUBLISH","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-END', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-END","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-END","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OFFER-DELETE', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-DELETE","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OFFER-DELETE","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-1', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-2', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-2","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-2","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-3', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-3","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-3","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-4', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-4","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-4","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-5', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-5","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-5","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-6', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-6","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-6","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL),
  ('OPEN-7', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-7","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-7","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795165200000, NULL);

INSERT OR REPLACE INTO item_edits (sku, edit, source, saved_at_ms, refused_edit, refusals) VALUES
  ('EDITED-1', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New EDITED-1","was":"Item EDITED-1"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-QUEUED', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-QUEUED","was":"Item SAVE-QUEUED"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-WAITING', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-WAITING","was":"Item SAVE-WAITING"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-REFUSED', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-REFUSED","was":"Item SAVE-REFUSED"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-UNKNOWN', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-UNKNOWN","was":"Item SAVE-UNKNOWN"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-SENDING', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-SENDING","was":"Item SAVE-SENDING"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-NEVER-LEFT', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-NEVER-LEFT","was":"Item SAVE-NEVER-LEFT"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-NOT-FOUND', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-NOT-FOUND","was":"Item SAVE-NOT-FOUND"}]}', NULL, 1795165200000, NULL, NULL),
  ('SAVE-DISCARDED', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-DISCARDED","was":"Item SAVE-DISCARDED"}]}', NULL, 1795165200000, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-DISCARDED","was":"Item SAVE-DISCARDED"}]}', '[{"path":["product","upc"],"errorId":25002,"message":"Invalid UPC."}]'),
  ('SAVE-WITHDRAWN', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-WITHDRAWN","was":"Item SAVE-WITHDRAWN"}]}', NULL, 1795165200000, NULL, NULL),
  ('DONE-CONFLICT', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-CONFLICT","was":"Item DONE-CONFLICT"}]}', NULL, 1795165200000, NULL, NULL),
  ('DONE-REFUSED', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-REFUSED","was":"Item DONE-REFUSED"}]}', NULL, 1795165200000, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-REFUSED","was":"Item DONE-REFUSED"}]}', '[{"path":["product","upc"],"errorId":25002,"message":"Invalid UPC."}]'),
  ('DONE-NOT-SAVED', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-NOT-SAVED","was":"Item DONE-NOT-SAVED"}]}', NULL, 1795165200000, NULL, NULL),
  ('DONE-PARTLY', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-PARTLY","was":"Item DONE-PARTLY"}]}', NULL, 1795168861000, NULL, NULL),
  ('STOPPED-UNKNOWN', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-UNKNOWN","was":"Item STOPPED-UNKNOWN"}]}', NULL, 1795165200000, NULL, NULL),
  ('STOPPED-NOT-SENT', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-NOT-SENT","was":"Item STOPPED-NOT-SENT"}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-1', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-1","was":"Item OPEN-1"}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-2', '{"onto":"existing","changes":[{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":8,"was":3}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-3', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-3","was":"Item OPEN-3"},{"op":"remove","path":["product","upc"],"was":["012345678905"]}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-4', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-4","was":"Item OPEN-4"}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-5', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-6', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-6","was":"Item OPEN-6"}]}', NULL, 1795165200000, NULL, NULL),
  ('OPEN-7', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-7","was":"Item OPEN-7"}]}', NULL, 1795165200000, NULL, NULL);

INSERT OR REPLACE INTO item_saves (id, sku, state, base, sent, after, edit, attempt, message, outbound_id, note, cause, started_at_ms, ended_at_ms) VALUES
  (1, 'SAVE-UNKNOWN', 'unknown', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-UNKNOWN","was":"Item SAVE-UNKNOWN"}]}', 1, 'The connection broke before the answer came. The item is read again until it shows whether the change was saved. Your edit is kept.', '00000000-0000-4000-8000-000000000004', '', 'The connection broke before the answer came.', 1795165447000, 1795165447000),
  (2, 'SAVE-SENDING', 'sending', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-SENDING","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-SENDING","was":"Item SAVE-SENDING"}]}', 2, 'Sending', '00000000-0000-4000-8000-000000000005', '', 'Stallhand ended before the platform answered.', 1795165509000, NULL),
  (3, 'SAVE-NOT-FOUND', 'notSaved', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-NOT-FOUND","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-NOT-FOUND","was":"Item SAVE-NOT-FOUND"}]}', 3, 'The connection broke before the answer came. Not saved. The item was read again and does not have the change. Your edit is kept.', '00000000-0000-4000-8000-000000000007', '', 'The connection broke before the answer came.', 1795165631000, 1795165631000),
  (4, 'SAVE-SENT', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-SENT","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-SENT","was":"Item SAVE-SENT"}]}', 4, 'Saved', '00000000-0000-4000-8000-000000000008', 'Also changed on the platform, and kept: Quantity.', 'Stallhand ended before the platform answered.', 1795165694000, 1795165694000),
  (5, 'SAVE-DISCARDED', 'refused', '{"condition":"USED_GOOD","product":{"title":"Item SAVE-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New SAVE-DISCARDED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New SAVE-DISCARDED","was":"Item SAVE-DISCARDED"}]}', 5, 'The platform refused it.', '00000000-0000-4000-8000-000000000009', '', 'Stallhand ended before the platform answered.', 1795165756000, 1795165756000),
  (6, 'DONE-SAVED', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item DONE-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New DONE-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New DONE-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-SAVED","was":"Item DONE-SAVED"}]}', 6, 'Saved', NULL, '', 'Stallhand ended before the platform answered.', 1795168861000, 1795168861000),
  (7, 'DONE-PARTLY', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item DONE-PARTLY","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-PARTLY","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":9}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-PARTLY","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":9}}}', '{"onto":"existing","changes":[{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":9,"was":3}]}', 6, 'Saved', NULL, '', 'Stallhand ended before the platform answered.', 1795168861000, 1795168861000),
  (8, 'DONE-REFUSED', 'refused', '{"condition":"USED_GOOD","product":{"title":"Item DONE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New DONE-REFUSED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-REFUSED","was":"Item DONE-REFUSED"}]}', 6, 'The platform refused it.', NULL, '', 'Stallhand ended before the platform answered.', 1795168861000, 1795168861000),
  (9, 'DONE-DELETES', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item DONE-DELETES","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-DELETES"},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item DONE-DELETES"},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"onto":"existing","changes":[{"op":"remove","path":["product","upc"],"was":["012345678905"]}]}', 6, 'Saved', NULL, '', 'Stallhand ended before the platform answered.', 1795168861000, 1795168861000),
  (10, 'DONE-NOT-SAVED', 'notSaved', '{"condition":"USED_GOOD","product":{"title":"Item DONE-NOT-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New DONE-NOT-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-NOT-SAVED","was":"Item DONE-NOT-SAVED"}]}', 10, 'The connection broke before the answer came. Not saved. The item was read again and does not have the change. Your edit is kept.', NULL, '', 'The connection broke before the answer came.', 1795168861000, 1795168861000),
  (11, 'STOPPED-SAVED', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New STOPPED-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New STOPPED-SAVED","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-SAVED","was":"Item STOPPED-SAVED"}]}', 11, 'Saved', NULL, '', 'Stallhand ended before the platform answered.', 1795170661000, 1795170661000),
  (12, 'STOPPED-UNKNOWN', 'unknown', '{"condition":"USED_GOOD","product":{"title":"Item STOPPED-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New STOPPED-UNKNOWN","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-UNKNOWN","was":"Item STOPPED-UNKNOWN"}]}', 12, 'The connection broke before the answer came. The item is read again until it shows whether the change was saved. Your edit is kept.', NULL, '', 'The connection broke before the answer came.', 1795170661000, 1795170661000);

INSERT OR REPLACE INTO item_change_ledger (id, call_id, sku, items, at_ms, wall_ms, refunded) VALUES
  (1, NULL, 'SAVE-UNKNOWN', 1, 1795165447000, 1795165447000, 0),
  (2, NULL, 'SAVE-SENDING', 1, 1795165509000, 1795165509000, 0),
  (3, NULL, 'SAVE-NOT-FOUND', 1, 1795165631000, 1795165631000, 0),
  (4, NULL, 'SAVE-SENT', 1, 1795165694000, 1795165694000, 0),
  (5, NULL, 'SAVE-DISCARDED', 1, 1795165756000, 1795165756000, 0),
  (6, NULL, 'DONE-SAVED', 1, 1795168861000, 1795168861000, 0),
  (7, 6, 'DONE-PARTLY', 1, 1795168861000, 1795168861000, 0),
  (8, 6, 'DONE-REFUSED', 1, 1795168861000, 1795168861000, 0),
  (9, 6, 'DONE-DELETES', 1, 1795168861000, 1795168861000, 0),
  (10, NULL, 'DONE-NOT-SAVED', 1, 1795168861000, 1795168861000, 0),
  (11, NULL, 'STOPPED-SAVED', 1, 1795170661000, 1795170661000, 0),
  (12, NULL, 'STOPPED-UNKNOWN', 1, 1795170661000, 1795170661000, 0);

INSERT OR REPLACE INTO inventory_marks (name, value) VALUES
  ('budgetTime', '{"ledgerMs":1795183200000,"wallMs":1795183200000,"monotonicMs":0,"run":"of 0.2.2"}'),
  ('listTaken', '1795165200000');

INSERT OR REPLACE INTO item_families (id, sku, family, evidence, note, at_ms) VALUES
  (1, 'PLAIN-1', 'offers', 'listing', 'Listing 110000000001, published here', 1795165200000);

INSERT OR REPLACE INTO item_languages (sku, content_language) VALUES
  ('OPEN-4', 'de-DE');

INSERT OR REPLACE INTO send_runs (id, is_open, state, problem, created_at_ms, started_at_ms, ended_at_ms) VALUES
  (1, 0, '{"name":"done"}', NULL, 1795168800000, 1795168800000, 1795168861000),
  (2, 0, '{"name":"stopped"}', NULL, 1795170600000, 1795170600000, 1795170661000);

INSERT OR REPLACE INTO send_run_rows (run_id, sku, state, held_reason, message, problems, edit, excluded, deletions, is_stock_correction, content_language, last_read_at_ms, save_id) VALUES
  (1, 'DONE-SAVED', 'saved', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-SAVED","was":"Item DONE-SAVED"}]}', '[]', '[]', 0, 'en-US', NULL, 6),
  (1, 'DONE-PARTLY', 'saved', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-PARTLY","was":"Item DONE-PARTLY"},{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":9,"was":3}]}', '[["product","title"]]', '[]', 0, 'en-US', NULL, 7),
  (1, 'DONE-UNCHANGED', 'unchanged', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-UNCHANGED","was":"Item DONE-UNCHANGED"}]}', '[]', '[]', 0, 'en-US', NULL, NULL),
  (1, 'DONE-CONFLICT', 'held', 'conflict', 'DONE-CONFLICT changed on the platform in fields that you edited. Decide each one.', '[{"path":["product","title"],"errorId":null,"message":"Title changed on the platform since you edited it."}]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-CONFLICT","was":"Item DONE-CONFLICT"}]}', '[]', '[]', 0, 'en-US', NULL, NULL),
  (1, 'DONE-REFUSED', 'refused', NULL, 'The platform refused it.', '[{"path":["product","upc"],"errorId":25002,"message":"Invalid UPC."}]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-REFUSED","was":"Item DONE-REFUSED"}]}', '[]', '[]', 0, 'en-US', NULL, 8),
  (1, 'DONE-NOT-SAVED', 'notSaved', NULL, 'The connection broke before the answer came. Not saved. The item was read again and does not have the change. Your edit is kept.', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New DONE-NOT-SAVED","was":"Item DONE-NOT-SAVED"}]}', '[]', '[]', 0, 'en-US', NULL, 10),
  (1, 'DONE-DELETES', 'saved', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"remove","path":["product","upc"],"was":["012345678905"]}]}', '[]', '[{"id":"[\"product\",\"upc\",0]","name":"UPC: 012345678905","path":["product","upc"],"old":"012345678905"}]', 0, 'en-US', NULL, 9),
  (2, 'STOPPED-UNKNOWN', 'unknown', NULL, 'The connection broke before the answer came.', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-UNKNOWN","was":"Item STOPPED-UNKNOWN"}]}', '[]', '[]', 0, 'en-US', NULL, 12),
  (2, 'STOPPED-SAVED', 'saved', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-SAVED","was":"Item STOPPED-SAVED"}]}', '[]', '[]', 0, 'en-US', NULL, 11),
  (2, 'STOPPED-NOT-SENT', 'notSent', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New STOPPED-NOT-SENT","was":"Item STOPPED-NOT-SENT"}]}', '[]', '[]', 0, 'en-US', NULL, NULL);

INSERT OR REPLACE INTO listings (sku, offers, read_at_ms, read_problem, last_listing_id, draft, refusals, warnings) VALUES
  ('OFFER-SENT', '[{"offerId":"81","sku":"OFFER-SENT","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000001","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000001', '{}', '[]', '[]'),
  ('OFFER-REFUSED', '[{"offerId":"82","sku":"OFFER-REFUSED","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000002","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000002', '{}', '[]', '[]'),
  ('OFFER-NOT-FOUND', '[{"offerId":"83","sku":"OFFER-NOT-FOUND","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000003","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000003', '{}', '[]', '[]'),
  ('OFFER-UNKNOWN', '[{"offerId":"84","sku":"OFFER-UNKNOWN","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000004","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000004', '{}', '[]', '[]'),
  ('OFFER-SENDING', '[{"offerId":"85","sku":"OFFER-SENDING","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000005","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000005', '{}', '[]', '[]'),
  ('OFFER-WAITING', '[{"offerId":"86","sku":"OFFER-WAITING","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000006","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000006', '{}', '[]', '[]'),
  ('OFFER-QUEUED', '[{"offerId":"87","sku":"OFFER-QUEUED","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000007","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000007', '{}', '[]', '[]'),
  ('OFFER-DISCARDED', '[{"offerId":"88","sku":"OFFER-DISCARDED","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"110000000008","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '110000000008', '{}', '[]', '[]'),
  ('OFFER-NEW', '[{"offerId":"89","sku":"OFFER-NEW","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"UNPUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3}]', 1795165200000, NULL, NULL, '{}', '[]', '[]'),
  ('OFFER-PUBLISH', '[{"offerId":"810","sku":"OFFER-PUBLISH","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"UNPUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3}]', 1795165200000, NULL, NULL, '{}', '[]', '[]'),
  ('OFFER-END', '[{"offerId":"811","sku":"OFFER-END","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"PUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3,"listing":{"listingId":"1100000000011","listingStatus":"ACTIVE"}}]', 1795165200000, NULL, '1100000000011', '{}', '[]', '[]'),
  ('OFFER-DELETE', '[{"offerId":"812","sku":"OFFER-DELETE","marketplaceId":"EBAY_US","format":"FIXED_PRICE","status":"UNPUBLISHED","pricingSummary":{"price":{"value":"10.00","currency":"USD"}},"availableQuantity":3}]', 1795165200000, NULL, NULL, '{}', '[]', '[]');

INSERT OR REPLACE INTO listing_runs (id, action, started_at_ms) VALUES
  (1, 'price', 1795172400000);

INSERT OR REPLACE INTO mapping_task (task_ref, task_id, origin, state, paused, step, watched_ms, offline_streak, next_poll_at_ms, last_poll_at_ms, created_at_ms, ended_at_ms, request_key, part, parts, parent_ref, about, product_count, requested_id, problem, missing_scope, counts) VALUES
  (1, NULL, 'started', 'waiting', 0, 0, 0, 0, NULL, NULL, 1795179600000, NULL, 'request-1', 1, 1, NULL, 'Lamp 1', 1, NULL, NULL, NULL, NULL),
  (2, NULL, 'started', 'startUnknown', 0, 0, 0, 0, NULL, NULL, 1795179662000, NULL, 'request-2', 1, 1, NULL, 'Lamp 2', 1, NULL, NULL, NULL, NULL),
  (3, NULL, 'started', 'notStarted', 0, 0, 0, 0, NULL, NULL, 1795179724000, NULL, 'request-3', 1, 1, NULL, 'Lamp 3', 1, NULL, NULL, NULL, NULL);

INSERT OR REPLACE INTO mapping_start_body (task_ref, body) VALUES
  (1, '{"products":[{"externalProductId":"lamp-1","title":"Lamp 1"}]}'),
  (2, '{"products":[{"externalProductId":"lamp-2","title":"Lamp 2"}]}'),
  (3, '{"products":[{"externalProductId":"lamp-3","title":"Lamp 3"}]}');

INSERT OR REPLACE INTO mapping_product (task_ref, position, content) VALUES
  (1, 0, '{"externalProductId":"lamp-1","title":"Lamp 1"}'),
  (2, 0, '{"externalProductId":"lamp-2","title":"Lamp 2"}'),
  (3, 0, '{"externalProductId":"lamp-3","title":"Lamp 3"}');

INSERT OR REPLACE INTO conversations (id, conversation_id, conversation_type, subject, buyer, item_id, preview, latest_at_ms, sort_ms, unread, archived, unanswered, gone, filed_at_ms, answered_at_ms, latest_writer, last_sent_ms, snoozed_until_ms, no_reply_needed, thread_stale, thread_total, thread_complete, thread_read_at_ms, thread_order, waiting_evidence, raw) VALUES
  (1, 'C-1', 'FROM_MEMBERS', 'About item 1', 'buyer-1', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-1"}'),
  (2, 'C-2', 'FROM_MEMBERS', 'About item 2', 'buyer-2', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-2"}'),
  (3, 'C-3', 'FROM_MEMBERS', 'About item 3', 'buyer-3', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-3"}'),
  (4, 'C-4', 'FROM_MEMBERS', 'About item 4', 'buyer-4', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-4"}'),
  (5, 'C-5', 'FROM_MEMBERS', 'About item 5', 'buyer-5', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-5"}'),
  (6, 'C-6', 'FROM_MEMBERS', 'About item 6', 'buyer-6', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-6"}'),
  (7, 'C-7', 'FROM_MEMBERS', 'About item 7', 'buyer-7', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-7"}'),
  (8, 'C-8', 'FROM_MEMBERS', 'About item 8', 'buyer-8', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-8"}'),
  (9, 'C-9', 'FROM_MEMBERS', 'About item 9', 'buyer-9', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-9"}'),
  (10, 'C-10', 'FROM_MEMBERS', 'About item 10', 'buyer-10', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-10"}'),
  (11, 'C-11', 'FROM_MEMBERS', 'About item 11', 'buyer-11', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-11"}'),
  (12, 'C-12', 'FROM_MEMBERS', 'About item 12', 'buyer-12', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-12"}'),
  (13, 'C-13', 'FROM_MEMBERS', 'About item 13', 'buyer-13', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-13"}'),
  (14, 'C-14', 'FROM_MEMBERS', 'About item 14', 'buyer-14', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-14"}'),
  (15, 'C-15', 'FROM_MEMBERS', 'About item 15', 'buyer-15', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-15"}'),
  (16, 'C-16', 'FROM_MEMBERS', 'About item 16', 'buyer-16', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-16"}'),
  (17, 'C-17', 'FROM_MEMBERS', 'About item 17', 'buyer-17', NULL, 'Is it still there?', 1795165200000, 1795165200000, 0, 0, NULL, 0, 0, 0, 'buyer', NULL, NULL, 0, 0, 1, 1, 1795165200000, NULL, NULL, '{"conversationId":"C-17"}');

INSERT OR REPLACE INTO messages (id, conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw) VALUES
  (1, 1, 'M-1', 0, 'buyer', 'buyer-1', 'Is it still there?', 1795165200000, '[]', '{}'),
  (2, 2, 'M-2', 0, 'buyer', 'buyer-2', 'Is it still there?', 1795165200000, '[]', '{}'),
  (3, 3, 'M-3', 0, 'buyer', 'buyer-3', 'Is it still there?', 1795165200000, '[]', '{}'),
  (4, 4, 'M-4', 0, 'buyer', 'buyer-4', 'Is it still there?', 1795165200000, '[]', '{}'),
  (5, 5, 'M-5', 0, 'buyer', 'buyer-5', 'Is it still there?', 1795165200000, '[]', '{}'),
  (6, 6, 'M-6', 0, 'buyer', 'buyer-6', 'Is it still there?', 1795165200000, '[]', '{}'),
  (7, 7, 'M-7', 0, 'buyer', 'buyer-7', 'Is it still there?', 1795165200000, '[]', '{}'),
  (8, 8, 'M-8', 0, 'buyer', 'buyer-8', 'Is it still there?', 1795165200000, '[]', '{}'),
  (9, 9, 'M-9', 0, 'buyer', 'buyer-9', 'Is it still there?', 1795165200000, '[]', '{}'),
  (10, 10, 'M-10', 0, 'buyer', 'buyer-10', 'Is it still there?', 1795165200000, '[]', '{}'),
  (11, 11, 'M-11', 0, 'buyer', 'buyer-11', 'Is it still there?', 1795165200000, '[]', '{}'),
  (12, 12, 'M-12', 0, 'buyer', 'buyer-12', 'Is it still there?', 1795165200000, '[]', '{}'),
  (13, 13, 'M-13', 0, 'buyer', 'buyer-13', 'Is it still there?', 1795165200000, '[]', '{}'),
  (14, 14, 'M-14', 0, 'buyer', 'buyer-14', 'Is it still there?', 1795165200000, '[]', '{}'),
  (15, 15, 'M-15', 0, 'buyer', 'buyer-15', 'Is it still there?', 1795165200000, '[]', '{}'),
  (16, 16, 'M-16', 0, 'buyer', 'buyer-16', 'Is it still there?', 1795165200000, '[]', '{}'),
  (17, 17, 'M-17', 0, 'buyer', 'buyer-17', 'Is it still there?', 1795165200000, '[]', '{}');

INSERT OR REPLACE INTO draft_revision (only, last) VALUES
  (1, 0);

PRAGMA user_version = 1;
COMMIT;
