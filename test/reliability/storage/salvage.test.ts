/**
 * A full shop's database with each page zeroed in turn, and cut off at many lengths (SEC-17).
 *
 * What may be missing afterwards is what was on the lost pages themselves, and rows whose parent was there. Every other
 * row of every table is in the new database, and what is missing is named.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { listTables } from '../../../main/database/our-schema.ts'
import { migrations } from '../../../main/migrations.ts'
import { searchIndexes } from '../../../main/session/receiving.ts'
import { fillInbox } from '../../bench/inbox-data.ts'
import { fillItems } from '../../bench/item-data.ts'
import { fillLog } from '../../bench/log-data.ts'
import { fillOrders } from '../../bench/order-data.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { isLong } from '../long.ts'
import { spread } from '../spread.ts'

const PAGE_BYTES = 4_096
const TIMEOUT_MS = isLong ? 3_600_000 : 240_000

type Page = { readonly number: number; readonly of: string; readonly type: string; readonly cells: number }

let folder = ''
let file = ''
let whole: Buffer
let pages: readonly Page[] = []
let expected: Readonly<Record<string, number>> = {}
/** Tables whose rows refer to another table's, by that table. */
let children: Readonly<Record<string, readonly string[]>> = {}

const open = (path: string) =>
  openDatabase({ file: path, migrations, searchIndexes, clock: createFakeClock(), log: createRecordingLog() })

const countAll = (connection: DatabaseSync): Readonly<Record<string, number>> =>
  Object.fromEntries(
    listTables(connection).map((table) => [
      table,
      Number(connection.prepare(`SELECT count(*) AS n FROM "${table}" NOT INDEXED`).get()?.n),
    ]),
  )

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-salvage-'))
  file = join(folder, 'shop.sqlite')
  open(file).database.close()
  const connection = new DatabaseSync(file)
  const database = createDatabase(connection)
  fillInbox(connection, 60)
  fillItems(database, 80)
  fillLog(database, 60)
  fillOrders(database, 60)
  database.transaction(() => {
    for (let index = 0; index < 120; index += 1) {
      const text = `${index} `.repeat(40)
      database.run(`INSERT INTO buyer_notes VALUES (?, ?)`, [`buyer-${index}`, text])
      database.run(
        `INSERT INTO drafts (target_key, other_party_username, content, revision, saved_at_ms) VALUES (?, ?, ?, ?, 1)`,
        [`person:buyer-${index}`, `buyer-${index}`, JSON.stringify({ messageText: text }), 1_000 + index],
      )
      database.run(
        `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
         VALUES (?, 'message', 'lane', 'conversation:1', ?, 'sent', '{}', 1, 1)`,
        [String(index), JSON.stringify({ text })],
      )
    }
    // Longer than a page.
    database.run(`INSERT INTO buyer_notes VALUES ('long', ?)`, ['l'.repeat(20_000)])
  })
  connection.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  expected = countAll(connection)
  pages = connection
    .prepare('SELECT pageno AS number, name AS "of", pagetype AS type, ncell AS cells FROM dbstat ORDER BY pageno')
    .all() as unknown as readonly Page[]
  children = Object.fromEntries(
    listTables(connection).map((parent) => [
      parent,
      listTables(connection).filter((table) =>
        connection
          .prepare('SELECT "table" AS parent FROM pragma_foreign_key_list(?)')
          .all(table)
          .some((reference) => reference.parent === parent),
      ),
    ]),
  )
  connection.close()
  whole = readFileSync(file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the database from these bytes, and returns what is missing that should not be. */
const findLosses = (bytes: Uint8Array, lost: readonly Page[]): readonly string[] => {
  const damaged = join(folder, 'damaged.sqlite')
  writeFileSync(damaged, bytes)
  try {
    const { database, recovered } = open(damaged)
    database.close()
    const connection = new DatabaseSync(damaged, { readOnly: true })
    const found = countAll(connection)
    const verdict = connection.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    connection.close()
    const allowed = new Map<string, number>()
    for (const { of, type, cells } of lost) {
      const rows = type === 'overflow' ? 1 : type === 'internal' && !isWithoutRowid(of) ? 0 : cells
      allowed.set(of, (allowed.get(of) ?? 0) + rows)
    }
    const mayLoseAll = new Set(
      [...allowed.keys()].flatMap((table) => ((allowed.get(table) ?? 0) > 0 ? (children[table] ?? []) : [])),
    )
    const isEmpty = recovered?.outcome === 'startedEmpty'
    const named = new Set([...(recovered?.losses.whole ?? []), ...(recovered?.losses.parts ?? [])])
    return [
      ...(verdict === 'ok' ? [] : [`not intact: ${verdict}`]),
      ...Object.entries(expected).flatMap(([table, rows]) => {
        const missing = rows - (found[table] ?? 0)
        if (missing > 0 && !isEmpty && !named.has(table))
          return [`${table}: ${missing} rows are missing, and it is not named`]
        if (mayLoseAll.has(table)) return []
        return missing > (allowed.get(table) ?? 0) ? [`${table}: ${missing} of ${rows} rows are missing`] : []
      }),
    ]
  } finally {
    for (const suffix of ['', '-wal', '-shm', '.open']) rmSync(`${damaged}${suffix}`, { force: true })
    rmSync(join(folder, 'backups'), { recursive: true, force: true })
    for (const one of new Set(readAside())) rmSync(one, { force: true })
  }
}

const readAside = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.includes('.damaged-'))
    .map((name) => join(folder, name))

