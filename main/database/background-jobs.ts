/** Long jobs on a database, run on another thread: copying and checking one in use, and compacting a closed one. */
import { Worker } from 'node:worker_threads'

/** Runs in the worker, which loads nothing of this project: a bundle has no file for it. */
const program = `
const { parentPort, workerData: { file, readOnly, sql, params } } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const run = () => {
  const connection = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    let row
    for (const one of sql) row = connection.prepare(one).get(...params)
    return Object.values(row ?? {})[0]
  } finally {
    connection.close()
  }
}
try {
  parentPort.postMessage({ value: run() })
} catch (error) {
  parentPort.postMessage({ error: { message: error.message, code: error.code, errcode: error.errcode } })
}
`

type Reply = { readonly value?: unknown; readonly error?: { readonly message: string; readonly errcode?: number } }

/** Undefined if the worker ended without a reply. */
const runInBackground = (file: string, sql: readonly string[], params: readonly string[] = [], readOnly = true) => {
  const worker = new Worker(program, { eval: true, workerData: { file, readOnly, sql, params } })
  // A job must not keep the process alive.
  worker.unref()
  const reply = new Promise<Reply | undefined>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', ({ message }: Error) => resolve({ error: { message } }))
    worker.once('exit', () => resolve(undefined))
  })
  return { reply, stop: async () => void (await worker.terminate()) }
}

const requireDone = (reply: Reply | undefined): void => {
  if (reply === undefined) throw new Error('The job ended before it was complete')
  if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error)
}

/**
 * Copies the database at `from` to `to`, which must not exist. Later changes are not in the copy.
 *
 * Rejects with SQLite's own error, including its `errcode`; after an abort once nothing writes to `to` any more.
 */
export const copyInBackground = async (from: string, to: string, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  const { reply: result, stop } = runInBackground(from, ['VACUUM INTO ?'], [to])
  signal?.addEventListener('abort', stop, { once: true })
  const reply = await result
  signal?.removeEventListener('abort', stop)
  requireDone(reply)
}

/**
 * Rewrites a closed database without its free pages, and empties its write-ahead log. The old content is overwritten.
 *
 * Rejects with SQLite's own error; the file is then as it was.
 */
export const compactInBackground = async (file: string): Promise<void> => {
  const sql = ['PRAGMA secure_delete = ON', 'PRAGMA temp_store = MEMORY', 'VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']
  requireDone(await runInBackground(file, sql, [], false).reply)
}

export type BackgroundCheck = {
  /** `ok`, or the first problem; undefined if the check was stopped. */
  readonly verdict: Promise<string | undefined>
  /** Resolves once the file is closed. */
  readonly stop: () => Promise<void>
}

/** Checks every page and index: about five seconds for a gigabyte. */
export const checkInBackground = (file: string): BackgroundCheck => {
  const { reply, stop } = runInBackground(file, ['PRAGMA integrity_check(1)'])
  const verdict = reply.then((it) => (it === undefined ? undefined : (it.error?.message ?? String(it.value))))
  return { verdict, stop }
}
