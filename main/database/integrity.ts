/** Checks whether a database is intact. */
import { DatabaseSync } from 'node:sqlite'
import { toStorageFailure } from './storage-failure.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html). */
const DAMAGE_CODES: readonly number[] = [11, 26]

/** Whether an error means damage, and not a failing disk or a missing permission. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff)) ||
    /malformed|not a database|disk image|corrupt/i.test(error.message))

/** The single value that a pragma or a count returns. */
export const readValue = (connection: DatabaseSync, sql: string): unknown =>
  Object.values(connection.prepare(sql).get() ?? {})[0]

/**
 * `ok`, or the first problem. Damage in the schema or a search index makes the check itself fail.
 *
 * `quick_check` takes four fifths of the time, but misses a flipped bit in an index
 * (https://www.sqlite.org/pragma.html#pragma_quick_check).
 */
export const checkIntegrity = (connection: DatabaseSync): string => {
  try {
    return String(readValue(connection, 'PRAGMA integrity_check(1)'))
  } catch (error) {
    if (!isDamage(error) && toStorageFailure(error) !== error) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether the file opens as a database whose pages and indexes are intact. */
export const isIntact = (file: string): boolean => {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    return checkIntegrity(connection) === 'ok'
  } catch {
    return false
  } finally {
    connection?.close()
  }
}
