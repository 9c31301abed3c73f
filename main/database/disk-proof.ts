/**
 * Stops writes after a flush that failed, until the disk has proved that it holds what was written (SEC-08).
 *
 * After a failed flush the system may drop the pages and report the next flush as a success. Whatever is acknowledged after
 * those pages in the write-ahead log is lost with them, because recovery stops at the first gap. A complete checkpoint copies
 * the log into the database, flushes it, and starts the log again. After that nothing depends on the doubtful pages.
 */
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'

/** SQLITE_IOERR in the low byte of an extended code. */
const IO_ERROR = 10

const isIoError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === IO_ERROR

export const createDiskProof = (connection: DatabaseSync) => {
  let isInDoubt = false

  /** Doesn't wait for readers, such as a backup on another thread: while one reads, the doubt stays. */
  const isProved = (): boolean => {
    const row = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
    return row !== undefined && row.busy === 0 && row.log === row.checkpointed
  }

  return {
    /** Call after a flush failed: the disk is in doubt. */
    lose: (): void => {
      isInDoubt = true
    },
    /** Call with the error of a write: a failed flush within a commit is one of these. */
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
