/** The tables of messaging. */
import type { FilingWish } from '../../shared/messaging/filing.ts'

/** SQL for the outbound rows about `conversations c`. */
export const ABOUT_CONVERSATION = `subject = 'conversation:' || c.conversation_id`
/** SQL that selects the ids of conversations with open messages; append conditions with AND. */
export const CONVERSATIONS_IN_OUTBOX = `SELECT substr(subject, 14) FROM outbound
  WHERE is_open = 1 AND kind = 'message' AND subject GLOB 'conversation:*'`

/** SQL that tests whether an outbound row of one of these kinds is still pending for a conversation. */
export const waitsFor = (conversationId: string, ...kinds: readonly FilingWish[]): string =>
  `EXISTS (SELECT 1 FROM outbound WHERE subject = 'conversation:' || ${conversationId} AND is_open = 1
     AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}) AND state NOT IN ('refused', 'notFound'))`

/** Finds the conversations of a user whose account was closed (PLT-18). */
export const senderIndexSchema = `
  CREATE INDEX messages_by_sender ON messages (sender, writer) WHERE sender IS NOT NULL;
`

/**
 * Keeps the names that a buyer had before: the platform may rename a closed account before its notification arrives, and
 * the notification has the old name (PLT-18). Triggers, so that no statement can forget it.
 */
export const formerNamesSchema = `
  CREATE TABLE former_names (
    name TEXT NOT NULL,
    conversation_row INTEGER NOT NULL REFERENCES conversations (id),
    PRIMARY KEY (name, conversation_row)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER conversations_keep_name AFTER UPDATE OF buyer ON conversations
  WHEN old.buyer <> new.buyer BEGIN
    -- An upsert that fires a trigger overrides its OR IGNORE (https://www.sqlite.org/lang_createtrigger.html).
    INSERT INTO former_names SELECT old.buyer, old.id WHERE NOT EXISTS
      (SELECT 1 FROM former_names WHERE name = old.buyer AND conversation_row = old.id);
  END;
  CREATE TRIGGER messages_keep_name AFTER UPDATE OF sender ON messages
  WHEN old.sender <> new.sender AND old.writer <> 'seller' BEGIN
    INSERT INTO former_names SELECT old.sender, old.conversation_row WHERE NOT EXISTS
      (SELECT 1 FROM former_names WHERE name = old.sender AND conversation_row = old.conversation_row);
  END;
`

/**
 * When a name was seen to be given up, by this computer's clock: whoever has it later may be someone else (SEC-10). Null in rows of
 * 0.3.0. A name that is in use again is no former one.
 */
export const datedNamesSchema = `
  ALTER TABLE former_names ADD COLUMN given_up_at_ms INTEGER;
  DROP TRIGGER conversations_keep_name;
  DROP TRIGGER messages_keep_name;
  CREATE TRIGGER conversations_keep_name AFTER UPDATE OF buyer ON conversations
  WHEN old.buyer <> new.buyer BEGIN
    DELETE FROM former_names WHERE name = new.buyer AND conversation_row = old.id;
    INSERT INTO former_names (name, conversation_row, given_up_at_ms)
      SELECT old.buyer, old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS
        (SELECT 1 FROM former_names WHERE name = old.buyer AND conversation_row = old.id);
  END;
  CREATE TRIGGER messages_keep_name AFTER UPDATE OF sender ON messages
  WHEN old.sender <> new.sender AND old.writer <> 'seller' BEGIN
    DELETE FROM former_names WHERE name = new.sender AND conversation_row = old.conversation_row;
    -- The thread may be read long after the list: the first time is the nearest.
    INSERT INTO former_names (name, conversation_row, given_up_at_ms)
      SELECT old.sender, old.conversation_row, CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS
        (SELECT 1 FROM former_names WHERE name = old.sender AND conversation_row = old.conversation_row);
  END;
`

/**
 * The terms of buyers' questions that the seller answered (USE-07). A row's id has the conversation's id and the
 * question's number, see `earlier/answered-questions.ts`.
 */
export const answeredQuestionsSchema = `
  CREATE VIRTUAL TABLE answered_questions USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
`

/**
 * `read_kept`: what was unread when the seller marked the conversation as read, as JSON; null without such a mark. The platform's
 * list may go on counting those messages. The messages that hold markup or entities are read again, to become readable (PLT-30).
 */
export const readMarksSchema = `
  ALTER TABLE conversations ADD COLUMN read_kept TEXT;
  UPDATE conversations SET thread_stale = 1 WHERE id IN
    (SELECT conversation_row FROM messages WHERE text GLOB '*<*>*' OR text GLOB '*&*;*');
`

/** Saved searches may be narrowed to buyers with certain orders. */
export const searchOrdersSchema = `
  ALTER TABLE saved_searches ADD COLUMN orders TEXT;
`

export const messagingSchema = `
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

  -- One row for each conversation, under its id: the search terms of its subject, buyer, item and messages.
  CREATE VIRTUAL TABLE search_index USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
  );

  CREATE TABLE sync_lists (scope TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- The last pass over each list that returned a conversation. The scope FOUND has those kept from a search.
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
  INSERT INTO draft_revision VALUES (1, 0);

  -- The seller's own notes.
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
`

/** A damaged text in `waiting_evidence` must not stop a query of other conversations, or an erasure (SEC-16). */
export const guardedWaitingSchema = `
  DROP INDEX conversations_unanswered;
  ALTER TABLE conversations DROP COLUMN waiting_ms;
  ALTER TABLE conversations ADD COLUMN waiting_ms INTEGER NOT NULL GENERATED ALWAYS AS (
    COALESCE(iif(json_valid(waiting_evidence), waiting_evidence ->> '$.atMs', NULL), sort_ms)
  ) VIRTUAL;
  CREATE INDEX conversations_unanswered ON conversations (folder, waiting_ms) WHERE unanswered = 1 AND no_reply_needed = 0;
`
