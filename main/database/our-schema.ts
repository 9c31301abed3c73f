/** Compares a database's schema with the one that this program creates. */
import { DatabaseSync } from 'node:sqlite'
import type { Migration } from './database.ts'

/**
 * The tables in which SQLite's ANALYZE keeps its statistics
 * (https://www.sqlite.org/fileformat2.html#the_sqlite_stat1_table).
 *
 * SECURITY (SEC-11): recognised by their full definition, because any object may have a name that begins the same way.
 */
const STATISTICS: readonly string[] = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]

/** Removes differences in quoting and spacing, because SQLite versions write ALTER TABLE results differently. */
const normalize = (sql: unknown): string =>
  String(sql ?? '')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')

/** Every table, index, trigger and view. */
const readSchema = (connection: DatabaseSync): string =>
  JSON.stringify(
    connection
      .prepare('SELECT type, name, tbl_name AS of, sql FROM main.sqlite_schema ORDER BY type, name')
      .all()
      .filter(({ type, sql }) => !(type === 'table' && STATISTICS.includes(String(sql))))
      .map(({ type, name, of, sql }) => [type, name, of, normalize(sql)]),
  )

/** Creates the schema of a format in an empty database. */
export const createSchema = (connection: DatabaseSync, migrations: readonly Migration[], format: number): void => {
  for (const { sql } of migrations.slice(0, format)) connection.exec(sql)
}

/** Whether a database of this format has every object that this program creates, and no other. */
export const isOurSchema = (connection: DatabaseSync, migrations: readonly Migration[], format: number): boolean => {
  const ours = new DatabaseSync(':memory:')
  try {
    createSchema(ours, migrations, format)
    return readSchema(connection) === readSchema(ours)
  } finally {
    ours.close()
  }
}

/** The tables with primary data. Search indexes, including the tables that store them, are rebuilt from these. */
export const listTables = (connection: DatabaseSync): readonly string[] => {
  const tables = connection
    .prepare(`SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')`)
    .all()
    .map(({ name, type }) => ({ name: String(name), type }))
  const indexes = tables.filter(({ type }) => type === 'virtual')
  return tables
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
    .filter(({ name }) => !indexes.some((index) => name.startsWith(`${index.name}_`)))
    .map(({ name }) => name)
}

export type Column = { readonly name: string; readonly type: string }

/** A table's columns, without generated ones. */
export const listColumns = (connection: DatabaseSync, table: string): readonly Column[] =>
  connection
    .prepare('SELECT name, type FROM pragma_table_info(?)')
    .all(table)
    .map(({ name, type }) => ({ name: String(name), type: String(type) }))
