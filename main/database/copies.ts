/**
 * Copies of a database: looked at before they are trusted, and put in the place of the one in use.
 *
 * SECURITY: a copy may come from anywhere. Its schema must be the one that our own steps make, to the letter, so that no
 * view, trigger or table of a stranger's is ever run; then its pages, indexes and references are checked.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { backUp } from './backups.ts'
import { createDatabase, type Database, type Migration } from './database.ts'

const refuse = (message: string, cause?: unknown): Failure => new Failure({ kind: 'conflict', message }, cause)

const oneOf = (connection: DatabaseSync, sql: string): unknown => Object.values(connection.prepare(sql).get() ?? {})[0]

/** Every table, index, trigger and view, as SQLite keeps them. What ANALYZE leaves is no part of the schema. */
const schemaOf = (connection: DatabaseSync): string =>
  JSON.stringify(
    connection
      .prepare(
        `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name`,
      )
      .all(),
  )

/** The schema that the first steps make. */
const schemaAfter = (migrations: readonly Migration[], format: number): string => {
  const connection = new DatabaseSync(':memory:')
  try {
    for (const { sql } of migrations.slice(0, format)) connection.exec(sql)
    return schemaOf(connection)
  } finally {
    connection.close()
  }
}

/** Reads a closed copy. Nothing in it can run: no trigger is reached by reading, and functions of the schema are not trusted. */
export const readCopy = <T>(file: string, read: (database: Database) => T): T => {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    return read(createDatabase(connection))
  } finally {
    connection.close()
  }
}

/** Throws `conflict` with one sentence where the file is not a whole database of ours that this program can read. */
export const checkCopy = (file: string, migrations: readonly Migration[]): void => {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    const format = Number(oneOf(connection, 'PRAGMA user_version'))
    if (format > migrations.length) {
      throw refuse(
        `This copy was written by a newer Stallhand (format ${format}; this one knows ${migrations.length}). Install the newer version, then try again. Nothing was changed.`,
      )
    }
    if (format < 1 || schemaOf(connection) !== schemaAfter(migrations, format)) {
      throw refuse('This is not a database of Stallhand, or somebody changed how it is built. Nothing was changed.')
    }
    if (oneOf(connection, 'PRAGMA integrity_check(1)') !== 'ok') throw refuse(damaged)
    if (connection.prepare('PRAGMA foreign_key_check').get() !== undefined) throw refuse(damaged)
  } catch (error) {
    throw error instanceof Failure ? error : refuse(damaged, error)
  } finally {
    connection?.close()
  }
}

const damaged = 'This copy is damaged. Choose another one. Nothing was changed.'

/** Writes a whole copy beside others, from a closed or open database; the copy's path. */
export const backUpFile = (file: string, clock: Clock): string => {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return backUp(connection, file, clock)
  } finally {
    connection.close()
  }
}

/**
 * Puts a closed, checked copy in place of a closed database, in one step of the file system: at any moment the one or the
 * other is there. The database has been backed up before; a write-ahead log that its closing left is in that backup too.
 */
export const putInPlace = (copy: string, file: string): void => {
  for (const end of ['-wal', '-shm']) {
    if (existsSync(`${copy}${end}`)) throw refuse('The copy is still in use. Try again. Nothing was changed.')
  }
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  renameSync(copy, file)
}
