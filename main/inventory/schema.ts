/**
 * The inventory feature's tables. `items` names the items of the list; records, edits and history have their own tables, and
 * `item_rows` is what the list shows.
 */

/** The new price that was typed for an item's listing, and why it can't be sent. As the listing feature last said. */
export const typedPriceSchema = `
  ALTER TABLE items ADD COLUMN typed_price TEXT;
  ALTER TABLE items ADD COLUMN price_problem TEXT;
`

/** The other new texts of an item's offer, as JSON of { column, problem }, and how many of them can't be sent. */
export const typedOfferSchema = `
  ALTER TABLE items ADD COLUMN typed_offer TEXT;
  ALTER TABLE items ADD COLUMN offer_problems INTEGER NOT NULL DEFAULT 0;
`

/** Covers the counts of every filter again, with the new texts of prices and offers. */
export const countedTextsSchema = `
  DROP INDEX items_counted;
  CREATE INDEX items_counted
    ON items (is_incomplete, is_low_stock, is_refused, state, edited_at_ms, wants_read, unreadable_count, listing_state,
      typed_price, price_problem, typed_offer, offer_problems);
`

/**
 * How many cells of an item break a rule, apart from those that could not be read. Covers the counts of every filter again, with
 * them.
 */
export const ruleProblemsSchema = `
  ALTER TABLE items ADD COLUMN rule_problems INTEGER NOT NULL DEFAULT 0;
  UPDATE items SET rule_problems = (
    SELECT COUNT(DISTINCT p.value ->> 'column') FROM json_each(problems) p
    WHERE iif(p.type = 'object',
      p.value ->> 'from' = 'rule' AND p.value ->> 'column' NOT IN (SELECT key FROM json_each(unreadable)), 0)
  ) WHERE problems <> '[]' AND json_valid(problems) AND json_valid(unreadable);

  DROP INDEX items_counted;
  CREATE INDEX items_counted
    ON items (is_incomplete, is_low_stock, is_refused, state, edited_at_ms, wants_read, unreadable_count, listing_state,
      typed_price, price_problem, typed_offer, offer_problems, rule_problems);
`

/** As of 0.2. */
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

/**
 * Live listings, whoever made them, as the platform last listed them (LST-13).
 *
 * `is_ours`: the item list shows it as an item already. `seen_pass`: the last complete reading that showed it.
 */
export const activeListingsSchema = `
  CREATE TABLE active_listings (
    listing_id TEXT PRIMARY KEY NOT NULL,
    sku TEXT,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    format TEXT NOT NULL,
    picture_url TEXT,
    price REAL,
    currency TEXT,
    available INTEGER,
    sold INTEGER NOT NULL,
    watchers INTEGER,
    has_policies INTEGER NOT NULL,
    started_at_ms INTEGER,
    -- JSON of ListingVariation[].
    variations TEXT NOT NULL DEFAULT '[]',
    search_text TEXT NOT NULL,
    seen_pass INTEGER NOT NULL,
    is_ours INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX active_listings_by_title ON active_listings (is_ours, title_key, listing_id);
  CREATE INDEX active_listings_by_sku ON active_listings (is_ours, sku, listing_id);
  CREATE INDEX active_listings_by_stock ON active_listings (is_ours, available, listing_id);
  CREATE INDEX active_listings_by_price ON active_listings (is_ours, price, listing_id);
  -- Every SKU of a listing, those of its variations included.
  CREATE TABLE active_listing_skus (
    sku TEXT NOT NULL,
    listing_id TEXT NOT NULL REFERENCES active_listings (listing_id) ON DELETE CASCADE,
    PRIMARY KEY (sku, listing_id)
  ) STRICT;
  CREATE INDEX active_listing_skus_by_listing ON active_listing_skus (listing_id);

  -- The listings of an item's offers, as the listing feature last said.
  CREATE TABLE item_listings (
    listing_id TEXT NOT NULL,
    sku TEXT NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
    PRIMARY KEY (listing_id, sku)
  ) STRICT;
  CREATE INDEX item_listings_by_sku ON item_listings (sku);
`

/**
 * Groups of items that are the variations of one listing (LST-15). Only where the platform has groups; an item's record names the
 * group that it belongs to.
 */
