/**
 * Flushes the write-ahead log without blocking the main thread.
 *
 * With `synchronous = FULL` a commit blocks until it is on disk. With `NORMAL` it is written but not flushed
 * (https://www.sqlite.org/pragma.html#pragma_synchronous). Flushing the log in libuv's thread pool makes it durable
 * while this thread continues. On macOS, libuv's `fdatasync` uses F_FULLFSYNC
 * (https://github.com/libuv/libuv/blob/v1.x/src/unix/fs.c).
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
 * Closing any descriptor of a file drops the process's POSIX locks on it (https://www.sqlite.org/howtocorrupt.html).
 * Closing the log is safe, because SQLite's locks are on the other two files.
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
      // A running flush may have started before the commit, so the caller joins the next one.
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
