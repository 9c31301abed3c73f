import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../main/app.ts'
import { countTraces, eraseFromFile } from '../../../main/database/erase.ts'
import { erasureRules, tablesAboutGoods, tablesWithoutPersons } from '../../../main/session/erasure-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'erasure-'))
const file = join(folder, 'shop.sqlite')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  const connection = new DatabaseSync(file)
  for (const { sql } of migrations) connection.exec(sql)
  connection.close()
})

describe('the erasure rule of each table for a closed account', () => {
  it('PLT-18 is stated for every table of the schema, and for no other', () => {
    const connection = new DatabaseSync(file)
    const tables = connection
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
      .all()
      .map(({ name }) => String(name))
    connection.close()
    // Skip the internal tables of a search index, which is rebuilt.
    const isOfSearchIndex = (name: string) => /^(?:search_index|notification_search)/.test(name)
    const stated = [...erasureRules.map(({ table }) => table), ...tablesWithoutPersons]
    const others = tables.filter((name) => !isOfSearchIndex(name) && !tablesAboutGoods.test(name))
    expect(stated.toSorted()).toEqual(others.toSorted())
  })

  it('PLT-18 is SQL that runs on this schema', async () => {
    expect(await countTraces(file, ['anna_wolle'], erasureRules)).toEqual({})
    expect(await eraseFromFile(file, ['anna_wolle'], { rules: erasureRules, searchIndexes: [] })).toEqual({})
  })
})
