/**
 * Erases persons from a database, according to the features' declarations (PLT-18, SEC-10).
 *
 * Values are compared whole and changed one by one; text is never searched and replaced. Scanning large tables yields
 * to other work; the changes affect few rows, in one transaction of the caller. The database stays open, so the
 * receiver keeps running.
 */
import type { Database } from '../database/database.ts'
import { type IsPerson, matchNames, normalizeName } from './erased-persons.ts'
import type {
  MentionPlace,
  OwnText,
  Person,
  PersonalData,
  PersonalTable,
  ScannedColumn,
  StoredValue,
} from './personal-data.ts'

/** A database's data about some persons. */
export type Found = {
  /** As the database spells them; empty if none is known. */
  readonly names: readonly string[]
  /** For each name, the date up to which rows with it belong to the person. A name that isn't here has no such date. */
  readonly untilMs: ReadonlyMap<string, number>
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

/** When an account was closed, and up to which date data of its name may be its user's (milliseconds since 1970). */
export type Closing = { readonly atMs: number; readonly untilMs: number }

const EVER = Number.MAX_SAFE_INTEGER

type IsPersonAt = (name: string, atMs: number | null) => boolean

const scanRows = async (
  database: Database,
  { scanned: { rows, read } }: Scan,
  isPerson: IsPersonAt,
): Promise<{ readonly ids: readonly number[]; readonly names: readonly string[] }> => {
  const ids: number[] = []
  const names = new Set<string>()
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToOthers()) {
    const part = database.all<{ id: number; value: StoredValue; atMs?: number | null }>(rows, [after])
    for (const { id, value, atMs = null } of part) {
      after = id
      const found = read(value).filter((name) => isPerson(name, atMs))
      if (found.length > 0) ids.push(id)
      for (const name of found) names.add(name)
    }
    if (part.length === 0) return { ids, names: [...names] }
  }
}

const rowsKey = ({ table, column }: Pick<Scan, 'table' | 'column'>): string => `${table}.${column}`

/** When this name was given up by the person who had it at the closing, by this computer's clock; undefined if it is not known to be. */
export const findGivenUp = (
  database: Database,
  data: readonly PersonalData[],
  isPerson: IsPerson,
  closedAtMs: number,
): number | undefined => {
  const times = data
    .flatMap(({ givenUp = [] }) => givenUp)
    .flatMap((sql) => database.all<{ name: string; atMs: number }>(sql))
    .flatMap(({ name, atMs }) => (isPerson(name) && atMs >= closedAtMs ? [atMs] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The newest date under any spelling of each name, up to `untilMs`. */
const findNewest = (
  database: Database,
  data: readonly PersonalData[],
  persons: readonly Person[],
): readonly Person[] => {
  const newest = new Map<string, number>()
  for (const { name, untilMs } of persons) {
    const times = data
      .flatMap(({ newest: statements = [] }) => statements)
      .map((sql) => database.column<number | null>(sql, { name, untilMs })[0] ?? 0)
    newest.set(normalizeName(name), Math.max(newest.get(normalizeName(name)) ?? 0, ...times))
  }
  return persons.map((person) => ({ ...person, newestMs: newest.get(normalizeName(person.name)) ?? 0 }))
}

/**
 * Finds persons in every declared column, also by the names that they gave up. Only reads, and yields to other work. `closingOf`:
 * when the account of this name was closed, by default just now.
 *
 * A name may have passed to someone else (SEC-10). If it was given up after the closing, what is dated later is not the person's.
 */
export const findPersons = async (
  database: Database,
  data: readonly PersonalData[],
  isPerson: IsPerson,
  closingOf: (name: string) => Closing = () => ({ atMs: EVER, untilMs: EVER }),
): Promise<Found> => {
  const persons = new Map<string, Person>()
  const rows = new Map<string, readonly number[]>()
  const add = (name: string, { atMs: closedAtMs, untilMs }: Closing): void => {
    const known = persons.get(name)?.untilMs ?? 0
    persons.set(name, { name, closedAtMs, untilMs: Math.max(known, untilMs), newestMs: 0 })
  }
  const closings = new Map<string, Closing>()
  /** The closing of the person who had this name, and until when they had it. */
  const findClosing = (name: string): Closing => {
    const key = normalizeName(name)
    const { atMs, untilMs } = closings.get(key) ?? closingOf(name)
    const closing = closings.get(key) ?? {
      atMs,
      untilMs: Math.min(untilMs, findGivenUp(database, data, matchNames([name]), atMs) ?? EVER),
    }
    closings.set(key, closing)
    return closing
  }
  const toJson = (): string => JSON.stringify([...persons.values()])
  const scan = async (one: Scan, isWanted: IsPersonAt): Promise<void> => {
    const found = await scanRows(database, one, isWanted)
    rows.set(rowsKey(one), found.ids)
    for (const name of found.names) add(name, findClosing(name))
  }
  for (const sql of data.flatMap(({ tables }) => tables).flatMap((table) => Object.values(table.names ?? {}))) {
    for (const name of database.column<string>(sql)) if (isPerson(name)) add(name, findClosing(name))
    await yieldToOthers()
  }
  for (const sql of data.flatMap(({ earlierNames = [] }) => earlierNames)) {
    for (const { name, atMs } of database.all<{ name: string; atMs: number }>(sql, { names: toJson() })) {
      if (isPerson(name)) continue
      closings.set(normalizeName(name), { atMs, untilMs: atMs })
      add(name, { atMs, untilMs: atMs })
    }
  }
  const isKnown = (name: string): boolean => closings.has(normalizeName(name))
  const isOfPerson: IsPersonAt = (name, atMs) =>
    (isPerson(name) || isKnown(name)) && (atMs ?? 0) <= findClosing(name).untilMs
  for (const one of listScans(data, false)) await scan(one, isOfPerson)
  if (persons.size === 0) return { names: [], untilMs: new Map(), subjects: [], rows }
  for (const one of listScans(data, true)) await scan(one, (name, atMs) => isKnown(name) && isOfPerson(name, atMs))
  const found = findNewest(database, data, [...persons.values()])
  const subjects = new Set<string>()
  for (const sql of data.flatMap((one) => one.subjects ?? [])) {
    for (const subject of database.column<string>(sql, { names: JSON.stringify(found) })) subjects.add(subject)
  }
  return {
    names: found.map(({ name }) => name),
    untilMs: new Map(found.map(({ name, untilMs }) => [name, untilMs])),
    subjects: [...subjects],
    rows,
  }
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
    const names = found.names.map((name) => ({ name, untilMs: found.untilMs.get(name) ?? EVER }))
    const values = { names, subjects: found.subjects, found: ids }
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
