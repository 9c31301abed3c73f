/**
 * Rebuilds a damaged database table by table.
 *
 * About half of a database is indexes. If only those are damaged nothing is lost: the tables are read in their own order,
 * without an index, and the new file builds its own.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Migration } from './database.ts'
import { readValue } from './integrity.ts'
import { rebuildSearch, type SearchIndex } from './search-indexes.ts'

type SchemaEntry = { readonly name: string; readonly sql: string }

const listSchema = (connection: DatabaseSync, where: string): SchemaEntry[] =>
  connection.prepare(`SELECT name, sql FROM main.sqlite_schema WHERE ${where}`).all() as SchemaEntry[]

const copyRows = (connection: DatabaseSync, table: string): void => {
  // Generated columns are not among these.
  const columns = connection
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${String(name)}"`)
    .join(', ')
  connection.exec(`DELETE FROM main."${table}"`)
  // Without a condition SQLite copies the damaged indexes page by page.
  connection.exec(
    `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM damaged."${table}" NOT INDEXED WHERE true`,
  )
}

const copyTables = (
  connection: DatabaseSync,
  file: string,
  migrations: readonly Migration[],
  searchIndexes: readonly SearchIndex[],
): void => {
  connection.prepare('ATTACH ? AS damaged').run(file)
  const format = Number(readValue(connection, 'PRAGMA damaged.user_version'))
  for (const { sql } of migrations.slice(0, format)) connection.exec(sql)
  const triggers = listSchema(connection, `type = 'trigger'`)
  connection.exec('BEGIN')
  // What triggers maintain is in the tables that are copied.
  for (const { name } of triggers) connection.exec(`DROP TRIGGER main."${name}"`)
  const tables = listSchema(connection, `type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'`)
  // A search index that is refilled doesn't need the tables that store its rows.
  const isRefilled = (name: string): boolean => searchIndexes.some(({ table }) => name.startsWith(`${table}_`))
  for (const { name } of tables) if (!isRefilled(name)) copyRows(connection, name)
  for (const { sql } of triggers) connection.exec(sql)
  connection.exec(`PRAGMA main.user_version = ${format}`)
  connection.exec('COMMIT')
  connection.exec('DETACH damaged')
}

/** The path of the copy. Beside a damaged database that was set aside it is always complete. */
export const rebuiltFile = (file: string): string => `${file}.rebuilt`

/**
 * Copies the rows of `file`, which is only read, into a new database at `rebuiltFile`; leaves none if a row can't be read or the
 * disk has no room. The copy's schema comes from `migrations`, never from the damaged file.
 */
export const rebuildCopy = (
  file: string,
  migrations: readonly Migration[],
  searchIndexes: readonly SearchIndex[] = [],
): void => {
  const copy = rebuiltFile(file)
  const remove = (): void => {
    for (const part of [copy, `${copy}-journal`]) rmSync(part, { force: true })
  }
  remove()
  try {
    // Only with `defensive` off may the rows of a search index be written directly.
    const connection = new DatabaseSync(copy, { enableForeignKeyConstraints: false, defensive: false })
    try {
      copyTables(connection, file, migrations, searchIndexes)
      if (rebuildSearch(connection, searchIndexes)) return
    } finally {
      connection.close()
    }
  } catch {
    // The caller starts with an empty database and offers a backup.
  }
  remove()
}
