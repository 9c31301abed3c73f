/**
 * A damaged database copied table by table into a new one.
 *
 * About half of a database is indexes, of which every word stands in a table as well. Where only they are damaged, nothing is
 * lost: the tables are read in their own order, without an index, and the new file makes its own.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Migration } from './database.ts'
import { verdictOn } from './soundness.ts'

type Named = { readonly name: string; readonly sql: string }

/** Names are those of our own steps. */
const quoted = (name: string): string => `"${name}"`

const listOf = <T>(connection: DatabaseSync, sql: string, ...params: readonly string[]): T[] =>
  connection.prepare(sql).all(...params) as T[]

/** Tables that hold rows: those of ours, and those in which the indexes of words keep theirs. */
const tablesOf = (connection: DatabaseSync): readonly string[] =>
  listOf<Named>(
    connection,
    `SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'`,
  ).map(({ name }) => name)

const copyRows = (connection: DatabaseSync, table: string): void => {
  // Columns that are made from others are not among these.
  const columns = listOf<{ name: string }>(connection, 'SELECT name FROM pragma_table_info(?)', table)
    .map(({ name }) => quoted(name))
    .join(', ')
  connection.exec(`DELETE FROM main.${quoted(table)}`)
  // Without a condition SQLite copies the damaged indexes page by page.
  connection.exec(
    `INSERT INTO main.${quoted(table)} (${columns}) SELECT ${columns} FROM damaged.${quoted(table)} NOT INDEXED WHERE true`,
  )
}

/**
 * Makes the copy beside `file`, which is only read, and gives its path; undefined where not every row can be had, or where the
 * copy is not whole. The copy has the format of `file`, made by our own steps and by nothing that stands in it.
 */
export const rebuiltCopyOf = (file: string, migrations: readonly Migration[]): string | undefined => {
  const copy = `${file}.rebuilt`
  const remove = (): void => {
    for (const part of [copy, `${copy}-journal`]) rmSync(part, { force: true })
  }
  remove()
  try {
    // The indexes of words keep their rows in tables that only they may write, unless it is allowed here.
    const connection = new DatabaseSync(copy, { enableForeignKeyConstraints: false, defensive: false })
    let isWhole = false
    try {
      connection.prepare('ATTACH ? AS damaged').run(file)
      const format = Number(Object.values(connection.prepare('PRAGMA damaged.user_version').get() ?? {})[0])
      for (const { sql } of migrations.slice(0, format)) connection.exec(sql)
      const triggers = listOf<Named>(connection, `SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'`)
      connection.exec('BEGIN')
      // What they count stands in the tables that are copied.
      for (const { name } of triggers) connection.exec(`DROP TRIGGER main.${quoted(name)}`)
      for (const table of tablesOf(connection)) copyRows(connection, table)
      for (const { sql } of triggers) connection.exec(sql)
      connection.exec(`PRAGMA main.user_version = ${format}`)
      connection.exec('COMMIT')
      connection.exec('DETACH damaged')
      isWhole = verdictOn(connection) === 'ok'
    } finally {
      connection.close()
    }
    if (isWhole) return copy
  } catch {
    // A table cannot be read to its end, or the disk has no room for a second one.
  }
  remove()
  return undefined
}
