/**
 * Rewrites a database without what was deleted from it (SEC-15).
 *
 * `secure_delete` overwrites a deleted row, but not the copies of it that stayed in unused parts of pages when rows
 * moved between pages. Only VACUUM leaves those behind (https://www.sqlite.org/lang_vacuum.html).
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../ports.ts'
import type { Database } from './database.ts'
import { readValue } from './integrity.ts'

/** Rewriting a database of this size takes well under a second. A larger one is rewritten at the next start, before anything else runs. */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024
/** The application id of a database that is to be rewritten at the next start; otherwise it has none. */
const TO_REWRITE = 0x53484c44

const REWRITE = 'VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'

const readNumber = (database: Database, pragma: string): number =>
  Number(Object.values(database.get(`PRAGMA ${pragma}`) ?? {})[0])

/** Call after deleting what must not be left in the file, outside a transaction. Never throws. */
export const dropRemains = (database: Database, log: Log): void => {
  try {
    const bytes = readNumber(database, 'page_count') * readNumber(database, 'page_size')
    if (bytes <= MAX_BYTES_AT_ONCE) {
      for (const sql of REWRITE.split('; ')) database.get(sql)
    } else database.run(`PRAGMA application_id = ${TO_REWRITE}`)
  } catch (error) {
    log.warn('the database was not rewritten after an erasure', { error })
    try {
      database.run(`PRAGMA application_id = ${TO_REWRITE}`)
    } catch {
      // A full disk. The next erasure tries again.
    }
  }
}

/** Rewrites the database. The app also starts if the disk has too little space for that. */
export const rewrite = (connection: DatabaseSync, log: Log): void => {
  try {
    connection.exec(`${REWRITE}; PRAGMA application_id = 0`)
  } catch (error) {
    log.warn('the database was not rewritten', { error })
  }
}

/** Rewrites a database that was too large for that when it was in use. */
export const rewriteIfMarked = (connection: DatabaseSync, log: Log): void => {
  if (readValue(connection, 'PRAGMA application_id') === TO_REWRITE) rewrite(connection, log)
}
