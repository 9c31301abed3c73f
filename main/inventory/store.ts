/**
 * The inventory room's tables.
 *
 * `items` holds small rows only, as the list shows them, so that 100,000 of them can be sorted and searched; raw records,
 * edits and history stand in tables of their own.
 */
import type { Database } from '../database/database.ts'
import { type ChoiceStore, createChoiceStore } from './choice-store.ts'
import { createItemPages, type ItemPages } from './item-pages.ts'
import { createItemStore, type ItemStore } from './item-store.ts'
import { createSaveStore, type SaveStore } from './save-store.ts'

/** The indexes of schema step 13, written out by rule: five sorts of each of five filters. */
function filterIndexes(): string {
  const filters = [
    ['incomplete', 'is_incomplete = 1'],
    ['changed', 'edited_at_ms IS NOT NULL'],
    ['conflict', "state = 'conflict'"],
    ['low', 'is_low_stock = 1'],
    ['failed', 'is_failed = 1'],
  ]
  // SQLite looks at edited_at_ms once more for each row of its filter, so that every index of that one has to hold it.
  const sorts = [
    ['sku', 'sku, edited_at_ms'],
    ['title', 'title_key, sku, edited_at_ms'],
    ['quantity', 'quantity, sku, edited_at_ms'],
    ['condition', 'condition, sku, edited_at_ms'],
    ['edit', 'edited_at_ms, sku'],
  ]
  return filters
    .flatMap(([filter, where]) =>
      sorts.map(([sort, columns]) => `CREATE INDEX items_${filter}_by_${sort} ON items (${columns}) WHERE ${where};`),
    )
    .join('\n      ')
}

