/**
 * Storage end to end: export, wipe and import; backups; databases of every earlier version.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import { listTables } from '../../../main/database/our-schema.ts'
import { migrations } from '../../../main/migrations.ts'
import type { GivenProfile } from '../../../shared/connection/profile.ts'
import { handIn, readRefusal, type Shop, takeOut } from '../exports.ts'
import { type JourneyName, journeys } from '../journeys.ts'
import { laterMigrations } from '../later-migrations.ts'
import { openPlace, type Place } from '../place.ts'
import { createDriver, givenAt, hurriedClock, portsOn } from '../whole-app.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-storage-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newDataDir = (): string => mkdtempSync(join(folder, 'data-'))

/** Creates the app on a data folder without starting it, so nothing is read or sent in the background. */
const openApp = async (dataDir: string, given: GivenProfile): Promise<Shop> => {
  const app = await createApp(portsOn(dataDir), { given })
  const { ask } = createDriver(app.call, '', { ack: () => undefined, found: () => undefined })
  return { app, ask }
}

/** Every row of every table, except those that store a search index, and `budgetTime`, which changes with the clock. */
const everything = (file: string): Record<string, readonly unknown[]> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = [...listTables(database), 'sqlite_sequence'].toSorted()
  const readRows = (name: string): readonly unknown[] => {
    const statement = database.prepare(`SELECT * FROM "${name}"`)
    return statement
      .all()
      .filter((row) => row.name !== 'budgetTime')
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
      .sort()
  }
  const all = Object.fromEntries(tables.map((name) => [name, readRows(name)]))
  database.close()
  return all
}

/** Opens a shop in which the given journeys have run. */
const usedPlace = async (...done: readonly JourneyName[]): Promise<Place> => {
  const place = await openPlace(folder, 'draft')
  const app = await createApp(portsOn(place.dataDir, undefined, hurriedClock(30)), { given: givenAt(place.url) })
  await app.start()
  const driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
  for (const name of done) await journeys[name].run(driver)
  await app.stop()
  return place
}

const listBackupNames = async (shop: Shop): Promise<readonly string[]> =>
  (await shop.ask<{ backups: readonly { name: string }[] }>('storage.facts')).backups.map(({ name }) => name)

