import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import {
  createMentionCheck,
  erasePersons,
  findMentions,
  findPersons,
  removeTraces,
} from '../../../main/erasure/erase.ts'
import { matchNames } from '../../../main/erasure/erased-persons.ts'
import { IN_FOUND, IN_NAMES, type PersonalData } from '../../../main/erasure/personal-data.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'erase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const schema = `
  CREATE TABLE sales (id INTEGER PRIMARY KEY, buyers TEXT NOT NULL, first TEXT) STRICT;
  CREATE TABLE notes (buyer TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5 (text);
`
const readBuyers = (value: unknown): string[] => JSON.parse(String(value)) as string[]
const data: readonly PersonalData[] = [
  {
    searchIndexes: ['words'],
    tables: [
      {
        table: 'sales',
        ofPerson: ['first'],
        scanned: {
          buyers: {
            rows: 'SELECT id, buyers AS value FROM sales WHERE id > ? ORDER BY id LIMIT 10',
            read: readBuyers,
            clear: (value, isPerson) => JSON.stringify(readBuyers(value).filter((name) => !isPerson(name))),
          },
        },
        change: [`UPDATE sales SET first = NULL WHERE id ${IN_FOUND}`, `DELETE FROM words WHERE rowid ${IN_FOUND}`],
      },
      {
        table: 'notes',
        names: { buyer: 'SELECT buyer AS name FROM notes' },
        ownTexts: { text: [{ place: 'buyerNote', ref: 'buyer' }] },
        delete: `buyer ${IN_NAMES}`,
      },
    ],
  },
]

let opened = 0
const open = (): { readonly file: string; readonly database: Database } => {
  opened += 1
  const file = join(folder, `shop-${opened}.sqlite`)
  const migrations = [{ name: 'first', sql: schema }]
  const { database } = openDatabase({ file, migrations, clock: createFakeClock(), log: createRecordingLog() })
  return { file, database }
}

const addSale = (database: Database, buyers: readonly string[]): void => {
  const { lastInsertRowid: id } = database.run('INSERT INTO sales (buyers, first) VALUES (?, ?)', [
    JSON.stringify(buyers),
    buyers[0] ?? null,
  ])
  database.run('INSERT INTO words (rowid, text) VALUES (?, ?)', [id, buyers.join(' ')])
}

const erase = async (database: Database, ...names: readonly string[]) => {
  const found = await findPersons(database, data, matchNames(names))
  return database.transaction(() => erasePersons(database, data, found))
}

describe('erasing persons', () => {
  it('SEC-10 changes only values that are the name, in any case, and leaves those that contain it', async () => {
    const { database } = open()
    addSale(database, ['Anna', 'tom'])
    addSale(database, ['anna_wolle', 'annabel'])
    database.run(`INSERT INTO notes VALUES ('anna', 'Pays late'), ('tom', 'Knows anna')`)
    expect(await erase(database, 'ANNA')).toEqual({ sales: 1, notes: 1 })
    expect(database.all('SELECT buyers, first FROM sales')).toEqual([
      { buyers: '["tom"]', first: null },
      { buyers: '["anna_wolle","annabel"]', first: 'anna_wolle' },
    ])
    expect(database.all('SELECT * FROM notes')).toEqual([{ buyer: 'tom', text: 'Knows anna' }])
    database.close()
  })

  it('SEC-10 of a name that is a JSON word keeps every value readable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.constantFrom('null', 'true', '[', '",', 'tom', 'anna'))), async (sales) => {
        const { database } = open()
        for (const buyers of sales) addSale(database, buyers)
        await erase(database, 'null', '[', '",')
        const left = database.column<string>('SELECT buyers FROM sales ORDER BY id').map(readBuyers)
        expect(left).toEqual(sales.map((buyers) => buyers.filter((name) => !['null', '[', '",'].includes(name))))
        database.close()
      }),
      { numRuns: 10 },
    )
  })

  it('PLT-18 leaves no byte of the name in an open database, not even of rows deleted or overwritten before', async () => {
    const { file, database } = open()
    database.transaction(() => {
      for (let index = 0; index < 400; index += 1)
        addSale(database, ['anna_wolle', `buyer${index}${'x'.repeat(index * 9)}`])
    })
    database.run(`INSERT INTO notes VALUES ('anna_wolle', 'A note')`)
    database.run('DELETE FROM sales WHERE id % 3 = 0')
    database.run(`UPDATE sales SET buyers = '["tom"]', first = 'tom' WHERE id % 4 = 0`)
    const bytes = (): string =>
      ['', '-wal'].map((suffix) => readFileSync(`${file}${suffix}`, 'latin1').toLowerCase()).join('')
    expect(bytes()).toContain('anna_wolle')
    // Rows of which the name is gone have their words left, so the index is refilled here.
    database.run('DELETE FROM words')
    await erase(database, 'anna_wolle')
    await removeTraces(database, data)
    expect(bytes()).not.toContain('anna_wolle')
    expect(bytes()).toContain('buyer7')
    database.close()
  })

  it('PLT-18 leaves no word of the name in a search index of many parts', async () => {
    const { file, database } = open()
    // Merges only when the test does.
    database.run(`INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 1000)`)
    for (let index = 0; index < 60; index += 1) {
      addSale(database, [index % 9 === 4 ? 'anna_wolle' : 'tom', `buyer${index}`])
    }
    const words = (): string =>
      ['', '-wal'].map((suffix) => readFileSync(`${file}${suffix}`, 'latin1').toLowerCase()).join('')
    database.run('DELETE FROM sales')
    database.run('DELETE FROM words WHERE rowid % 9 = 5')
    database.get('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(words()).toContain('0anna')
    await removeTraces(database, data)
    expect(words()).not.toContain('anna')
    expect(words()).toContain('tom')
    database.close()
  })

  it('PLT-18 lets other work run while it searches', async () => {
    const { database } = open()
    database.transaction(() => {
      for (let index = 0; index < 200; index += 1) addSale(database, ['tom'])
    })
    let turns = 0
    let isDone = false
    const takeTurn = (): void => {
      turns += 1
      if (!isDone) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    expect((await findPersons(database, data, matchNames(['anna']))).names).toEqual([])
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(15)
    database.close()
  })

  it('PLT-18 changes nothing if its record can’t be written', async () => {
    const { database } = open()
    addSale(database, ['anna'])
    const found = await findPersons(database, data, matchNames(['anna']))
    const eraseAndFail = (): void =>
      database.transaction(() => {
        erasePersons(database, data, found)
        throw new Error('no disk')
      })
    expect(eraseAndFail).toThrow()
    expect(database.column('SELECT buyers FROM sales')).toEqual(['["anna"]'])
    database.close()
  })

  it('PLT-18 finds the texts that mention the person as a whole word', async () => {
    const { database } = open()
    database.run(`INSERT INTO notes VALUES ('tom', 'Ask Anna.'), ('mia', 'annabel and anna_wolle'), ('eva', 'Hi anna')`)
    expect(await findMentions(database, data, ['anna'])).toEqual([
      { place: 'buyerNote', ref: 'eva' },
      { place: 'buyerNote', ref: 'tom' },
    ])
    database.close()
  })
})

