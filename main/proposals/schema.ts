/** Assistants with their keys, what they read, and what they proposed. None of it is ever copied from outside. */
export const proposalsSchema = `
  CREATE TABLE assistants (
    assistant_id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    -- SECURITY: the key itself is nowhere on disk.
    key_hash TEXT NOT NULL UNIQUE,
    reads TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    last_used_at_ms INTEGER,
    is_withdrawn INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE assistant_readings (
    reading_id INTEGER PRIMARY KEY AUTOINCREMENT,
    assistant_id INTEGER NOT NULL REFERENCES assistants (assistant_id),
    at_ms INTEGER NOT NULL,
    read TEXT NOT NULL,
    subject TEXT,
    rows INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX assistant_readings_by_time ON assistant_readings (assistant_id, at_ms);
  CREATE TABLE proposals (
    proposal_id INTEGER PRIMARY KEY AUTOINCREMENT,
    assistant_id INTEGER NOT NULL REFERENCES assistants (assistant_id),
    kind TEXT NOT NULL,
    -- conversation:17, item:SKU, or newItem.
    subject TEXT NOT NULL,
    buyer TEXT,
    input TEXT NOT NULL,
    -- What the conversation or the item was like when it was made.
    basis TEXT NOT NULL,
    made_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting'
  ) STRICT;
  CREATE INDEX proposals_waiting ON proposals (state, subject, proposal_id);
  CREATE INDEX proposals_of_assistant ON proposals (assistant_id, state);
`
