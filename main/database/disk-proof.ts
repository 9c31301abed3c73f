/**
 * Stops writes after a failed flush until a checkpoint proves that the data is on disk (SEC-08).
 *
 * After a failed flush the system may drop the pages and report the next flush as a success
 * (https://wiki.postgresql.org/wiki/Fsync_Errors). Commits that follow those pages in the write-ahead log are lost with
 * them, because recovery stops at the first gap (https://www.sqlite.org/walformat.html). A complete checkpoint copies
 * the log into the database, flushes it, and restarts the log. After that, nothing depends on the doubtful pages.
 */
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'

/** SQLITE_IOERR, the low byte of an extended code (https://www.sqlite.org/rescode.html). */
const IO_ERROR = 10

const isIoError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === IO_ERROR

export const createDiskProof = (connection: DatabaseSync) => {
  let isInDoubt = false

  /** Doesn't wait for readers, such as a backup in another thread: while one reads, the disk stays in doubt. */
  const isProved = (): boolean => {
    const row = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
    return row !== undefined && row.busy === 0 && row.log === row.checkpointed
  }

  return {
    /** Call after a failed flush, which puts the disk in doubt. */
    lose: (): void => {
      isInDoubt = true
    },
    /** Call with the error of a write, which may be a failed flush within a commit. */
    onError: (error: unknown): void => {
      isInDoubt ||= isIoError(error)
    },
    /** Call before a write. Throws a `storage` failure if the disk is in doubt and a checkpoint doesn't clear it. */
    requireSound: (): void => {
      if (!isInDoubt) return
      let cause: unknown
      try {
        isInDoubt = !isProved()
      } catch (error) {
        cause = error
      }
      if (!isInDoubt) return
      throw new Failure(
        {
          kind: 'storage',
          message:
            'The disk failed to store changes. Stallhand accepts nothing new until it works again. Check the disk.',
        },
        cause,
      )
    },
  }
}
