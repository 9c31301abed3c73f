/**
 * A whole copy of a database in use, made on another thread over a reading connection of its own.
 *
 * What is written meanwhile is not in the copy, which is the database as it stood when the copying began.
 */
import { Worker } from 'node:worker_threads'

/** Runs in the worker, where nothing of ours is loaded. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const connection = new DatabaseSync(workerData.from, { readOnly: true, timeout: 5000 })
  try {
    connection.prepare('VACUUM INTO ?').run(workerData.to)
  } finally {
    connection.close()
  }
  parentPort.postMessage({ isDone: true })
} catch (error) {
  parentPort.postMessage({ isDone: false, message: error.message, code: error.code, errcode: error.errcode })
}
`

type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly message: string; readonly code?: string; readonly errcode?: number }

/** Copies `from` to `to`, which must not be there. Rejects with SQLite's own error, its `errcode` included. */
export const copyInBackground = (from: string, to: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: { from, to } })
    // A copy must not keep a process alive that wants to end.
    worker.unref()
    worker.once('message', (outcome: Outcome) => {
      if (outcome.isDone) resolve()
      else reject(Object.assign(new Error(outcome.message), { code: outcome.code, errcode: outcome.errcode }))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The copying ended before it was done')))
  })
