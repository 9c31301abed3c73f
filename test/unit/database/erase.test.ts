import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countTraces, createMatcher, ERASED, eraseFromFile, type TableRule } from '../../../main/database/erase.ts'

const folder = mkdtempSync(join(tmpdir(), 'erase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rules: readonly TableRule[] = [{ table: 'notes', delete: 'is_person(buyer)', redact: ['text', 'body'] }]

describe('a name', () => {
  const { mentions, redact } = createMatcher(['anna_wolle'])

  it.each(['anna_wolle', 'Dear Anna_Wolle,', '{"username":"anna_wolle"}', '@ANNA_WOLLE!', 'anna_wolle.'])(
    'PLT-18 is found in %s',
    (text) => expect(mentions(text)).toBe(true),
  )

  it.each(
    ['Thanks,\nanna_wolle', 'Thanks \u{1f600}anna_wolle']
      .map((text) => JSON.stringify({ text }))
      .concat('{"text":"\\ud83d\\ude00anna_wolle"}'),
  )('PLT-18 is found after an escape of JSON in %s', (text) => expect(redact(text)).toContain(`${ERASED}"`))

  it.each([
    '{"eiasToken":"nY+sHZ2/4g=="}',
    '{"eiasToken":"nY\\u002BsHZ2\\/4g\\u003d\\u003d"}',
    '{"by":"m\\u00fcller\\ud83d\\ude00"}',
  ])('PLT-18 is found however JSON spells it, as in %s', (text) =>
    expect(createMatcher(['nY+sHZ2/4g==', 'Müller\u{1f600}']).redact(text)).toContain(`"${ERASED}"`),
  )

  it.each(['anna_wolle2', 'xanna_wolle', 'anna-anna_wolle_x', 'anna', 'anna wolle'])(
    'PLT-18 is not taken for part of another one in %s',
    (text) => expect(mentions(text)).toBe(false),
  )

  it('PLT-18 is nowhere in a redacted text, whatever is around it', () => {
    const separators = fc.constantFrom(' ', '"', ',', '<', '>', '\n', '(', '.', '@')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(separators, fc.constantFrom('anna_wolle', 'ANNA_WOLLE', 'tom')), { minLength: 1 }),
        (parts) => {
          const text = parts.map(([separator, word]) => `${separator}${word}${separator}`).join('')
          expect(String(redact(text)).toLowerCase()).not.toContain('anna_wolle')
          expect(String(redact(text)).match(/tom/g)?.length).toBe(text.match(/tom/g)?.length)
        },
      ),
    )
  })
})

describe('erasing a person from a database', () => {
  it('PLT-18 leaves no byte of the name, not even in rows deleted or overwritten long ago', async () => {
    const file = join(folder, 'shop.sqlite')
    const connection = new DatabaseSync(file)
    connection.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER PRIMARY KEY, buyer TEXT, text TEXT, body BLOB)',
    )
    const insert = connection.prepare('INSERT INTO notes (buyer, text, body) VALUES (?, ?, ?)')
    for (let index = 0; index < 500; index += 1) {
      insert.run('anna_wolle', 'x'.repeat(index), null)
      insert.run(
        'tom',
        `Hello anna_wolle ${'y'.repeat(index * 20)}`,
        Buffer.from(`{"username":"Anna_Wolle","n":${index}}`),
      )
    }
    connection.exec('DELETE FROM notes WHERE id % 3 = 0')
    connection.exec(`UPDATE notes SET text = 'short' WHERE id % 4 = 0`)
    connection.close()
    expect(readFileSync(file).toString('latin1').toLowerCase()).toContain('anna_wolle')

    const before = (await countTraces(file, ['anna_wolle'], rules)).notes
    const traces = await eraseFromFile(file, ['anna_wolle'], { rules, searchIndexes: [] })
    expect(traces.notes).toBe(before)
    for (const suffix of ['', '-wal']) {
      const bytes = readFileSync(`${file}${suffix}`, { flag: 'a+' }).toString('latin1').toLowerCase()
      expect(bytes).not.toContain('anna_wolle')
    }
    const after = new DatabaseSync(file)
    expect(after.prepare(`SELECT count(*) AS n FROM notes WHERE buyer <> 'tom'`).get()?.n).toBe(0)
    expect(after.prepare('SELECT text FROM notes WHERE id % 4 = 2 LIMIT 1').get()?.text).toContain(`Hello ${ERASED}`)
    after.close()
  })

  it('PLT-18 lets other work run during the search', async () => {
    const file = join(folder, 'large.sqlite')
    const connection = new DatabaseSync(file)
    connection.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, buyer TEXT, text TEXT, body BLOB);
      INSERT INTO notes (buyer, text) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        SELECT 'tom', 'Ask anna_wolle' FROM n`)
    connection.close()
    let turns = 0
    let isDone = false
    const takeTurn = (): void => {
      turns += 1
      if (!isDone) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    expect(await countTraces(file, ['anna_wolle'], rules)).toEqual({ notes: 5_000 })
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  it('PLT-18 changes nothing if its record can’t be written', async () => {
    const file = join(folder, 'kept.sqlite')
    const connection = new DatabaseSync(file)
    connection.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, buyer TEXT, text TEXT, body BLOB);
      INSERT INTO notes (buyer, text) VALUES ('anna_wolle', 'x')`)
    connection.close()
    const record = (): void => {
      throw new Error('no disk')
    }
    await expect(eraseFromFile(file, ['anna_wolle'], { rules, searchIndexes: [], record })).rejects.toThrow('no disk')
    expect(await countTraces(file, ['anna_wolle'], rules)).toEqual({ notes: 1 })
  })
})