describe('export and import', () => {
  it('export, wipe and import keep the data of every table', async () => {
    const place = await usedPlace('draft', 'item', 'task', 'receive')
    const file = databaseFile(place.dataDir, 'practice')
    const before = everything(file)
    for (const table of [
      'messages',
      'drafts',
      'item_records',
      'item_saves',
      'item_change_ledger',
      'mapping_result',
      'notification_events',
    ]) {
      expect(before[table]?.length, `rows of ${table}`).toBeGreaterThan(0)
    }
    const here = await openApp(place.dataDir, givenAt(place.url))
    const exported = await takeOut(here)
    await here.app.stop()

    const wiped = newDataDir()
    const there = await openApp(wiped, givenAt(place.url))
    const id = await handIn(there, exported, 10_000)
    const look = await there.ask<{ connection: unknown; contents: { messages: number } }>('storage.lookAtImport', {
      id,
    })
    expect(look.connection).toEqual({ name: 'Practice shop', kind: 'practice' })
    expect(look.contents.messages).toBe(before.messages?.length)
    await there.ask('storage.import', { id })
    expect(await there.ask('messaging.conversations', { view: 'all' })).toMatchObject({ rows: [{}, {}] })
    // The list's rows are no part of a copy: they are made from the rest before the list is answered.
    expect(await there.ask('inventory.items', { limit: 10 })).toMatchObject({ rows: [{}, {}] })
    await there.app.stop()
    const imported = databaseFile(wiped, 'practice')
    // The high-water mark identifies a file, so an imported one has its own (OFF-04); keys never come from a copy (SEC-11), and drafts
    // get new revisions.
    const toData = (tables: Readonly<Record<string, readonly unknown[]>>): Readonly<Record<string, unknown>> => ({
      ...tables,
      outbound_mark: [],
      notification_keys: [],
      draft_revision: [],
      drafts: tables.drafts?.map((row) => String(row).replace(/"revision":\d+/, '')),
    })
    expect(toData(everything(imported))).toEqual(toData(before))
    expect(readdirSync(wiped)).not.toContain('transit')

    // Null control: a missing row in any table is detected.
    const database = new DatabaseSync(imported)
    for (const table of ['messages', 'drafts', 'item_records']) {
      database.exec(`DELETE FROM ${table} WHERE rowid = (SELECT min(rowid) FROM ${table})`)
      expect(toData(everything(imported))[table], table).not.toEqual(toData(before)[table])
    }
    database.close()
    await place.close()
  })

  it('RCV-11 an import checked for one connection never replaces the data of another', async () => {
    const place = await usedPlace('draft')
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const id = await handIn(shop, await takeOut(shop))
    await shop.ask('storage.lookAtImport', { id })
    const profile = { name: 'Sandbox', kind: 'sandbox', baseUrl: place.url, oauth: { clientId: 'client' } }
    const sandbox = await shop.ask<{ id: string }>('connection.create', { profile })
    await shop.ask('connection.open', sandbox)
    expect(await readRefusal(shop.ask('storage.import', { id }))).toMatch(/Another connection is open now/)
    expect(await shop.ask('messaging.conversations', { view: 'all' })).toMatchObject({ rows: [] })
    await shop.app.stop()
    await place.close()
  })

  it('backs up the current database before replacing it, and that backup restores it', async () => {
    const place = await usedPlace('draft')
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const exported = await takeOut(shop)
    await shop.ask('messaging.saveReply', { id: null, name: 'Written since', text: 'Thank you' })
    const id = await handIn(shop, exported)
    await shop.ask('storage.lookAtImport', { id })
    // On a slow computer the hurried clock reaches the day's first backup, and dates it later than now.
    const earlier = await listBackupNames(shop)
    await shop.ask('storage.import', { id })
    type Replies = { replies: readonly unknown[] }
    expect((await shop.ask<Replies>('messaging.savedReplies')).replies).toEqual([])
    const made = (await listBackupNames(shop)).filter((name) => !earlier.includes(name))
    expect(made).toHaveLength(1)
    await shop.ask('storage.restore', { name: made[0] })
    expect((await shop.ask<Replies>('messaging.savedReplies')).replies).toHaveLength(1)
    await shop.app.stop()
    await place.close()
  })

  it('an export in progress completes even if a backup is restored meanwhile', async () => {
    const place = await usedPlace('draft')
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    const exported = shop.ask<{ kind: string }>('storage.export')
    await shop.ask('storage.restore', { name })
    expect(await exported).toMatchObject({ kind: 'ready' })
    await shop.app.stop()
    await place.close()
  })

  it('OFF-04 unsent work in a backup is on hold after a restore', async () => {
    const place = await usedPlace('draft')
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const { rows } = await shop.ask<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
      view: 'all',
    })
    const conversationId = rows.map((row) => row.conversationId).sort()[0]
    const thread = await shop.ask<{ draft: { revision: number } }>('messaging.thread', { conversationId })
    await shop.ask('messaging.send', { target: { conversationId }, revision: thread.draft.revision })
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    expect(await shop.ask('storage.restore', { name })).toEqual({ heldBack: 1 })
    const { entries } = await shop.ask<{ entries: readonly { state: string }[] }>('outbound.list')
    expect(entries.map(({ state }) => state)).toEqual(['delayed'])
    expect(await shop.ask('outbound.hold')).toMatchObject({
      reason: 'restored',
      waiting: [{ label: 'Messages and changes', count: 1 }],
    })
    await shop.app.stop()
    await place.close()
  })

  it('INV-15 changes of the last day still count after an older copy is restored', async () => {
    const place = await usedPlace()
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    await shop.app.stop()
    const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'))
    const atMs = Date.now()
    database
      .prepare('INSERT INTO item_change_ledger (sku, items, at_ms, wall_ms) VALUES (?, 7, ?, ?)')
      .run('A-1', atMs, atMs)
    database.close()
    const again = await openApp(place.dataDir, givenAt(place.url))
    await again.ask('storage.restore', { name })
    expect(await again.ask('inventory.budget')).toMatchObject({ used: 7 })
    await again.app.stop()
    await place.close()
  })

  it('refuses a file that is not an export, of another kind, altered, truncated or too new, and changes nothing', async () => {
    const place = await usedPlace('draft')
    const shop = await openApp(place.dataDir, givenAt(place.url))
    const whole = await takeOut(shop)
    const text = gunzipSync(whole)
    const end = text.indexOf('\n')
    const header = JSON.parse(text.subarray(0, end).toString('utf8')) as Record<string, unknown>
    const database = text.subarray(end + 1)
    const packed = (head: unknown, body: Buffer): Buffer =>
      gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
    const altered = (sql: string): Buffer => {
      const file = join(folder, 'altered.sqlite')
      writeFileSync(file, database)
      const connection = new DatabaseSync(file)
      connection.exec(sql)
      connection.close()
      return packed(header, readFileSync(file))
    }
    const before = createHash('sha256')
      .update(readFileSync(databaseFile(place.dataDir, 'practice')))
      .digest('hex')
    const profile = header.profile as Record<string, unknown>
    for (const [what, file, message] of [
      ['a picture', Buffer.from('\u0089PNG and so on'), /isn’t a complete export/],
      ['an empty file', Buffer.alloc(0), /isn’t a complete export/],
      ['a cut off file', whole.subarray(0, whole.length - 200), /isn’t a complete export/],
      ['a file without a header', gzipSync(Buffer.alloc(400_000, 'a')), /isn’t a complete export/],
      ['a header of something else', packed({ kind: 'other' }, database), /isn’t an export of Stallhand/],
      ['a later export', packed({ ...header, version: 2 }, database), /newer Stallhand/],
      [
        'another kind',
        packed({ ...header, profile: { ...profile, kind: 'production' } }, database),
        /a production connection/,
      ],
      ['no database', packed(header, Buffer.from('no database')), /isn’t a complete export/],
      ['another file', packed(header, Buffer.alloc(10_000, 'a')), /database in this file is damaged/],
      [
        'a trigger of a stranger',
        altered('CREATE TRIGGER x AFTER INSERT ON drafts BEGIN DELETE FROM messages; END'),
        /structure was changed/,
      ],
      ['a view of a stranger', altered('CREATE VIEW v AS SELECT 1'), /structure was changed/],
      ['a newer format', altered('PRAGMA user_version = 999'), /newer Stallhand/],
      ['no format', altered('PRAGMA user_version = 0'), /isn’t a database of Stallhand/],
      [
        'dangling references',
        altered(
          `PRAGMA foreign_keys = OFF; INSERT INTO item_saves (outbound_id, sku, sent, attempt, started_at_ms) VALUES ('gone', 'A', '{}', 1, 0)`,
        ),
        /damaged/,
      ],
    ] as const) {
      const id = await handIn(shop, file)
      expect(await readRefusal(shop.ask('storage.lookAtImport', { id })), what).toMatch(message)
      expect(await readRefusal(shop.ask('storage.import', { id })), what).toMatch(/Check the file first/)
    }
    const { id } = await shop.ask<{ id: string }>('storage.beginImport', { bytes: 10 })
    const part = { id, offset: 4, content: 'AAAA' }
    expect(await readRefusal(shop.ask('storage.importPart', part))).toMatch(/don’t fit together/)
    expect(
      createHash('sha256')
        .update(readFileSync(databaseFile(place.dataDir, 'practice')))
        .digest('hex'),
    ).toBe(before)
    await shop.app.stop()
    await place.close()
  })
})

