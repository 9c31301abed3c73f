/** The erasure tables: erased persons as keyed hashes, and texts for the seller to review. */

export const erasureSchema = `
  -- Names and conversations of closed accounts, as hashes keyed with a secret of this installation. was_known: data was erased.
  CREATE TABLE erased_persons (
    hash BLOB PRIMARY KEY NOT NULL,
    erased_at_ms INTEGER NOT NULL,
    was_known INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Texts of the seller that mention an erased user. ref: what finds the text, by its place; it may be another user's name.
  CREATE TABLE erasure_mentions (
    id INTEGER PRIMARY KEY,
    erasure_id INTEGER NOT NULL,
    place TEXT NOT NULL,
    ref TEXT NOT NULL
  ) STRICT;
  CREATE INDEX erasure_mentions_by_erasure ON erasure_mentions (erasure_id);

  -- Older copies age out, so none is listed. ids stays for records of versions that kept no hashes.
  ALTER TABLE notification_erasures DROP COLUMN copies;
`
