/** The schema of a release is frozen: databases that it wrote are migrated from there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../main/migrations.ts'
import { openRuns, writeOldDatabase } from '../../support/old-database.ts'
import { writeReleasedDatabase } from '../../support/released-shop.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-released-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const listSchema = (connection: DatabaseSync): readonly string[] =>
  connection
    .prepare(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`)
    .all()
    .map(({ sql }) => String(sql).replaceAll(/\s+/g, ' '))

it('creates the tables of 0.2.2 in its first step', () => {
  const file = join(folder, 'old.sqlite')
  writeOldDatabase(file)
  const old = new DatabaseSync(file)
  const now = new DatabaseSync(':memory:')
  now.exec(migrations[0]?.sql ?? '')
  expect(listSchema(now)).toEqual(listSchema(old))
  old.close()
  now.close()
})

it('creates the tables of 0.3.0 in its first 15 steps', () => {
  const file = join(folder, 'released.sqlite')
  writeReleasedDatabase(file)
  const released = new DatabaseSync(file)
  const steps = Number(released.prepare('PRAGMA user_version').get()?.user_version)
  expect(steps).toBe(15)
  const now = new DatabaseSync(':memory:')
  for (const { sql } of migrations.slice(0, steps)) now.exec(sql)
  expect(listSchema(now)).toEqual(listSchema(released))
  expect(released.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(released.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  released.close()
  now.close()
})

it.each([undefined, ...openRuns])('has an intact database of 0.2.2, with an open run that is %s', (openRun) => {
  const file = join(folder, 'old.sqlite')
  writeOldDatabase(file, { openRun })
  const connection = new DatabaseSync(file)
  expect(connection.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(connection.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  expect(connection.prepare('SELECT COUNT(*) AS n FROM send_runs WHERE is_open = 1').get()).toEqual({
    n: openRun === undefined ? 0 : 1,
  })
  connection.close()
})
