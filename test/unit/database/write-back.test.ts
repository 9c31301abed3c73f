import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../main/database/database.ts'

const MEGABYTE = 1024 * 1024
let folder: string
let file: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-write-back-'))
  file = join(folder, 'shop.sqlite')
  const connection = new DatabaseSync(file)
  // SQLite never moves anything by itself here: what is moved was moved by the worker.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE shelf (lot BLOB NOT NULL)')
  database = createDatabase(connection)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const logBytes = (): number => statSync(`${file}-wal`).size
const put = (bytes: number) => database.run('INSERT INTO shelf VALUES (?)', [Buffer.alloc(bytes, 1)])

/** Writes so many megabytes, one by one, and waits before each as long as the database asks for. */
const fill = async (count: number, bytes: number): Promise<number> => {
  let waits = 0
  for (let index = 0; index < count; index += 1) {
    const underWay = database.writtenBack()
    if (underWay !== undefined) waits += 1
    await underWay
    await database.durably(() => put(bytes))
  }
  return waits
}

describe('the log of large writes', () => {
  it('is moved into the file beside and begins anew, and the file is let go at the end', async () => {
    // As long as the disk needs: the log is overwritten from its beginning again and again.
    let written = 0
    let waits = 0
    while (waits < 3) {
      waits += await fill(1, MEGABYTE)
      written += 1
    }
    expect(logBytes()).toBeLessThan((written - 1) * MEGABYTE)
    await fill(6, MEGABYTE)
    database.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
    const again = new DatabaseSync(file)
    expect(again.prepare('SELECT count(*) AS n, sum(length(lot)) AS bytes FROM shelf').get()).toEqual({
      n: written + 6,
      bytes: (written + 6) * MEGABYTE,
    })
    expect(Object.values(again.prepare('PRAGMA integrity_check').get() ?? {})).toEqual(['ok'])
    again.close()
  })

  it('is left to SQLite where nothing large is written', async () => {
    expect(await fill(500, 16 * 1024)).toBe(0)
    expect(logBytes()).toBeGreaterThan(500 * 16 * 1024)
    database.close()
  })
})
