/** The mapping room's tables, step by step. */

/** The feature's tables, as SQL. */
export const mappingSchema = [
  {
    version: 2,
    name: 'mapping tasks, products, polls and results',
    sql: `
      CREATE TABLE mapping_task (
        task_ref INTEGER PRIMARY KEY AUTOINCREMENT,
        task_id TEXT,
        origin TEXT NOT NULL,
        state TEXT NOT NULL,
        paused INTEGER NOT NULL,
        step INTEGER NOT NULL,
        watched_ms INTEGER NOT NULL,
        offline_streak INTEGER NOT NULL,
        next_poll_at_ms INTEGER,
        last_poll_at_ms INTEGER,
        created_at_ms INTEGER NOT NULL,
        call_began_at_ms INTEGER,
        ended_at_ms INTEGER,
        request_key TEXT,
        part INTEGER NOT NULL,
        parts INTEGER NOT NULL,
        parent_ref INTEGER REFERENCES mapping_task (task_ref),
        about TEXT,
        product_count INTEGER NOT NULL,
        requested_id TEXT,
        problem TEXT,
        missing_scope TEXT,
        preview_count INTEGER,
        invalid_count INTEGER,
        unmapped_count INTEGER,
        unprocessed_count INTEGER
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
        external_product_id TEXT NOT NULL,
        sku TEXT,
        title TEXT,
        images TEXT NOT NULL,
        aspects TEXT NOT NULL,
        PRIMARY KEY (task_ref, position)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE mapping_poll (
        poll_id INTEGER PRIMARY KEY,
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        at_ms INTEGER NOT NULL,
        settled_at_ms INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        text TEXT,
        repeats INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX mapping_poll_by_task ON mapping_poll (task_ref, poll_id);
      CREATE TABLE mapping_result (
        task_ref INTEGER PRIMARY KEY REFERENCES mapping_task (task_ref),
        raw TEXT NOT NULL,
        remarks TEXT NOT NULL,
        received_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE mapping_start_draft (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        draft TEXT NOT NULL
      ) STRICT;
      CREATE TABLE mapping_draft (
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        preview_index INTEGER NOT NULL,
        sku TEXT NOT NULL,
        made_at_ms INTEGER NOT NULL,
        PRIMARY KEY (task_ref, preview_index, sku)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 8,
    name: 'mapping results as lists, dots beside the task, and mended products',
    sql: `
      ALTER TABLE mapping_task ADD COLUMN dots TEXT NOT NULL DEFAULT '';
      UPDATE mapping_task SET dots = coalesce((
        SELECT group_concat(outcome, ' ' ORDER BY poll_id) FROM (
          SELECT poll_id, outcome FROM mapping_poll WHERE mapping_poll.task_ref = mapping_task.task_ref
          ORDER BY poll_id DESC LIMIT 14
        )
      ), '');
      CREATE INDEX mapping_task_by_end ON mapping_task (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
      ALTER TABLE mapping_result ADD COLUMN is_filed INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE mapping_entry (
        entry_id INTEGER PRIMARY KEY,
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        list TEXT NOT NULL,
        position INTEGER NOT NULL,
        external_product_id TEXT,
        sku TEXT,
        title TEXT,
        category_id TEXT,
        picture_url TEXT,
        aspect_count INTEGER NOT NULL,
        content TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX mapping_entry_by_place ON mapping_entry (task_ref, list, position);
      CREATE INDEX mapping_product_by_id ON mapping_product (task_ref, external_product_id);
      CREATE INDEX mapping_product_by_sku ON mapping_product (task_ref, sku) WHERE sku IS NOT NULL;
      CREATE TABLE mapping_mending (
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        position INTEGER NOT NULL,
        form TEXT NOT NULL,
        PRIMARY KEY (task_ref, position)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
  .map(({ sql }) => sql)
  .join('\n')
