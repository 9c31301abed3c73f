/**
 * Rebuilds a database that is damaged or has parts that this program didn't create. Every readable row is copied into a
 * new database whose schema comes from the migrations.
 *
 * About half of a database is indexes. If only those are damaged, nothing is lost: tables are read in storage order,
 * without an index, and the new file builds its own indexes. A table with a damaged page is read from both ends up to
 * the damage, then page by page, without SQLite: rows below a lost page are found that way, and those of tables whose
 * place in the file was lost with a part of the schema (SEC-17).
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import * as z from 'zod'
import type { Migration } from './database.ts'
import { isDamage, readValue } from './integrity.ts'
import { createSchema, listColumns, listTables } from './our-schema.ts'
import { openPageFile, type PageFile } from './salvage/page-file.ts'
import { readTreePage } from './salvage/records.ts'
import { findTrees, storedColumns, type Trees } from './salvage/trees.ts'
import { rebuildSearch, type SearchIndex } from './search-indexes.ts'

/** `foreign`: the database had parts that this program didn't create. */
export type Cause = 'damaged' | 'foreign'

/** The tables with missing rows in a rebuilt database. */
export type Losses = {
  /** Tables without any readable row. */
  readonly whole: readonly string[]
  /** Tables with some readable rows. */
  readonly parts: readonly string[]
}

const rebuildSchema = z.object({
  cause: z.enum(['damaged', 'foreign']),
  losses: z.object({ whole: z.array(z.string()), parts: z.array(z.string()) }),
})
type Rebuild = { readonly cause: Cause; readonly losses: Losses }

type Extent = 'complete' | 'part' | 'nothing'

const readCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

/**
 * SQLITE_CONSTRAINT and SQLITE_MISMATCH: a damaged page may yield a row that the table rejects
 * (https://www.sqlite.org/rescode.html).
 */
const isUnfit = (error: unknown): boolean => [19, 20].includes(readCode(error))

/** A missing table or column (SQLITE_ERROR), damage, or garbage. A full or failing disk doesn't count. */
const isUnreadable = (error: unknown): boolean => isDamage(error) || isUnfit(error) || readCode(error) === 1

