/**
 * The steps of the messaging room's tables that keep its lists: places, the index of words, and what is counted.
 *
 * What a list needs stands in the row itself or is counted as rows change, in the same transaction, so that a page and its
 * numbers take the same time at a hundred conversations and at a hundred thousand. A step that was released never changes.
 */

/**
 * Counts a row in or out: in each of its views, alone and by its item and its buyer. As the steps up to 22 know the views; a
 * step that knows others brings its own.
 */
const countInViews = (
  row: 'new' | 'old',
  sign: '+' | '-',
): string => `INSERT INTO view_counts (kind, view, value, count)
          SELECT f.kind, m.view, f.value, ${sign}1 FROM (
            SELECT 'all' AS view WHERE ${row}.folder = 'inbox'
            UNION ALL SELECT 'archived' WHERE ${row}.folder = 'archived'
            UNION ALL SELECT 'notices' WHERE ${row}.folder = 'notices'
            UNION ALL SELECT 'unread' WHERE ${row}.folder = 'inbox' AND ${row}.unread = 1
            UNION ALL SELECT 'unanswered' WHERE ${row}.folder = 'inbox' AND ${row}.unanswered = 1
            UNION ALL SELECT 'hasDraft' WHERE ${row}.has_draft = 1
            UNION ALL SELECT 'inOutbox' WHERE ${row}.waiting > 0
            UNION ALL SELECT 'unknown' WHERE ${row}.unknown > 0
          ) m, (
            SELECT '' AS kind, '' AS value
            UNION ALL SELECT 'item', ${row}.item_id WHERE ${row}.item_id IS NOT NULL
            UNION ALL SELECT 'otherParty', ${row}.buyer WHERE ${row}.buyer IS NOT NULL
          ) f WHERE true
          ON CONFLICT (kind, view, value) DO UPDATE SET count = count ${sign} 1;`

/** Counts a row in or out of its stretch of places, as the steps up to 22 know the views that are counted by stretches. */
const countInBlocks = (row: 'new' | 'old', sign: '+' | '-'): string => `INSERT INTO view_blocks (view, block, count)
          SELECT m.view, ${row}.place >> 29, ${sign}1 FROM (
            SELECT 'all' AS view WHERE ${row}.folder = 'inbox'
            UNION ALL SELECT 'archived' WHERE ${row}.folder = 'archived'
            UNION ALL SELECT 'notices' WHERE ${row}.folder = 'notices'
            UNION ALL SELECT 'unread' WHERE ${row}.folder = 'inbox' AND ${row}.unread = 1
            UNION ALL SELECT 'unanswered' WHERE ${row}.folder = 'inbox' AND ${row}.unanswered = 1
          ) m WHERE true
          ON CONFLICT (view, block) DO UPDATE SET count = count ${sign} 1;`

/** Of the views that are counted by stretches: whether an update moves the row in, out, or neither. As step 22 knows them. */
const stepsOfBlocks = `SELECT 'all' AS view, (new.folder = 'inbox') - (old.folder = 'inbox') AS step
            UNION ALL SELECT 'archived', (new.folder = 'archived') - (old.folder = 'archived')
            UNION ALL SELECT 'notices', (new.folder = 'notices') - (old.folder = 'notices')
            UNION ALL SELECT 'unread', (new.folder = 'inbox' AND new.unread = 1) - (old.folder = 'inbox' AND old.unread = 1)
            UNION ALL SELECT 'unanswered',
              (new.folder = 'inbox' AND new.unanswered IS 1) - (old.folder = 'inbox' AND old.unanswered IS 1)`

