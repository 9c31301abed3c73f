/** Damaged, emptied and foreign databases: every row that can be read is kept, and what is missing is named (SEC-12, SEC-17). */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUpFile } from '../../../main/database/copies.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const PAGE_BYTES = 4_096
const migrations = [
  {
    name: 'tables',
    sql: `CREATE TABLE drafts (target TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE threads (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
      CREATE TABLE messages (id INTEGER PRIMARY KEY, thread INTEGER NOT NULL REFERENCES threads (id), text TEXT NOT NULL) STRICT;
      CREATE TABLE last (only INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
      INSERT INTO last VALUES (1, 0)`,
  },
]
const ROWS = 300

let folder: string
let file: string
const open = () => openDatabase({ file, migrations, clock: createFakeClock(), log: createRecordingLog() })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-rebuild-'))
  file = join(folder, 'shop.sqlite')
  const { database } = open()
  database.transaction(() => {
    for (let id = 1; id <= ROWS; id += 1) {
      database.run('INSERT INTO drafts VALUES (?, ?)', [`draft ${String(id).padStart(4, '0')}`, 'd'.repeat(100)])
      database.run('INSERT INTO threads VALUES (?, ?)', [id, 't'.repeat(100)])
      database.run('INSERT INTO messages (thread, text) VALUES (?, ?)', [id, 'm'.repeat(100)])
    }
  })
  database.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The leaf pages of a table, in the order of its rows. */