describe('a database of another version', () => {
  const steps = laterMigrations
  const rowFor = (database: DatabaseSync, table: string): void => {
    const columns = database
      .prepare(`SELECT name, type, "notnull" AS isRequired, pk FROM pragma_table_info(?)`)
      .all(table)
    // All numbers and all texts have the same value, so every reference finds its row.
    const values = columns.map(({ type }) =>
      type === 'INTEGER' || type === 'REAL' ? 1 : type === 'BLOB' ? Buffer.from('{}') : '{}',
    )
    const insert = database.prepare(
      `INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => `"${String(name)}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    // Some tables require exactly one of two columns, so try again with each optional column left out.
    const leftOut = [-1, ...columns.flatMap(({ isRequired, pk }, at) => (isRequired === 0 && pk === 0 ? [at] : []))]
    leftOut.some((at) => insert.run(...values.map((value, index) => (index === at ? null : value))).changes > 0)
  }
  /** Tables without the seller's data whose rows need more than plain numbers and texts. */
  const leftEmpty: readonly string[] = [
    'conversation_counts',
    'conversation_sync',
    'sync_seen',
    'former_names',
    'csv_file',
    'csv_rows',
    'outbound_mark',
  ]
  const listTables = (database: DatabaseSync): readonly string[] =>
    database
      .prepare(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !leftEmpty.includes(name))

  const openAt = (dataDir: string, format: number): DatabaseSync => {
    const file = databaseFile(dataDir, 'practice')
    mkdirSync(dirname(file), { recursive: true })
    const database = new DatabaseSync(file)
    database.exec('PRAGMA journal_mode = WAL')
    for (const { sql } of steps.slice(0, format)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${format}; PRAGMA foreign_keys = OFF`)
    return database
  }

  /** The rows of a table, limited to these columns. */
  const readRows = (database: DatabaseSync, table: string, columns: readonly string[]): readonly unknown[] =>
    database
      .prepare(`SELECT ${columns.map((name) => `"${name}"`).join(', ')} FROM "${table}"`)
      .all()
      .map((row) => JSON.stringify(row))
  const listColumns = (database: DatabaseSync, table: string): readonly string[] =>
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
      .filter((name) => !leftEmpty.includes(name))

  /** Creates a database of this format with a row in every table, and returns the rows. */
  const oldAt = (dataDir: string, version: number): ReadonlyMap<string, readonly unknown[]> => {
    const old = openAt(dataDir, version)
    const tables = listTables(old)
    for (const table of tables) rowFor(old, table)
    expect(old.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    const rows = new Map(tables.map((table) => [table, readRows(old, table, listColumns(old, table))]))
    old.close()
    const filled = [...rows.values()].filter((some) => some.length > 0)
    expect(filled.length, 'tables with a row').toBeGreaterThan(tables.length * 0.7)
    return rows
  }

  /** Tables whose rows a step moved into others: `old-databases.test.ts` shows what became of them. */
  const moved: readonly string[] = ['listing_runs', 'send_runs', 'send_run_rows']
  /** A database that never had its mark beside it may be somebody else's: its keys are not trusted (SEC-11). */
  const untrusted: readonly string[] = ['notification_keys']
  /** The row of the queue that a save of a run got. */
  const refilled: readonly string[] = ['item_saves.outbound_id']

  /** The rows of a database of another format that are missing here, compared by the columns that both have. */
  const lossesIn = (now: DatabaseSync, before: DatabaseSync): readonly string[] =>
    listTables(before).flatMap((table) => {
      if (untrusted.includes(table)) return []
      const there = listColumns(now, table).filter((name) => !refilled.includes(`${table}.${name}`))
      if (there.length === 0) return moved.includes(table) ? [] : [`the table ${table}`]
      const both = listColumns(before, table).filter((name) => there.includes(name))
      const rows = new Set(readRows(now, table, both))
      return readRows(before, table, both).flatMap((row) => (rows.has(row) ? [] : [`a row of ${table}: ${row}`]))
    })

  const migrated = async (dataDir: string): Promise<{ readonly now: DatabaseSync; readonly copy: DatabaseSync }> => {
    const app = await createApp(portsOn(dataDir), { given: givenAt('http://127.0.0.1:9'), migrations: steps })
    await app.stop()
    const [backup] = readdirSync(join(dataDir, 'backups'))
    return {
      now: new DatabaseSync(databaseFile(dataDir, 'practice')),
      copy: new DatabaseSync(join(dataDir, 'backups', backup ?? ''), { readOnly: true }),
    }
  }

  for (let version = 1; version < steps.length; version += 1) {
    it(`format ${version} is backed up, then migrated with all its rows`, async () => {
      const dataDir = newDataDir()
      const before = oldAt(dataDir, version)
      const { now, copy } = await migrated(dataDir)
      expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: version })
      for (const [table, rows] of before) {
        expect(readRows(copy, table, listColumns(copy, table)), `${table} in the backup`).toEqual(rows)
      }
      expect(now.prepare('PRAGMA user_version').get()).toEqual({ user_version: steps.length })
      expect(lossesIn(now, copy)).toEqual([])
      now.close()
      copy.close()
    })
  }

  it('null control: a row or table lost by a migration is detected', async () => {
    const dataDir = newDataDir()
    oldAt(dataDir, 1)
    const { now, copy } = await migrated(dataDir)
    now.exec('PRAGMA foreign_keys = OFF; DELETE FROM drafts; DROP TABLE item_change_ledger')
    expect(lossesIn(now, copy)).toEqual([expect.stringMatching(/^a row of drafts/), 'the table item_change_ledger'])
    now.close()
    copy.close()
  })

  it('a newer one is refused with a clear message and left unchanged; the practice shop opens instead and says so', async () => {
    const dataDir = newDataDir()
    const ports = portsOn(dataDir)
    const first = await createApp(ports, {})
    const { ask } = createDriver(first.call, '', { ack: () => undefined, found: () => undefined })
    const profile = { kind: 'sandbox', name: 'Test system', baseUrl: 'https://127.0.0.1:9' }
    const { id } = await ask<{ id: string }>('connection.create', { profile })
    await ask('connection.open', { id })
    await first.stop()
    const file = databaseFile(dataDir, id)
    const database = new DatabaseSync(file)
    database.exec(`PRAGMA user_version = ${migrations.length + 1}`)
    database.close()
    const before = readFileSync(file)

    const again = await createApp(portsOn(dataDir), {})
    const driver = createDriver(again.call, '', { ack: () => undefined, found: () => undefined })
    const { notices } = await driver.ask<{ notices: readonly { text: string }[] }>('app.status')
    expect(notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /“Test system” couldn’t be opened\. .*written by a newer Stallhand.*practice shop is open instead/,
      ),
    ])
    expect(await readRefusal(driver.ask('connection.open', { id }))).toMatch(/written by a newer Stallhand/)
    await again.stop()
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})
