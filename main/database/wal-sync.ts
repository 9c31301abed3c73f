/**
 * Flushes the write-ahead log without blocking the main thread.
 *
 * Under `synchronous = FULL` a commit blocks until the disk has it. Under `NORMAL` it is written but not flushed; flushing
 * the log in libuv's pool makes it durable while this thread goes on. On macOS `fdatasync` is F_FULLFSYNC.
 */
import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fdatasync)

export type WalSync = {
  /** Resolves once everything committed before the call is on disk. Rejects with the system's error. */
  readonly sync: () => Promise<void>
  readonly close: () => void
}

/**
 * Opens the write-ahead log of the database at `file`; undefined if it can't be opened.
 *
 * Closing it is safe: SQLite's POSIX locks are on the other two files.
 */
export const openWalSync = (file: string): WalSync | undefined => {
  let fd: number
  try {
    fd = openSync(`${file}-wal`, 'r+')
  } catch {
    return undefined
  }
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    sync: () => {
      // A running flush may have started before the commit, so the caller shares the next one.
      next ??= running.then(() => {
        next = undefined
        const flushed = flush(fd)
        running = flushed.catch(() => undefined)
        return flushed
      })
      return next
    },
    close: () => {
      const last = next ?? running
      void last.catch(() => undefined).then(() => close(fd))
    },
  }
}
