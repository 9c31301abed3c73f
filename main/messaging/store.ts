/**
 * The messaging room's tables, and what is kept of conversations and their messages.
 *
 * Reading a page must take the same time at a hundred conversations and at a hundred thousand: each view has an index in
 * its own order, pages go by key and not by offset, and the numbers beside the views are counted as rows change.
 */
import type {
  Conversation,
  ConversationType,
  ConversationView,
  Message,
  Writer,
} from '../../shared/messaging/conversation.ts'
import type { DeletionState } from '../../shared/messaging/filing.ts'
import { comparableText } from '../../shared/messaging/thread-evidence.ts'
import { validation } from '../../shared/result.ts'
import type { Database, Migration, SqlValue } from '../database/database.ts'
import { searchExpression } from './search-expression.ts'
import { type ConversationRecord, type MessageRecord, oldestFirst } from './wire.ts'

export const messagingMigrations: readonly Migration[] = [
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
]

type ConversationRow = {
  id: number
  conversation_id: string
  conversation_type: ConversationType
  subject: string | null
  buyer: string | null
  item_id: string | null
  preview: string | null
  latest_at_ms: number | null
  sort_ms: number
  unread: number
  archived: number
  unanswered: number | null
  thread_total: number | null
  thread_complete: number
  thread_read_at_ms: number | null
  deletion: DeletionState | null
  has_draft: number
  waiting: number
  uncertain: number
}

const openOutbox = `state NOT IN ('sent', 'takenBack', 'discarded')`

const columns = `c.id, c.conversation_id, c.conversation_type, c.subject, c.buyer, c.item_id, c.preview, c.latest_at_ms, c.sort_ms,
  c.unread, c.archived, c.unanswered, c.thread_total, c.thread_complete, c.thread_read_at_ms,
  (SELECT d.state FROM deletions d WHERE d.conversation_id = c.conversation_id) AS deletion,
  EXISTS (SELECT 1 FROM drafts d WHERE d.conversation_id = c.conversation_id) AS has_draft,
  (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = c.conversation_id AND o.${openOutbox}) AS waiting,
  (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = c.conversation_id AND o.state = 'uncertain') AS uncertain`

/** What makes a row part of a view. Literals only; nothing a user typed is ever part of SQL text. */
const viewConditions: Readonly<Record<ConversationView, string>> = {
  all: `c.folder = 'inbox'`,
  unread: `c.folder = 'inbox' AND c.unread = 1`,
  unanswered: `c.folder = 'inbox' AND c.unanswered = 1`,
  hasDraft: `c.conversation_id IN (SELECT conversation_id FROM drafts WHERE conversation_id IS NOT NULL)`,
  inOutbox: `c.conversation_id IN (SELECT conversation_id FROM outbox WHERE ${openOutbox})`,
  uncertain: `c.conversation_id IN (SELECT conversation_id FROM outbox WHERE ${openOutbox} AND state = 'uncertain')`,
  archived: `c.folder = 'archived'`,
  notices: `c.folder = 'notices'`,
}

const countedViews: Partial<Record<ConversationView, string>> = {
  all: 'inbox',
  unread: 'unread',
  unanswered: 'unanswered',
  archived: 'archived',
  notices: 'notices',
}

/** Finds are taken from the index in such pieces, the newest first. */
const FINDS_AT_ONCE = 500
/** A search looks at this many finds for each row that is asked for, and then says "or more". */
const FINDS_PER_ROW = 40
const MOST_FINDS = 100_000
/** A message's id is its time and a number among those of one moment; it stays a whole number that JavaScript can hold. */
const IDS_PER_MS = 1024
const LATEST_MS = 8_790_000_000_000
/** Conversations found by subject, buyer or item. */
const MOST_NAMED = 400
const PREVIEW_CHARACTERS = 160

