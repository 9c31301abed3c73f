/** Databases in memory. */
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database } from '../../main/database/database.ts'
import { migrations } from '../../main/migrations.ts'

let image: Uint8Array | undefined

/** Made once, because running all migrations takes fifty times as long as copying their result. */
const readImage = (): Uint8Array => {
  if (image !== undefined) return image
  const connection = new DatabaseSync(':memory:')
  for (const { sql } of migrations) connection.exec(sql)
  image = connection.serialize()
  connection.close()
  return image
}

/** Opens a new, empty database as the app's own migrations make it. */
export const openTestDatabase = (): Database => {
  const connection = new DatabaseSync(':memory:')
  connection.deserialize(readImage())
  return createDatabase(connection)
}

/** Opens a new database with these tables only. */
export const openBareDatabase = (...schemas: readonly string[]): Database => {
  const connection = new DatabaseSync(':memory:')
  for (const sql of schemas) connection.exec(sql)
  return createDatabase(connection)
}
