/** Copies of a database: read, backed up, and moved into the place of the current one. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { conflict } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { backUp } from './backups.ts'
import { createDatabase, type Database } from './database.ts'

/** Opens a copy read-only; functions in its schema are not trusted. */
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
 * Moves a closed, checked copy into the place of a closed database by one rename: at any moment one of the two is there.
 *
 * Back the database up first: the write-ahead log that its closing may have left is deleted.
 */
export const putInPlace = (copy: string, file: string): void => {
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${copy}${suffix}`)) throw conflict('The copy is still in use. Try again. Nothing was changed.')
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(copy, file)
}
