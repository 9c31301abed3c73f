/**
 * Copies a database from outside: an import, a backup, or someone else's folder (SEC-11).
 *
 * SECURITY: such a file is never used directly. Its rows are copied into a new database whose schema comes from our
 * migrations, so it has no foreign trigger, view, index or statistic, and search indexes are rebuilt from the rows.
 * Tables that grant trust are not copied, and rows that act later come from own backups only. SQLite's advice for files that can't be trusted:
 * https://www.sqlite.org/security.html
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { conflict, Failure } from '../../shared/result.ts'
import { type JobStep, runJob } from './background-jobs.ts'
import { createDatabase, type Migration } from './database.ts'
import { isDamage, readValue } from './integrity.ts'
import { type Column, createSchema, isOurSchema, listColumns, listTables } from './our-schema.ts'
import { recreateSearch, type SearchIndex } from './search-indexes.ts'

/** Where a copy comes from: a backup that this computer made, or a file that anyone may have written. */
export type CopyOrigin = 'own' | 'outside'

/** Far larger than any text or file that Stallhand stores. */
const MAX_VALUE_BYTES = 32 * 1024 * 1024
/**
 * SQLite's integers can exceed JavaScript's safe range, and its floats may be infinite
 * (https://www.sqlite.org/datatype3.html).
 */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER

const unchanged = (message: string, cause?: unknown): Failure => conflict(`${message} Nothing was changed.`, cause)
const damagedCopy = (cause?: unknown): Failure => unchanged('This copy is damaged. Choose another one.', cause)
const tooLarge = (): Failure =>
  unchanged('This copy holds a text or a number that is larger than any that Stallhand writes. Choose another one.')

const removeFile = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}

/** Throws `conflict` unless the file has our schema, in a format that this version knows. Returns the format. */
const checkSchema = (file: string, migrations: readonly Migration[]): number => {
  const connection = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
    const format = Number(readValue(connection, 'PRAGMA user_version'))
    if (format > migrations.length) {
      throw unchanged(
        `This copy was written by a newer Stallhand (format ${format}; this version knows ${migrations.length}). Install the newer version, then try again.`,
      )
    }
    if (format < 1 || !isOurSchema(connection, migrations, format)) {
      throw unchanged('This isn’t a database of Stallhand, or its structure was changed.')
    }
    return format
  } finally {
    connection.close()
  }
}

const isTooLarge = ({ name, type }: Column): string =>
  type === 'INTEGER' || type === 'REAL'
    ? `"${name}" NOT BETWEEN -${MAX_NUMBER} AND ${MAX_NUMBER}`
    : `octet_length("${name}") > ${MAX_VALUE_BYTES}`

/** Checks the rows of a table and copies them. */
const copyTable = (table: string, columns: readonly Column[]): readonly JobStep[] => {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const from = `outside."${table}" NOT INDEXED`
  return [
    { sql: `PRAGMA outside.integrity_check("${table}")`, expected: 'ok', otherwise: 'damaged' },
    {
      sql: `SELECT 1 FROM ${from} WHERE ${columns.map(isTooLarge).join(' OR ')} LIMIT 1`,
      expected: undefined,
      otherwise: 'tooLarge',
    },
    { sql: `DELETE FROM main."${table}"` },
    { sql: `INSERT INTO main."${table}" (${names}) SELECT ${names} FROM ${from} WHERE true` },
  ]
}

/** Plans the steps with which a background thread fills the new database. */
const planCopy = (
  outside: string,
  migrations: readonly Migration[],
  format: number,
  neverCopied: readonly string[],
): readonly JobStep[] => {
  const ours = new DatabaseSync(':memory:')
  try {
    createSchema(ours, migrations, format)
    // Copying is faster without them, and a trigger would write again what the copied rows already contain.
    const madeLater = ours
      .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`)
      .all()
    const tables = listTables(ours).filter((table) => !neverCopied.includes(table))
    return [
      // An incomplete file is discarded, so it needs no journal.
      { sql: 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0' },
      { sql: 'PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON' },
      ...migrations.slice(0, format).map(({ sql }) => ({ sql })),
      ...madeLater.map(({ type, name }) => ({ sql: `DROP ${String(type)} main."${String(name)}"` })),
      { sql: 'ATTACH ? AS outside', params: [`${pathToFileURL(outside).href}?immutable=1`] },
      ...tables.flatMap((table) => copyTable(table, listColumns(ours, table))),
      { sql: 'DETACH outside' },
      ...madeLater.map(({ sql }) => ({ sql: String(sql) })),
      { sql: 'PRAGMA main.foreign_key_check', expected: undefined, otherwise: 'damaged' },
      { sql: `PRAGMA main.user_version = ${format}` },
    ]
  } finally {
    ours.close()
  }
}

const flush = (file: string): void => {
  const fd = openSync(file, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Copies the rows of the database at `outside`, which is only read, into a new database at `copy`. `neverCopied` names
 * the tables that stay as in a new database.
 *
 * Runs in another thread; 1 GB takes about a minute. Throws `conflict` if the file isn't an intact Stallhand database
 * that this version can read, and SQLite's error if the disk is full. Leaves nothing at `copy` in either case.
 */
export const copyFromOutside = async (
  outside: string,
  copy: string,
  options: {
    readonly migrations: readonly Migration[]
    readonly neverCopied: readonly string[]
    readonly signal?: AbortSignal
  },
): Promise<void> => {
  const { migrations, neverCopied, signal } = options
  removeFile(copy)
  try {
    const format = checkSchema(outside, migrations)
    const refused = await runJob(copy, planCopy(outside, migrations, format, neverCopied), signal)
    if (refused !== undefined) throw refused === 'tooLarge' ? tooLarge() : damagedCopy()
    flush(copy)
  } catch (error) {
    removeFile(copy)
    if (error instanceof Failure) throw error
    throw isDamage(error) || isRefusedRow(error) ? damagedCopy(error) : error
  }
}

/**
 * SQLITE_CONSTRAINT, SQLITE_TOOBIG and SQLITE_MISMATCH: rows that our schema rejects. SQLITE_ERROR: not a database
 * (https://www.sqlite.org/rescode.html).
 */
const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [1, 18, 19, 20].includes(Number(error.errcode) & 0xff)

/** Yields to the window and the receiver. */
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Rebuilds the search indexes of a closed database in the current format. Yields to other work. */
export const refillSearch = async (file: string, searchIndexes: readonly SearchIndex[]): Promise<void> => {
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  try {
    connection.exec('BEGIN IMMEDIATE')
    for (const _ of recreateSearch(createDatabase(connection), searchIndexes)) await yieldToOthers()
    connection.exec('COMMIT')
  } finally {
    connection.close()
  }
}
