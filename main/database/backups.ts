/**
 * Backups of a database: complete copies beside it, of which the newest few are kept.
 *
 * A copy gets its name only when it is complete and flushed, so a crash or a full disk never leaves a partial one among them.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports.ts'
import { copyInBackground } from './background-jobs.ts'

export const BACKUPS_KEPT = 5

/** The current time for a file name: `2026-11-21T14-03-00-000Z`. */
export const formatStamp = (clock: Clock): string => new Date(clock.nowMs()).toISOString().replace(/[:.]/g, '-')

const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** The backups of a database, newest first. Names carry the time, so they sort by it. */
export const listBackups = (file: string): readonly string[] => {
  const folder = backupFolder(file)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.backup'))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** The path to copy to. Removes what an interrupted copy left there. */
const prepareCopy = (file: string): string => {
  mkdirSync(backupFolder(file), { recursive: true, mode: 0o700 })
  const unfinished = join(backupFolder(file), `${basename(file)}.unfinished`)
  rmSync(unfinished, { force: true })
  return unfinished
}

/** Flushes a complete copy, names it, and deletes the oldest. Returns its path. */
const finishCopy = (unfinished: string, file: string, clock: Clock): string => {
  const fd = openSync(unfinished, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  const backup = join(backupFolder(file), `${basename(file)}.${formatStamp(clock)}.backup`)
  renameSync(unfinished, backup)
  for (const old of listBackups(file).slice(BACKUPS_KEPT)) rmSync(old, { force: true })
  return backup
}

/** Backs up an open database and returns the backup's path. */
export const backUp = (connection: DatabaseSync, file: string, clock: Clock): string => {
  const unfinished = prepareCopy(file)
  connection.prepare('VACUUM INTO ?').run(unfinished)
  return finishCopy(unfinished, file, clock)
}

/**
 * Backs up on another thread: copying a large database takes seconds. Run one at a time.
 *
 * Rejects with SQLite's error and leaves no part of the copy.
 */
export const backUpInBackground = async (file: string, clock: Clock): Promise<string> => {
  const unfinished = prepareCopy(file)
  try {
    await copyInBackground(file, unfinished)
    return finishCopy(unfinished, file, clock)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
