/** The released schema and invented later steps, for migration tests. */

import type { Migration } from '../../main/database/database.ts'
import { migrations } from '../../main/migrations.ts'

export const laterMigrations: readonly Migration[] = [
  ...migrations,
  { name: 'a column', sql: "ALTER TABLE conversations ADD COLUMN shelf TEXT NOT NULL DEFAULT ''" },
  { name: 'a table', sql: 'CREATE TABLE shelves (name TEXT PRIMARY KEY NOT NULL, rank INTEGER NOT NULL) STRICT' },
  {
    name: 'its rows',
    sql: "INSERT INTO shelves SELECT DISTINCT 'of ' || buyer, 1 FROM conversations WHERE buyer IS NOT NULL",
  },
  { name: 'an index', sql: 'CREATE INDEX conversations_by_shelf ON conversations (shelf)' },
  { name: 'a value in every row', sql: "UPDATE conversations SET shelf = 'of ' || coalesce(buyer, 'unknown')" },
]
