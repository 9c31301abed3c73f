/**
 * Waiting for the disk without standing still.
 *
 * A commit under `synchronous = FULL` holds up everything until the disk has it. Under `NORMAL` it is written and not yet
 * flushed; flushing the write-ahead log from another thread afterwards makes it as durable, while this thread goes on. Who
 * asks while a flush runs waits for the next one, since the running one may have begun before the write.
 */
import { close, fdatasync, openSync } from 'node:fs'

export type WalSync = {
  /** Resolves once all that was committed before the call is on disk. Rejects with the system's error. */
  readonly sync: () => Promise<void>
  readonly close: () => void
}

const flush = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error === null ? resolve() : reject(error)))
  })

/**
 * Opens the write-ahead log of the database at `file`; undefined where it cannot be opened, so that the caller waits for
 * the disk itself.
 *
 * The locks of SQLite lie on the other two files: closing this one gives none of them up.
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
      next ??= running.then(() => {
        next = undefined
        const flushed = flush(fd)
        running = flushed.catch(() => undefined)
        return flushed
      })
      return next
    },
    close: () => {
      const end = next ?? running
      void end.catch(() => undefined).then(() => close(fd))
    },
  }
}