/** Copies rows one by one until one can't be read. Returns whether all were copied, and how many. */
const copyUntilDamage = (rows: StatementSync, insert: StatementSync): { isComplete: boolean; copied: number } => {
  let copied = 0
  let isComplete = true
  try {
    for (const row of rows.iterate()) {
      try {
        copied += Number(insert.run(...(Object.values(row) as SQLInputValue[])).changes)
      } catch (error) {
        if (!isUnfit(error)) throw error
        isComplete = false
      }
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    isComplete = false
  }
  return { isComplete, copied }
}

/** The columns that determine a table's storage order (https://www.sqlite.org/withoutrowid.html). */
const keyOf = (connection: DatabaseSync, table: string): readonly string[] => {
  const { wr } =
    connection.prepare(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`).get(table) ?? {}
  if (wr !== 1) return ['rowid']
  return connection
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .map(({ name }) => `"${String(name)}"`)
}

/** The name of a table's rowid, if it has no column for it. */
const findRowid = (connection: DatabaseSync, table: string): readonly string[] => {
  const [key] = keyOf(connection, table)
  const alias = connection
    .prepare(`SELECT 1 FROM pragma_table_info(?) WHERE pk = 1 AND upper(type) = 'INTEGER'`)
    .get(table)
  return key === 'rowid' && alias === undefined ? ['rowid'] : []
}

/** Copies a table's readable rows. Rows inserted by the migrations stay if none is readable. */
const copyTable = (source: DatabaseSync, target: DatabaseSync, table: string): Extent => {
  const columns = [...findRowid(target, table), ...listColumns(target, table).map(({ name }) => `"${name}"`)]
  const insert = target.prepare(
    `INSERT OR REPLACE INTO "${table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const copyFrom = (direction: 'ASC' | 'DESC') => {
    const order = keyOf(target, table).map((column) => `${column} ${direction}`)
    const rows = source.prepare(`SELECT ${columns.join(', ')} FROM "${table}" NOT INDEXED ORDER BY ${order.join(', ')}`)
    // An integer may exceed JavaScript's safe range
    // (https://nodejs.org/api/sqlite.html#statementsetreadbigintsenabled).
    rows.setReadBigInts(true)
    return copyUntilDamage(rows, insert)
  }
  try {
    const forwards = copyFrom('ASC')
    if (forwards.isComplete) return 'complete'
    return forwards.copied + copyFrom('DESC').copied > 0 ? 'part' : 'nothing'
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return 'nothing'
  }
}

/** Deletes rows whose parent is lost until no such row is left. Returns their tables. */
const deleteOrphans = (connection: DatabaseSync): readonly string[] => {
  const found = new Set<string>()
  for (;;) {
    const orphans = connection.prepare('PRAGMA foreign_key_check').all()
    if (orphans.length === 0) return [...found]
    const tables = new Set(orphans.map(({ table }) => String(table)))
    for (const table of tables) {
      found.add(table)
      for (const { fkid } of orphans.filter((orphan) => orphan.table === table))
        deleteOrphansOf(connection, table, fkid)
    }
  }
}

const deleteOrphansOf = (connection: DatabaseSync, table: string, reference: unknown): void => {
  const columns = connection
    .prepare('SELECT "table" AS parent, "from" AS child, "to" AS key FROM pragma_foreign_key_list(?) WHERE id = ?')
    .all(table, Number(reference))
  const parent = String(columns[0]?.parent)
  const isSame = columns
    .map(({ child, key }) => `parent."${String(key)}" = "${table}"."${String(child)}"`)
    .join(' AND ')
  const isSet = columns.map(({ child }) => `"${String(child)}" IS NOT NULL`).join(' AND ')
  connection.exec(
    `DELETE FROM "${table}" WHERE ${isSet} AND NOT EXISTS (SELECT 1 FROM "${parent}" AS parent WHERE ${isSame})`,
  )
}

/** The tables of a file. SECURITY (SEC-11): a view that replaces a table isn't read. */
const listReadable = (source: DatabaseSync): ReadonlySet<string> =>
  new Set(
    source
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
      .all()
      .map(({ name }) => String(name)),
  )

/** Adds the rows on a table's pages that are not there yet. Returns how many there are, and whether all could be read. */
const copyPages = (
  file: PageFile,
  pages: readonly number[],
  target: DatabaseSync,
  table: string,
): { readonly isComplete: boolean; readonly copied: number } => {
  const columns = storedColumns(target, table)
  const rowid = findRowid(target, table)
  let isComplete = true
  let copied = 0
  for (const page of pages) {
    const tree = readTreePage(file, page)
    if (tree === undefined || (tree.children.length > 0 && !tree.isIndex)) continue
    const records = tree.records()
    if (records.length < tree.cellCount) isComplete = false
    for (const { rowid: id, values } of records) {
      // Columns that were added after the row was written have their defaults.
      const names = columns.slice(0, values.length).map(({ name }) => `"${name}"`)
      const own = values.map((value, index) => (columns[index]?.isRowid === true ? id : value))
      const all = [...rowid, ...names]
      try {
        target
          .prepare(`INSERT OR IGNORE INTO "${table}" (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`)
          .run(...(rowid.length > 0 ? [id, ...own] : own))
        copied += 1
      } catch (error) {
        if (!isUnfit(error)) throw error
        isComplete = false
      }
    }
  }
  return { isComplete, copied }
}

const readFormat = (source: DatabaseSync | undefined): number => {
  try {
    return source === undefined ? 0 : Number(readValue(source, 'PRAGMA user_version'))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return 0
  }
}

/** Copies what SQLite itself can read. */
const copyReadable = (source: DatabaseSync | undefined, target: DatabaseSync): Map<string, Extent> => {
  const extents = new Map<string, Extent>()
  let readable: ReadonlySet<string> = new Set()
  try {
    if (source !== undefined) readable = listReadable(source)
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  for (const table of listTables(target)) {
    extents.set(table, source !== undefined && readable.has(table) ? copyTable(source, target, table) : 'nothing')
  }
  return extents
}

const copyTables = (
  source: DatabaseSync | undefined,
  file: PageFile,
  target: DatabaseSync,
  migrations: readonly Migration[],
): Losses | undefined => {
  const openEmpty = (): DatabaseSync => new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  let trees: Trees | undefined
  const loadTrees = (): Trees => {
    trees ??= findTrees(file, migrations, openEmpty)
    return trees
  }
  const stated = readFormat(source)
  const format = stated >= 1 ? stated : loadTrees().format
  createSchema(target, migrations, format)
  target.exec(`PRAGMA secure_delete = ON; PRAGMA user_version = ${format}; BEGIN`)
  const triggers = target.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  // The copied tables already contain the data that triggers maintain.
  for (const { name } of triggers) target.exec(`DROP TRIGGER "${String(name)}"`)
  const extents = copyReadable(source, target)
  let isFound = [...extents.values()].some((extent) => extent !== 'nothing')
  for (const [table, extent] of extents) {
    if (extent === 'complete') continue
    const { pages, broken, withoutRoot, hasUnowned } = loadTrees()
    const { isComplete, copied } = copyPages(file, pages.get(table) ?? [], target, table)
    isFound ||= copied > 0
    const wasEmpty = withoutRoot.has(table) && !hasUnowned && !file.isShort
    const isWhole = pages.has(table) && isComplete && !broken.has(table)
    extents.set(table, wasEmpty || isWhole ? 'complete' : copied > 0 || extent === 'part' ? 'part' : 'nothing')
  }
  for (const { sql } of triggers) target.exec(String(sql))
  const orphans = deleteOrphans(target)
  target.exec('COMMIT')
  if (!isFound) return undefined
  const withExtent = (wanted: Extent): readonly string[] =>
    [...extents].filter(([, extent]) => extent === wanted).map(([table]) => table)
  const whole = withExtent('nothing')
  return { whole, parts: [...new Set([...withExtent('part'), ...orphans])].filter((table) => !whole.includes(table)) }
}

/**
 * Opens the damaged file for reading. With a writable schema SQLite reads on where the schema or the end of the file is
 * missing, as its own recovery does (https://www.sqlite.org/pragma.html#pragma_writable_schema). SECURITY (SEC-11): not
 * for a file with foreign parts.
 */
const openSource = (file: string, cause: Cause): DatabaseSync => {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000, defensive: cause === 'foreign' })
  source.exec(`PRAGMA trusted_schema = OFF; ${cause === 'damaged' ? 'PRAGMA writable_schema = ON' : ''}`)
  return source
}

