/** Finds what the catalog suggested for an item. */
export const productsBySkuSchema =
  'CREATE INDEX mapping_product_of_sku ON mapping_product (sku, task_ref) WHERE sku IS NOT NULL;'

/** The mapping feature's tables. */
export const mappingSchema = `
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
`

/** A damaged product or result must not stop a query of the others (SEC-16). */
export const guardedProductsSchema = `
  DROP INDEX mapping_product_by_id;
  DROP INDEX mapping_product_by_sku;
  ${['mapping_product', 'mapping_entry']
    .flatMap((table) =>
      [
        ['external_product_id', 'externalProductId'],
        ['sku', 'sku'],
      ].map(
        ([column, name]) => `ALTER TABLE ${table} DROP COLUMN ${column};
  ALTER TABLE ${table} ADD COLUMN ${column} TEXT AS (iif(json_valid(content), content ->> '${name}', NULL));`,
      ),
    )
    .join('\n  ')}
  CREATE INDEX mapping_product_by_id ON mapping_product (task_ref, external_product_id);
  CREATE INDEX mapping_product_by_sku ON mapping_product (task_ref, sku) WHERE sku IS NOT NULL;
`
