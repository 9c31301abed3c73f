/** The messaging room's tables, step by step. A step that was released never changes. */
import { listSteps } from './list-schema.ts'

/** The feature's tables, as SQL. */
export const messagingSchema = [
  {
    version: 3,
    name: 'messaging',
    sql: `
      CREATE TABLE conversations (
        id INTEGER PRIMARY KEY,
        conversation_id TEXT NOT NULL UNIQUE,
        conversation_type TEXT NOT NULL CHECK (conversation_type IN ('FROM_MEMBERS', 'FROM_SVC')),
        subject TEXT,
        buyer TEXT,
        item_id TEXT,
        preview TEXT,
        created_at_ms INTEGER,
        latest_at_ms INTEGER,
        sort_ms INTEGER NOT NULL DEFAULT 0,
        unread INTEGER NOT NULL DEFAULT 0,
        archived INTEGER NOT NULL DEFAULT 0,
        unanswered INTEGER,
        gone INTEGER NOT NULL DEFAULT 0,
        changed_here_at_ms INTEGER NOT NULL DEFAULT 0,
        thread_stale INTEGER NOT NULL DEFAULT 1,
        thread_total INTEGER,
        thread_complete INTEGER NOT NULL DEFAULT 0,
        thread_read_at_ms INTEGER,
        raw TEXT NOT NULL,
        folder TEXT NOT NULL GENERATED ALWAYS AS (
          CASE WHEN gone = 1 THEN 'gone' WHEN archived = 1 THEN 'archived'
               WHEN conversation_type = 'FROM_SVC' THEN 'notices' ELSE 'inbox' END
        ) VIRTUAL
      ) STRICT;
      CREATE INDEX conversations_by_folder ON conversations (folder, sort_ms DESC, conversation_id DESC);
      CREATE INDEX conversations_unread ON conversations (sort_ms DESC, conversation_id DESC) WHERE folder = 'inbox' AND unread = 1;
      CREATE INDEX conversations_unanswered ON conversations (sort_ms DESC, conversation_id DESC) WHERE folder = 'inbox' AND unanswered = 1;
      CREATE INDEX conversations_stale ON conversations (sort_ms DESC) WHERE thread_stale = 1 AND gone = 0;

      CREATE TABLE conversation_counts (view TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO conversation_counts VALUES ('inbox', 0), ('archived', 0), ('notices', 0), ('gone', 0), ('unread', 0), ('unanswered', 0);
      CREATE TRIGGER conversations_counted AFTER INSERT ON conversations BEGIN
        UPDATE conversation_counts SET count = count + 1 WHERE view = new.folder;
        UPDATE conversation_counts SET count = count + 1 WHERE view = 'unread' AND new.folder = 'inbox' AND new.unread = 1;
        UPDATE conversation_counts SET count = count + 1 WHERE view = 'unanswered' AND new.folder = 'inbox' AND new.unanswered = 1;
      END;
      CREATE TRIGGER conversations_recounted AFTER UPDATE ON conversations
      WHEN old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR old.unanswered IS NOT new.unanswered BEGIN
        UPDATE conversation_counts SET count = count - 1 WHERE view = old.folder;
        UPDATE conversation_counts SET count = count - 1 WHERE view = 'unread' AND old.folder = 'inbox' AND old.unread = 1;
        UPDATE conversation_counts SET count = count - 1 WHERE view = 'unanswered' AND old.folder = 'inbox' AND old.unanswered = 1;
        UPDATE conversation_counts SET count = count + 1 WHERE view = new.folder;
        UPDATE conversation_counts SET count = count + 1 WHERE view = 'unread' AND new.folder = 'inbox' AND new.unread = 1;
        UPDATE conversation_counts SET count = count + 1 WHERE view = 'unanswered' AND new.folder = 'inbox' AND new.unanswered = 1;
      END;

      CREATE VIRTUAL TABLE conversations_fts USING fts5 (
        subject, buyer, item_id, content = 'conversations', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
      );
      CREATE TRIGGER conversations_indexed AFTER INSERT ON conversations BEGIN
        INSERT INTO conversations_fts (rowid, subject, buyer, item_id) VALUES (new.id, new.subject, new.buyer, new.item_id);
      END;
      CREATE TRIGGER conversations_reindexed AFTER UPDATE ON conversations
      WHEN old.subject IS NOT new.subject OR old.buyer IS NOT new.buyer OR old.item_id IS NOT new.item_id BEGIN
        INSERT INTO conversations_fts (conversations_fts, rowid, subject, buyer, item_id)
          VALUES ('delete', old.id, old.subject, old.buyer, old.item_id);
        INSERT INTO conversations_fts (rowid, subject, buyer, item_id) VALUES (new.id, new.subject, new.buyer, new.item_id);
      END;

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
      CREATE VIRTUAL TABLE messages_fts USING fts5 (
        text, content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
      );
      CREATE TRIGGER messages_indexed AFTER INSERT ON messages BEGIN
        INSERT INTO messages_fts (rowid, text) VALUES (new.id, new.text);
      END;
      CREATE TRIGGER messages_reindexed AFTER UPDATE ON messages WHEN old.text IS NOT new.text BEGIN
        INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.id, old.text);
        INSERT INTO messages_fts (rowid, text) VALUES (new.id, new.text);
      END;
      CREATE TRIGGER messages_unindexed AFTER DELETE ON messages BEGIN
        INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.id, old.text);
      END;

      CREATE TABLE conversation_sync (
        scope TEXT PRIMARY KEY,
        total INTEGER,
        as_of_ms INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE drafts (
        target_key TEXT PRIMARY KEY,
        conversation_id TEXT,
        other_party_username TEXT,
        content TEXT NOT NULL,
        revision INTEGER NOT NULL,
        begun_at_ms INTEGER NOT NULL,
        saved_at_ms INTEGER NOT NULL,
        buyer_messages_seen INTEGER NOT NULL,
        CHECK ((conversation_id IS NULL) <> (other_party_username IS NULL))
      ) STRICT;
      CREATE INDEX drafts_by_conversation ON drafts (conversation_id) WHERE conversation_id IS NOT NULL;
      CREATE TABLE draft_revision (only INTEGER PRIMARY KEY CHECK (only = 1), last INTEGER NOT NULL) STRICT;
      INSERT INTO draft_revision VALUES (1, 0);

      CREATE TABLE outbox (
        ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        target_key TEXT NOT NULL,
        conversation_id TEXT,
        other_party_username TEXT,
        content TEXT NOT NULL,
        state TEXT NOT NULL,
        detail TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        last_error TEXT,
        buyer_messages_seen INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        changed_at_ms INTEGER NOT NULL,
        CHECK ((conversation_id IS NULL) <> (other_party_username IS NULL))
      ) STRICT;
      CREATE INDEX outbox_open ON outbox (target_key, ordinal) WHERE state NOT IN ('sent', 'takenBack', 'discarded');
      CREATE INDEX outbox_by_conversation ON outbox (conversation_id, state) WHERE conversation_id IS NOT NULL;
      CREATE TABLE outbox_history (
        id INTEGER PRIMARY KEY,
        outbox_id TEXT NOT NULL REFERENCES outbox (id),
        at_ms INTEGER NOT NULL,
        event TEXT NOT NULL,
        from_state TEXT,
        to_state TEXT NOT NULL,
        detail TEXT
      ) STRICT;
      CREATE INDEX outbox_history_by_entry ON outbox_history (outbox_id, id);
    `,
  },
  {
    version: 5,
    name: 'messaging: filing',
    sql: `
      CREATE TABLE deletions (
        conversation_id TEXT PRIMARY KEY REFERENCES conversations (conversation_id),
        state TEXT NOT NULL CHECK (state IN ('held', 'deleting', 'failed')),
        delete_at_ms INTEGER NOT NULL,
        problem TEXT
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 7,
    name: 'messaging: saved replies',
    sql: `
      CREATE TABLE saved_replies (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        text TEXT NOT NULL,
        changed_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX drafts_to_persons ON drafts (saved_at_ms) WHERE other_party_username IS NOT NULL;
      CREATE INDEX outbox_by_time ON outbox (created_at_ms);
      CREATE INDEX conversations_by_buyer ON conversations (buyer) WHERE buyer IS NOT NULL;
    `,
  },
  {
    version: 10,
    name: 'messaging: search by time',
    // A message's id rises with its time, so that the index of words gives the newest finds first and a search can stop early.
    sql: `
      CREATE TABLE messages_by_time (
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
      INSERT INTO messages_by_time (id, conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
        SELECT at_ms * 1024 + ROW_NUMBER() OVER (PARTITION BY at_ms ORDER BY id) - 1,
          conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw
        FROM (SELECT *, MIN(MAX(COALESCE(created_at_ms, 0), 0), 8790000000000) AS at_ms FROM messages);
      DROP TABLE messages_fts;
      DROP TABLE messages;
      ALTER TABLE messages_by_time RENAME TO messages;
      CREATE VIRTUAL TABLE messages_fts USING fts5 (
        text, content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7'
      );
      INSERT INTO messages_fts (messages_fts) VALUES ('rebuild');
      CREATE TRIGGER messages_indexed AFTER INSERT ON messages BEGIN
        INSERT INTO messages_fts (rowid, text) VALUES (new.id, new.text);
      END;
      CREATE TRIGGER messages_reindexed AFTER UPDATE ON messages WHEN old.text IS NOT new.text BEGIN
        INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.id, old.text);
        INSERT INTO messages_fts (rowid, text) VALUES (new.id, new.text);
      END;
      CREATE TRIGGER messages_unindexed AFTER DELETE ON messages BEGIN
        INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.id, old.text);
      END;
      DROP TABLE conversations_fts;
      CREATE VIRTUAL TABLE conversations_fts USING fts5 (
        subject, buyer, item_id, content = 'conversations', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2',
        prefix = '1 2 3 4 5 6 7'
      );
      INSERT INTO conversations_fts (conversations_fts) VALUES ('rebuild');
    `,
  },
  {
    version: 11,
    name: 'messaging: saved searches',
    sql: `
      CREATE TABLE saved_searches (
        id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        view TEXT NOT NULL,
        item_id TEXT,
        other_party TEXT,
        search TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 16,
    name: 'messaging: passes over the lists',
    sql: `
      CREATE TABLE sync_lists (
        scope TEXT PRIMARY KEY,
        total INTEGER,
        pass INTEGER NOT NULL DEFAULT 0,
        under_way INTEGER NOT NULL DEFAULT 0,
        began_at_ms INTEGER NOT NULL DEFAULT 0,
        took_ms INTEGER NOT NULL DEFAULT 0,
        next_offset INTEGER NOT NULL DEFAULT 0,
        stood INTEGER NOT NULL DEFAULT 1,
        read INTEGER NOT NULL DEFAULT 0,
        agreeing INTEGER NOT NULL DEFAULT 0,
        unreadable INTEGER NOT NULL DEFAULT 0,
        former_read INTEGER,
        disagreed INTEGER NOT NULL DEFAULT 0,
        checked_at_ms INTEGER,
        as_of_ms INTEGER,
        refused INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      INSERT INTO sync_lists (scope, total, as_of_ms) SELECT scope, total, as_of_ms FROM conversation_sync;
      DROP TABLE conversation_sync;
      CREATE TABLE sync_seen (
        scope TEXT NOT NULL,
        conversation_row INTEGER NOT NULL REFERENCES conversations (id),
        pass INTEGER NOT NULL,
        PRIMARY KEY (scope, conversation_row)
      ) STRICT, WITHOUT ROWID;
      ALTER TABLE conversations ADD COLUMN answered_here_at_ms INTEGER NOT NULL DEFAULT 0;
    `,
  },
  ...listSteps,
]
  .toSorted((a, b) => a.version - b.version)
  .map(({ sql }) => sql)
  .join('\n')
