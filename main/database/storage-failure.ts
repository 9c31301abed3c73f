/** Converts errors from SQLite and the file system into messages with a remedy. Other errors pass unchanged. */
import { Failure } from '../../shared/result.ts'

const busy = 'Another program is using the database. Close it and try again. Nothing was lost.'
const readOnly = 'The data folder is read-only. Check its permissions and try again. Nothing was lost.'
const failing = 'The disk couldn’t be written. Check the disk and try again. Nothing was lost.'
const damaged = 'The database is damaged. Close Stallhand and open it again: it can then restore the newest backup.'
const full = 'The disk is full. Free some space and try again. Nothing was lost.'
const gone = 'The database can no longer be opened. Check that its folder still exists, and try again.'

/** By SQLite's primary result code: the low byte of `errcode` (https://www.sqlite.org/rescode.html). */
const sqliteMessages: Readonly<Record<number, string>> = {
  5: busy,
  8: readOnly,
  10: failing,
  11: damaged,
  13: full,
  14: gone,
  26: damaged,
}

const systemMessages: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: readOnly,
  EACCES: readOnly,
  EPERM: readOnly,
  EIO: failing,
}

const findMessage = (error: Error): string | undefined => {
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteMessages[error.errcode & 0xff]
  if ('code' in error && typeof error.code === 'string' && Object.hasOwn(systemMessages, error.code)) {
    return systemMessages[error.code]
  }
  return undefined
}

/** Returns a `storage` failure for a disk error, or the error itself. */
export const toStorageFailure = (error: unknown): unknown => {
  const message = error instanceof Error ? findMessage(error) : undefined
  return message === undefined ? error : new Failure({ kind: 'storage', message }, error)
}
