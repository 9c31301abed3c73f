/**
 * What was deleted is not in the bytes of a file that leaves or stays (SEC-15): exports, restored and rebuilt databases,
 * and the database in use after an erasure, each with enough rows that pages were split and merged.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import { createDatabase } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { recreateSearch } from '../../../main/database/search-indexes.ts'
import { migrations } from '../../../main/migrations.ts'
import { searchIndexes } from '../../../main/session/receiving.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Shop, takeOut } from '../exports.ts'
import { openPlace, type Place } from '../place.ts'
import { open } from './rollback-rig.ts'

const PAGE_BYTES = 4_096
const ROWS = 300
/** In every row of one buyer, and in every address. */
const [CLOSED, STREET] = ['Qzclosedbuyer', 'Qzhiddenstreet']

let folder = ''
let place: Place
let shop: Shop
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-remains-'))
  place = await openPlace(folder, 'draft')
  shop = await open(place)
  await shop.app.stop()
  withDatabase(fill)
  shop = await open(place)
})
afterAll(async () => {
  await shop.app.stop()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const withDatabase = <T>(use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'), { timeout: 5_000 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Rows of the closed account and of others, mixed, so that the remaining ones move when pages are merged. */
const fill = (database: DatabaseSync): void => {
  database.exec('PRAGMA secure_delete = ON; BEGIN')
  const run = (sql: string, ...values: (string | number)[]): void => void database.prepare(sql).run(...values)
  for (let index = 1; index <= ROWS; index += 1) {
    const buyer = index % 3 === 0 ? `other${index}` : index % 2 === 0 ? CLOSED : `${CLOSED}2`
    const id = 1_000 + index
    run(
      `INSERT INTO conversations (id, conversation_id, conversation_type, buyer, subject, preview, raw) VALUES (?, ?, 'FROM_MEMBERS', ?, ?, ?, '{}')`,
      ...[id, `c${index}`, buyer, `About ${buyer} ${'x'.repeat(index % 97)}`, `${buyer} writes`],
    )
    run(
      `INSERT INTO messages (conversation_row, key, position, writer, sender, text, attachments, raw) VALUES (?, ?, 0, 'buyer', ?, ?, '[]', '{}')`,
      ...[id, `m${index}`, buyer, `${buyer} asks ${'y'.repeat((index * 37) % 900)}`],
    )
    run(
      `INSERT INTO orders (id, order_id, source, record, read_at_ms, stage, buyer) VALUES (?, ?, 'platform', ?, 1, 'shipped', ?)`,
      ...[id, `o${index}`, JSON.stringify({ buyer: { username: buyer } }), buyer],
    )
    run(
      'INSERT INTO order_contacts VALUES (?, ?)',
      id,
      JSON.stringify({ '/shipTo': `${STREET} ${'z'.repeat(index % 200)}` }),
    )
  }
  for (const _ of recreateSearch(createDatabase(database), searchIndexes));
  database.exec('COMMIT')
}

const whileStopped = async (work: () => void): Promise<void> => {
  await shop.app.stop()
  try {
    work()
  } finally {
    shop = await open(place)
  }
}

const request = (database: DatabaseSync, username: string): void => {
  database
    .prepare(`INSERT INTO notification_captures (id, headers, body_digest, body) VALUES (900, '[]', '', ?)`)
    .run(Buffer.from(JSON.stringify({ username })))
  database.exec('INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms) VALUES (900, 900, 5)')
}

/** How often the text is in the bytes, as a word of its own. */
const countIn = (bytes: Buffer, text: string): number =>
  [...bytes.toString('latin1').matchAll(new RegExp(`${text}(?![_\\w])`, 'gi'))].length

/** The database in use with its log, and what else is beside it. */
const readFiles = (): Buffer =>
  Buffer.concat(
    readdirSync(place.dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith('practice.sqlite'))
      .map(({ name }) => readFileSync(join(place.dataDir, name))),
  )

it('SEC-15 no byte of an address is in an export', async () => {
  expect(countIn(readFiles(), STREET)).toBeGreaterThan(ROWS / 2)
  const bytes = gunzipSync(await takeOut(shop))
  expect(countIn(bytes, CLOSED)).toBeGreaterThan(0)
  expect(countIn(bytes, STREET)).toBe(0)
})

it('SEC-15 no byte of an erased person is in the database in use, nor in one that was restored from before', async () => {
  const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
  await whileStopped(() => withDatabase((database) => request(database, CLOSED)))
  await waitFor(() =>
    withDatabase((database) =>
      expect(database.prepare('SELECT erased_at_ms > 0 AS done FROM notification_erasures').all()).toEqual([
        { done: 1 },
      ]),
    ),
  )
  await whileStopped(() => expect(countIn(readFiles(), CLOSED)).toBe(0))
  await shop.ask('storage.restore', { name })
  await whileStopped(() => {
    expect(countIn(readFiles(), `${CLOSED}2`)).toBeGreaterThan(0)
    expect(countIn(readFiles(), CLOSED)).toBe(0)
  })
})

it('SEC-15 no byte of a row that a rebuilt database leaves out is in it', async () => {
  const file = join(folder, 'rebuilt.sqlite')
  await whileStopped(() => writeFileSync(file, readFileSync(databaseFile(place.dataDir, 'practice'))))
  const source = new DatabaseSync(file)
  source.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { pageno } =
    source
      .prepare(`SELECT pageno FROM dbstat WHERE name = 'conversations' AND pagetype = 'leaf' ORDER BY pageno DESC`)
      .get() ?? {}
  const before = source.prepare('SELECT conversation_id AS id, id AS row FROM conversations').all()
  source.exec(`UPDATE messages SET text = 'Qzmessage' || conversation_row || ' ' || text`)
  source.close()
  const bytes = readFileSync(file)
  bytes.fill(0, (Number(pageno) - 1) * PAGE_BYTES, Number(pageno) * PAGE_BYTES)
  writeFileSync(file, bytes)
  const clock = createFakeClock()
  openDatabase({ file, migrations, searchIndexes, clock, log: createRecordingLog() }).database.close()
  const rebuilt = new DatabaseSync(file)
  const kept = new Set(
    rebuilt
      .prepare('SELECT id FROM conversations')
      .all()
      .map(({ id }) => id),
  )
  rebuilt.close()
  const lost = before.filter(({ row }) => !kept.has(row))
  expect(lost.length).toBeGreaterThan(3)
  for (const { row } of lost) expect(countIn(readFileSync(file), `Qzmessage${row}`), `${row}`).toBe(0)
})
