/**
 * Large writes moved from the write-ahead log into the file by another thread.
 *
 * SQLite does so itself once the log is long, on the thread of whoever commits then: for sixteen deliveries of a megabyte
 * that is sixteen megabytes written and flushed twice while everything else stands still. Here a worker does it over a
 * connection of its own while this thread goes on writing. What was written meanwhile it moves in a second, short pass, for
 * which those who can wait hold their writes: only where all of the log is in the file does it begin anew. Where nothing
 * large is written there is no worker, and SQLite's own way remains.
 */
import { Worker } from 'node:worker_threads'

/** So much in large values begins a pass: a fourth of the log at which SQLite would begin by itself. */
const BEGIN_BYTES = 4 * 1024 * 1024

/** Places of the memory that both threads see. */
const AT_WORK = 0
const STOPPED = 1

/** Runs in the worker, where nothing of ours is loaded. A connection is open only during a pass. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const { file, state } = workerData
parentPort.on('message', () => {
  Atomics.store(state, ${AT_WORK}, 1)
  let isDone = false
  try {
    if (Atomics.load(state, ${STOPPED}) === 0) {
      const connection = new DatabaseSync(file)
      try {
        isDone = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get().busy === 0
      } finally {
        connection.close()
      }
    }
  } catch {
    // What the disk refuses is told to whoever writes next.
  }
  Atomics.store(state, ${AT_WORK}, 0)
  Atomics.notify(state, ${AT_WORK})
  parentPort.postMessage(isDone)
})
`

export type WriteBack = {
  /** Told how many bytes in large values were just committed. */
  readonly added: (bytes: number) => void
  /** What a write that can wait should wait for; undefined where there is nothing. Never rejects. */
  readonly underWay: () => Promise<void> | undefined
  /** Ends it, after the pass that is under way: the file is let go when this returns. */
  readonly close: () => void
}

/** Watches over the log of the database at `file`. */
export const createWriteBack = (file: string): WriteBack => {
  const state = new Int32Array(new SharedArrayBuffer(8))
  let worker: Worker | undefined
  let isOver = false
  let bytes = 0
  let pass: 'none' | 'beside' | 'alone' = 'none'
  let alone: { readonly until: Promise<void>; readonly end: () => void } | undefined

  const rest = (): void => {
    pass = 'none'
    alone?.end()
    alone = undefined
  }

  const begin = (): Worker => {
    const started = new Worker(program, { eval: true, workerData: { file, state } })
    // It must not keep a process alive that wants to end.
    started.unref()
    started.on('message', (isDone: boolean) => {
      if (!isDone || pass !== 'beside') {
        rest()
        return
      }
      pass = 'alone'
      const { promise: until, resolve: end } = Promise.withResolvers<void>()
      alone = { until, end }
      started.postMessage(null)
    })
    started.on('error', () => {
      isOver = true
      rest()
    })
    return started
  }

  return {
    added: (more) => {
      bytes += more
      if (isOver || pass !== 'none' || bytes < BEGIN_BYTES) return
      bytes = 0
      pass = 'beside'
      worker ??= begin()
      worker.postMessage(null)
    },
    underWay: () => alone?.until,
    close: () => {
      isOver = true
      Atomics.store(state, STOPPED, 1)
      while (Atomics.load(state, AT_WORK) === 1) Atomics.wait(state, AT_WORK, 1, 1_000)
      rest()
      void worker?.terminate()
    },
  }
}
