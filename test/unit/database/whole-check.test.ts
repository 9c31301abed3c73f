/** When every page is checked: at once after an unclean end, otherwise in the background. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkInBackground } from '../../../main/database/background-jobs.ts'
import type { Migration } from '../../../main/database/database.ts'
import { isIntact } from '../../../main/database/integrity.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const notes: Migration = { name: 'notes', sql: 'CREATE TABLE notes (text TEXT NOT NULL) STRICT' }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-check-'))
  file = join(folder, 'shop.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openDatabase({ file, migrations: [notes], clock: createFakeClock(), log: createRecordingLog() })

/** Creates a database of some megabytes and closes it cleanly. */
const makeLarge = (): void => {
  const { database } = open()
  const text = 'x'.repeat(100_000)
  database.transaction(() => {
    for (let row = 0; row < 40; row += 1) database.run('INSERT INTO notes (text) VALUES (?)', [text])
  })
  database.close()
}

/** Damages pages in the middle of the rows, which opening doesn't read. */
const damage = (): void => {
  const bytes = readFileSync(file)
  bytes.fill(0, 400 * 4_096, 401 * 4_096)
  // The root page of the rows.
  bytes.fill(0xff, 4_096, 2 * 4_096)
  writeFileSync(file, bytes)
}

const isAside = (): boolean => readdirSync(folder).some((name) => name.includes('.damaged-'))

describe('the check of every page', () => {
  it('runs at once for a small database', () => {
    open().database.close()
    const { isChecked, database } = open()
    expect(isChecked).toBe(true)
    database.close()
  })

  it('notices an index that differs from its table, even if nothing uses it', async () => {
    const index: Migration = { name: 'notes by text', sql: 'CREATE INDEX notes_by_text ON notes (text)' }
    const openIndexed = () =>
      openDatabase({ file, migrations: [notes, index], clock: createFakeClock(), log: createRecordingLog() })
    const { database } = openIndexed()
    database.run("INSERT INTO notes (text) VALUES ('lamp')")
    const page = database.get<{ pageno: number }>("SELECT pageno FROM dbstat WHERE name = 'notes_by_text'")?.pageno ?? 0
    database.close()
    const bytes = readFileSync(file)
    const at = bytes.indexOf('lamp', (page - 1) * 4_096)
    expect(Math.floor(at / 4_096)).toBe(page - 1)
    bytes.write('tamp', at)
    writeFileSync(file, bytes)
    expect(await checkInBackground(file).verdict).toContain('notes_by_text')
    expect(isIntact(file)).toBe(false)
    // The table is intact, so it continues with a new index and keeps the damaged file unchanged.
    const opened = openIndexed()
    expect(opened.recovered).toMatchObject({ outcome: 'rebuilt', newestBackup: undefined })
    expect(readFileSync(opened.recovered?.setAsideAs ?? '')).toEqual(bytes)
    expect(opened.database.all("SELECT text FROM notes WHERE text = 'lamp'")).toEqual([{ text: 'lamp' }])
    opened.database.close()
    expect(isIntact(file)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('.rebuilt'))).toEqual([])
  })

  it('is postponed after a clean end, and then finds the damage', async () => {
    makeLarge()
    expect(existsSync(`${file}.open`)).toBe(false)
    damage()
    const opened = open()
    expect([opened.isChecked, isAside()]).toEqual([false, false])
    const check = checkInBackground(file)
    expect(await check.verdict).not.toBe('ok')
    await check.stop()
    opened.distrust()
    opened.database.close()
    expect(open().recovered, 'the next start checks it at once').toBeDefined()
    expect(isAside()).toBe(true)
  })

  it('runs at once after a kill', () => {
    makeLarge()
    // A kill leaves the marker of an open database.
    writeFileSync(`${file}.open`, '')
    damage()
    const { isChecked, recovered, database } = open()
    expect(isChecked).toBe(true)
    expect(recovered).toBeDefined()
    database.close()
  })

  it('reports an intact database as intact during writes', async () => {
    makeLarge()
    const { database } = open()
    const check = checkInBackground(file)
    database.run('INSERT INTO notes (text) VALUES (?)', ['meanwhile'])
    expect(await check.verdict).toBe('ok')
    await check.stop()
    database.close()
  })

  it('can be stopped early', async () => {
    makeLarge()
    const { database } = open()
    const check = checkInBackground(file)
    await check.stop()
    expect([undefined, 'ok']).toContain(await check.verdict)
    database.close()
  })
})
