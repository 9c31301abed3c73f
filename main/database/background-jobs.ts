/** Long jobs on a database in use, run on another thread over a read-only connection: copying it, and checking it. */
import { Worker } from 'node:worker_threads'

/** Runs in the worker, which loads nothing of this project: a bundle has no file for it. */
const program = `
const { parentPort, workerData: { file, sql, params } } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const row = connection.prepare(sql).get(...params)
    parentPort.postMessage({ value: Object.values(row ?? {})[0] })
  } finally {
    connection.close()
  }
} catch (error) {
  parentPort.postMessage({ error: { message: error.message, code: error.code, errcode: error.errcode } })
}
`

type Reply = { readonly value?: unknown; readonly error?: { readonly message: string; readonly errcode?: number } }

/** Undefined if the worker ended without a reply. */
const runInBackground = (file: string, sql: string, params: readonly string[]) => {
  const worker = new Worker(program, { eval: true, workerData: { file, sql, params } })
  // A job must not keep the process alive.
  worker.unref()
  const reply = new Promise<Reply | undefined>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', ({ message }: Error) => resolve({ error: { message } }))
    worker.once('exit', () => resolve(undefined))
  })
  return { reply, stop: async () => void (await worker.terminate()) }
}

/**
 * Copies the database at `from` to `to`, which must not exist. Later changes are not in the copy.
 *
 * Rejects with SQLite's own error, including its `errcode`; after an abort once nothing writes to `to` any more.
 */
export const copyInBackground = async (from: string, to: string, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  const { reply: result, stop } = runInBackground(from, 'VACUUM INTO ?', [to])
  signal?.addEventListener('abort', stop, { once: true })
  const reply = await result
  signal?.removeEventListener('abort', stop)
  if (reply === undefined) throw new Error('The copy ended before it was complete')
  if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error)
}

export type BackgroundCheck = {
  /** `ok`, or the first problem; undefined if the check was stopped. */
  readonly verdict: Promise<string | undefined>
  /** Resolves once the file is closed. */
  readonly stop: () => Promise<void>
}

/** Checks every page and index: about five seconds for a gigabyte. */
export const checkInBackground = (file: string): BackgroundCheck => {
  const { reply, stop } = runInBackground(file, 'PRAGMA integrity_check(1)', [])
  const verdict = reply.then((it) => (it === undefined ? undefined : (it.error?.message ?? String(it.value))))
  return { verdict, stop }
}
