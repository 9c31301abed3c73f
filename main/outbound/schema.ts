/** The tables of the outbound queue. */
import { finalStates } from '../../shared/outbound/state.ts'
import { jsonAt } from '../database/stored-json.ts'

export const outboundSchema = `
  CREATE TABLE outbound (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    created_at_ms INTEGER NOT NULL,
    changed_at_ms INTEGER NOT NULL,
    is_open INTEGER NOT NULL GENERATED ALWAYS AS (
      state NOT IN (${finalStates.map((state) => `'${state}'`).join(', ')})
    ) VIRTUAL
  ) STRICT;
  CREATE INDEX outbound_by_lane ON outbound (lane, ordinal) WHERE is_open = 1;
  CREATE INDEX outbound_open ON outbound (kind, subject, state) WHERE is_open = 1;
  CREATE INDEX outbound_by_subject ON outbound (subject, kind, state);
  -- Rows of a run of many changes name it.
  CREATE INDEX outbound_by_run ON outbound (kind, payload ->> '$.runId') WHERE payload ->> '$.runId' IS NOT NULL;
  CREATE INDEX outbound_by_time ON outbound (created_at_ms);
  CREATE TABLE outbound_history (
    id INTEGER PRIMARY KEY,
    outbound_id TEXT NOT NULL REFERENCES outbound (id),
    at_ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    from_state TEXT,
    to_state TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  CREATE INDEX outbound_history_by_row ON outbound_history (outbound_id, id);

  -- How many changes left or were withdrawn so far, and which file beside the database marks that.
  CREATE TABLE outbound_mark (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    position INTEGER NOT NULL,
    identity TEXT NOT NULL
  ) STRICT;
  INSERT INTO outbound_mark VALUES (1, 0, '');
  -- A row while nothing may go out by itself (OFF-04).
  CREATE TABLE outbound_hold (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    reason TEXT NOT NULL,
    since_ms INTEGER NOT NULL
  ) STRICT;
`

/** Finds what was carried out lately. */
export const doneIndexSchema = `
  CREATE INDEX outbound_done ON outbound (changed_at_ms) WHERE state = 'sent';
`

/** Adds the table of runs, and renames the state of a change that can still be undone to `delayed`. */
export const runSchema = `
  -- A run is a label over the rows that bear its id. plan: JSON of what the seller saw as left out. problem: why it paused by itself.
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    plan TEXT NOT NULL,
    reverts_id INTEGER,
    is_paused INTEGER NOT NULL DEFAULT 0,
    problem TEXT,
    created_at_ms INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE outbound ADD COLUMN run_id INTEGER REFERENCES run (id);
  DROP INDEX outbound_by_run;
  CREATE INDEX outbound_in_run ON outbound (run_id, ordinal) WHERE run_id IS NOT NULL;
  UPDATE outbound SET state = 'delayed', detail = json_set(detail, '$.state', 'delayed')
    WHERE state = 'held' AND json_valid(detail);
`

/** Whether a run has a step after it. The index is used only for exactly this condition. */
export const HAS_NEXT = `(${jsonAt('plan', '$.next.step')}) IS NOT NULL`

/** Finds the runs with a step after them. */
export const nextStepSchema = `
  CREATE INDEX run_with_next ON run (id) WHERE ${HAS_NEXT};
`
