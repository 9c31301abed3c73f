/**
 * A disk that fails one flush and loses its data, as on Linux: the pages count as clean afterwards, and the next flush
 * succeeds without writing them.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Database, NotDurable } from '../../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../../main/database/open-database.ts'

const PAGE = 4096
let folder: string
let file: string
let connection: DatabaseSync
let database: Database
let failsNext: boolean

/** The write-ahead log on the disk, and the system's idea of it. */
let onDisk: Buffer
let believed: Buffer

const pagesOf = (log: Buffer): number => Math.ceil(log.length / PAGE)
const page = (log: Buffer, index: number): Buffer => log.subarray(index * PAGE, (index + 1) * PAGE)

/** Writes the pages that changed since the system last marked them clean. */
const flush = async (): Promise<void> => {
  const now = readFileSync(`${file}-wal`)
  if (failsNext) {
    failsNext = false
    believed = now
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  }
  const next = Buffer.alloc(now.length)
  for (let index = 0; index < pagesOf(now); index += 1) {
    const isDirty = !page(now, index).equals(page(believed, index))
    ;(isDirty ? page(now, index) : page(onDisk, index)).copy(next, index * PAGE)
  }
  onDisk = next
  believed = now
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-flush-'))
  file = join(folder, 'shop.sqlite')
  connection = new DatabaseSync(file)
  connection.exec(`${CONNECTION_SETTINGS} CREATE TABLE shelf (name TEXT NOT NULL); PRAGMA wal_checkpoint(TRUNCATE)`)
  failsNext = false
  onDisk = Buffer.alloc(0)
  believed = Buffer.alloc(0)
  database = createDatabase(connection, () => ({ sync: flush, close: () => undefined }))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const put = (name: string) => database.durably(() => database.run('INSERT INTO shelf VALUES (?)', [name]))

/** The state after a power cut: the database as of its last checkpoint, and the part of the log on the disk. */
const afterPowerCut = (): unknown[] => {
  const copy = join(folder, 'after.sqlite')
  copyFileSync(file, copy)
  writeFileSync(`${copy}-wal`, onDisk)
  const found = new DatabaseSync(copy)
  try {
    return found
      .prepare('SELECT name FROM shelf')
      .all()
      .map(({ name }) => name)
  } finally {
    found.close()
  }
}

describe('SEC-08 after a failed flush', () => {
  it('everything acknowledged later survives a power cut', async () => {
    await put('before')
    failsNext = true
    await expect(put('lost flush')).rejects.toThrow(NotDurable)
    await put('after')
    expect(afterPowerCut()).toEqual(expect.arrayContaining(['before', 'after']))
  })

  it('no write of any kind is acknowledged while the disk’s state is unknown', async () => {
    await put('before')
    failsNext = true
    // A reader prevents the checkpoint from completing.
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN; SELECT * FROM shelf')
    await expect(put('lost flush')).rejects.toThrow(NotDurable)
    const refused = 'accepts nothing new'
    await expect(put('after')).rejects.toThrow(refused)
    expect(() => database.run("INSERT INTO shelf VALUES ('alone')")).toThrow(refused)
    expect(() => database.transaction(() => database.run("INSERT INTO shelf VALUES ('within')"))).toThrow(refused)
    reader.exec('COMMIT')
    reader.close()
    await put('proved')
    expect(afterPowerCut()).toEqual(['before', 'lost flush', 'proved'])
  })
})

describe('SEC-08 on macOS', () => {
  it('commits and checkpoints flush the drive itself', () => {
    expect(connection.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 })
    expect(connection.prepare('PRAGMA checkpoint_fullfsync').get()).toEqual({ checkpoint_fullfsync: 1 })
  })
})
