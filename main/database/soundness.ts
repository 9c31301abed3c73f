/** Whether a database is whole. */
import { DatabaseSync } from 'node:sqlite'
import { storageFailureOf } from './storage-failure.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly number[] = [11, 26]

/** Whether an error tells of damage, and not of a disk or a right that is missing. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff)) ||
    /malformed|not a database|disk image|corrupt/i.test(error.message))

/**
 * `ok`, or what is wrong: damage in the schema or in a search index shows as an error of the check itself.
 *
 * SQLite's quick check takes four fifths of the time and passes a page of an index in which a bit was turned over.
 */
export const verdictOn = (connection: DatabaseSync): string => {
  try {
    return String(Object.values(connection.prepare('PRAGMA integrity_check(1)').get() ?? {})[0])
  } catch (error) {
    // What the disk or another program refused says nothing about the file.
    if (!isDamage(error) && storageFailureOf(error) !== error) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether the file opens as a database whose pages and indexes are whole. */
export const isSound = (file: string): boolean => {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    return verdictOn(connection) === 'ok'
  } catch {
    return false
  } finally {
    connection?.close()
  }
}
