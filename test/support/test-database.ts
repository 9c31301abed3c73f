/** Opens a new database in memory with the tables of the given features. */
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database } from '../../main/database/database.ts'

export const openTestDatabase = (...schemas: readonly string[]): Database => {
  const connection = new DatabaseSync(':memory:')
  for (const sql of schemas) connection.exec(sql)
  return createDatabase(connection)
}