const toConversation = (row: ConversationRow): Conversation => ({
  conversationId: row.conversation_id,
  conversationType: row.conversation_type,
  subject: row.subject,
  buyer: row.buyer,
  itemId: row.item_id,
  preview: row.preview,
  latestAtMs: row.latest_at_ms,
  unread: row.unread === 1,
  archived: row.archived === 1,
  unanswered: row.unanswered === null ? null : row.unanswered === 1,
  deletion: row.deletion,
  hasDraft: row.has_draft === 1,
  waiting: row.waiting,
  uncertain: row.uncertain,
})

const cursorOf = (row: ConversationRow): string => `${row.sort_ms}:${row.conversation_id}`

const parseCursor = (cursor: string): { readonly sortMs: number; readonly conversationId: string } => {
  const match = /^(\d{1,15}):(.+)$/s.exec(cursor)
  if (match?.[1] === undefined || match[2] === undefined) {
    throw validation(
      'input.cursor',
      'The list was asked to go on from a place that does not exist. Read it from the start.',
    )
  }
  return { sortMs: Number(match[1]), conversationId: match[2] }
}

const previewOf = (text: string | null): string | null => {
  if (text === null) return null
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('')
}

/** Who wrote a message, as far as its sender tells; a text that this seller sent from here is the seller's. */
const writerOf = (
  message: MessageRecord,
  conversation: { readonly conversationType: ConversationType; readonly buyer: string | null },
  ownTexts: ReadonlySet<string>,
): Writer => {
  if (conversation.conversationType === 'FROM_SVC') return 'platform'
  if (message.sender !== null && conversation.buyer !== null)
    return message.sender === conversation.buyer ? 'buyer' : 'seller'
  return ownTexts.has(comparableText(message.text)) ? 'seller' : 'unknown'
}

export type KeptThread = {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  readonly readAtMs: number | null
  readonly complete: boolean
  readonly total: number | null
  readonly buyerMessages: number
}

export type ConversationStore = ReturnType<typeof createConversationStore>