/** The path of the copy. A copy beside a damaged database that was set aside is always complete. */
export const rebuiltFile = (file: string): string => `${file}.rebuilt`
/** A file beside the copy, so that the warning survives a crash before the copy is put in place. */
const reportFile = (file: string): string => `${rebuiltFile(file)}.json`

/** Why the copy at `rebuiltFile` was made, and what is missing from it. */
export const readRebuild = (file: string): Rebuild =>
  existsSync(reportFile(file))
    ? rebuildSchema.parse(JSON.parse(readFileSync(reportFile(file), 'utf8')))
    : { cause: 'damaged', losses: { whole: [], parts: [] } }

export const removeReport = (file: string): void => rmSync(reportFile(file), { force: true })

/**
 * Copies the rows of `file`, which is only read, into a new database at `rebuiltFile`. Leaves no copy if no table could
 * be read. Throws SQLite's error if the disk is full or fails.
 */
export const rebuildCopy = (
  file: string,
  cause: Cause,
  migrations: readonly Migration[],
  searchIndexes: readonly SearchIndex[] = [],
): void => {
  const copy = rebuiltFile(file)
  const remove = (): void => {
    for (const part of [copy, `${copy}-journal`, reportFile(file)]) rmSync(part, { force: true })
  }
  remove()
  const target = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  let source: DatabaseSync | undefined
  let pages: PageFile | undefined
  let isKept = false
  try {
    pages = openPageFile(file)
    try {
      source = openSource(file, cause)
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
    const losses = copyTables(source, pages, target, migrations)
    if (losses === undefined || !rebuildSearch(target, searchIndexes)) return
    // SECURITY (SEC-15): rows that were left out are not left in its unused parts.
    target.exec('VACUUM')
    writeFileSync(reportFile(file), JSON.stringify({ cause, losses } satisfies Rebuild))
    isKept = true
  } catch (error) {
    if (!isUnreadable(error)) throw error
  } finally {
    source?.close()
    pages?.close()
    target.close()
    if (!isKept) remove()
  }
}
