/**
 * Erases persons from a database, according to the features' declarations (PLT-18, SEC-10).
 *
 * Values are compared whole and changed one by one; text is never searched and replaced. Scanning large tables yields
 * to other work; the changes affect few rows, in one transaction of the caller. The database stays open, so the
 * receiver keeps running.
 */
import type { Database } from '../database/database.ts'
import { type IsPerson, matchNames, normalizeName } from './erased-persons.ts'
import type { MentionPlace, OwnText, PersonalData, PersonalTable, ScannedColumn, StoredValue } from './personal-data.ts'

/** A database's data about some persons. */
export type Found = {
  /** As the database spells them; empty if none is known. */
  readonly names: readonly string[]
  readonly subjects: readonly string[]
  /** The ids of rows with a name inside a value, by table and column. */
  readonly rows: ReadonlyMap<string, readonly number[]>
}

export type Mention = { readonly place: MentionPlace; readonly ref: string }

/** The number of rows deleted or changed, by table. */
export type ErasedRows = Readonly<Record<string, number>>

const ROWS_AT_ONCE = 1_000
/** A longer list means that the name is a common word, and wouldn't help the seller. */
const MAX_MENTIONS = 200

/** Yields to the window and the receiver. */
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

type Scan = { readonly table: string; readonly column: string; readonly scanned: ScannedColumn }

const listScans = (data: readonly PersonalData[], isOnlyForKnown: boolean): readonly Scan[] =>
  data
    .flatMap(({ tables }) => tables)
    .flatMap(({ table, scanned: columns = {} }) =>
      Object.entries(columns).map(([column, scanned]) => ({ table, column, scanned })),
    )
    .filter(({ scanned }) => (scanned.isOnlyForKnown ?? false) === isOnlyForKnown)

const scanRows = async (
  database: Database,
  { scanned: { rows, read } }: Scan,
  isPerson: IsPerson,
): Promise<{ readonly ids: readonly number[]; readonly names: readonly string[] }> => {
  const ids: number[] = []
  const names = new Set<string>()
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToOthers()) {
    const part = database.all<{ id: number; value: StoredValue }>(rows, [after])
    for (const { id, value } of part) {
      after = id
      const found = read(value).filter(isPerson)
      if (found.length > 0) ids.push(id)
      for (const name of found) names.add(name)
    }
    if (part.length === 0) return { ids, names: [...names] }
  }
}

const rowsKey = ({ table, column }: Pick<Scan, 'table' | 'column'>): string => `${table}.${column}`

/** Finds persons in every declared column. Only reads, and yields to other work. */
export const findPersons = async (
  database: Database,
  data: readonly PersonalData[],
  isPerson: IsPerson,
): Promise<Found> => {
  const names = new Set<string>()
  const rows = new Map<string, readonly number[]>()
  const scan = async (one: Scan, isWanted: IsPerson): Promise<void> => {
    const found = await scanRows(database, one, isWanted)
    rows.set(rowsKey(one), found.ids)
    for (const name of found.names) names.add(name)
  }
  for (const sql of data.flatMap(({ tables }) => tables).flatMap((table) => Object.values(table.names ?? {}))) {
    for (const name of database.column<string>(sql)) if (isPerson(name)) names.add(name)
    await yieldToOthers()
  }
  for (const one of listScans(data, false)) await scan(one, isPerson)
  if (names.size === 0) return { names: [], subjects: [], rows }
  const isKnown = matchNames([...names])
  for (const one of listScans(data, true)) await scan(one, isKnown)
  const subjects = new Set<string>()
  for (const sql of data.flatMap((one) => one.subjects ?? [])) {
    for (const subject of database.column<string>(sql, { names: JSON.stringify([...names]) })) subjects.add(subject)
  }
  return { names: [...names], subjects: [...subjects], rows }
}

/** Matches whole words in any case: `anna` doesn't match `anna_wolle`. */
export const createMentionCheck = (names: readonly string[]): ((text: string) => boolean) => {
  const escaped = names.map((name) => normalizeName(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (escaped.length === 0) return () => false
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_-])`, 'iu')
  return (text) => pattern.test(text)
}

const hasRowid = (database: Database, table: string): boolean =>
  database.get(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, [table])?.wr === 0

/** Reads the texts of a column in batches. Tables without a rowid are small. */
async function* readTexts(database: Database, table: string, column: string, own: OwnText) {
  const fields = `${own.text ?? column} AS text, ${own.ref} AS ref`
  const where = own.where === undefined ? '' : ` AND ${own.where}`
  if (!hasRowid(database, table)) {
    yield database.all<{ text: string | null; ref: string | number | null }>(
      `SELECT ${fields} FROM ${table} WHERE true${where}`,
    )
    return
  }
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToOthers()) {
    const part = database.all<{ id: number; text: string | null; ref: string | number | null }>(
      `SELECT rowid AS id, ${fields} FROM ${table} WHERE rowid > ?${where} ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
      [after],
    )
    if (part.length === 0) return
    after = part.at(-1)?.id ?? after
    yield part
  }
}

