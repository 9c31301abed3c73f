/**
 * Databases and exports made by an attacker: with objects, keys, marks and values that Stallhand never writes (SEC-11).
 *
 * Each is refused in one sentence, or imported without what it brought along. Nothing is sent, believed or run because of it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import { handIn, readRefusal, type Shop, takeOut } from '../exports.ts'
import { openPlace, type Place } from '../place.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'
import { countWritesAfterStart, listIds, open, send } from './rollback-rig.ts'

let folder = ''
let place: Place
let shop: Shop
/** An export of the shop, with a message that waits, taken apart. */
let header = ''
let honest: Buffer

const openIdle = async (): Promise<Shop> => {
  const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
  return { app, ask: createDriver(app.call, '', { ack: () => undefined, found: () => undefined }).ask }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-hostile-'))
  place = await openPlace(folder, 'draft')
  const used = await open(place)
  const [first = ''] = await listIds(used)
  await send(used, first, 'Waiting in the export')
  const text = gunzipSync(await takeOut(used))
  await used.app.stop()
  const end = text.indexOf('\n')
  header = text.toString('utf8', 0, end)
  honest = text.subarray(end + 1)
  shop = await openIdle()
})
afterAll(async () => {
  await shop.app.stop()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const pack = (database: Uint8Array): Buffer => gzipSync(Buffer.concat([Buffer.from(`${header}\n`), database]))

/** The export with its database changed by an attacker, who may write into the schema itself. */
const forge = (change: (database: DatabaseSync) => void): Buffer => {
  const file = join(folder, 'forged.sqlite')
  writeFileSync(file, honest)
  const database = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false })
  database.exec('PRAGMA writable_schema = ON')
  change(database)
  database.close()
  const bytes = readFileSync(file)
  rmSync(file)
  return pack(bytes)
}

/** Gives an object a name that SQLite reserves. */
const rename = (database: DatabaseSync, from: string, to: string): void => {
  database.prepare('UPDATE sqlite_schema SET name = ?, sql = replace(sql, ?, ?) WHERE name = ?').run(to, from, to, from)
}

const look = async (file: Uint8Array): Promise<string> =>
  readRefusal(shop.ask('storage.lookAtImport', { id: await handIn(shop, file) }))

const take = async (file: Uint8Array): Promise<void> => {
  const id = await handIn(shop, file)
  await shop.ask('storage.lookAtImport', { id })
  await shop.ask('storage.import', { id })
}

