/** The tables of 0.2 for saves and runs, and how they become rows of the outbound queue. No code reads them any more. */

/** As of 0.2; `savesInQueueSchema` and `listingRunsMoved` replace or drop them. */
export const runsSchema = `
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

  -- The rows of a run are rows of the outbound queue that name it.
  CREATE TABLE listing_runs (id INTEGER PRIMARY KEY, action TEXT NOT NULL, started_at_ms INTEGER NOT NULL) STRICT;
`

/** Moves the runs of 0.2 into the outbound queue. `reverts_id` holds the old id until the run's rows are moved too. */
export const listingRunsMoved = `
  INSERT INTO run (label, plan, reverts_id, created_at_ms)
    SELECT CASE action WHEN 'saveOffer' THEN 'offers' WHEN 'withdraw' THEN 'end' WHEN 'price' THEN 'prices'
      WHEN 'quantity' THEN 'quantities' ELSE action END, '{"leftOut":[]}', id, started_at_ms
    FROM listing_runs ORDER BY id;
  UPDATE outbound SET run_id = (SELECT id FROM run WHERE reverts_id = outbound.payload ->> '$.runId')
    WHERE kind LIKE 'offer%' AND json_valid(payload) AND payload ->> '$.runId' IS NOT NULL;
  UPDATE run SET reverts_id = NULL;
  DROP TABLE listing_runs;
`

/**
 * Moves the saves and runs of 0.2 into the outbound queue, and drops their tables. Runs after the queue's own migration.
 *
 * `item_saves` becomes the history of sent saves; the outcome of a save is the state of its row. Drops runs that were never
 * started: nothing of them was queued, and their edits remain. Refused and missing saves stay in the outbox if their run is open;
 * those of an ended run count as dismissed.
 */