/**
 * Returns at most 200 remaining texts that mention these persons. Call after erasing them: the remaining texts are the
 * seller's or another user's.
 */
export const findMentions = async (
  database: Database,
  data: readonly PersonalData[],
  names: readonly string[],
): Promise<readonly Mention[]> => {
  const isMentioned = createMentionCheck(names)
  const found = new Map<string, Mention>()
  for (const { table, ownTexts = {} } of data.flatMap(({ tables }) => tables)) {
    for (const [column, texts] of Object.entries(ownTexts)) {
      for (const own of texts) {
        for await (const part of readTexts(database, table, column, own)) {
          for (const { text, ref } of part) {
            if (text === null || ref === null || !isMentioned(text)) continue
            if (found.size >= MAX_MENTIONS) return [...found.values()]
            found.set(`${own.place} ${ref}`, { place: own.place, ref: String(ref) })
          }
        }
      }
    }
  }
  return [...found.values()]
}

const clearValues = (database: Database, { table, column, scanned }: Scan, found: Found): number => {
  const isPerson = matchNames(found.names)
  const ids = found.rows.get(rowsKey({ table, column })) ?? []
  for (const id of ids) {
    const row = database.get<{ value: StoredValue }>(`SELECT ${column} AS value FROM ${table} WHERE id = ?`, [id])
    if (row !== undefined) {
      database.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [scanned.clear(row.value, isPerson), id])
    }
  }
  return ids.length
}

const eraseFromTable = (database: Database, table: PersonalTable, found: Found): number => {
  const bind = (sql: string) => {
    const ids = Object.keys(table.scanned ?? {}).flatMap(
      (column) => found.rows.get(rowsKey({ table: table.table, column })) ?? [],
    )
    const values = { names: found.names, subjects: found.subjects, found: ids }
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        sql.includes(`:${name}`) ? [[name, JSON.stringify(value)] as const] : [],
      ),
    )
  }
  const run = (sql: string): number => database.run(sql, bind(sql)).changes
  const cleared = Object.entries(table.scanned ?? {}).map(([column, scanned]) =>
    clearValues(database, { table: table.table, column, scanned }, found),
  )
  const deleted = table.delete === undefined ? 0 : run(`DELETE FROM ${table.table} WHERE ${table.delete}`)
  for (const sql of table.change ?? []) run(sql)
  return deleted + cleared.reduce((sum, count) => sum + count, 0)
}

/**
 * Erases what `findPersons` found. Call in a transaction. Returns the affected rows by table, without unaffected
 * tables.
 */
export const erasePersons = (database: Database, data: readonly PersonalData[], found: Found): ErasedRows => {
  if (found.names.length === 0 && found.subjects.length === 0) return {}
  const counts = data
    .flatMap(({ tables }) => tables)
    .map((table) => [table.table, eraseFromTable(database, table, found)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

const MERGE_PAGES = 200

/**
 * Merges the full-text indexes step by step, because an index keeps the terms of deleted rows until it is merged
 * (https://www.sqlite.org/fts5.html#the_merge_command). Then empties the write-ahead log, which still contains the old
 * pages.
 */
export const removeTraces = async (database: Database, data: readonly PersonalData[]): Promise<void> => {
  const countChanges = (): number => database.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0
  for (const index of data.flatMap(({ searchIndexes = [] }) => searchIndexes)) {
    // A negative number starts a full merge. The merge is complete when a step makes fewer than two changes.
    for (let pages = -MERGE_PAGES, before = -2; countChanges() - before >= 2; pages = MERGE_PAGES) {
      before = countChanges()
      database.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, [pages])
      await yieldToOthers()
    }
  }
  // Doesn't wait for readers, such as a running backup: closing the database empties the log in any case.
  database.get('PRAGMA busy_timeout = 0')
  try {
    database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.get('PRAGMA busy_timeout = 5000')
  }
}