const readRows = (sql: string): readonly unknown[] => {
  const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'), { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

const objects = `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_autoindex%' ORDER BY type, name`

describe('an object that Stallhand does not create', () => {
  // SQLite itself can't read some of them.
  const STRUCTURE = /(?:its structure was changed|This copy is damaged)\..*Nothing was changed\.$/

  it.each<readonly [string, (database: DatabaseSync) => void]>([
    [
      'a trigger named as statistics are',
      (database) => {
        database.exec('CREATE TRIGGER evil AFTER INSERT ON outbound_hold BEGIN DELETE FROM outbound_hold; END')
        rename(database, 'evil', 'sqlite_stat_evil')
      },
    ],
    [
      'a view named sqlite_stat1',
      (database) => {
        database.exec('CREATE VIEW evil AS SELECT 1 AS tbl, 2 AS idx, 3 AS stat')
        rename(database, 'evil', 'sqlite_stat1')
      },
    ],
    ['a table', (database) => database.exec('CREATE TABLE evil (a)')],
    [
      'a view in the place of a table',
      (database) => database.exec('DROP TABLE buyer_notes; CREATE VIEW buyer_notes AS SELECT 1 AS buyer, 2 AS text'),
    ],
    ['a virtual table', (database) => database.exec('CREATE VIRTUAL TABLE evil USING fts5 (a)')],
    [
      'a generated column',
      (database) => database.exec('ALTER TABLE saved_replies ADD COLUMN evil TEXT AS (hex(zeroblob(1000000))) VIRTUAL'),
    ],
    [
      'a condition in a table',
      (database) =>
        database.exec(
          `UPDATE sqlite_schema SET sql = replace(sql, 'text TEXT NOT NULL', 'text TEXT NOT NULL CHECK (hex(zeroblob(9)) > 1)') WHERE name = 'buyer_notes'`,
        ),
    ],
    ['an index', (database) => database.exec('CREATE INDEX evil ON messages (hex(zeroblob(length(text))))')],
    [
      'another index under the name of ours',
      (database) => database.exec('DROP INDEX messages_by_time; CREATE INDEX messages_by_time ON messages (hex(text))'),
    ],
  ])('SEC-11 refuses the copy: %s', async (_, change) => {
    expect(await look(forge(change))).toMatch(STRUCTURE)
    const before = readRows(objects)
    expect(before).not.toEqual([])
    expect(JSON.stringify(before)).not.toContain('evil')
  })

  it('SEC-11 refuses a backup with a foreign trigger as well', async () => {
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    const backup = new DatabaseSync(join(place.dataDir, 'backups', name), { defensive: false })
    backup.exec(`PRAGMA writable_schema = ON;
      CREATE TRIGGER evil AFTER INSERT ON outbound_hold BEGIN DELETE FROM outbound_hold; END`)
    rename(backup, 'evil', 'sqlite_stat_evil')
    backup.close()
    expect(await readRefusal(shop.ask('storage.restore', { name }))).toMatch(STRUCTURE)
    rmSync(join(place.dataDir, 'backups', name))
  })
})

describe('an imported copy', () => {
  beforeEach(() => take(pack(honest)))

  it('SEC-11 has the schema that a new database has, without statistics', async () => {
    const before = readRows(objects)
    await take(forge((database) => database.exec('ANALYZE')))
    expect(readRows(objects)).toEqual(before)
  })

  it('SEC-11 contributes no key, however fresh', async () => {
    await take(
      forge((database) =>
        database.exec(`INSERT INTO notification_keys VALUES ('evil', 'key', 'ECDSA', 'SHA256', ${Date.now()})`),
      ),
    )
    expect(readRows('SELECT kid FROM notification_keys')).toEqual([])
  })

  it('SEC-11 is on hold for its waiting work, whatever its hold and mark tables say', async () => {
    await take(
      forge((database) => {
        const [mark] = readRows('SELECT position, identity FROM outbound_mark') as [Record<string, string | number>]
        database
          .prepare('UPDATE outbound_mark SET position = ?, identity = ?')
          .run(mark.position ?? 0, mark.identity ?? '')
        database.exec(
          `UPDATE outbound SET state = 'queued', detail = '{"state":"queued","nextTryAtMs":0,"error":null,"earlier":null}'`,
        )
      }),
    )
    expect(await shop.ask('outbound.hold')).toMatchObject({ reason: 'restored', waiting: [{ count: 1 }] })
  })

  it('SEC-11 sends nothing after the next start', async () => {
    await shop.app.stop()
    expect(await countWritesAfterStart(place)).toBe(0)
    shop = await openIdle()
  })

  it('SEC-11 has search indexes rebuilt from its rows, not its own', async () => {
    await take(forge((database) => database.exec(`UPDATE search_index_data SET block = zeroblob(length(block))`)))
    const { rows } = await shop.ask<{ rows: readonly { buyer: string }[] }>('messaging.conversations', { view: 'all' })
    const search = rows[0]?.buyer ?? ''
    expect(await shop.ask('messaging.conversations', { view: 'all', search })).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ buyer: search })]),
    })
  })

  it('SEC-11 keeps the rows of an honest one', async () => {
    expect(readRows('SELECT count(*) AS n FROM conversations')).toEqual([{ n: 2 }])
    expect(readRows(`SELECT json_extract(payload, '$.content.messageText') AS text FROM outbound`)).toEqual([
      { text: 'Waiting in the export' },
    ])
  })
})

describe('a copy with records that would act on another database', () => {
  const ids = `(SELECT json_object('conversationIds', json_group_array(conversation_id), 'events', json('[]')) FROM conversations)`
  const addRecord = `INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms, erased_at_ms, ids)
    VALUES (900, 900, 5, 6, ${ids})`
  const addOrder = `INSERT INTO orders (id, order_id, source, record, read_at_ms, stage) VALUES (7, '7', 'platform', '{}', 1, 'toShip')`

  it('SEC-14 erases nothing from a backup of this computer that is restored after the import', async () => {
    await take(pack(honest))
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    await take(forge((database) => database.exec(addRecord)))
    await shop.ask('storage.restore', { name })
    expect(readRows('SELECT count(*) AS n FROM conversations WHERE buyer IS NOT NULL')).toEqual([{ n: 2 }])
  })

  it('SEC-14 leaves no record of an erasure, though a request in it is carried out in it', async () => {
    await take(
      forge((database) => {
        const { buyer } = database.prepare('SELECT buyer FROM conversations WHERE buyer IS NOT NULL').get() ?? {}
        database
          .prepare(`INSERT INTO notification_captures (id, headers, body_digest, body) VALUES (900, '[]', '', ?)`)
          .run(Buffer.from(JSON.stringify({ username: buyer })))
        database.exec(`INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms, ids) VALUES (900, 900, 5, ${ids});
          INSERT INTO erased_persons VALUES (zeroblob(16), 5, 1);
          INSERT INTO erasure_mentions (erasure_id, place, ref) VALUES (1, 'unsent', 'person:anna')`)
      }),
    )
    expect(readRows('SELECT count(*) AS n FROM conversations WHERE buyer IS NOT NULL')).toEqual([{ n: 1 }])
    for (const table of ['notification_erasures', 'erased_persons', 'erasure_mentions']) {
      expect(readRows(`SELECT * FROM ${table}`), table).toEqual([])
    }
  })

  it('SEC-14 brings no delivery address; those of orders to ship are read from the platform', async () => {
    await take(
      forge((database) =>
        database.exec(`${addOrder}; INSERT INTO order_contacts VALUES (7, '{"/shipTo":{"fullName":"Eve"}}')`),
      ),
    )
    expect(readRows('SELECT * FROM order_contacts')).toEqual([])
    expect(readRows('SELECT wants_read FROM orders')).toEqual([{ wants_read: 1 }])
  })
})

