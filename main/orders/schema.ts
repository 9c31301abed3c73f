/** The tables of orders. */

export const ordersSchema = `
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE,
    -- platform or notification
    source TEXT NOT NULL,
    -- As the platform returned it, unknown fields too, without the contact data of order_contacts.
    record TEXT NOT NULL,
    -- The shipments as the platform returned them; NULL: never read.
    fulfillments TEXT,
    read_at_ms INTEGER NOT NULL,
    -- What a list shows of the record and the shipments, as JSON.
    view TEXT NOT NULL DEFAULT '{}',
    -- The columns from here on are taken from the record, for lists.
    buyer TEXT,
    created_at_ms INTEGER,
    modified_at_ms INTEGER,
    stage TEXT NOT NULL,
    ship_by_ms INTEGER,
    shipped_at_ms INTEGER,
    -- The end of the delivery estimate.
    delivery_to_ms INTEGER,
    -- Cancelled, refunded in full or in part, or with a request to cancel.
    is_undone INTEGER NOT NULL DEFAULT 0,
    -- The platform no longer has it.
    is_gone INTEGER NOT NULL DEFAULT 0,
    -- What the list leaves empty is still to be read.
    wants_read INTEGER NOT NULL DEFAULT 0,
    -- Orders without a ship-by date come last.
    ship_key INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(ship_by_ms, 9000000000000000)) VIRTUAL,
    time_key INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(created_at_ms, read_at_ms)) VIRTUAL
  ) STRICT;
  CREATE INDEX orders_by_time ON orders (time_key, id);
  CREATE INDEX orders_to_ship ON orders (ship_key, id) WHERE stage IN ('toShip', 'partlyShipped');
  CREATE INDEX orders_shipped ON orders (shipped_at_ms, id) WHERE stage = 'shipped';
  CREATE INDEX orders_undone ON orders (time_key, id) WHERE is_undone = 1;
  CREATE INDEX orders_by_buyer ON orders (buyer, time_key, id) WHERE buyer IS NOT NULL;
  CREATE INDEX orders_wanted ON orders (id) WHERE wants_read = 1;

  CREATE TABLE order_lines (
    order_row INTEGER NOT NULL REFERENCES orders (id),
    line_item_id TEXT NOT NULL,
    listing_id TEXT,
    sku TEXT,
    PRIMARY KEY (order_row, line_item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX order_lines_by_listing ON order_lines (listing_id) WHERE listing_id IS NOT NULL;
  CREATE INDEX order_lines_by_sku ON order_lines (sku) WHERE sku IS NOT NULL;

  -- Names, addresses, telephone numbers and tax numbers, apart from everything that is listed, searched or exported (ORD-06).
  CREATE TABLE order_contacts (order_row INTEGER PRIMARY KEY REFERENCES orders (id), detail TEXT NOT NULL) STRICT;

  -- Carriers of shipments entered here: the platform doesn't always return them.
  CREATE TABLE order_carriers (
    order_row INTEGER NOT NULL REFERENCES orders (id),
    tracking_number TEXT NOT NULL,
    carrier TEXT NOT NULL,
    PRIMARY KEY (order_row, tracking_number)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE order_search USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3'
  );

  CREATE TABLE order_cases (
    -- return, inquiry or cancellation
    type TEXT NOT NULL,
    case_id TEXT NOT NULL,
    order_id TEXT,
    listing_id TEXT,
    buyer TEXT,
    is_open INTEGER NOT NULL,
    -- Whether the seller has to do something.
    is_due INTEGER NOT NULL,
    due_at_ms INTEGER,
    opened_at_ms INTEGER,
    record TEXT NOT NULL,
    read_at_ms INTEGER NOT NULL,
    PRIMARY KEY (type, case_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX order_cases_open ON order_cases (due_at_ms) WHERE is_open = 1;
  CREATE INDEX order_cases_by_order ON order_cases (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX order_cases_by_buyer ON order_cases (buyer) WHERE buyer IS NOT NULL;

  -- How far the platform's orders and cases were read, as JSON.
  CREATE TABLE order_reading (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Sales are marked as unread one by one, in the feature of notifications. */
export const salesMarkSchema = `DELETE FROM order_reading WHERE name = 'sales';`

/** What the seller did at the packing desk. */
export const packingSchema = `
  CREATE TABLE order_packing (
    order_row INTEGER PRIMARY KEY REFERENCES orders (id),
    -- NULL: not packed.
    packed_at_ms INTEGER,
    -- Not together with other orders of the same buyer.
    is_separate INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`
