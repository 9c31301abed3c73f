/**
 * The high-water mark: recognises a database that is older than the last change sent (OFF-04).
 *
 * The database counts the changes sent, and stores the identity of the file beside it that marks the latest count. Each count
 * has a file of its own, and the previous one is deleted. So an older database doesn't find its file, and in a data folder that
 * was copied or put back the files are new: another inode, another birth time.
 */
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'

/** Identifies the file itself, not its content: a copy has another identity. Undefined if there is none. */
const readIdentity = (file: string): string | undefined => {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.ino}:${stat.birthtimeNs}`
}

const createMark = (file: string): string => {
  rmSync(file, { force: true })
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return readIdentity(file) ?? ''
}

type HighWaterMark = {
  /** Call before a change leaves, and after one is withdrawn. Throws if the count can't be stored; then nothing may leave. */
  readonly raise: () => void
}

/**
 * Compares the database with the file beside it, and makes both agree from here on.
 *
 * If another database sent last, `putOnHold` runs first, so that after a crash in between the next start still finds the
 * difference.
 */
export const openHighWaterMark = (
  database: Database,
  databaseFile: string,
  putOnHold: (reason: HoldReason) => void,
): HighWaterMark => {
  const folder = dirname(databaseFile)
  const prefix = `${basename(databaseFile)}.mark-`
  const fileAt = (position: number): string => join(folder, `${prefix}${position}`)
  const load = () =>
    database.get<{ position: number; identity: string }>('SELECT position, identity FROM outbound_mark') ?? {
      position: 0,
      identity: '',
    }

  /** A crash after any of the steps leaves the database with a file that it knows. */
  const raise = (): void => {
    const { position } = load()
    const identity = createMark(fileAt(position + 1))
    database.run('UPDATE outbound_mark SET position = ?, identity = ?', [position + 1, identity])
    rmSync(fileAt(position), { force: true })
  }

  const findSuspicion = (): HoldReason | undefined => {
    const { position, identity } = load()
    if (position === 0) return undefined
    const found = readIdentity(fileAt(position))
    if (found === undefined) return 'older'
    return found === identity ? undefined : 'copied'
  }

  const suspicion = findSuspicion()
  if (suspicion !== undefined) putOnHold(suspicion)
  if (suspicion !== undefined || load().position === 0) raise()
  const current = `${prefix}${load().position}`
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && name !== current) rmSync(join(folder, name), { force: true })
  }
  return { raise }
}
