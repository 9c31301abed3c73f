import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatStamp, listBackups } from '../../../main/database/backups.ts'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { createSerialQueue } from '../../../main/serial-queue.ts'
import { backUpBeforeRun } from '../../../main/session/backup-before-run.ts'
import { createStorage, type Storage } from '../../../main/storage/storage.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createTestPorts } from '../../support/test-ports.ts'

const migrations = [{ name: 'shelf', sql: 'CREATE TABLE shelf (name TEXT NOT NULL)' }]
let folder: string
let file: string
let database: Database
let storage: Storage
let clock: ReturnType<typeof createFakeClock>
let isUnused: boolean
let freeBytes: () => number
const log = createRecordingLog()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-daily-'))
  file = join(folder, 'shop.sqlite')
  clock = createFakeClock()
  isUnused = false
  freeBytes = () => 1e12
  database = openDatabase({ file, migrations, clock, log }).database
  const profile = completeProfile({ kind: 'practice', name: 'Practice' }, 'http://127.0.0.1:1')
  storage = createStorage({
    ports: { ...createTestPorts(folder).ports, clock, log },
    migrations,
    searchIndexes: [],
    neverCopied: () => [],
    leftOutOfExports: [],
    current: () => ({ file, profile, database: { ...database, freeDiskBytes: () => freeBytes() } }),
    swap: async () => undefined,
    runSerially: createSerialQueue(),
    holdBack: () => 0,
    eraseAgain: async () => undefined,
    listFound: () => [],
    setAside: () => undefined,
    countContents: () => ({ conversations: 0, messages: 0, items: 0, tasks: 0, notifications: 0 }),
    isUnused: () => isUnused,
    onDamage: () => undefined,
    emit: () => undefined,
  })
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const HOUR = 3_600_000

it('a backup is made once a day of use', async () => {
  await storage.backUpDaily()
  await clock.advance(23 * HOUR)
  await storage.backUpDaily()
  expect(listBackups(file)).toHaveLength(1)
  await clock.advance(HOUR)
  await storage.backUpDaily()
  expect(listBackups(file)).toHaveLength(2)
})

it('a backup is made even if the clock was set back before the last one', async () => {
  await storage.backUpDaily()
  clock.jump(-48 * HOUR)
  await storage.backUpDaily()
  expect(listBackups(file)).toHaveLength(2)
})

it('a backup named in the future is not followed by a backup every hour', async () => {
  clock.jump(1_000 * HOUR)
  await storage.backUpDaily()
  clock.jump(-1_000 * HOUR)
  for (let hour = 0; hour < 3; hour += 1) {
    await storage.backUpDaily()
    await clock.advance(HOUR)
  }
  expect(listBackups(file)).toHaveLength(2)
})

it('each backup is copied to the chosen folder even if an older one is dated in the future', async () => {
  clock.jump(1_000 * HOUR)
  await storage.backUpNow()
  clock.jump(-1_000 * HOUR)
  const chosen = mkdtempSync(join(tmpdir(), 'stallhand-chosen-'))
  await storage.handlers.chooseBackupFolder({ path: chosen })
  await storage.backUpDaily()
  // With a backup of today it only makes the copy, and waits for it.
  await storage.backUpDaily()
  const day = new Date(clock.nowMs()).toISOString().slice(0, 10)
  expect(readdirSync(chosen).filter((name) => name.includes(day))).toHaveLength(1)
  rmSync(chosen, { recursive: true })
})

it('the remains of a crashed copy take up no space for the next backup', async () => {
  const unfinished = join(folder, 'backups', 'shop.sqlite.unfinished')
  mkdirSync(dirname(unfinished))
  writeFileSync(unfinished, 'as large as the database')
  freeBytes = () => (existsSync(unfinished) ? 0 : 1e12)
  await storage.backUpNow()
  expect(listBackups(file)).toHaveLength(1)
})

it('a daily backup reserves disk space for drafts and messages, and logs the failure', async () => {
  freeBytes = () => 50 * 1024 * 1024
  await storage.backUpDaily()
  expect(listBackups(file)).toEqual([])
  expect(log.lines.some(({ message }) => message === 'the daily backup failed')).toBe(true)
})

it('a stop ends a backup in progress, and nothing is written after it', async () => {
  database.run(
    `INSERT INTO shelf (name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
     SELECT 'row ' || i FROM n`,
  )
  const backup = storage.backUpNow().then(
    () => 'made',
    () => 'stopped',
  )
  await new Promise((resolve) => setTimeout(resolve, 0))
  await storage.stop()
  const left = readdirSync(join(folder, 'backups'))
  expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([])
  expect(await backup).toBe('stopped')
  expect(readdirSync(join(folder, 'backups'))).toEqual(left)
})

it.each([
  [101, 1],
  [100, 0],
])('a run over %i items is preceded by %i backups', async (items, backups) => {
  const startRun = backUpBeforeRun(
    () => listBackups(file).length,
    (input: { readonly items: number }) => input.items,
    storage.backUpNow,
  )
  expect(await startRun({ items })).toBe(backups)
})

it('SEC-12 an emptied database is not backed up over a better backup', async () => {
  await storage.backUpDaily()
  isUnused = true
  await clock.advance(48 * HOUR)
  await storage.backUpDaily()
  expect(listBackups(file)).toHaveLength(1)
})

it('SEC-12 a damaged database is not backed up', async () => {
  database.run(`INSERT INTO shelf VALUES ('a')`)
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  // The count of cells in the root page of the table.
  bytes.writeUInt16BE(700, 4096 + 3)
  writeFileSync(file, bytes)
  await expect(storage.backUpNow()).rejects.toThrow(/The database is damaged, so it wasn’t backed up/)
  expect(listBackups(file)).toEqual([])
})

it('SEC-12 the last backup before a loss is kept, though newer ones would replace it', async () => {
  database.run(`INSERT INTO shelf VALUES ('a')`)
  await storage.backUpDaily()
  const [better] = listBackups(file)
  await clock.advance(HOUR)
  writeFileSync(`${file}.damaged-${formatStamp(clock)}`, '')
  for (let day = 0; day < 20; day += 1) {
    await clock.advance(24 * HOUR)
    await storage.backUpDaily()
  }
  expect(listBackups(file)).toContain(better)
})
