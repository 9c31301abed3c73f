/** The database of 0.3.0, ended at each step on its way to this version: by a kill before each commit, and by a full disk (OFF-03). */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../main/database/open-database.ts'
import { migrations } from '../../../main/migrations.ts'
import { Failure } from '../../../shared/result.ts'
import { installFailingWrites } from '../../support/failing-writes.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { writeReleasedDatabase } from '../../support/released-shop.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-steps-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const released = (): string => {
  const file = join(mkdtempSync(join(folder, 'shop-')), 'shop.sqlite')
  writeReleasedDatabase(file)
  return file
}
const open = (file: string): void =>
  openDatabase({ file, migrations, clock: createFakeClock(), log: createRecordingLog() }).database.close()

/** Every row of every table but the mark, which names its own file, and whether SQLite finds the database sound. */
const contentOf = (file: string): Readonly<Record<string, unknown>> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'outbound_mark' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name))
  const content = Object.fromEntries(
    tables.map((table) => [
      table,
      database
        .prepare(`SELECT * FROM "${table}"`)
        .all()
        .map((row) => JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? [...value].join() : value)))
        .toSorted(),
    ]),
  )
  const format = database.prepare('PRAGMA user_version').get()?.user_version
  const check = database.prepare('PRAGMA integrity_check').get()?.integrity_check
  database.close()
  return { ...content, format, check }
}

/** The files as they are on disk before each commit, as a kill there would leave them. */
const imagesOf = (file: string): readonly string[] => {
  const images: string[] = []
  const exec = DatabaseSync.prototype.exec
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (sql.trim() === 'COMMIT') {
      const image = join(folder, `image-${basename(dirname(file))}-${images.length}`)
      mkdirSync(image)
      for (const end of ['', '-wal'])
        if (existsSync(`${file}${end}`)) cpSync(`${file}${end}`, join(image, `shop.sqlite${end}`))
      images.push(join(image, 'shop.sqlite'))
    }
    return exec.call(this, sql)
  }
  try {
    open(file)
  } finally {
    DatabaseSync.prototype.exec = exec
  }
  return images
}

describe('the steps from 0.3.0', () => {
  it('OFF-03 OFF-06 lose nothing and do nothing twice, wherever they are killed', () => {
    const file = released()
    const format = Number(contentOf(file).format)
    const images = imagesOf(file)
    expect(images.length).toBeGreaterThanOrEqual(migrations.length - format)
    const whole = contentOf(file)
    expect(whole).toMatchObject({ format: migrations.length, check: 'ok' })
    const reached = images.map((image) => {
      const { format: before } = contentOf(image)
      open(image)
      expect(contentOf(image), `killed at format ${before}`).toEqual(whole)
      return before
    })
    // Each step was killed in its middle.
    expect(new Set(reached).size).toBe(migrations.length - format)
  })

  it('OFF-03 are refused in a sentence by a full disk, in each step, and done once there is room', () => {
    const whole = released()
    const steps = migrations.length - Number(contentOf(whole).format)
    open(whole)
    const expected = contentOf(whole)
    const disk = installFailingWrites()
    try {
      for (let n = 0; n < steps; n += 1) {
        const file = released()
        disk.failFrom(n, 13)
        expect(() => open(file), `in step ${n}`).toThrow(Failure)
        disk.recover()
        open(file)
        expect(contentOf(file), `in step ${n}`).toEqual(expected)
      }
    } finally {
      disk.remove()
    }
  })
})
