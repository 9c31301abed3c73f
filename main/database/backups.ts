/**
 * Backups of a database: whole copies beside it, of which the newest few are kept.
 *
 * A copy has its name only once it is whole and on the disk, so that a crash or a full disk in between never leaves a part of
 * one among those that can be restored.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports.ts'
import { copyInBackground } from './copy-in-background.ts'

/** How many backups of one database are kept. */
export const BACKUPS_KEPT = 5

/** A moment as part of a file's name: `2026-11-21T14-03-00-000Z`. */
export const stamp = (clock: Clock): string => new Date(clock.nowMs()).toISOString().replace(/[:.]/g, '-')

const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** Backups of a file, newest first: their names carry the time, so that the order of names is the order of time. */
export const backupsOf = (file: string): readonly string[] => {
  const folder = backupFolder(file)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.backup'))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** Where a copy is made; nothing that was begun before is there. */
const placeToCopy = (file: string): string => {
  mkdirSync(backupFolder(file), { recursive: true, mode: 0o700 })
  const unfinished = join(backupFolder(file), `${basename(file)}.unfinished`)
  rmSync(unfinished, { force: true })
  return unfinished
}

/** Gives a whole copy its name, and lets the oldest go; its path. */
const keep = (unfinished: string, file: string, clock: Clock): string => {
  const written = openSync(unfinished, 'r+')
  try {
    fsyncSync(written)
  } finally {
    closeSync(written)
  }
  const backup = join(backupFolder(file), `${basename(file)}.${stamp(clock)}.backup`)
  renameSync(unfinished, backup)
  for (const old of backupsOf(file).slice(BACKUPS_KEPT)) rmSync(old, { force: true })
  return backup
}

/** Writes a copy that is whole even while the database is in use, and keeps the newest five; the copy's path. */
export const backUp = (connection: DatabaseSync, file: string, clock: Clock): string => {
  const unfinished = placeToCopy(file)
  connection.prepare('VACUUM INTO ?').run(unfinished)
  return keep(unfinished, file, clock)
}

/**
 * The same on another thread: copying a large shop takes seconds, in which main answers and receives as ever.
 *
 * One at a time. Rejects with what SQLite said; then nothing is left of the copy.
 */
export const backUpInBackground = async (file: string, clock: Clock): Promise<string> => {
  const unfinished = placeToCopy(file)
  try {
    await copyInBackground(file, unfinished)
    return keep(unfinished, file, clock)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
