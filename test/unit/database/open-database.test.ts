import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUpFile } from '../../../main/database/copies.ts'
import type { Migration } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { installFailingWrites } from '../../support/failing-writes.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const first: Migration = { name: 'notes', sql: 'CREATE TABLE notes (text TEXT NOT NULL) STRICT' }
const second: Migration = {
  name: 'authors',
  sql: "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT ''",
}

describe('opening a database', () => {
  let folder: string
  let file: string
  const clock = createFakeClock()

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stallhand-database-'))
    file = join(folder, 'shop.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = (...migrations: readonly Migration[]) =>
    openDatabase({ file, migrations, clock, log: createRecordingLog() })

  const withNotes = (...texts: readonly string[]): void => {
    const { database } = open(first)
    for (const text of texts) database.run('INSERT INTO notes (text) VALUES (?)', [text])
    database.close()
  }

  it('creates one that survives a power cut: write-ahead log, every commit synced', () => {
    const { database, recovered } = open(first)
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(recovered).toBeUndefined()
    database.close()
  })

  it('backs up an older one, then migrates it', () => {
    withNotes('kept')
    const { database } = open(first, second)
    expect(database.all('SELECT text, author FROM notes')).toEqual([{ text: 'kept', author: '' }])
    database.close()
    const [backup] = readdirSync(join(folder, 'backups'))
    const copy = new DatabaseSync(join(folder, 'backups', backup ?? ''), { readOnly: true })
    expect(copy.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'kept' }])
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
    copy.close()
  })

  it('makes no backup when there is nothing to migrate', () => {
    withNotes('kept')
    open(first).database.close()
    expect(existsSync(join(folder, 'backups'))).toBe(false)
  })

  it('leaves the older database unchanged if a step fails halfway', () => {
    withNotes('kept')
    const broken: Migration = {
      name: 'broken',
      sql: 'CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)',
    }
    expect(() => open(first, broken)).toThrow('can’t be opened')
    const { database } = open(first)
    expect(database.all('SELECT name FROM sqlite_schema')).toEqual([{ name: 'notes' }])
    database.close()
  })

  it('refuses one from a newer Stallhand with a clear message, and changes nothing', () => {
    const newer = open(first, second)
    newer.database.close()
    const before = readFileSync(file)
    expect(() => open(first)).toThrow(
      `The database ${file} was written by a newer Stallhand (format 2; this version knows 1).`,
    )
    expect(readFileSync(file)).toEqual(before)
  })

  it('SEC-12 can be written again after it was read-only, with the files that SQLite created meanwhile', () => {
    withNotes('kept')
    writeFileSync(`${file}-shm`, '')
    chmodSync(`${file}-shm`, 0o444)
    const { database } = open(first)
    expect(statSync(`${file}-shm`).mode & 0o200).toBe(0o200)
    database.close()
  })

  it('refuses a folder in its place', () => {
    mkdirSync(file)
    expect(() => open(first)).toThrow(`${file} isn’t a database file.`)
  })

  it.each([
    ['that is no database', () => Buffer.from('this is a letter to my aunt, not a database at all'.repeat(40))],
    [
      'whose pages are overwritten',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 2_000), Buffer.alloc(whole.length - 2_000, 0xa5)]),
    ],
  ])('sets a file aside %s, and opens', (_what, damage) => {
    withNotes(...Array.from({ length: 400 }, (_, index) => `note ${index} ${'x'.repeat(80)}`))
    const damaged = damage(readFileSync(file))
    writeFileSync(file, damaged)
    const { database, recovered } = open(first)
    expect(recovered?.newestBackup).toBeUndefined()
    expect(readFileSync(recovered?.setAsideAs ?? '')).toEqual(damaged)
    expect(database.all('SELECT * FROM notes')).toEqual([])
    database.close()
  })

  it('offers the newest intact backup of a damaged one, and keeps the damaged one', () => {
    withNotes('from the backup')
    open(first, second).database.close()
    writeFileSync(file, 'damaged '.repeat(1_000))
    writeFileSync(join(folder, 'backups', 'shop.sqlite.9999-12-31.backup'), 'a later backup that is damaged too')
    const opened = open(first, second)
    expect(opened.recovered?.newestBackup).toMatch(/shop\.sqlite\.2026-.*\.backup$/)
    opened.database.close()
    expect(readdirSync(folder).filter((name) => name.includes('.damaged-')).length).toBeGreaterThan(0)
  })
})

describe('a start that ended after a damaged file was set aside', () => {
  let folder: string
  let file: string
  const clock = createFakeClock()
  const open = () => openDatabase({ file, migrations: [first], clock, log: createRecordingLog() })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stallhand-set-aside-'))
    file = join(folder, 'shop.sqlite')
    const { database } = open()
    database.run(`INSERT INTO notes (text) VALUES ('kept')`)
    database.close()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('because the disk was full is followed by one that offers the newest backup', () => {
    const backup = backUpFile(file, clock)
    writeFileSync(file, 'damaged '.repeat(1_000))
    const disk = installFailingWrites()
    try {
      disk.failFrom(0, 13)
      expect(open).toThrow(/free space/)
    } finally {
      disk.remove()
    }
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ outcome: 'startedEmpty', newestBackup: backup })
    expect(readFileSync(recovered?.setAsideAs ?? '', 'utf8')).toContain('damaged')
    database.close()
  })

  it('in a crash is followed by one that opens the rebuilt copy', () => {
    renameSync(file, `${file}.rebuilt`)
    writeFileSync(`${file}.damaged-2026-11-21T14-03-00-000Z`, 'damaged')
    const { database, recovered } = open()
    expect(recovered).toMatchObject({ outcome: 'rebuilt' })
    expect(database.column('SELECT text FROM notes')).toEqual(['kept'])
    database.close()
  })
})

describe('a database', () => {
  it('rolls back a transaction that throws, including a joined inner one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stallhand-database-'))
    const { database } = openDatabase({
      file: join(folder, 'shop.sqlite'),
      migrations: [first],
      clock: createFakeClock(),
      log: createRecordingLog(),
    })
    const write = (text: string) => database.run('INSERT INTO notes (text) VALUES (:text)', { text })
    expect(() =>
      database.transaction(() => {
        write('outer')
        database.transaction(() => write('inner'))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(database.all('SELECT * FROM notes')).toEqual([])
    expect(database.transaction(() => write('kept')).changes).toBe(1)
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('what lies in the place of a write-ahead log', () => {
  it.each([
    ['zeros', Buffer.alloc(100_000)],
    ['random bytes', Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919 + 13) % 256))],
    ['a header without frames', Buffer.concat([Buffer.from([0x37, 0x7f, 0x06, 0x82]), Buffer.alloc(28, 7)])],
  ])('harms no row that was stored: %s', (_, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'stallhand-log-'))
    const file = join(folder, 'shop.sqlite')
    const open = () => openDatabase({ file, migrations: [first], clock: createFakeClock(), log: createRecordingLog() })
    const before = open().database
    before.run(`INSERT INTO notes (text) VALUES ('kept')`)
    before.close()
    writeFileSync(`${file}-wal`, content)
    const { database } = open()
    expect(database.column('SELECT text FROM notes')).toEqual(['kept'])
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