describe('a mention', () => {
  const isMentioned = createMentionCheck(['a.b+c', 'Müller'])
  it.each(['a.b+c', 'Dear A.B+C,', '(a.b+c)', 'Herr müller!'])('PLT-18 is found in %s', (text) =>
    expect(isMentioned(text)).toBe(true),
  )
  it.each(['axb+c', 'a.b+cd', 'Obermüller', 'müller_2', ''])('PLT-18 is not found in %s', (text) =>
    expect(isMentioned(text)).toBe(false),
  )
})

/** `sales` with dates, and names that were given up. */
describe('a name that others had too', () => {
  const dated: readonly PersonalData[] = [
    {
      givenUp: 'SELECT name, at_ms AS atMs FROM given_up',
      tables: [
        {
          table: 'sales',
          scanned: {
            buyers: {
              rows: 'SELECT id, buyers AS value, at_ms AS atMs FROM sales WHERE id > ? ORDER BY id LIMIT 10',
              read: readBuyers,
              clear: (value, isPerson) => JSON.stringify(readBuyers(value).filter((name) => !isPerson(name))),
            },
          },
        },
      ],
    },
  ]
  const find = async (givenUp: readonly number[], closedAtMs: number): Promise<readonly number[]> => {
    const { database } = open()
    database.run('ALTER TABLE sales ADD COLUMN at_ms INTEGER')
    database.run('CREATE TABLE given_up (name TEXT, at_ms INTEGER)')
    for (const atMs of givenUp) database.run(`INSERT INTO given_up VALUES ('ANNA', ?), ('tom', 1)`, [atMs])
    for (const atMs of [null, 15, 20, 25, 40, 45]) {
      database.run(`INSERT INTO sales (buyers, at_ms) VALUES ('["anna","tom"]', ?)`, [atMs])
    }
    const { rows } = await findPersons(database, dated, matchNames(['anna']), () => ({
      atMs: closedAtMs,
      untilMs: Number.MAX_SAFE_INTEGER,
    }))
    const ids = [...rows.values()].flat()
    database.close()
    return ids
  }

  it.each([
    ['all, if the name was never given up', [], 10, [1, 2, 3, 4, 5, 6]],
    ['until it was given up after the closing', [20], 10, [1, 2, 3]],
    ['until it was given up first', [40, 20], 10, [1, 2, 3]],
    ['until it was given up at the closing', [20], 20, [1, 2, 3]],
    ['until the next who gave it up, if the closed one had it after the first', [20, 40], 30, [1, 2, 3, 4, 5]],
  ])('SEC-10 is the closed person’s in %s', async (_, givenUp, closedAtMs, ids) => {
    expect(await find(givenUp, closedAtMs)).toEqual(ids)
  })
})