describe('someone else’s data folder', () => {
  const QUEUED = `UPDATE outbound SET state = 'queued', detail = '{"state":"queued","nextTryAtMs":0,"error":null,"earlier":null}'`

  /** Opens the app on a folder that holds nothing but a forged database. */
  const openForged = async (sql: string) => {
    const dataDir = mkdtempSync(join(folder, 'foreign-'))
    const file = databaseFile(dataDir, 'practice')
    writeFileSync(file, honest)
    const database = new DatabaseSync(file, { defensive: false })
    database.exec(`PRAGMA writable_schema = ON; ${QUEUED}; ${sql}`)
    database.close()
    return open({ ...place, dataDir }, 300)
  }

  it.each([
    ['a mark that says it is new', `UPDATE outbound_mark SET position = 0, identity = ''`],
    [
      'a trigger that ends every hold',
      'CREATE TRIGGER evil AFTER INSERT ON outbound_hold BEGIN DELETE FROM outbound_hold; END',
    ],
    [
      'a trigger named as statistics are',
      `CREATE TRIGGER evil AFTER INSERT ON outbound_hold BEGIN DELETE FROM outbound_hold; END;
       UPDATE sqlite_schema SET name = 'sqlite_stat_evil', sql = replace(sql, 'evil', 'sqlite_stat_evil') WHERE name = 'evil'`,
    ],
    ['a fresh key', `INSERT INTO notification_keys VALUES ('evil', 'key', 'ECDSA', 'SHA256', ${Date.now()})`],
  ])('SEC-11 sends nothing and trusts nothing because of %s', async (_, sql) => {
    const { app, ask } = await openForged(sql)
    expect(await ask('outbound.hold')).toMatchObject({ waiting: [{ count: 1 }] })
    await app.stop()
    const last = readdirSync(folder)
      .filter((name) => name.startsWith('foreign-'))
      .map((name) => databaseFile(join(folder, name), 'practice'))
    for (const file of last) {
      const database = new DatabaseSync(file, { readOnly: true })
      expect(database.prepare('SELECT kid FROM notification_keys').all()).toEqual([])
      expect(JSON.stringify(database.prepare('SELECT * FROM sqlite_schema').all())).not.toContain('evil')
      database.close()
    }
  })
})

describe('a value that Stallhand never writes', () => {
  it.each<readonly [string, (database: DatabaseSync) => void, RegExp]>([
    [
      'a text of 40 MB',
      (database) => database.exec(`INSERT INTO buyer_notes VALUES ('anna', CAST(zeroblob(40000000) AS TEXT))`),
      /larger than any that Stallhand writes/,
    ],
    [
      'a number beyond those of JavaScript',
      (database) => database.exec('UPDATE conversations SET sort_ms = 9223372036854775807'),
      /larger than any that Stallhand writes/,
    ],
    [
      'a number without an end',
      (database) =>
        database.exec(`INSERT INTO active_listings (listing_id, title, title_key, format, sold, has_policies, search_text, seen_pass, price)
          VALUES ('1', '', '', '', 0, 0, '', 1, 9e999)`),
      /larger than any that Stallhand writes/,
    ],
    [
      'a text where a number belongs',
      (database) => {
        const table = `SELECT sql FROM sqlite_schema WHERE name = 'buyer_notes'`
        const sql = String(database.prepare(table).get()?.sql)
        database.exec(`DROP TABLE buyer_notes;
          CREATE TABLE buyer_notes (buyer TEXT PRIMARY KEY, text) WITHOUT ROWID;
          INSERT INTO buyer_notes VALUES ('anna', 5)`)
        database.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name = 'buyer_notes'`).run(sql)
      },
      /damaged/,
    ],
    [
      'two tables in the same pages',
      (database) =>
        database.exec(`INSERT INTO buyer_notes VALUES ('anna', 'a note');
          UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'conversations') WHERE name = 'messages'`),
      /damaged/,
    ],
  ])('SEC-11 refuses the copy: %s', async (_, change, message) => {
    expect(await look(forge(change))).toMatch(message)
  })
})

describe('a file that grows when it is unpacked', () => {
  /** The first bytes of a database of so many pages of 64 KB. */
  const claim = (pages: number): Buffer => {
    const start = Buffer.from(honest.subarray(0, 4096))
    start.writeUInt16BE(1, 16)
    start.writeUInt32BE(pages, 28)
    return start
  }

  it('SEC-11 is refused before it is unpacked if it states a size above the limit', async () => {
    expect(await look(pack(claim(2 ** 31)))).toMatch(/larger than 16 GB\. Nothing was changed\./)
  })

  it('SEC-11 is refused if it is larger than it states', async () => {
    const grown = Buffer.concat([honest, Buffer.alloc(50_000_000)])
    expect(await look(pack(grown))).toMatch(/database in this file is damaged/)
  })
})