/** The feature's tables, as SQL. */
export const inventorySchema = [
  {
    version: 1,
    name: 'inventory',
    sql: `
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
        edited_at_ms INTEGER,
        search_text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX items_by_title ON items (title_key, sku);
      CREATE INDEX items_by_quantity ON items (quantity, sku);
      CREATE INDEX items_by_condition ON items (condition, sku);
      CREATE INDEX items_by_edit ON items (edited_at_ms, sku);
      CREATE INDEX items_counted ON items (is_incomplete, is_low_stock, edited_at_ms);
      CREATE INDEX items_to_read ON items (added_at_ms, sku) WHERE wants_read = 1;

      -- What was last read from the platform. record is NULL where it has no item; last_record is the last one that it had.
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
        saved_at_ms INTEGER NOT NULL
      ) STRICT;

      -- Every save with what stood before, what was sent and what stood after. It outlives the item's place in the list.
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
        started_at_ms INTEGER NOT NULL,
        ended_at_ms INTEGER
      ) STRICT;
      CREATE INDEX item_saves_by_sku ON item_saves (sku, id);
      CREATE INDEX item_saves_open ON item_saves (state) WHERE state IN ('sending', 'unknown');

      CREATE TABLE item_change_ledger (
        id INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        items INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL,
        refunded INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX item_change_ledger_by_time ON item_change_ledger (at_ms);

      CREATE TABLE inventory_marks (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
    `,
  },
  {
    version: 6,
    name: 'inventory: families, languages, conflicts',
    sql: `
      -- What was said of who manages a SKU, one row a word: the newest counts, the others are its evidence. Neither this nor
      -- the language depends on the SKU's place in the list.
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

      DROP INDEX items_counted;
      CREATE INDEX items_counted ON items (is_incomplete, is_low_stock, edited_at_ms, state);
      CREATE INDEX items_in_conflict ON items (sku) WHERE state = 'conflict';
    `,
  },
  {
    version: 9,
    name: 'inventory: staged CSV file',
    sql: `
      -- One file at a time, as a dry run: what its cells ask for, and what that would change.
      CREATE TABLE csv_file (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        blank TEXT NOT NULL,
        delimiter TEXT NOT NULL,
        unknown_columns TEXT NOT NULL,
        staged_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE csv_rows (
        line INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        requests TEXT NOT NULL,
        problems TEXT NOT NULL,
        state TEXT NOT NULL,
        found TEXT NOT NULL,
        paths TEXT NOT NULL
      ) STRICT;
      CREATE INDEX csv_rows_by_state ON csv_rows (state, line);
    `,
  },
  {
    version: 12,
    name: 'inventory: runs, cells, refusals',
    sql: `
      ALTER TABLE items ADD COLUMN read_at_ms INTEGER;
      ALTER TABLE items ADD COLUMN is_failed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE items ADD COLUMN changed_columns TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE items ADD COLUMN problems TEXT NOT NULL DEFAULT '[]';
      UPDATE items SET read_at_ms = (SELECT read_at_ms FROM item_records WHERE item_records.sku = items.sku);

      -- What the platform refused of an edit, with the edit as it was refused: what was mended since does not count.
      CREATE TABLE item_refusals (
        sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
        edit TEXT NOT NULL,
        refusals TEXT NOT NULL
      ) STRICT;

      -- Many edits sent as one run. state is the machine's, as JSON; at most one run is open.
      CREATE TABLE send_runs (
        id INTEGER PRIMARY KEY,
        is_open INTEGER NOT NULL,
        state TEXT NOT NULL,
        problem TEXT,
        made_at_ms INTEGER NOT NULL,
        started_at_ms INTEGER,
        ended_at_ms INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX send_runs_open ON send_runs (is_open) WHERE is_open = 1;

      -- edit is what the run sends: an edit that is another by then is not sent.
      CREATE TABLE send_run_rows (
        run_id INTEGER NOT NULL REFERENCES send_runs (id) ON DELETE CASCADE,
        sku TEXT NOT NULL,
        state TEXT NOT NULL,
        held_reason TEXT,
        message TEXT NOT NULL DEFAULT '',
        problems TEXT NOT NULL DEFAULT '[]',
        edit TEXT NOT NULL,
        is_stock_correction INTEGER NOT NULL,
        content_language TEXT NOT NULL DEFAULT '',
        save_id INTEGER,
        PRIMARY KEY (run_id, sku)
      ) STRICT;
      CREATE INDEX send_run_rows_in_order
        ON send_run_rows (run_id, state, is_stock_correction DESC, content_language, sku);
      CREATE INDEX send_run_rows_by_save ON send_run_rows (save_id) WHERE save_id IS NOT NULL;

      CREATE TABLE send_run_deletions (
        run_id INTEGER NOT NULL REFERENCES send_runs (id) ON DELETE CASCADE,
        sku TEXT NOT NULL,
        deletion_id TEXT NOT NULL,
        name TEXT NOT NULL,
        is_confirmed INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (run_id, sku, deletion_id)
      ) STRICT;

      -- Blocks of cells typed into the table, to be undone as one: each item's edit before and after.
      CREATE TABLE cell_blocks (
        id INTEGER PRIMARY KEY,
        cells INTEGER NOT NULL,
        staged_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE cell_block_items (
        block_id INTEGER NOT NULL REFERENCES cell_blocks (id) ON DELETE CASCADE,
        sku TEXT NOT NULL,
        edit_before TEXT,
        source_before TEXT,
        edit_after TEXT,
        PRIMARY KEY (block_id, sku)
      ) STRICT;
    `,
  },
  {
    version: 13,
    name: 'inventory: long lists',
    sql: `
      -- How many items each filter shows, kept in step by the triggers below: counting 100,000 rows takes longer than a page.
      CREATE TABLE item_counts (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        every INTEGER NOT NULL,
        incomplete INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        conflict INTEGER NOT NULL,
        low_stock INTEGER NOT NULL,
        failed INTEGER NOT NULL,
        to_read INTEGER NOT NULL
      ) STRICT;
      INSERT INTO item_counts
        SELECT 1, COUNT(*), COALESCE(SUM(is_incomplete), 0), COUNT(edited_at_ms), COALESCE(SUM(state = 'conflict'), 0),
          COALESCE(SUM(is_low_stock), 0), COALESCE(SUM(is_failed), 0), COALESCE(SUM(wants_read), 0)
        FROM items;
      CREATE TRIGGER items_counted_in AFTER INSERT ON items BEGIN
        UPDATE item_counts SET every = every + 1, incomplete = incomplete + NEW.is_incomplete,
          changed = changed + (NEW.edited_at_ms IS NOT NULL), conflict = conflict + (NEW.state = 'conflict'),
          low_stock = low_stock + NEW.is_low_stock, failed = failed + NEW.is_failed, to_read = to_read + NEW.wants_read;
      END;
      CREATE TRIGGER items_counted_out AFTER DELETE ON items BEGIN
        UPDATE item_counts SET every = every - 1, incomplete = incomplete - OLD.is_incomplete,
          changed = changed - (OLD.edited_at_ms IS NOT NULL), conflict = conflict - (OLD.state = 'conflict'),
          low_stock = low_stock - OLD.is_low_stock, failed = failed - OLD.is_failed, to_read = to_read - OLD.wants_read;
      END;
      CREATE TRIGGER items_counted_anew
      AFTER UPDATE OF is_incomplete, edited_at_ms, state, is_low_stock, is_failed, wants_read ON items
      WHEN OLD.is_incomplete <> NEW.is_incomplete OR (OLD.edited_at_ms IS NULL) <> (NEW.edited_at_ms IS NULL)
        OR OLD.state <> NEW.state OR OLD.is_low_stock <> NEW.is_low_stock OR OLD.is_failed <> NEW.is_failed
        OR OLD.wants_read <> NEW.wants_read
      BEGIN
        UPDATE item_counts SET incomplete = incomplete + NEW.is_incomplete - OLD.is_incomplete,
          changed = changed + (NEW.edited_at_ms IS NOT NULL) - (OLD.edited_at_ms IS NOT NULL),
          conflict = conflict + (NEW.state = 'conflict') - (OLD.state = 'conflict'),
          low_stock = low_stock + NEW.is_low_stock - OLD.is_low_stock, failed = failed + NEW.is_failed - OLD.is_failed,
          to_read = to_read + NEW.wants_read - OLD.wants_read;
      END;

      -- One index for each sort of each filter, so that a page far down is a walk along an index. Those of a filter hold
      -- its rows alone and cost the others nothing.
      DROP INDEX items_counted;
      DROP INDEX items_in_conflict;
      ${filterIndexes()}
      CREATE INDEX items_searched ON items (search_text);
    `,
  },
  {
    version: 17,
    name: 'inventory: CSV files as they came',
    sql: `
      -- The texts of an item's cells, to hold a file against; shared/inventory/item-texts.ts writes and reads them.
      CREATE TABLE item_texts (sku TEXT PRIMARY KEY NOT NULL, texts TEXT NOT NULL) STRICT, WITHOUT ROWID;

      -- A staged file is kept as its text. What its rows would do is worked out of it: as quickly as it could be read back.
      DROP TABLE csv_rows;
      DROP TABLE csv_file;
      CREATE TABLE csv_parts (
        upload INTEGER NOT NULL,
        part INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (upload, part)
      ) STRICT;
      -- lines_left: the lines that were not filed when the others were; NULL: all.
      CREATE TABLE csv_file (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        upload INTEGER NOT NULL,
        name TEXT NOT NULL,
        blank TEXT NOT NULL,
        staged_at_ms INTEGER NOT NULL,
        lines_left TEXT
      ) STRICT;
    `,
  },
  {
    version: 19,
    name: 'inventory: cells that could not be read',
    sql: `
      -- Texts typed into the table that are no value of their field: kept as typed, with the reason, until typed anew.
      CREATE TABLE unread_cells (
        sku TEXT NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
        field TEXT NOT NULL,
        text TEXT NOT NULL,
        message TEXT NOT NULL,
        typed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (sku, field)
      ) STRICT;
    `,
  },
]
  .map(({ sql }) => sql)
  .join('\n')

const EDITS_FILED = 'editsFiled'

export type InventoryStore = ItemStore &
  ItemPages &
  SaveStore &
  ChoiceStore & {
    /** Rows of edits that are older than the columns of schema step 12 are written anew, once. */
    readonly fileOldEdits: () => void
  }

export const createInventoryStore = (database: Database): InventoryStore => {
  const choices = createChoiceStore(database)
  const { lowStockAtMost } = choices
  const items = createItemStore(database, { lowStockAtMost })
  return {
    ...items,
    fileOldEdits: () => {
      if (choices.mark(EDITS_FILED) !== undefined) return
      database.transaction(() => {
        for (const { sku } of database.all<{ sku: string }>('SELECT sku FROM item_edits')) items.refile(sku)
        choices.setMark(EDITS_FILED, 'done')
      })
    },
    ...createItemPages(database, { brief: items.brief, lowStockAtMost }),
    ...createSaveStore(database, items.refile),
    ...choices,
  }
}