const leavesOf = (table: string): readonly number[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  const pages = database
    .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`)
    .all(table)
    .map(({ pageno }) => Number(pageno))
  database.close()
  return pages
}

const rootOf = (table: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) ?? {}
  database.close()
  return Number(rootpage)
}

const erasePage = (page: number): void => {
  const bytes = readFileSync(file)
  bytes.fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
  writeFileSync(file, bytes)
}

const countRows = (database: ReturnType<typeof open>['database'], table: string): number =>
  database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0

describe('a database with a damaged page', () => {
  it('SEC-12 keeps the other tables whole, and the rows before and after the damage', () => {
    const leaves = leavesOf('drafts')
    erasePage(leaves[Math.floor(leaves.length / 2)] ?? 0)
    const { database, recovered } = open()
    expect(recovered).toMatchObject({
      cause: 'damaged',
      outcome: 'partlyRebuilt',
      losses: { whole: [], parts: ['drafts'] },
    })
    expect(countRows(database, 'threads')).toBe(ROWS)
    expect(countRows(database, 'messages')).toBe(ROWS)
    const kept = database.column<string>('SELECT target FROM drafts ORDER BY target')
    expect(kept.length).toBeGreaterThan(ROWS * 0.7)
    expect([kept[0], kept.at(-1)]).toEqual(['draft 0001', 'draft 0300'])
    database.close()
  })

  it('SEC-12 names a table without a readable row, and keeps the others', () => {
    for (const page of [rootOf('drafts'), ...leavesOf('drafts')]) erasePage(page)
    const { database, recovered } = open()
    expect(recovered?.losses).toEqual({ whole: ['drafts'], parts: [] })
    expect(countRows(database, 'messages')).toBe(ROWS)
    database.close()
  })

  it('SEC-17 keeps every row below a lost root', () => {
    erasePage(rootOf('threads'))
    const { database, recovered } = open()
    expect(recovered?.losses).toEqual({ whole: [], parts: ['threads'] })
    expect(countRows(database, 'threads')).toBe(ROWS)
    database.close()
  })

  it('SEC-17 loses nothing with its first page, which holds the schema', () => {
    erasePage(1)
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ outcome: 'rebuilt', losses: { whole: [], parts: [] } })
    expect(database.all('PRAGMA user_version')).toEqual([{ user_version: 1 }])
    for (const table of ['drafts', 'threads', 'messages']) expect(countRows(database, table)).toBe(ROWS)
    database.close()
  })

  it('SEC-17 keeps rows that were committed to the log only, although the root of their table is lost', () => {
    const living = new DatabaseSync(file)
    living.exec('PRAGMA wal_autocheckpoint = 0')
    living.prepare('INSERT INTO threads VALUES (?, ?)').run(ROWS + 1, 'only in the log')
    const [bytes, log] = [readFileSync(file), readFileSync(`${file}-wal`)]
    living.close()
    writeFileSync(file, bytes)
    erasePage(rootOf('threads'))
    writeFileSync(`${file}-wal`, log)
    const { database } = open()
    expect(database.get('SELECT title FROM threads WHERE id = ?', [ROWS + 1])).toEqual({ title: 'only in the log' })
    expect(countRows(database, 'threads')).toBe(ROWS + 1)
    database.close()
  })

  it('SEC-12 keeps no row whose parent is lost', () => {
    const leaves = leavesOf('threads')
    erasePage(leaves[1] ?? 0)
    const { database, recovered } = open()
    expect(recovered?.losses.parts).toEqual(['threads', 'messages'])
    expect(countRows(database, 'messages')).toBe(countRows(database, 'threads'))
    expect(database.all('PRAGMA foreign_key_check')).toEqual([])
    database.close()
  })

  it('SEC-12 is the same after a crash between setting it aside and putting the copy in place', () => {
    erasePage(leavesOf('drafts')[1] ?? 0)
    const { database, recovered } = open()
    database.close()
    expect(existsSync(`${file}.rebuilt.json`)).toBe(false)
    // As the crash left it.
    const report = { cause: 'damaged', losses: recovered?.losses }
    writeFileSync(`${file}.rebuilt.json`, JSON.stringify(report))
    writeFileSync(`${file}.rebuilt`, readFileSync(file))
    rmSync(file)
    const again = open()
    expect(again.recovered).toMatchObject({ outcome: 'partlyRebuilt', losses: { parts: ['drafts'] } })
    again.database.close()
  })
})

describe('an emptied database', () => {
  it.each([
    ['of 0 bytes', () => writeFileSync(file, '')],
    [
      'without tables',
      () => {
        rmSync(file)
        new DatabaseSync(file).exec('PRAGMA page_size = 4096; VACUUM')
      },
    ],
  ])('SEC-12 %s is set aside, and the newest backup is offered', (_, empty) => {
    const backup = backUpFile(file, createFakeClock())
    empty()
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ outcome: 'startedEmpty', newestBackup: backup })
    expect(existsSync(recovered?.setAsideAs ?? '')).toBe(true)
    database.close()
  })

  it('SEC-12 SEC-17 of 1 byte, which SQLite takes for empty, was cut off, even if nothing shows that it was used', () => {
    writeFileSync(file, 'S')
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ cause: 'emptied', outcome: 'startedEmpty' })
    database.close()
  })

  it('is a new one if nothing shows that it was used', () => {
    writeFileSync(file, '')
    const { database, recovered } = open()
    expect(recovered).toBeUndefined()
    database.close()
  })
})

describe('a database with foreign parts', () => {
  const change = (sql: string): void => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }

  it.each([
    ['a trigger', 'CREATE TRIGGER evil AFTER INSERT ON drafts BEGIN DELETE FROM messages; END'],
    ['a view', 'CREATE VIEW evil AS SELECT 1'],
    ['a table', 'CREATE TABLE evil (a)'],
    ['a column', `ALTER TABLE drafts ADD COLUMN evil TEXT DEFAULT 'x'`],
    ['an index', 'CREATE INDEX evil ON drafts (content)'],
  ])('SEC-11 is replaced by one with its rows and without %s', (_, sql) => {
    change(sql)
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ cause: 'foreign', outcome: 'rebuilt' })
    expect(JSON.stringify(database.all('SELECT * FROM sqlite_schema'))).not.toContain('evil')
    expect(countRows(database, 'drafts')).toBe(ROWS)
    database.close()
  })

  it('SEC-11 is read without a view that has the name of a table', () => {
    change(`DROP TABLE drafts; CREATE VIEW drafts AS SELECT 'evil' AS target, 'evil' AS content`)
    const { database, recovered } = open()
    expect(recovered?.losses).toEqual({ whole: ['drafts'], parts: [] })
    expect(countRows(database, 'drafts')).toBe(0)
    expect(countRows(database, 'messages')).toBe(ROWS)
    database.close()
  })

  it('is used unchanged if it has only SQLite’s statistics', () => {
    change('ANALYZE')
    const { database, recovered } = open()
    expect(recovered).toBeUndefined()
    database.close()
  })
})
