/** Reads and backs up copies of a database, and replaces the current database with one. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { conflict } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { backUp } from './backups.ts'
import { createDatabase, type Database } from './database.ts'

/**
 * Opens a copy read-only. Doesn't trust functions in its schema
 * (https://www.sqlite.org/pragma.html#pragma_trusted_schema).
 */
const withCopy = <T>(file: string, use: (connection: DatabaseSync) => T): T => {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    return use(connection)
  } finally {
    connection.close()
  }
}

export const readCopy = <T>(file: string, read: (database: Database) => T): T =>
  withCopy(file, (connection) => read(createDatabase(connection)))

/** Backs up a closed or open database and returns the backup's path. */
export const backUpFile = (file: string, clock: Clock): string => {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return backUp(connection, file, clock)
  } finally {
    connection.close()
  }
}

/**
 * Replaces a closed database with a closed, checked copy by a single rename, so one of the two is always there.
 *
 * Back up the database first: a write-ahead log left from closing it is deleted.
 */
export const putInPlace = (copy: string, file: string): void => {
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${copy}${suffix}`)) throw conflict('The copy is still in use. Try again. Nothing was changed.')
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(copy, file)
}
