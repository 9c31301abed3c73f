import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../../../main/app.ts'
import { createSchema, listTables } from '../../../main/database/our-schema.ts'
import { contentTables, grantingTables } from '../../../main/session/trust.ts'

it('SEC-11 whether a table grants trust is stated for every table of the schema, and for no other', () => {
  const connection = new DatabaseSync(':memory:')
  createSchema(connection, migrations, migrations.length)
  expect([...grantingTables, ...contentTables].toSorted()).toEqual(listTables(connection).toSorted())
  connection.close()
})