export const savesInQueueSchema = `
  INSERT INTO run (label, plan, reverts_id, is_paused, problem, created_at_ms)
    SELECT 'items',
      json_object('leftOut', (
        SELECT json_group_array(json_object('sku', r.sku, 'title', items.title, 'reason', r.message))
        FROM send_run_rows r LEFT JOIN items ON items.sku = r.sku WHERE r.run_id = send_runs.id AND r.state = 'held')),
      -- A run that waited for a sign-in is no longer paused: its next row waits for that.
      id, COALESCE(state ->> '$.name' = 'paused' AND COALESCE(problem, '') NOT LIKE '{"kind":"signInNeeded"%', 0),
      CASE WHEN state ->> '$.name' = 'paused' AND problem NOT LIKE '{"kind":"signInNeeded"%' THEN problem END,
      created_at_ms
    FROM send_runs WHERE started_at_ms IS NOT NULL AND json_valid(state) ORDER BY id;

  -- state: that of the new row. ended_as: its state before it was dismissed.
  CREATE TEMP TABLE moved_saves (
    id TEXT PRIMARY KEY, run_id INTEGER, save_id INTEGER, lane TEXT, sku TEXT, payload TEXT, state TEXT, ended_as TEXT,
    known TEXT, reason TEXT, until_ms INTEGER, at_ms INTEGER, created_at_ms INTEGER
  );
  INSERT INTO moved_saves
    SELECT 'run-' || run.id || '-' || r.sku, run.id, s.id, 'items', r.sku,
      json_object('sku', r.sku, 'contentLanguage', r.content_language,
        'confirmedDeletions', (SELECT json_group_array(value ->> '$.id') FROM json_each(r.deletions)),
        'edit', CASE WHEN s.id IS NULL
          THEN json_object('onto', r.edit ->> '$.onto', 'changes', (
            SELECT json_group_array(json(c.value)) FROM json_each(r.edit, '$.changes') c
            WHERE NOT EXISTS (SELECT 1 FROM json_each(r.excluded) e WHERE e.value = c.value -> '$.path')))
          ELSE json(s.edit) END),
      CASE
        WHEN r.state = 'planned' THEN CASE old.state ->> '$.reason' WHEN 'platformLimit' THEN 'waiting' ELSE 'queued' END
        WHEN r.state IN ('saved', 'unchanged') THEN 'sent'
        WHEN r.state IN ('sending', 'unknown') THEN r.state
        WHEN r.state = 'refused' AND old.is_open = 1 THEN 'refused'
        WHEN r.state = 'notSaved' AND old.is_open = 1 THEN 'notFound'
        ELSE 'discarded' END,
      CASE r.state WHEN 'refused' THEN 'refused' WHEN 'notSaved' THEN 'notFound' END,
      CASE r.state WHEN 'unchanged' THEN 'reading' ELSE 'answer' END,
      CASE r.state WHEN 'refused' THEN r.message ELSE COALESCE(s.cause, '') END,
      old.state ->> '$.untilMs', COALESCE(s.ended_at_ms, s.started_at_ms, old.started_at_ms), old.started_at_ms
    FROM run JOIN send_runs old ON old.id = run.reverts_id JOIN send_run_rows r ON r.run_id = old.id
      LEFT JOIN item_saves s ON s.id = r.save_id AND json_valid(s.edit)
    WHERE r.state NOT IN ('unread', 'held') AND json_valid(r.edit) AND json_valid(r.excluded) AND json_valid(r.deletions)
    ORDER BY run.id, r.is_stock_correction DESC, r.content_language, r.sku;
  -- Saves without a row: of runs that are gone, and earlier tries of a single save.
  INSERT INTO moved_saves
    SELECT 'save-' || s.id, NULL, s.id, 'item:' || s.sku, s.sku,
      json_object('sku', s.sku, 'contentLanguage', COALESCE(l.content_language, ''), 'confirmedDeletions', json('[]'),
        'edit', json(s.edit)),
      CASE WHEN s.state = 'saved' THEN 'sent' WHEN s.state IN ('sending', 'unknown') THEN 'unknown' ELSE 'discarded' END,
      CASE s.state WHEN 'refused' THEN 'refused' WHEN 'notSaved' THEN 'notFound' END,
      'answer', CASE s.state WHEN 'refused' THEN s.message ELSE s.cause END,
      NULL, COALESCE(s.ended_at_ms, s.started_at_ms), s.started_at_ms
    FROM item_saves s LEFT JOIN item_languages l ON l.sku = s.sku
    WHERE json_valid(s.edit) AND NOT EXISTS (SELECT 1 FROM moved_saves WHERE save_id = s.id)
      AND NOT EXISTS (SELECT 1 FROM outbound o WHERE o.id = s.outbound_id
        AND s.id = (SELECT MAX(id) FROM item_saves WHERE outbound_id = o.id))
    ORDER BY s.id;

  INSERT INTO outbound
      (id, kind, lane, subject, run_id, payload, state, detail, attempts, last_error, created_at_ms, changed_at_ms)
    SELECT m.id, 'itemSave', m.lane, 'item:' || m.sku, m.run_id, m.payload, m.state,
      CASE m.state
        WHEN 'queued' THEN json_object('state', m.state, 'nextTryAtMs', m.created_at_ms, 'error', NULL, 'earlier', NULL)
        WHEN 'waiting' THEN json_object('state', m.state, 'untilMs', m.until_ms, 'error',
          json_object('kind', 'rateLimited', 'message', 'The platform asked to wait.', 'retryAfterMs', 0), 'earlier', NULL)
        WHEN 'sending' THEN json_object('state', m.state, 'sinceMs', m.at_ms, 'before', NULL, 'earlier', NULL)
        WHEN 'sent' THEN json_object('state', m.state, 'atMs', m.at_ms, 'known', m.known, 'note', COALESCE(s.note, ''))
        WHEN 'unknown' THEN json_object('state', m.state, 'sinceMs', m.at_ms, 'reason', m.reason, 'before', NULL,
          'after', NULL, 'nextReadAtMs', m.at_ms)
        WHEN 'refused' THEN json_object('state', m.state, 'atMs', m.at_ms, 'error',
          json_object('kind', 'conflict', 'message', m.reason), 'earlier', NULL)
        WHEN 'notFound' THEN json_object('state', m.state, 'atMs', m.at_ms, 'known', 'reading', 'before', NULL)
        ELSE json_object('state', m.state, 'atMs', m.at_ms, 'earlier', NULL) END,
      m.save_id IS NOT NULL,
      CASE WHEN m.state = 'unknown' OR m.ended_as = 'notFound' THEN json_object('kind', 'unknown', 'message', m.reason)
        WHEN m.ended_as = 'refused' THEN json_object('kind', 'conflict', 'message', m.reason) END,
      m.created_at_ms, m.at_ms
    FROM moved_saves m LEFT JOIN item_saves s ON s.id = m.save_id ORDER BY m.rowid;
  INSERT INTO outbound_history (outbound_id, at_ms, event, from_state, to_state)
    SELECT id, at_ms, 'move', CASE state WHEN 'discarded' THEN ended_as END, state FROM moved_saves ORDER BY rowid;

  -- Each save that left, with the record before it, the one sent and the one after. Outlives the item's row in the list.
  -- note: what else changed on the platform.
  CREATE TABLE item_saves_moved (
    id INTEGER PRIMARY KEY,
    outbound_id TEXT NOT NULL UNIQUE REFERENCES outbound (id),
    sku TEXT NOT NULL,
    base TEXT,
    sent TEXT NOT NULL,
    after TEXT,
    attempt INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    started_at_ms INTEGER NOT NULL
  ) STRICT;
  INSERT INTO item_saves_moved
    SELECT s.id, COALESCE(m.id, s.outbound_id), s.sku, s.base, s.sent, s.after, s.attempt, s.note, s.started_at_ms
    FROM item_saves s LEFT JOIN moved_saves m ON m.save_id = s.id
    WHERE m.id IS NOT NULL OR (s.id = (SELECT MAX(id) FROM item_saves WHERE outbound_id = s.outbound_id)
      AND EXISTS (SELECT 1 FROM outbound WHERE id = s.outbound_id));
  DROP TABLE item_saves;
  ALTER TABLE item_saves_moved RENAME TO item_saves;
  CREATE INDEX item_saves_by_sku ON item_saves (sku, id);

  UPDATE run SET reverts_id = NULL;
  DELETE FROM outbound_history WHERE outbound_id IN (SELECT id FROM outbound WHERE kind = 'run');
  DELETE FROM outbound WHERE kind = 'run';
  DROP TABLE moved_saves;
  DROP TABLE send_run_rows;
  DROP TABLE send_runs;
`
