/** Runs long jobs on a database in use, copying and checking, in another thread. */
import { Worker } from 'node:worker_threads'

/** One statement; a script if it has neither `params` nor `otherwise`. */
export type JobStep = {
  readonly sql: string
  readonly params?: readonly string[]
  /** The job ends with `otherwise` if the first value isn't this. */
  readonly expected?: string | undefined
  readonly otherwise?: string
}

/** The worker's program. It imports nothing from this project, because the bundle has no separate file for it. */
const program = `
const { parentPort, workerData: { file, readOnly, steps } } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const run = () => {
  const connection = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    let value
    for (const { sql, params, expected, otherwise } of steps) {
      if (params === undefined && otherwise === undefined) connection.exec(sql)
      else value = Object.values(connection.prepare(sql).get(...(params ?? [])) ?? {})[0]
      if (otherwise !== undefined && value !== expected) return { value, refused: otherwise }
    }
    return { value }
  } finally {
    connection.close()
  }
}
try {
  parentPort.postMessage(run())
} catch (error) {
  parentPort.postMessage({ error: { message: error.message, code: error.code, errcode: error.errcode } })
}
`

type Reply = {
  readonly value?: unknown
  readonly refused?: string
  readonly error?: { readonly message: string; readonly errcode?: number }
}

/** Undefined if the worker ended without a reply. */
const runInBackground = (file: string, steps: readonly JobStep[], readOnly = true) => {
  const worker = new Worker(program, { eval: true, workerData: { file, readOnly, steps } })
  // A job must not keep the process alive (https://nodejs.org/api/worker_threads.html#workerunref).
  worker.unref()
  const reply = new Promise<Reply | undefined>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', ({ message }: Error) => resolve({ error: { message } }))
    worker.once('exit', () => resolve(undefined))
  })
  return { reply, stop: async () => void (await worker.terminate()) }
}

const requireDone = (reply: Reply | undefined): Reply => {
  if (reply === undefined) throw new Error('The job ended before it was complete')
  if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error)
  return reply
}

const runAbortably = async (
  file: string,
  steps: readonly JobStep[],
  readOnly: boolean,
  signal: AbortSignal | undefined,
): Promise<Reply> => {
  signal?.throwIfAborted()
  const { reply: result, stop } = runInBackground(file, steps, readOnly)
  signal?.addEventListener('abort', stop, { once: true })
  const reply = await result
  signal?.removeEventListener('abort', stop)
  return requireDone(reply)
}

/**
 * Runs the steps on the database at `file`, creating it if there is none. Returns the `otherwise` of the step that
 * ended the job early; undefined if all steps ran. Rejects with SQLite's own error, including its `errcode`.
 */
export const runJob = async (
  file: string,
  steps: readonly JobStep[],
  signal?: AbortSignal,
): Promise<string | undefined> => (await runAbortably(file, steps, false, signal)).refused

/**
 * Copies the database at `from` to `to`, which must not exist, as of one moment
 * (https://www.sqlite.org/lang_vacuum.html#vacuuminto).
 *
 * Rejects with SQLite's own error, including its `errcode`. After an abort, rejects once nothing writes to `to` any
 * more.
 */
export const copyInBackground = async (from: string, to: string, signal?: AbortSignal): Promise<void> => {
  await runAbortably(from, [{ sql: 'VACUUM INTO ?', params: [to] }], true, signal)
}

/** Checks every page, then copies like `copyInBackground`. Returns false and copies nothing if a page is damaged. */
export const copyIntact = async (from: string, to: string, signal?: AbortSignal): Promise<boolean> => {
  const steps: readonly JobStep[] = [
    { sql: 'PRAGMA integrity_check(1)', expected: 'ok', otherwise: 'damaged' },
    { sql: 'VACUUM INTO ?', params: [to] },
  ]
  return (await runAbortably(from, steps, true, signal)).refused === undefined
}

/** Reads one value in another thread; undefined if that was stopped. Rejects with SQLite's own error. */
export const readInBackground = (file: string, sql: string) => {
  const { reply, stop } = runInBackground(file, [{ sql, params: [] }])
  const value = reply.then((it) => {
    if (it?.error !== undefined) throw Object.assign(new Error(it.error.message), it.error)
    return it?.value
  })
  return { value, stop }
}

export type BackgroundCheck = {
  /** `ok`, or the first problem; undefined if the check was stopped. */
  readonly verdict: Promise<string | undefined>
  /** Resolves once the file is closed. */
  readonly stop: () => Promise<void>
}

/** Checks every page and index: about five seconds for a gigabyte. */
export const checkInBackground = (file: string): BackgroundCheck => {
  const { reply, stop } = runInBackground(file, [{ sql: 'PRAGMA integrity_check(1)', params: [] }])
  const verdict = reply.then((it) => (it === undefined ? undefined : (it.error?.message ?? String(it.value))))
  return { verdict, stop }
}
