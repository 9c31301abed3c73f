/** A fresh database in memory with the given rooms' tables. */
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database, type Migration } from '../../main/database/database.ts'

export const openTestDatabase = (...migrations: readonly Migration[]): Database => {
  const connection = new DatabaseSync(':memory:')
  for (const migration of migrations) connection.exec(migration.sql)
  return createDatabase(connection)
}
