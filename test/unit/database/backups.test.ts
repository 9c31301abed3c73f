import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  backUpInBackground,
  chooseOutdated,
  formatStamp,
  listBackups,
  removeOutdated,
} from '../../../main/database/backups.ts'
import { backUpFile } from '../../../main/database/copies.ts'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { toStorageFailure } from '../../../main/database/storage-failure.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const table = { name: 'shelf', sql: 'CREATE TABLE shelf (name TEXT NOT NULL)' }
const clock = createFakeClock()
const DAY_MS = 86_400_000
let folder: string
let file: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-backups-'))
  file = join(folder, 'shop.sqlite')
  database = openDatabase({ file, migrations: [table], clock, log: createRecordingLog() }).database
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const put = (name: string) => database.run('INSERT INTO shelf VALUES (?)', [name])
const namesIn = (copy: string): readonly unknown[] => {
  const connection = new DatabaseSync(copy, { readOnly: true })
  try {
    return connection
      .prepare('SELECT name FROM shelf')
      .all()
      .map(({ name }) => name)
  } finally {
    connection.close()
  }
}

describe('a background backup', () => {
  it('has the data from when it began, while main keeps writing', async () => {
    put('lamp')
    const copying = backUpInBackground(file, clock)
    let isCopied = false
    void copying.then(() => {
      isCopied = true
    })
    // After the copy begins, the next event loop turns are free for other work.
    await new Promise(setImmediate)
    put('vase')
    expect(isCopied, 'the work waits for no copy').toBe(false)
    const copy = await copying
    expect(namesIn(copy)[0]).toBe('lamp')
    expect(namesIn(file)).toEqual(['lamp', 'vase'])
    expect(listBackups(file)).toEqual([copy])
  })

  it('never lists a partial backup, and removes what a crash left', async () => {
    put('lamp')
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    writeFileSync(join(backups, 'shop.sqlite.unfinished'), 'half of a copy')
    expect(listBackups(file)).toEqual([])
    const copy = await backUpInBackground(file, clock)
    expect(readdirSync(backups)).toEqual([basename(copy)])
    expect(namesIn(copy)).toEqual(['lamp'])
  })

  it('reports the disk’s error, and leaves no file', async () => {
    const nowhere = join(folder, 'not-there.sqlite')
    const failure = await backUpInBackground(nowhere, clock).catch(toStorageFailure)
    expect(failure).toBeInstanceOf(Failure)
    expect((failure as Failure).detail.kind).toBe('storage')
    expect(readdirSync(join(folder, 'backups'))).toEqual([])
  })

  it('deletes nothing, so that a restore never costs an older backup', async () => {
    const made: string[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      // Alternate between the background backup and the one a restore makes.
      made.unshift(turn % 2 === 0 ? await backUpInBackground(file, clock) : backUpFile(file, clock))
      await clock.advance(40 * DAY_MS)
    }
    expect(listBackups(file)).toEqual(made)
    removeOutdated(file, clock)
    expect(listBackups(file)).toEqual(made.slice(0, 5))
  })
})

describe('backups older than 30 days', () => {
  it('PLT-18 are deleted after a day of use, except the only one of a database', async () => {
    const old = await backUpInBackground(file, clock)
    await clock.advance(31 * DAY_MS)
    const [first] = [await backUpInBackground(file, clock)]
    removeOutdated(file, clock)
    // A clock that was set forward looks the same for now.
    expect(listBackups(file)).toEqual([first, old])
    await clock.advance(DAY_MS)
    const second = await backUpInBackground(file, clock)
    removeOutdated(file, clock)
    expect(listBackups(file)).toEqual([second, first])
  })

  it('PLT-18 go for every database beside it, with databases that were set aside', async () => {
    const stamp = (days: number): string => formatStamp({ nowMs: () => clock.nowMs() - days * DAY_MS })
    const backups = join(folder, 'backups')
    mkdirSync(backups, { recursive: true })
    const names = [29, 31, 40].map((days) => `other.sqlite.${stamp(days)}.backup`)
    for (const name of [...names, `shop.sqlite.${stamp(31)}.backup.rewriting`]) writeFileSync(join(backups, name), '')
    const asides = [29, 31].flatMap((days) => [
      `shop.sqlite.damaged-${stamp(days)}`,
      `x.sqlite.deleted-${stamp(days)}-wal`,
    ])
    for (const name of asides) writeFileSync(join(folder, name), '')
    const made = await backUpInBackground(file, clock)
    removeOutdated(file, clock)
    expect(readdirSync(backups).toSorted()).toEqual([names[0], basename(made)].toSorted())
    expect(
      readdirSync(folder)
        .filter((name) => /damaged|deleted/.test(name))
        .toSorted(),
    ).toEqual(asides.slice(0, 2).toSorted())
  })
})

describe('backups by age', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12)
  const kept = (ages: readonly number[]): readonly number[] => {
    const times = ages.map((days) => nowMs - days * DAY_MS)
    const outdated = chooseOutdated(times, nowMs)
    return ages.filter((_, index) => !outdated.includes(times[index] ?? 0))
  }

  it('keeps all of the last day, one a day for seven days, and one a week for four', () => {
    const ages = Array.from({ length: 240 }, (_, index) => index / 4)
    const left = kept(ages)
    expect(left.filter((age) => age < 1)).toHaveLength(4)
    expect(left.filter((age) => age >= 1.5 && age < 7)).toHaveLength(6)
    const weekly = left.filter((age) => age >= 7)
    expect(weekly.length).toBeGreaterThanOrEqual(3)
    expect(weekly.length).toBeLessThanOrEqual(4)
    expect(Math.max(...left)).toBeLessThan(28)
  })

  it('keeps the newest five, so that a clock set forward deletes none of them', () => {
    expect(kept([400, 401, 402, 403, 404, 405])).toEqual([400, 401, 402, 403, 404])
  })
})
