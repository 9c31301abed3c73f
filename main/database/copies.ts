/**
 * Copies of a database: checked before they are trusted, and moved into the place of the current one.
 *
 * SECURITY: a copy may come from anywhere. Its schema must equal the one that this program creates, character by character,
 * so that no foreign view, trigger or table ever runs. Then its pages, indexes and references are checked.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { conflict, Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { backUp } from './backups.ts'
import { createDatabase, type Database, type Migration } from './database.ts'
import { readValue } from './integrity.ts'

const damagedCopy = (cause?: unknown): Failure =>
  conflict('This copy is damaged. Choose another one. Nothing was changed.', cause)

/** Every table, index, trigger and view as SQLite stores them, without what ANALYZE adds. */
const readSchema = (connection: DatabaseSync): string =>
  JSON.stringify(
    connection
      .prepare(
        `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name`,
      )
      .all(),
  )

const buildSchema = (migrations: readonly Migration[], format: number): string => {
  const connection = new DatabaseSync(':memory:')
  try {
    for (const { sql } of migrations.slice(0, format)) connection.exec(sql)
    return readSchema(connection)
  } finally {
    connection.close()
  }
}

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

/** Throws `conflict` if the file is not an intact database of Stallhand that this version can read. */
export const checkCopy = (file: string, migrations: readonly Migration[]): void => {
  try {
    withCopy(file, (connection) => {
      const format = Number(readValue(connection, 'PRAGMA user_version'))
      if (format > migrations.length) {
        throw conflict(
          `This copy was written by a newer Stallhand (format ${format}; this version knows ${migrations.length}). Install the newer version, then try again. Nothing was changed.`,
        )
      }
      if (format < 1 || readSchema(connection) !== buildSchema(migrations, format)) {
        throw conflict('This is not a database of Stallhand, or its structure was changed. Nothing was changed.')
      }
      if (readValue(connection, 'PRAGMA integrity_check(1)') !== 'ok') throw damagedCopy()
      if (connection.prepare('PRAGMA foreign_key_check').get() !== undefined) throw damagedCopy()
    })
  } catch (error) {
    throw error instanceof Failure ? error : damagedCopy(error)
  }
}

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
