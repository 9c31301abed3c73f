import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { openWalSync } from '../../../main/database/wal-sync.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openBareDatabase } from '../../support/test-database.ts'

const table = { name: 'shelf', sql: 'CREATE TABLE shelf (name TEXT NOT NULL)' }
let folder: string
let file: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-durably-'))
  file = join(folder, 'shop.sqlite')
  const log = createRecordingLog()
  database = openDatabase({ file, migrations: [table], clock: createFakeClock(), log }).database
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const put = (name: string) => database.run('INSERT INTO shelf VALUES (?)', [name])
const names = (from: Database = database) => from.all('SELECT name FROM shelf').map(({ name }) => name)
const level = () => Object.values(database.get('PRAGMA synchronous') ?? {})[0]

describe('a durable write', () => {
  it('is visible at once, also to other connections, and resolves once it is on disk', async () => {
    const kept = database.durably(() => {
      put('lamp')
      return 7
    })
    const other = new DatabaseSync(file)
    expect(names()).toEqual(['lamp'])
    expect(other.prepare('SELECT count(*) AS n FROM shelf').get()?.n).toBe(1)
    other.close()
    expect(await kept).toBe(7)
  })

  it('leaves all other transactions syncing to disk themselves', async () => {
    expect(level()).toBe(2)
    await database.durably(() => put('lamp'))
    expect(level()).toBe(2)
    await expect(
      database.durably(() => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(level()).toBe(2)
  })

  it('rolls everything back if it throws, without affecting the next one', async () => {
    const failed = database.durably(() => {
      put('half')
      throw new Error('no')
    })
    const whole = database.durably(() => put('lamp'))
    await expect(failed).rejects.toThrow('no')
    await whole
    expect(names()).toEqual(['lamp'])
  })

  it('is refused inside a transaction, where it could not be durable', async () => {
    let inner: Promise<unknown> = Promise.resolve()
    database.transaction(() => {
      inner = database.durably(() => put('lamp'))
      inner.catch(() => undefined)
    })
    await expect(inner).rejects.toThrow('inside a transaction')
  })

  it('works for a database in memory', async () => {
    const memory = openBareDatabase(table.sql)
    await memory.durably(() => memory.run("INSERT INTO shelf VALUES ('lamp')"))
    expect(names(memory)).toEqual(['lamp'])
  })

  it('may be in progress while the database closes', async () => {
    const kept = database.durably(() => put('lamp'))
    database.close()
    await kept
    database = openDatabase({
      file,
      migrations: [table],
      clock: createFakeClock(),
      log: createRecordingLog(),
    }).database
    expect(names()).toEqual(['lamp'])
  })
})

describe('flushing the log', () => {
  it('serves all requests during a flush with one more flush', async () => {
    const wal = openWalSync(file)
    if (wal === undefined) throw new Error('the log of an open database can be opened')
    const first = wal.sync()
    await Promise.resolve()
    const second = wal.sync()
    expect(wal.sync()).toBe(second)
    await Promise.all([first, second])
    wal.close()
  })

  it('RCV-05 flushes again for a commit during a flush, which may have missed it', async () => {
    const wal = openWalSync(file)
    if (wal === undefined) throw new Error('the log of an open database can be opened')
    const first = wal.sync()
    await Promise.resolve()
    const second = wal.sync()
    expect(second).not.toBe(first)
    await Promise.all([first, second])
    wal.close()
  })

  it('is left to the database if its log cannot be opened', () => {
    expect(openWalSync(join(folder, 'nothing.sqlite'))).toBeUndefined()
  })
})