export const createConversationStore = (database: Database) => {
  const rowOf = (conversationId: string): ConversationRow | undefined =>
    database.get<ConversationRow>(`SELECT ${columns} FROM conversations c WHERE c.conversation_id = ?`, [
      conversationId,
    ])

  const buyerMessages = (conversationRow: number): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM messages WHERE conversation_row = ? AND writer IN ('buyer', 'unknown')`,
      [conversationRow],
    )?.n ?? 0

  const countOf = (view: ConversationView): number => {
    const counted = countedViews[view]
    const found =
      counted === undefined
        ? database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM conversations c WHERE ${viewConditions[view]}`)
        : database.get<{ n: number }>('SELECT count AS n FROM conversation_counts WHERE view = ?', [counted])
    return found?.n ?? 0
  }

  const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id)

  /**
   * Conversations of the view that a search finds: by their newest messages first, until there are enough for the page.
   *
   * `isFloor` where it stopped before the end. So the time a search takes follows the page and not the size of the inbox.
   */
  const search = (request: {
    readonly view: ConversationView
    readonly search: string
    readonly cursor: string | null
    readonly limit: number
  }): { readonly rows: ReadonlySet<number>; readonly isFloor: boolean } => {
    const rows = new Set<number>()
    let isFloor = false
    const collect = (expression: string): void => {
      const named = idsOf(
        database.all<{ id: number }>(
          'SELECT rowid AS id FROM conversations_fts WHERE conversations_fts MATCH ? ORDER BY rowid DESC LIMIT ?',
          [expression, MOST_NAMED],
        ),
      )
      isFloor ||= named.length === MOST_NAMED
      const inView = database.all<{ id: number }>(
        `SELECT c.id FROM conversations c WHERE c.id IN (SELECT value FROM json_each(?)) AND ${viewConditions[request.view]}`,
        [JSON.stringify(named)],
      )
      for (const id of idsOf(inView)) rows.add(id)

      let before = Number.MAX_SAFE_INTEGER
      // A later page has to see the finds of the earlier ones again.
      const most = request.cursor === null ? Math.min(MOST_FINDS, request.limit * FINDS_PER_ROW) : MOST_FINDS
      for (let looked = 0; ; ) {
        const finds = idsOf(
          database.all<{ id: number }>(
            'SELECT rowid AS id FROM messages_fts WHERE messages_fts MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
            [expression, before, FINDS_AT_ONCE],
          ),
        )
        const theirs = database.all<{ id: number }>(
          `SELECT DISTINCT c.id FROM json_each(?) f JOIN messages m ON m.id = f.value JOIN conversations c ON c.id = m.conversation_row
           WHERE ${viewConditions[request.view]}`,
          [JSON.stringify(finds)],
        )
        for (const id of idsOf(theirs)) rows.add(id)
        looked += finds.length
        if (finds.length < FINDS_AT_ONCE) return
        if (looked >= most || (request.cursor === null && rows.size > request.limit)) {
          isFloor = true
          return
        }
        before = finds.at(-1) ?? 0
      }
    }
    const whole = searchExpression(request.search, 'whole')
    const beginning = searchExpression(request.search)
    if (whole !== undefined) collect(whole)
    if (beginning !== undefined && beginning !== whole && rows.size <= request.limit) collect(beginning)
    return { rows, isFloor }
  }

  /** A free id for a message of that time: ids rise with time, so that the newest finds come first. */
  const messageIdAt = (atMs: number): number => {
    // More of one moment than it has ids for run on into the next; a time beyond all sense counts as the last.
    for (let momentMs = Math.min(Math.max(0, atMs), LATEST_MS); ; momentMs += 1) {
      const first = momentMs * IDS_PER_MS
      const taken = database.get<{ last: number | null }>(
        'SELECT MAX(id) AS last FROM messages WHERE id BETWEEN ? AND ?',
        [first, first + IDS_PER_MS - 1],
      )?.last
      if (taken == null) return first
      if (taken < first + IDS_PER_MS - 1) return taken + 1
    }
  }

  return {
    /** One page of a view, newest first. Throws `validation` for a cursor that none of ours is. */
    page: (request: {
      readonly view: ConversationView
      readonly search: string
      readonly cursor: string | null
      readonly limit: number
    }) => {
      const conditions = [viewConditions[request.view]]
      const params: SqlValue[] = []
      const found = searchExpression(request.search) === undefined ? undefined : search(request)
      if (found !== undefined) {
        conditions.push('c.id IN (SELECT value FROM json_each(?))')
        params.push(JSON.stringify([...found.rows]))
      }
      if (request.cursor !== null) {
        const { sortMs, conversationId } = parseCursor(request.cursor)
        conditions.push('(c.sort_ms, c.conversation_id) < (?, ?)')
        params.push(sortMs, conversationId)
      }
      // The places first, then what stands there: what a row shows is looked up for those of the page alone.
      const listed = database.all<ConversationRow>(
        `SELECT ${columns} FROM (
           SELECT c.id FROM conversations c WHERE ${conditions.join(' AND ')}
           ORDER BY c.sort_ms DESC, c.conversation_id DESC LIMIT ?) page
         JOIN conversations c ON c.id = page.id ORDER BY c.sort_ms DESC, c.conversation_id DESC`,
        [...params, request.limit + 1],
      )
      const rows = listed.slice(0, request.limit)
      const last = rows.at(-1)
      return {
        rows: rows.map(toConversation),
        total: found === undefined ? countOf(request.view) : found.rows.size,
        totalIsFloor: found?.isFloor ?? false,
        nextCursor: listed.length > rows.length && last !== undefined ? cursorOf(last) : null,
      }
    },

    counts: (): Record<ConversationView, number> => ({
      all: countOf('all'),
      unread: countOf('unread'),
      unanswered: countOf('unanswered'),
      hasDraft: countOf('hasDraft'),
      inOutbox: countOf('inOutbox'),
      uncertain: countOf('uncertain'),
      archived: countOf('archived'),
      notices: countOf('notices'),
    }),

    conversation: (conversationId: string): Conversation | undefined => {
      const row = rowOf(conversationId)
      return row === undefined ? undefined : toConversation(row)
    },

    thread: (conversationId: string): KeptThread | undefined => {
      const row = rowOf(conversationId)
      if (row === undefined) return undefined
      const messages = database.all<{
        key: string
        writer: Writer
        sender: string | null
        text: string
        created_at_ms: number | null
        attachments: string
      }>(
        'SELECT key, writer, sender, text, created_at_ms, attachments FROM messages WHERE conversation_row = ? ORDER BY position, id',
        [row.id],
      )
      return {
        conversation: toConversation(row),
        messages: messages.map((message) => ({
          key: message.key,
          text: message.text,
          writer: message.writer,
          sender: message.sender,
          createdAtMs: message.created_at_ms,
          attachments: JSON.parse(message.attachments) as Message['attachments'],
        })),
        readAtMs: row.thread_read_at_ms,
        complete: row.thread_complete === 1,
        total: row.thread_total,
        buyerMessages: buyerMessages(row.id),
      }
    },

    /** Messages of the buyer that are kept, as far as can be told; 0 for a conversation that is not known. */
    buyerMessages: (conversationId: string): number => {
      const row = rowOf(conversationId)
      return row === undefined ? 0 : buyerMessages(row.id)
    },

    /**
     * Keeps one page as it was read; returns how many of its conversations are new or different.
     *
     * What this seller changed here after `requestedAtMs` stays: the page was on its way before it.
     */
    keepPage: (
      conversationType: ConversationType,
      records: readonly ConversationRecord[],
      archivedIds: ReadonlySet<string>,
      requestedAtMs: number,
    ): number =>
      database.transaction(() => {
        let changes = 0
        for (const record of records) {
          const archived = record.archived || archivedIds.has(record.conversationId) ? 1 : 0
          const preview = previewOf(record.latestText)
          changes += database.run(
            `INSERT INTO conversations (conversation_id, conversation_type, subject, buyer, item_id, preview, created_at_ms,
               latest_at_ms, sort_ms, unread, archived, raw)
             VALUES (:conversationId, :conversationType, :subject, :buyer, :itemId, :preview, :createdAtMs,
               :latestAtMs, COALESCE(:latestAtMs, 0), :unread, :archived, :raw)
             ON CONFLICT (conversation_id) DO UPDATE SET
               subject = excluded.subject,
               buyer = COALESCE(excluded.buyer, buyer),
               item_id = COALESCE(excluded.item_id, item_id),
               preview = CASE WHEN excluded.sort_ms >= sort_ms THEN COALESCE(excluded.preview, preview) ELSE preview END,
               created_at_ms = excluded.created_at_ms,
               latest_at_ms = CASE WHEN excluded.sort_ms >= sort_ms THEN excluded.latest_at_ms ELSE latest_at_ms END,
               sort_ms = MAX(sort_ms, excluded.sort_ms),
               unread = CASE WHEN changed_here_at_ms >= :requestedAtMs THEN unread ELSE excluded.unread END,
               archived = CASE WHEN changed_here_at_ms >= :requestedAtMs THEN archived ELSE excluded.archived END,
               gone = CASE WHEN changed_here_at_ms >= :requestedAtMs THEN gone ELSE 0 END,
               thread_stale = CASE WHEN raw IS NOT excluded.raw THEN 1 ELSE thread_stale END,
               raw = excluded.raw
             WHERE raw IS NOT excluded.raw OR (gone = 1 AND changed_here_at_ms < :requestedAtMs)
               OR (changed_here_at_ms < :requestedAtMs AND (unread IS NOT excluded.unread OR archived IS NOT excluded.archived))`,
            {
              conversationId: record.conversationId,
              conversationType,
              subject: record.subject,
              buyer: record.buyer,
              itemId: record.itemId,
              preview,
              createdAtMs: record.createdAtMs,
              latestAtMs: record.latestAtMs,
              unread: record.unread ? 1 : 0,
              archived,
              raw: record.raw,
              requestedAtMs,
            },
          ).changes
        }
        return changes
      }),

    /** After a complete pass: what the platform does not list any more leaves the views; nothing is deleted here. */
    keepOnly: (conversationType: ConversationType, ids: ReadonlySet<string>): number =>
      database.transaction(() => {
        const here = database.all<{ conversation_id: string }>(
          'SELECT conversation_id FROM conversations WHERE conversation_type = ? AND gone = 0',
          [conversationType],
        )
        const gone = here.filter((row) => !ids.has(row.conversation_id))
        for (const row of gone) {
          database.run('UPDATE conversations SET gone = 1 WHERE conversation_id = ?', [row.conversation_id])
        }
        return gone.length
      }),

    /** What the platform's UNANSWERED filter told. */
    keepUnanswered: (ids: ReadonlySet<string>): number =>
      database.transaction(() => {
        const here = database.all<{ conversation_id: string; unanswered: number | null }>(
          `SELECT conversation_id, unanswered FROM conversations WHERE conversation_type = 'FROM_MEMBERS' AND gone = 0`,
        )
        let changes = 0
        for (const row of here) {
          const unanswered = ids.has(row.conversation_id) ? 1 : 0
          if (row.unanswered === unanswered) continue
          changes += 1
          database.run('UPDATE conversations SET unanswered = ? WHERE conversation_id = ?', [
            unanswered,
            row.conversation_id,
          ])
        }
        return changes
      }),

    /** Keeps a thread as it was read; messages that a complete reading lacks go. Returns whether anything is different. */
    keepThread: (
      conversationId: string,
      reading: { readonly messages: readonly MessageRecord[]; readonly total: number; readonly complete: boolean },
      readAtMs: number,
    ): boolean =>
      database.transaction(() => {
        const row = rowOf(conversationId)
        if (row === undefined) return false
        const sentFromHere = database.all<{ text: string }>(
          `SELECT json_extract(content, '$.messageText') AS text FROM outbox WHERE conversation_id = ? AND state = 'sent'`,
          [conversationId],
        )
        const ownTexts = new Set(sentFromHere.map(({ text }) => comparableText(text)))
        const conversation = { conversationType: row.conversation_type, buyer: row.buyer }
        const ordered = oldestFirst(reading.messages)
        const kept = new Map(
          database
            .all<{ key: string; raw: string; position: number; writer: string }>(
              'SELECT key, raw, position, writer FROM messages WHERE conversation_row = ?',
              [row.id],
            )
            .map((message) => [message.key, message] as const),
        )
        let changed = false
        ordered.forEach((message, position) => {
          const key = message.messageId ?? `at:${position}`
          const before = kept.get(key)
          kept.delete(key)
          const writer = writerOf(message, conversation, ownTexts)
          if (before?.raw === message.raw && before.position === position && before.writer === writer) return
          changed = true
          database.run(
            `INSERT INTO messages (id, conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
             VALUES (:id, :row, :key, :position, :writer, :sender, :text, :createdAtMs, :attachments, :raw)
             ON CONFLICT (conversation_row, key) DO UPDATE SET position = excluded.position, writer = excluded.writer,
               sender = excluded.sender, text = excluded.text, created_at_ms = excluded.created_at_ms,
               attachments = excluded.attachments, raw = excluded.raw`,
            {
              // Without a time of its own a message counts as of its reading, in its place.
              id: messageIdAt(message.createdAtMs ?? readAtMs + position),
              row: row.id,
              key,
              position,
              writer,
              sender: message.sender,
              text: message.text,
              createdAtMs: message.createdAtMs,
              attachments: JSON.stringify(message.attachments),
              raw: message.raw,
            },
          )
        })
        if (reading.complete) {
          for (const key of kept.keys()) {
            changed = true
            database.run('DELETE FROM messages WHERE conversation_row = ? AND key = ?', [row.id, key])
          }
        }
        const latest = ordered.at(-1)
        const latestAtMs = latest?.createdAtMs ?? row.latest_at_ms
        database.run(
          `UPDATE conversations SET thread_stale = 0, thread_total = ?, thread_complete = ?, thread_read_at_ms = ?,
             preview = ?, latest_at_ms = ?, sort_ms = MAX(sort_ms, COALESCE(?, 0)) WHERE id = ?`,
          [
            reading.total,
            reading.complete ? 1 : 0,
            readAtMs,
            latest === undefined ? row.preview : previewOf(latest.text),
            latestAtMs,
            latestAtMs,
            row.id,
          ],
        )
        return changed || row.thread_complete !== (reading.complete ? 1 : 0) || row.thread_read_at_ms === null
      }),

    /** A thread that cannot be read now is not asked for again until its conversation changes. */
    leaveThread: (conversationId: string): void => {
      database.run('UPDATE conversations SET thread_stale = 0 WHERE conversation_id = ?', [conversationId])
    },

    /** Conversations whose thread is older than what the list told, newest first. */
    staleThreads: (
      limit: number,
    ): readonly { readonly conversationId: string; readonly conversationType: ConversationType }[] =>
      database
        .all<{ conversation_id: string; conversation_type: ConversationType }>(
          `SELECT conversation_id, conversation_type FROM conversations WHERE thread_stale = 1 AND gone = 0
           ORDER BY sort_ms DESC LIMIT ?`,
          [limit],
        )
        .map((row) => ({ conversationId: row.conversation_id, conversationType: row.conversation_type })),

    setUnread: (conversationId: string, unread: boolean, atMs: number): void => {
      database.run('UPDATE conversations SET unread = ?, changed_here_at_ms = ? WHERE conversation_id = ?', [
        unread ? 1 : 0,
        atMs,
        conversationId,
      ])
    },

    /** The platform deleted it: it leaves the views. What was read stays on disk, as with all that the platform drops. */
    setGone: (conversationId: string, atMs: number): void => {
      database.run('UPDATE conversations SET gone = 1, changed_here_at_ms = ? WHERE conversation_id = ?', [
        atMs,
        conversationId,
      ])
    },

    setArchived: (conversationId: string, archived: boolean, atMs: number): void => {
      database.run('UPDATE conversations SET archived = ?, changed_here_at_ms = ? WHERE conversation_id = ?', [
        archived ? 1 : 0,
        atMs,
        conversationId,
      ])
    },

    /** How many are kept, notices included and those gone left out. */
    known: (): number =>
      database.get<{ n: number }>(
        `SELECT SUM(count) AS n FROM conversation_counts WHERE view IN ('inbox', 'archived', 'notices')`,
      )?.n ?? 0,

    syncOf: (scope: ConversationType): { readonly total: number | null; readonly asOfMs: number | null } => {
      const row = database.get<{ total: number | null; as_of_ms: number | null }>(
        'SELECT total, as_of_ms FROM conversation_sync WHERE scope = ?',
        [scope],
      )
      return { total: row?.total ?? null, asOfMs: row?.as_of_ms ?? null }
    },

    /** `asOfMs` null keeps the time of the last complete pass. */
    noteSync: (scope: ConversationType, total: number, asOfMs: number | null): void => {
      database.run(
        `INSERT INTO conversation_sync (scope, total, as_of_ms) VALUES (?, ?, ?)
         ON CONFLICT (scope) DO UPDATE SET total = excluded.total, as_of_ms = COALESCE(excluded.as_of_ms, as_of_ms)`,
        [scope, total, asOfMs],
      )
    },
  }
}
