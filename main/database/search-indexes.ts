/**
 * Rebuilds full-text indexes from the indexed rows.
 *
 * An index contains no primary data, so damage to it loses nothing and must never cause the database to be replaced.
 */
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import { createDatabase, type Database } from './database.ts'
import { checkIntegrity, isDamage, readValue } from './integrity.ts'

export type SearchIndex = {
  /** The FTS5 table. */
  readonly table: string
  /** Indexes every row into an empty table. Yields from time to time. */
  readonly refill: (database: Database) => Generator<void>
}

/** Drops each index and creates it again from its rows, in the caller's transaction. Yields as `refill` does. */
export function* recreateSearch(database: Database, indexes: readonly SearchIndex[]): Generator<void> {
  for (const { table, refill } of indexes) {
    const entry = database.get<{ readonly sql: string }>('SELECT sql FROM main.sqlite_schema WHERE name = ?', [table])
    if (entry === undefined) continue
    database.run(`DROP TABLE main."${table}"`)
    database.run(entry.sql)
    yield* refill(database)
  }
}

/**
 * Whether every ordinary table is intact, including those that store the search indexes. If so, a failed check of the
 * whole database comes from the contents of a search index.
 */
export const isOnlySearchDamaged = (connection: DatabaseSync): boolean => {
  try {
    const tables = connection
      .prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'`)
      .all()
    return tables.every(({ name }) => readValue(connection, `PRAGMA integrity_check("${String(name)}")`) === 'ok')
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/**
 * Drops each index and creates it again from its rows, all in one transaction. Returns whether the database is then
 * intact; if not, nothing was changed.
 */
export const rebuildSearch = (connection: DatabaseSync, indexes: readonly SearchIndex[]): boolean => {
  const database = createDatabase(connection)
  try {
    database.transaction(() => {
      Array.from(recreateSearch(database, indexes))
      if (checkIntegrity(connection) !== 'ok') throw new StillDamaged()
    })
    return true
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error
    if (cause instanceof StillDamaged || isDamage(cause)) return false
    throw error
  }
}

class StillDamaged extends Error {}
