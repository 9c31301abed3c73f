/** What each declaration of personal data leads to, in a database of the simplest shape (PLT-18, SEC-10). */
import { describe, expect, it } from 'vitest'
import {
  createMentionCheck,
  erasePersons,
  findMentions,
  findPersons,
  removeTraces,
} from '../../../main/erasure/erase.ts'
import { loadErasureKey, matchNames } from '../../../main/erasure/erased-persons.ts'
import { IN_FOUND, IN_NAMES, IN_SUBJECTS, type PersonalData } from '../../../main/erasure/personal-data.ts'
import { openBareDatabase } from '../../support/test-database.ts'

const schema = `
  CREATE TABLE buyers (name TEXT PRIMARY KEY, city TEXT) STRICT;
  CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT NOT NULL, note TEXT, kind TEXT) STRICT;
  CREATE TABLE waiting (subject TEXT PRIMARY KEY, buyer TEXT NOT NULL) STRICT;
  CREATE TABLE guests (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
`
const words = (value: unknown): readonly string[] => String(value).split(' ')
const scanned = (table: string) => ({
  rows: `SELECT id, body AS value FROM ${table} WHERE id > ? ORDER BY id LIMIT 2`,
  read: words,
  clear: (value: unknown, isPerson: (name: string) => boolean) =>
    words(value)
      .map((word) => (isPerson(word) ? '-' : word))
      .join(' '),
})
const data: readonly PersonalData[] = [
  { tables: [{ table: 'guests', scanned: { body: { ...scanned('guests'), isOnlyForKnown: true } } }] },
  {
    subjects: [`SELECT subject FROM waiting WHERE buyer ${IN_NAMES}`],
    tables: [
      {
        table: 'events',
        scanned: { body: scanned('events') },
        change: [`UPDATE events SET kind = 'erased' WHERE id ${IN_FOUND}`],
        ownTexts: { note: [{ place: 'eventNote', ref: 'id', where: `kind IS NOT 'private'` }] },
      },
      { table: 'waiting', delete: `subject ${IN_SUBJECTS}` },
      {
        table: 'buyers',
        names: { name: 'SELECT name FROM buyers' },
        delete: `name ${IN_NAMES}`,
      },
    ],
  },
]

const open = () => {
  const database = openBareDatabase(schema)
  const addEvent = (body: string, note: string | null = null, kind: string | null = null): void => {
    database.run('INSERT INTO events (body, note, kind) VALUES (?, ?, ?)', [body, note, kind])
  }
  const find = (...names: readonly string[]) => findPersons(database, data, matchNames(names))
  return { database, addEvent, find }
}

describe('a person', () => {
  it('PLT-18 is found in every kind of column, with the rows and the queue’s subjects', async () => {
    const { database, addEvent, find } = open()
    database.run(`INSERT INTO buyers VALUES ('Anna', 'Ulm'), ('tom', 'Bonn')`)
    for (const body of ['tom paid', 'anna paid', 'mia paid', 'ANNA left']) addEvent(body)
    database.run(`INSERT INTO waiting VALUES ('item:1', 'Anna'), ('item:2', 'tom')`)
    database.run(`INSERT INTO guests VALUES (1, 'tom'), (2, 'anna')`)
    const found = await find('anna')
    expect(new Set(found.names)).toEqual(new Set(['Anna', 'anna', 'ANNA']))
    expect(found.subjects).toEqual(['item:1'])
    expect(Object.fromEntries(found.rows)).toEqual({ 'events.body': [2, 4], 'guests.body': [2] })
    expect(erasePersons(database, data, found)).toEqual({ guests: 1, events: 2, waiting: 1, buyers: 1 })
    expect(database.all('SELECT body, kind FROM events')).toEqual([
      { body: 'tom paid', kind: null },
      { body: '- paid', kind: 'erased' },
      { body: 'mia paid', kind: null },
      { body: '- left', kind: 'erased' },
    ])
    expect(database.column('SELECT name FROM buyers')).toEqual(['tom'])
    expect(database.column('SELECT subject FROM waiting')).toEqual(['item:2'])
    expect(database.column('SELECT body FROM guests')).toEqual(['tom', '-'])
  })

  it('PLT-18 who is a stranger is not searched for where any word may be a name', async () => {
    const { database, addEvent, find } = open()
    addEvent('tom paid')
    database.run(`INSERT INTO guests VALUES (1, 'anna')`)
    database.run(`INSERT INTO waiting VALUES ('item:1', 'anna')`)
    const found = await find('anna')
    expect(found).toMatchObject({ names: [], subjects: [] })
    expect(erasePersons(database, data, found)).toEqual({})
    expect(database.column('SELECT body FROM guests')).toEqual(['anna'])
  })

  it('PLT-18 is erased from the rows that are left, if another was deleted since the search', async () => {
    const { database, addEvent, find } = open()
    for (const body of ['anna paid', 'anna left']) addEvent(body)
    const found = await find('anna')
    database.run('DELETE FROM events WHERE id = 1')
    erasePersons(database, data, found)
    expect(database.column('SELECT body FROM events')).toEqual(['- left'])
  })

  it('PLT-18 is erased from the queue by its subjects alone, once what waited there is finished', () => {
    const { database } = open()
    database.run(`INSERT INTO waiting VALUES ('item:1', 'anna'), ('item:2', 'tom')`)
    const erased = erasePersons(database, data, {
      names: [],
      subjects: ['item:1'],
      untilMs: new Map(),
      rows: new Map(),
    })
    expect(erased).toEqual({ waiting: 1 })
  })
})

describe('mentions', () => {
  it('PLT-18 are listed by place and reference, without texts that the declaration leaves out', async () => {
    const { database, addEvent } = open()
    addEvent('', 'Ask Anna')
    addEvent('', 'Anna again', 'private')
    addEvent('', null)
    addEvent('', 'Ask Tom')
    addEvent('', 'anna!')
    expect(await findMentions(database, data, ['anna'])).toEqual([
      { place: 'eventNote', ref: '1' },
      { place: 'eventNote', ref: '5' },
    ])
    expect(await findMentions(database, data, [])).toEqual([])
    expect(createMentionCheck([])('anna')).toBe(false)
  })

  it('PLT-18 are at most 200, found beyond the first thousand rows', async () => {
    const { database, addEvent } = open()
    database.transaction(() => {
      for (let index = 0; index < 1_000; index += 1) addEvent('', 'Nothing')
      addEvent('', 'Anna once')
    })
    expect(await findMentions(database, data, ['anna'])).toEqual([{ place: 'eventNote', ref: '1001' }])
    database.transaction(() => {
      for (let index = 0; index < 250; index += 1) addEvent('', `Anna ${index}`)
    })
    expect(await findMentions(database, data, ['anna'])).toHaveLength(200)
  })

  it('PLT-18 are found for any of several names, with signs in them', () => {
    const isMentioned = createMentionCheck(['anna', 'tom|mia', '$(x)'])
    expect(['to anna', 'to tom|mia', 'for $(x).', 'tom', 'mia'].map(isMentioned)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('after an erasure', () => {
  it('OFF-01 a write waits for another writer again', async () => {
    const { database } = open()
    await removeTraces(database, data)
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 5_000 })
  })

  it.each([undefined, '', 5])('SEC-10 an installation without a usable key (%j) gets one', (stored) => {
    const values = new Map<string, unknown>([['erasureKey', stored]])
    const settings = {
      get: (key: string) => values.get(key),
      set: (key: string, value: unknown) => void values.set(key, value),
    }
    expect(loadErasureKey(settings)).toMatch(/^[0-9a-f]{64}$/)
  })
})
