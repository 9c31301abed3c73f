/**
 * The high-water mark: how many changes left this computer, in the database and in a file beside it.
 *
 * A database that is older than the file was put back by hand. Where the whole folder was put back or copied, both agree; so
 * the file also holds its own inode number and the time it was written, and a file that was copied has another of either.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import * as z from 'zod'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'

/** A file system may be slow between the last write and the rename, which both count as changes. */
const WRITE_SLACK_MS = 30_000

const markSchema = z.object({ position: z.int().min(0), inode: z.string(), writtenAtMs: z.number() })

const markFile = (databaseFile: string): string => `${databaseFile}.mark`

type StoredMark = { readonly position: number; readonly isOriginal: boolean }

/** Undefined if there is none, or if it can't be read. */
const readMark = (file: string): StoredMark | undefined => {
  try {
    const { position, inode, writtenAtMs } = markSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const { ino, ctimeMs } = statSync(file, { bigint: true })
    const isOriginal = inode === String(ino) && Number(ctimeMs) - writtenAtMs <= WRITE_SLACK_MS
    return { position, isOriginal }
  } catch {
    return undefined
  }
}

/** Durable when it returns: a rename puts the new file in place. */
const writeMark = (file: string, position: number): void => {
  const next = `${file}.new`
  const descriptor = openSync(next, 'w', 0o600)
  try {
    // The file system's clock, which also dates the changes of the file.
    writeSync(descriptor, ' ')
    const { ino, mtimeMs } = fstatSync(descriptor, { bigint: true })
    writeSync(descriptor, JSON.stringify({ position, inode: String(ino), writtenAtMs: Number(mtimeMs) }), 0)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(next, file)
}

export type HighWaterMark = {
  /** Why the queues must be on hold; undefined if this is the database that sent last. */
  readonly suspicion: HoldReason | undefined
  /** Call before a change leaves, and when one was taken back. Throws if it can't be stored: then nothing may leave. */
  readonly raise: () => void
}

/** Compares the database with the file beside it, and makes both agree from here on. */
export const openHighWaterMark = (database: Database, databaseFile: string): HighWaterMark => {
  const file = markFile(databaseFile)
  const load = (): number => database.get<{ position: number }>('SELECT position FROM outbound_mark')?.position ?? 0
  const store = (position: number): void => {
    database.run('UPDATE outbound_mark SET position = ?', [position])
    writeMark(file, position)
  }
  const inDatabase = load()
  const beside = readMark(file)
  const suspicion = (): HoldReason | undefined => {
    // A new database; an old one was marked when it was opened first.
    if (beside === undefined) return inDatabase === 0 ? undefined : 'copied'
    if (beside.position > inDatabase) return 'older'
    return beside.isOriginal ? undefined : 'copied'
  }
  const found = suspicion()
  if (found !== undefined || beside === undefined) store(Math.max(inDatabase, beside?.position ?? 0) + 1)

  return {
    suspicion: found,
    raise: () => store(load() + 1),
  }
}
