/** The inventory feature's tables. `items` holds only what the list shows; records, edits and history have their own tables. */

/** The feature's tables, as SQL. */
export const inventorySchema = `
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
  -- Covers the counts of every filter.
  CREATE INDEX items_counted
    ON items (is_incomplete, is_low_stock, is_refused, state, edited_at_ms, wants_read, unreadable_count);

  -- What was last read from the platform. record is NULL if it has no item; last_record is the last one it had.
  CREATE TABLE item_records (
    sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
    record TEXT,
    last_record TEXT,
    read_at_ms INTEGER,
    read_problem TEXT
  ) STRICT;

  -- refusals: what the platform refused of refused_edit, an earlier state of the edit.
  CREATE TABLE item_edits (
    sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
    edit TEXT NOT NULL,
    source TEXT,
    saved_at_ms INTEGER NOT NULL,
    refused_edit TEXT,
    refusals TEXT
  ) STRICT;

  -- Every save with the record before it, the one sent and the one after. Outlives the item's row in the list.
  -- outbound_id: its row in the outbound queue, if no run sends it. note: what else changed on the platform. cause: why the answer was lost, by default by the end of the app.
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

  -- One row per statement about a SKU's family; the newest counts. Independent of the list, like the language.
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

  -- state is the JSON of RunState. At most one run is open.
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

  -- edit is what the run sends, without the paths in excluded. If the item's edit differs by then, the row is held. deletions: what
  -- the plan named, { id, name }. last_read_at_ms: the plan is from that earlier reading, as the platform could not be reached.
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

  -- Sheet history: each item's edit before and after a block, as JSON of CellState.
  CREATE TABLE cell_blocks (id INTEGER PRIMARY KEY, is_undone INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE cell_block_items (
    block_id INTEGER NOT NULL REFERENCES cell_blocks (id) ON DELETE CASCADE,
    sku TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (block_id, sku)
  ) STRICT;

  -- The one staged CSV file. lines_left: the lines that were not applied; NULL: all. mended: corrected cells by line and column.
  CREATE TABLE csv_file (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    blank TEXT NOT NULL,
    text TEXT NOT NULL,
    lines_left TEXT,
    mended TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
`
