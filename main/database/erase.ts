/**
 * Erases a person from a database, so that no byte of the names is left in its rows, search indexes, free pages and
 * the write-ahead log (PLT-18).
 *
 * A rule for each table says what to erase. Names count as whole words, in any case: `anna` is not part of `anna_wolle`.
 */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { compactInBackground } from './background-jobs.ts'
import { createDatabase, type Database } from './database.ts'
import { recreateSearch, type SearchIndex } from './search-indexes.ts'

export const ERASED = '(erased)'

/** Names of one person: username and ids. Never empty strings. */
export type Person = readonly string[]

/**
 * What becomes of a table's rows. In `delete` and `where`, `is_person(text)` is whether a text is one of the names, and
 * `mentions(text)` whether it contains one.
 */
export type TableRule = {
  readonly table: string
  /** The rows to delete, as a condition. */
  readonly delete?: string
  /** The columns in which names are replaced, in rows that stay. */
  readonly redact?: readonly string[]
  /** The rows to redact; all by default. */
  readonly where?: string
}

/** Writers of JSON may escape a character: as `\/` or `\u002f`. They leave letters and digits of ASCII as they are. */
const escapePattern = (name: string): string =>
  name.replace(/\W/gu, (char) => {
    const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    return `(?:\\\\?${char.replace(/[.*+?^${}()|[\]\\]/, '\\$&')}|${units.map((unit) => `\\\\u${unit}`).join('')})`
  })

/** A name begins at a character that no name contains, or after an escape of JSON, which ends with a letter. */
const NAME_STARTS = String.raw`(?:(?<![\p{L}\p{N}_-])|(?<=\\(?:[bfnrt]|u[0-9a-f]{4})))`

export const createMatcher = (person: Person) => {
  const names = new Set(person.map((name) => name.toLowerCase()))
  const pattern = new RegExp(`${NAME_STARTS}(?:${person.map(escapePattern).join('|')})(?![\\p{L}\\p{N}_-])`, 'giu')
  const toText = (value: unknown): string | null => {
    if (typeof value === 'string') return value
    return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null
  }
  const mentions = (value: unknown): boolean => {
    const text = toText(value)
    return text !== null && person.length > 0 && text.search(pattern) >= 0
  }
  return {
    isPerson: (value: unknown): boolean => names.has(toText(value)?.toLowerCase() ?? ''),
    mentions,
    /** The value with every name replaced; bytes that don't mention one stay as they are. */
    redact: <T>(value: T): T | string | Uint8Array => {
      if (!mentions(value)) return value
      const text = (toText(value) ?? '').replace(pattern, ERASED)
      return typeof value === 'string' ? text : Buffer.from(text, 'utf8')
    },
  }
}

const withPerson = async <T>(
  file: string,
  person: Person,
  readOnly: boolean,
  use: (connection: DatabaseSync) => Promise<T>,
): Promise<T> => {
  // Rows are deleted in the order of the rules, children first.
  const connection = new DatabaseSync(file, { readOnly, timeout: 5_000, enableForeignKeyConstraints: false })
  try {
    const { isPerson, mentions, redact } = createMatcher(person)
    connection.function('is_person', { deterministic: true }, (value) => (isPerson(value) ? 1 : 0))
    connection.function('mentions', { deterministic: true }, (value) => (mentions(value) ? 1 : 0))
    connection.function('redacted', { deterministic: true }, (value: SQLOutputValue) => redact(value))
    return await use(connection)
  } finally {
    connection.close()
  }
}

/** How many rows of each table were deleted or changed; tables without any are left out. */
export type Traces = Readonly<Record<string, number>>

/** Searching so many rows for names takes some milliseconds. */
const ROWS_AT_ONCE = 1_000

/** Lets the window and the receiver run. */
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Conditions that together select every row of a table, each at most `ROWS_AT_ONCE` rows. */
async function* inParts(connection: DatabaseSync, table: string): AsyncGenerator<string> {
  const { wr } =
    connection.prepare(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`).get(table) ?? {}
  // Tables without a rowid are small: lists and settings.
  if (wr === 1) return yield '1'
  const findLast = connection.prepare(
    `SELECT max(id) AS last FROM (SELECT rowid AS id FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE})`,
  )
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const last = findLast.get(from)?.last
    if (typeof last !== 'number') return
    yield `rowid > ${from} AND rowid <= ${last}`
    from = last
    await yieldToOthers()
  }
}

const applyRules = async (connection: DatabaseSync, rules: readonly TableRule[]): Promise<Traces> => {
  const traces: Record<string, number> = {}
  const run = (table: string, sql: string): void => {
    const changes = Number(connection.prepare(sql).run().changes)
    if (changes > 0) traces[table] = (traces[table] ?? 0) + changes
  }
  for (const rule of rules) {
    if (rule.delete !== undefined) run(rule.table, `DELETE FROM ${rule.table} WHERE ${rule.delete}`)
    await yieldToOthers()
  }
  for (const { table, redact = [], where = '1' } of rules) {
    if (redact.length === 0) continue
    const assignments = redact.map((column) => `${column} = redacted(${column})`).join(', ')
    const mentioned = redact.map((column) => `mentions(${column})`).join(' OR ')
    for await (const part of inParts(connection, table)) {
      run(table, `UPDATE OR IGNORE ${table} SET ${assignments} WHERE ${part} AND (${where}) AND (${mentioned})`)
    }
  }
  return traces
}

/**
 * Erases a person from a closed database, and rewrites the whole file. `record` runs in the same transaction, so what was
 * erased and the record of it are on disk together. Yields to other work.
 */
export const eraseFromFile = async (
  file: string,
  person: Person,
  options: {
    readonly rules: readonly TableRule[]
    readonly searchIndexes: readonly SearchIndex[]
    readonly record?: (database: Database, traces: Traces) => void
  },
): Promise<Traces> => {
  const erased = await withPerson(file, person, false, async (connection) => {
    connection.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE')
    try {
      const traces = await applyRules(connection, options.rules)
      const database = createDatabase(connection)
      // An index keeps the terms of deleted rows until it is merged.
      for (const _ of recreateSearch(database, options.searchIndexes)) await yieldToOthers()
      options.record?.(database, traces)
      connection.exec('COMMIT')
      return traces
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  })
  // Also clears pages that were freed before `secure_delete` was on.
  await compactInBackground(file)
  return erased
}

/** How many rows of each table hold something of a person. Reads only. */
export const countTraces = (file: string, person: Person, rules: readonly TableRule[]): Promise<Traces> =>
  withPerson(file, person, true, async (connection) => {
    const traces: Record<string, number> = {}
    for (const { table, delete: deleted = '0', redact = [], where = '1' } of rules) {
      const mentioned = redact.map((column) => `mentions(${column})`).join(' OR ') || '0'
      for await (const part of inParts(connection, table)) {
        const sql = `SELECT count(*) AS n FROM ${table} WHERE ${part} AND ((${deleted}) OR ((${where}) AND (${mentioned})))`
        const n = Number(connection.prepare(sql).get()?.n ?? 0)
        if (n > 0) traces[table] = (traces[table] ?? 0) + n
      }
    }
    return traces
  })
