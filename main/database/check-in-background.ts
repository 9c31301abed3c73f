/**
 * The whole check of a large database, on another thread and after the start.
 *
 * The check reads every page and holds every index against its table: some five seconds for a gigabyte. After an orderly
 * end nobody waits for it; it runs beside the work, over a reading connection of its own, and what it finds is told.
 */
import { Worker } from 'node:worker_threads'

/** Runs in the worker, where nothing of ours is loaded. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
let verdict
try {
  const connection = new DatabaseSync(workerData, { readOnly: true })
  verdict = String(Object.values(connection.prepare('PRAGMA integrity_check(1)').get() ?? {})[0])
  connection.close()
} catch (error) {
  verdict = error.message
}
parentPort.postMessage(verdict)
`

export type BackgroundCheck = {
  /** `ok`, or what is wrong; undefined where it was stopped before it came to an end. */
  readonly verdict: Promise<string | undefined>
  /** Ends it. Resolves once the file is let go. */
  readonly stop: () => Promise<void>
}

export const checkInBackground = (file: string): BackgroundCheck => {
  const worker = new Worker(program, { eval: true, workerData: file })
  // The check must not keep a process alive that wants to end.
  worker.unref()
  const verdict = new Promise<string | undefined>((resolve) => {
    worker.once('message', (words: string) => resolve(words))
    worker.once('error', () => resolve(undefined))
    worker.once('exit', () => resolve(undefined))
  })
  return { verdict, stop: async () => void (await worker.terminate()) }
}
