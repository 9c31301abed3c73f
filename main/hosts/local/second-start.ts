/**
 * A second start on a data folder whose Stallhand runs in the browser already: it is given a fresh address of that one,
 * instead of being refused. So a browser that lost its cookie is let in again without ending anything.
 *
 * SECURITY (design section 8): the one that runs leaves its port and a key beside the database, for this user alone. Who can
 * read the key can read the database, and the key ends with the process. The file of a run that ended is never trusted:
 * whoever takes hold of the folder deletes it (data-dir.ts), so that it is only believed while the folder is held.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { ADDRESS_PATH } from '../../../shared/ipc/channels.ts'
import type { Cancel } from '../../ports.ts'
import { holdDataDir, RUNNING_FILE } from '../common/data-dir.ts'

const ASK_WITHIN_MS = 3_000

const runningSchema = z.object({ port: z.int().min(1).max(65_535), key: z.string().min(20).max(100) })
export type Running = z.output<typeof runningSchema>

const answerSchema = z.object({ address: z.string() })

/** Leaves word of this run, mode 0600. A disk that does not take it costs the second start its address, and nothing else. */
export const leaveWord = (dataDir: string, running: Running): Cancel => {
  const file = path.join(dataDir, RUNNING_FILE)
  try {
    writeFileSync(file, JSON.stringify(running), { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(file, { force: true })
}

const isHeld = (dataDir: string): boolean => {
  try {
    holdDataDir(dataDir).release()
    return false
  } catch {
    return true
  }
}

/** A fresh address of the one that runs on this folder; undefined where none does, or it does not answer. */
export const addressOfRunning = async (dataDir: string): Promise<string | undefined> => {
  const file = path.join(dataDir, RUNNING_FILE)
  if (!existsSync(file) || !isHeld(dataDir)) return undefined
  try {
    const { port, key } = runningSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const origin = `http://127.0.0.1:${port}`
    const response = await fetch(`${origin}${ADDRESS_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_WITHIN_MS),
    })
    const { address } = answerSchema.parse(await response.json())
    return address.startsWith(`${origin}/?token=`) ? address : undefined
  } catch {
    return undefined
  }
}
