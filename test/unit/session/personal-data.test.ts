import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../main/database/database.ts'
import { erasePersons, findMentions, findPersons } from '../../../main/erasure/erase.ts'
import { matchNames } from '../../../main/erasure/erased-persons.ts'
import { migrations } from '../../../main/migrations.ts'
import { personalData } from '../../../main/session/personal-data.ts'
import { searchIndexes } from '../../../main/session/receiving.ts'

const connection = new DatabaseSync(':memory:')
for (const { sql } of migrations) connection.exec(sql)
const database = createDatabase(connection)

/** The internal tables of a search index hold what its rows hold. */
const indexes = searchIndexes.map(({ table }) => table)
const isOfSearchIndex = (name: string) => indexes.some((index) => name.startsWith(`${index}_`))
const tables = database
  .column<string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
  .filter((name) => !isOfSearchIndex(name))

/** Columns that can hold a name. Numbers can't, and what SQLite computes is in another column. */
const columnsOf = (table: string) =>
  database.column<string>(
    `SELECT name FROM pragma_table_info(?) WHERE type NOT IN ('INTEGER', 'REAL') AND ? NOT IN (SELECT value FROM json_each(?))`,
    [table, table, JSON.stringify(indexes)],
  )

const declarations = personalData.flatMap((one) => one.tables)

describe('the personal data that each feature declares', () => {
  it('PLT-18 names every table of the schema once, and no other', () => {
    expect(declarations.map(({ table }) => table).toSorted(), 'main/<feature>/personal-data.ts').toEqual(
      tables.toSorted(),
    )
  })

  it.each(tables)('PLT-18 states whether each text or blob column of %s is personal data', (table) => {
    const declared = declarations
      .filter((one) => one.table === table)
      .flatMap(({ withoutPersons = [], ofPerson = [], names, scanned, ownTexts }) => [
        ...withoutPersons,
        ...ofPerson,
        ...[names, scanned, ownTexts].flatMap((columns) => Object.keys(columns ?? {})),
      ])
    expect(declared.toSorted(), 'main/<feature>/personal-data.ts').toEqual(columnsOf(table).toSorted())
  })

  it('PLT-18 deletes or empties each table in which a column belongs to a person', () => {
    const without = declarations.filter(
      ({ ofPerson = [], delete: rows, change = [] }) =>
        ofPerson.length > 0 && rows === undefined && change.length === 0,
    )
    // Drafts were not sent, so they stay until the seller sends or discards them (SEC-10).
    expect(without.map(({ table }) => table)).toEqual(['drafts'])
  })

  it('PLT-18 is SQL that runs on this schema', async () => {
    const found = await findPersons(database, personalData, matchNames(['anna_wolle']))
    expect(found.names).toEqual([])
    expect(await findMentions(database, personalData, ['anna_wolle'])).toEqual([])
    expect(
      erasePersons(database, personalData, {
        names: ['anna_wolle'],
        untilMs: new Map(),
        subjects: ['person:anna_wolle'],
        rows: new Map(),
      }),
    ).toEqual({})
  })
})