const isWithoutRowid = (table: string): boolean => withoutRowid.has(table)
let withoutRowid: ReadonlySet<string> = new Set()
beforeAll(() => {
  const connection = new DatabaseSync(':memory:')
  for (const { sql } of migrations) connection.exec(sql)
  withoutRowid = new Set(
    connection
      .prepare('SELECT name FROM pragma_table_list WHERE wr = 1')
      .all()
      .map(({ name }) => String(name)),
  )
  connection.close()
})

const withoutPage = (number: number): Buffer => {
  const bytes = Buffer.from(whole)
  bytes.fill(0, (number - 1) * PAGE_BYTES, number * PAGE_BYTES)
  return bytes
}

it('SEC-17 a zeroed page of the schema loses no row', { timeout: TIMEOUT_MS }, () => {
  const schema = pages.filter(({ of }) => of === 'sqlite_schema')
  expect(schema.length).toBeGreaterThan(5)
  const sampled = spread(schema.length, isLong ? schema.length : 3).flatMap((index) => schema[index] ?? [])
  for (const page of sampled) expect(findLosses(withoutPage(page.number), [page]), `page ${page.number}`).toEqual([])
})

it('SEC-17 a zeroed page loses its own rows alone', { timeout: TIMEOUT_MS }, () => {
  expect(pages.length).toBeGreaterThan(250)
  // The roots of tables and what is inside their trees first: everything below them depends on it.
  const inside = pages.filter(({ type }) => type === 'internal')
  const sampled = isLong
    ? pages
    : [
        ...spread(inside.length, 4).flatMap((index) => inside[index] ?? []),
        ...fc.sample(fc.constantFrom(...pages), { numRuns: 3, seed: 4 }),
      ]
  for (const page of sampled) {
    expect(findLosses(withoutPage(page.number), [page]), `page ${page.number} of ${page.of}, ${page.type}`).toEqual([])
  }
})

it('SEC-17 a file that was cut off keeps every row of the pages that are left', { timeout: TIMEOUT_MS }, () => {
  const lengths = fc.sample(fc.integer({ min: 1, max: whole.length - 1 }), { numRuns: isLong ? 250 : 2, seed: 5 })
  for (const length of [whole.length - 1, whole.length - 2 * PAGE_BYTES, ...lengths]) {
    const left = Math.floor(length / PAGE_BYTES)
    const lost = pages.filter(({ number }) => number > left)
    expect(findLosses(whole.subarray(0, length), lost), `cut off at ${length}`).toEqual([])
  }
})