export const itemGroupsSchema = `
  ALTER TABLE items ADD COLUMN group_key TEXT;
  CREATE INDEX items_by_group ON items (group_key, sku) WHERE group_key IS NOT NULL;
  CREATE TABLE item_groups (
    group_key TEXT PRIMARY KEY NOT NULL,
    wants_read INTEGER NOT NULL DEFAULT 1,
    -- The raw record as last read; NULL: never read, or the platform has none.
    record TEXT,
    read_at_ms INTEGER,
    read_problem TEXT,
    -- What the seller changed and didn't send, as JSON of ItemEdit.
    edit TEXT,
    edited_at_ms INTEGER
  ) STRICT;
  CREATE INDEX item_groups_to_read ON item_groups (group_key) WHERE wants_read = 1;
`

/**
 * Items that are to become the variations of a listing that the platform doesn't have yet (LST-15). It counts while that listing
 * is being made, or until a reading of the item names its group.
 */
export const newGroupsSchema = `
  ALTER TABLE items ADD COLUMN joining_group TEXT;
  CREATE INDEX items_joining ON items (joining_group) WHERE joining_group IS NOT NULL;
`

/** Reads the items again that the platform's list gave before groups were known. */
export const groupedItemsRead = `
  UPDATE items SET wants_read = 1 WHERE sku IN (
    SELECT sku FROM item_records WHERE json_valid(record)
      AND (json_array_length(record, '$.groupIds') > 0 OR json_array_length(record, '$.inventoryItemGroupKeys') > 0));
`

/**
 * What the list shows of each item, made from the other tables (`toItemRow`) and never copied from another database. What is sorted,
 * searched or narrowed is a column, a filter is a bit of `flags`, and the rest is JSON. `items` keeps what nothing else says.
 */
export const itemRowsSchema = `
  DROP INDEX items_by_title;
  DROP INDEX items_by_quantity;
  DROP INDEX items_by_condition;
  DROP INDEX items_by_edit;
  DROP INDEX items_by_listing;
  DROP INDEX items_by_price;
  DROP INDEX items_by_category;
  DROP INDEX items_counted;
${[
  ...[
    'problems',
    'search_text',
    'changed_columns',
    'title',
    'title_key',
    'picture_url',
    'typed_offer',
    'price_problem',
  ],
  ...['state', 'quantity', 'condition', 'is_incomplete', 'is_low_stock', 'is_refused', 'edited_at_ms', 'read_at_ms'],
  ...['unreadable_count', 'listing_state', 'price', 'currency', 'category', 'typed_price', 'offer_problems'],
  'rule_problems',
]
  .map((column) => `  ALTER TABLE items DROP COLUMN ${column};`)
  .join('\n')}

  CREATE TABLE item_rows (
    sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
    -- Rows of another version are made again.
    version INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    -- How many cells can't be sent as they were typed.
    unsent INTEGER NOT NULL,
    title_key TEXT NOT NULL,
    quantity REAL,
    condition TEXT,
    edited_at_ms INTEGER,
    listing_state TEXT NOT NULL,
    price REAL,
    category TEXT,
    group_key TEXT,
    search_text TEXT NOT NULL,
    -- JSON of ShownItem.
    shown TEXT NOT NULL
  ) STRICT;
  CREATE INDEX item_rows_by_title ON item_rows (title_key, sku);
  CREATE INDEX item_rows_by_quantity ON item_rows (quantity, sku);
  CREATE INDEX item_rows_by_condition ON item_rows (condition, sku);
  CREATE INDEX item_rows_by_edit ON item_rows (edited_at_ms, sku);
  CREATE INDEX item_rows_by_listing ON item_rows (listing_state, sku);
  CREATE INDEX item_rows_by_price ON item_rows (price, sku);
  CREATE INDEX item_rows_by_category ON item_rows (category, sku);
  CREATE INDEX item_rows_by_group ON item_rows (group_key, title_key, flags);
  -- Covers the counts of every filter.
  CREATE INDEX item_rows_counted ON item_rows (flags, unsent, quantity, version);
`

/** What the seller paid for what has a SKU, as a line of lots in `currency`. It stays on this computer (FIN-02). */
export const itemCostsSchema = `
  CREATE TABLE item_costs (sku TEXT PRIMARY KEY NOT NULL, lots TEXT NOT NULL, currency TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Where the seller keeps what has a SKU. It stays on this computer. */
export const itemPlacesSchema = `
  CREATE TABLE item_places (sku TEXT PRIMARY KEY NOT NULL, place TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