export const listSteps = [
  {
    version: 15,
    name: 'messaging: lists by place',
    // `place` orders every list and names the row in the index of words: the time of the newest message, or the next free
    // millisecond after it. The words themselves are put in by the room, which alone cuts texts into them.
    sql: `
      DROP TRIGGER conversations_counted;
      DROP TRIGGER conversations_recounted;
      DROP TRIGGER conversations_indexed;
      DROP TRIGGER conversations_reindexed;
      DROP TRIGGER messages_indexed;
      DROP TRIGGER messages_reindexed;
      DROP TRIGGER messages_unindexed;
      DROP TABLE conversations_fts;
      DROP TABLE messages_fts;
      DROP TABLE conversation_counts;
      DROP INDEX conversations_by_folder;
      DROP INDEX conversations_unread;
      DROP INDEX conversations_unanswered;
      DROP INDEX conversations_stale;
      DROP INDEX conversations_by_buyer;

      ALTER TABLE conversations ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE conversations ADD COLUMN has_draft INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE conversations ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE conversations ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE conversations ADD COLUMN newest_run TEXT;
      ALTER TABLE conversations ADD COLUMN worded INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE drafts ADD COLUMN worded INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE outbox ADD COLUMN worded INTEGER NOT NULL DEFAULT 0;
      UPDATE conversations SET
        place = placed.place,
        has_draft = EXISTS (SELECT 1 FROM drafts d WHERE d.conversation_id = conversations.conversation_id),
        waiting = (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = conversations.conversation_id
          AND o.state NOT IN ('sent', 'takenBack', 'discarded')),
        unknown = (SELECT COUNT(*) FROM outbox o WHERE o.conversation_id = conversations.conversation_id
          AND o.state = 'unknown')
      FROM (
        SELECT id, MAX(at_ms - number) OVER (ORDER BY number) + number AS place FROM (
          SELECT id, at_ms, ROW_NUMBER() OVER (ORDER BY at_ms, id) AS number
          FROM (SELECT id, MIN(MAX(sort_ms, 0), 8790000000000) AS at_ms FROM conversations)
        )
      ) placed WHERE placed.id = conversations.id;

      CREATE UNIQUE INDEX conversations_by_place ON conversations (place);
      CREATE INDEX conversations_by_folder ON conversations (folder, place);
      CREATE INDEX conversations_unread ON conversations (place) WHERE folder = 'inbox' AND unread = 1;
      CREATE INDEX conversations_unanswered ON conversations (folder, place) WHERE unanswered = 1;
      CREATE INDEX conversations_with_draft ON conversations (place) WHERE has_draft = 1;
      CREATE INDEX conversations_in_outbox ON conversations (place) WHERE waiting > 0;
      CREATE INDEX conversations_unknown ON conversations (place) WHERE unknown > 0;
      CREATE INDEX conversations_by_item ON conversations (item_id, folder, place) WHERE item_id IS NOT NULL;
      CREATE INDEX conversations_by_buyer ON conversations (buyer, folder, place) WHERE buyer IS NOT NULL;
      CREATE INDEX conversations_stale ON conversations (place) WHERE thread_stale = 1 AND gone = 0;
      CREATE INDEX conversations_unworded ON conversations (place) WHERE worded = 0;
      CREATE INDEX drafts_unworded ON drafts (revision) WHERE worded = 0;
      CREATE INDEX outbox_unworded ON outbox (ordinal) WHERE worded = 0;

      CREATE VIRTUAL TABLE conversation_words USING fts5 (
        words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
      );
      CREATE VIRTUAL TABLE draft_words USING fts5 (
        words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
      );
      CREATE VIRTUAL TABLE outbox_words USING fts5 (
        words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
      );

      CREATE TRIGGER drafts_noted AFTER INSERT ON drafts WHEN new.conversation_id IS NOT NULL BEGIN
        UPDATE conversations SET has_draft = 1 WHERE conversation_id = new.conversation_id;
      END;
      CREATE TRIGGER drafts_forgotten AFTER DELETE ON drafts WHEN old.conversation_id IS NOT NULL BEGIN
        UPDATE conversations SET has_draft = 0 WHERE conversation_id = old.conversation_id;
      END;
      CREATE TRIGGER outbox_noted AFTER INSERT ON outbox WHEN new.conversation_id IS NOT NULL BEGIN
        UPDATE conversations SET
          waiting = waiting + (new.state NOT IN ('sent', 'takenBack', 'discarded')),
          unknown = unknown + (new.state = 'unknown')
        WHERE conversation_id = new.conversation_id;
      END;
      CREATE TRIGGER outbox_moved AFTER UPDATE OF state ON outbox
      WHEN new.conversation_id IS NOT NULL AND old.state <> new.state BEGIN
        UPDATE conversations SET
          waiting = waiting + (new.state NOT IN ('sent', 'takenBack', 'discarded'))
            - (old.state NOT IN ('sent', 'takenBack', 'discarded')),
          unknown = unknown + (new.state = 'unknown') - (old.state = 'unknown')
        WHERE conversation_id = new.conversation_id;
      END;

      CREATE TABLE view_counts (
        kind TEXT NOT NULL CHECK (kind IN ('', 'item', 'otherParty')),
        view TEXT NOT NULL,
        value TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (kind, view, value)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX view_counts_by_size ON view_counts (kind, view, count DESC, value) WHERE count > 0 AND kind <> '';
      INSERT INTO view_counts (kind, view, value, count)
        SELECT f.kind, m.view, f.value, COUNT(*) FROM (
          SELECT id, 'all' AS view FROM conversations WHERE folder = 'inbox'
          UNION ALL SELECT id, 'archived' FROM conversations WHERE folder = 'archived'
          UNION ALL SELECT id, 'notices' FROM conversations WHERE folder = 'notices'
          UNION ALL SELECT id, 'unread' FROM conversations WHERE folder = 'inbox' AND unread = 1
          UNION ALL SELECT id, 'unanswered' FROM conversations WHERE folder = 'inbox' AND unanswered = 1
          UNION ALL SELECT id, 'hasDraft' FROM conversations WHERE has_draft = 1
          UNION ALL SELECT id, 'inOutbox' FROM conversations WHERE waiting > 0
          UNION ALL SELECT id, 'unknown' FROM conversations WHERE unknown > 0
        ) m JOIN (
          SELECT id, '' AS kind, '' AS value FROM conversations
          UNION ALL SELECT id, 'item', item_id FROM conversations WHERE item_id IS NOT NULL
          UNION ALL SELECT id, 'otherParty', buyer FROM conversations WHERE buyer IS NOT NULL
        ) f ON f.id = m.id GROUP BY 1, 2, 3;
      INSERT INTO view_counts (kind, view, value, count)
        SELECT '', 'toRead', '', COUNT(*) FROM conversations WHERE gone = 0 AND (thread_stale = 1 OR worded = 0);

      CREATE TRIGGER conversations_counted AFTER INSERT ON conversations BEGIN
        ${countInViews('new', '+')}
        UPDATE view_counts SET count = count + 1
          WHERE kind = '' AND view = 'toRead' AND value = '' AND new.gone = 0 AND (new.thread_stale = 1 OR new.worded = 0);
      END;
      CREATE TRIGGER conversations_recounted AFTER UPDATE ON conversations
      WHEN old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR old.unanswered IS NOT new.unanswered
        OR old.has_draft IS NOT new.has_draft OR (old.waiting > 0) IS NOT (new.waiting > 0)
        OR (old.unknown > 0) IS NOT (new.unknown > 0) OR old.item_id IS NOT new.item_id OR old.buyer IS NOT new.buyer
      BEGIN
        ${countInViews('old', '-')}
        ${countInViews('new', '+')}
      END;
      CREATE TRIGGER threads_recounted AFTER UPDATE ON conversations
      WHEN (old.gone = 0 AND (old.thread_stale = 1 OR old.worded = 0)) IS NOT (new.gone = 0 AND (new.thread_stale = 1 OR new.worded = 0))
      BEGIN
        UPDATE view_counts SET count = count + CASE WHEN new.gone = 0 AND (new.thread_stale = 1 OR new.worded = 0) THEN 1 ELSE -1 END
          WHERE kind = '' AND view = 'toRead' AND value = '';
      END;
    `,
  },
  {
    version: 18,
    name: 'messaging: places counted in blocks',
    // How many of a view lie in each stretch of places, so that the page at an offset, and the offset of a row, is found by
    // a sum over few numbers and a walk within one stretch. A stretch is 2^29 ms, six days: ten years are 588 of them. Facets
    // are counted as well: `view_counts` holds under the kind '' how many items and buyers a view has.
    sql: `
      CREATE TABLE view_blocks (
        view TEXT NOT NULL,
        block INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (view, block)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO view_blocks (view, block, count)
        SELECT m.view, m.place >> 29, COUNT(*) FROM (
          SELECT place, 'all' AS view FROM conversations WHERE folder = 'inbox'
          UNION ALL SELECT place, 'archived' FROM conversations WHERE folder = 'archived'
          UNION ALL SELECT place, 'notices' FROM conversations WHERE folder = 'notices'
          UNION ALL SELECT place, 'unread' FROM conversations WHERE folder = 'inbox' AND unread = 1
          UNION ALL SELECT place, 'unanswered' FROM conversations WHERE folder = 'inbox' AND unanswered = 1
        ) m GROUP BY 1, 2;
      CREATE TRIGGER conversations_into_blocks AFTER INSERT ON conversations BEGIN
        ${countInBlocks('new', '+')}
      END;
      CREATE TRIGGER conversations_between_blocks AFTER UPDATE ON conversations
      WHEN old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR old.unanswered IS NOT new.unanswered
        OR (old.place >> 29) IS NOT (new.place >> 29)
      BEGIN
        ${countInBlocks('old', '-')}
        ${countInBlocks('new', '+')}
      END;

      INSERT INTO view_counts (kind, view, value, count)
        SELECT '', view, kind, COUNT(*) FROM view_counts WHERE kind <> '' AND count > 0 GROUP BY view, kind;
      CREATE TRIGGER facets_begun AFTER INSERT ON view_counts WHEN new.kind <> '' AND new.count > 0 BEGIN
        INSERT INTO view_counts (kind, view, value, count) VALUES ('', new.view, new.kind, 1)
          ON CONFLICT (kind, view, value) DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER facets_moved AFTER UPDATE OF count ON view_counts
      WHEN new.kind <> '' AND (old.count > 0) IS NOT (new.count > 0) BEGIN
        INSERT INTO view_counts (kind, view, value, count) VALUES ('', new.view, new.kind, CASE WHEN new.count > 0 THEN 1 ELSE -1 END)
          ON CONFLICT (kind, view, value) DO UPDATE SET count = count + excluded.count;
      END;
    `,
  },
  {
    version: 20,
    name: 'messaging: fewer counts and merges',
    // A conversation's words are put in when a list names it and again when its thread was read, so that half of the index is
    // out of date then: at SQLite's own tenth it would be merged again and again. And who is not known to wait counts as one
    // who does not: to learn it of a whole inbox changes no number.
    sql: `
      INSERT INTO conversation_words (conversation_words, rank) VALUES ('deletemerge', 50);
      DROP TRIGGER conversations_recounted;
      DROP TRIGGER conversations_between_blocks;
      CREATE TRIGGER conversations_recounted AFTER UPDATE ON conversations
      WHEN old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR (old.unanswered IS 1) IS NOT (new.unanswered IS 1)
        OR old.has_draft IS NOT new.has_draft OR (old.waiting > 0) IS NOT (new.waiting > 0)
        OR (old.unknown > 0) IS NOT (new.unknown > 0) OR old.item_id IS NOT new.item_id OR old.buyer IS NOT new.buyer
      BEGIN
        ${countInViews('old', '-')}
        ${countInViews('new', '+')}
      END;
      CREATE TRIGGER conversations_between_blocks AFTER UPDATE ON conversations
      WHEN old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR (old.unanswered IS 1) IS NOT (new.unanswered IS 1)
        OR (old.place >> 29) IS NOT (new.place >> 29)
      BEGIN
        ${countInBlocks('old', '-')}
        ${countInBlocks('new', '+')}
      END;
    `,
  },
  {
    version: 21,
    name: 'messaging: words that follow',
    // `worded` 0: the index of words lacks the conversation, or, where `in_index` is 1, has under its place what it said
    // before. 'toRead' counts what a search does not know: threads that are to be read, and conversations whose words follow.
    // How many threads are to be read is a number of its own. A first reading leaves few rows of the index out of date now, so
    // that SQLite's own tenth keeps it small over long use: after 60,000 changed conversations 1.2 times its size, not 1.5.
    sql: `
      INSERT INTO conversation_words (conversation_words, rank) VALUES ('deletemerge', 10);
      ALTER TABLE conversations ADD COLUMN in_index INTEGER NOT NULL DEFAULT 0;
      INSERT INTO view_counts (kind, view, value, count)
        SELECT '', 'staleThreads', '', COUNT(*) FROM conversations WHERE gone = 0 AND thread_stale = 1;
      CREATE TRIGGER stale_threads_begun AFTER INSERT ON conversations WHEN new.gone = 0 AND new.thread_stale = 1 BEGIN
        UPDATE view_counts SET count = count + 1 WHERE kind = '' AND view = 'staleThreads' AND value = '';
      END;
      CREATE TRIGGER stale_threads_moved AFTER UPDATE ON conversations
      WHEN (old.gone = 0 AND old.thread_stale = 1) IS NOT (new.gone = 0 AND new.thread_stale = 1) BEGIN
        UPDATE view_counts SET count = count + CASE WHEN new.gone = 0 AND new.thread_stale = 1 THEN 1 ELSE -1 END
          WHERE kind = '' AND view = 'staleThreads' AND value = '';
      END;
    `,
  },
  {
    version: 22,
    name: 'messaging: counts step by what changed',
    // Most changes of a row leave its item, its buyer and its block as they are, and move it in or out of one view: that one is
    // counted, and not all of them down and up again.
    sql: `
      DROP TRIGGER conversations_recounted;
      DROP TRIGGER conversations_between_blocks;
      CREATE TRIGGER conversations_stepped AFTER UPDATE ON conversations
      WHEN old.item_id IS new.item_id AND old.buyer IS new.buyer AND (
        old.folder IS NOT new.folder OR old.unread IS NOT new.unread OR (old.unanswered IS 1) IS NOT (new.unanswered IS 1)
        OR old.has_draft IS NOT new.has_draft OR (old.waiting > 0) IS NOT (new.waiting > 0)
        OR (old.unknown > 0) IS NOT (new.unknown > 0))
      BEGIN
        INSERT INTO view_counts (kind, view, value, count)
          SELECT f.kind, m.view, f.value, m.step FROM (
            ${stepsOfBlocks}
            UNION ALL SELECT 'hasDraft', (new.has_draft = 1) - (old.has_draft = 1)
            UNION ALL SELECT 'inOutbox', (new.waiting > 0) - (old.waiting > 0)
            UNION ALL SELECT 'unknown', (new.unknown > 0) - (old.unknown > 0)
          ) m, (
            SELECT '' AS kind, '' AS value
            UNION ALL SELECT 'item', new.item_id WHERE new.item_id IS NOT NULL
            UNION ALL SELECT 'otherParty', new.buyer WHERE new.buyer IS NOT NULL
          ) f WHERE m.step <> 0
          ON CONFLICT (kind, view, value) DO UPDATE SET count = count + excluded.count;
      END;
      CREATE TRIGGER conversations_recounted AFTER UPDATE ON conversations
      WHEN old.item_id IS NOT new.item_id OR old.buyer IS NOT new.buyer
      BEGIN
        ${countInViews('old', '-')}
        ${countInViews('new', '+')}
      END;
      CREATE TRIGGER conversations_within_block AFTER UPDATE ON conversations
      WHEN (old.place >> 29) = (new.place >> 29) AND (old.folder IS NOT new.folder OR old.unread IS NOT new.unread
        OR (old.unanswered IS 1) IS NOT (new.unanswered IS 1))
      BEGIN
        INSERT INTO view_blocks (view, block, count)
          SELECT m.view, new.place >> 29, m.step FROM (
            ${stepsOfBlocks}
          ) m WHERE m.step <> 0
          ON CONFLICT (view, block) DO UPDATE SET count = count + excluded.count;
      END;
      CREATE TRIGGER conversations_between_blocks AFTER UPDATE ON conversations
      WHEN (old.place >> 29) <> (new.place >> 29)
      BEGIN
        ${countInBlocks('old', '-')}
        ${countInBlocks('new', '+')}
      END;
    `,
  },
]
