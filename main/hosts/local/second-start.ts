/**
 * A second start with the same data folder gets a new address from the running host, so that a browser that lost its
 * key can log in again.
 *
 * SECURITY: the running host writes its port and a key beside the database, readable only by this user. Whoever can
 * read the key can also read the database. An old run's file is never trusted: the file counts only while the folder is
 * locked, and locking deletes an earlier one (data-dir.ts).
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { ADDRESS_PATH, OPEN_PATH } from '../../../shared/ipc/channels.ts'
import type { Cancel } from '../../ports.ts'
import { holdDataDir, RUNNING_FILE } from '../common/data-dir.ts'

const TIMEOUT_MS = 3_000

const runningSchema = z.object({ port: z.int().min(1).max(65_535), key: z.string().min(20).max(100) })
type Running = z.output<typeof runningSchema>

const answerSchema = z.object({ address: z.string(), toOpen: z.string().nullable() })
type NewAddress = z.output<typeof answerSchema>

/** Writes the file with mode 0600. If writing fails, the only effect is that a second start gets no address. */
export const writeRunningFile = (dataDir: string, running: Running): Cancel => {
  const file = path.join(dataDir, RUNNING_FILE)
  try {
    writeFileSync(file, JSON.stringify(running), { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(file, { force: true })
}

const isLocked = (dataDir: string): boolean => {
  try {
    holdDataDir(dataDir).release()
    return false
  } catch {
    return true
  }
}

/**
 * SECURITY: never uses a proxy, which would see the key. Node's `fetch` may use the environment's proxy
 * (https://nodejs.org/api/cli.html#node_use_env_proxy1); a separate agent doesn't.
 */
const post = (port: number, path: string, key: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: new Agent(),
        headers: { authorization: `Bearer ${key}` },
      },
      (response) => {
        // A redirect or a refusal contains no address.
        if (response.statusCode !== 200) {
          response.destroy()
          reject(new Error(`HTTP ${response.statusCode}`))
          return
        }
        json(response).then(resolve, reject)
      },
    )
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('No answer')))
    sent.on('error', reject)
    sent.end()
  })

/**
 * Gets a new address from the host running with this folder; with `open`, also in the form for the program that opens
 * the browser. Undefined if no host answers.
 */
export const requestAddress = async (dataDir: string, open: boolean): Promise<NewAddress | undefined> => {
  const file = path.join(dataDir, RUNNING_FILE)
  if (!existsSync(file) || !isLocked(dataDir)) return undefined
  try {
    const { port, key } = runningSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const origin = `http://127.0.0.1:${port}`
    const answer = answerSchema.parse(await post(port, `${ADDRESS_PATH}${open ? '?open' : ''}`, key))
    return answer.address.startsWith(`${origin}${OPEN_PATH}#`) ? answer : undefined
  } catch {
    return undefined
  }
}
