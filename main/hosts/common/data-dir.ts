/** The folder that holds everything this app keeps: where it is, that it can be written, and that it is ours alone. */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../shared/result.ts'

/** What a local host leaves beside its database while it runs (main/hosts/local/second-start.ts). */
export const RUNNING_FILE = 'local-host.json'

export type HeldDataDir = {
  readonly dataDir: string
  /** Lets another process have the folder. The end of this process does the same. */
  readonly release: () => void
}

/** Where this system keeps an application's data: never a roaming folder, since a database must not be synchronised. */
export const defaultDataDir = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = os.homedir(),
): string => {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Stallhand')
  if (platform === 'win32') return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'Stallhand')
  const base = env.XDG_DATA_HOME
  // A relative XDG path is invalid by its own specification.
  return path.join(base !== undefined && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'Stallhand')
}

const conflict = (message: string, cause?: unknown): Failure => new Failure({ kind: 'conflict', message }, cause)

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Step by step: Node's own recursive way never returns where the system knows no such parent (below /proc, for one). */
const createFolder = (folder: string): void => {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) createFolder(parent)
  mkdirSync(folder, { mode: 0o700 })
}

/** SQLite's own numbers: another connection holds the file, or the file is none of SQLite's. */
const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26

const sqliteCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined

/**
 * Creates the folder where it is missing (0700), and takes it for this process.
 *
 * The hold is an exclusive transaction on a small SQLite file of its own: the system drops it with the process however
 * that ends, so that a crash never locks anybody out and no stale file has to be judged by a process number.
 *
 * Throws `conflict` with the folder's name and what to do.
 */
export const holdDataDir = (dataDir: string): HeldDataDir => {
  const chooseAnother = 'Choose another folder with --data-dir=DIR'
  try {
    createFolder(dataDir)
  } catch (error) {
    const code = codeOf(error)
    throw code === 'EEXIST' || code === 'ENOTDIR'
      ? conflict(`The data folder ${dataDir} is a file, or lies below one. ${chooseAnother}.`, error)
      : conflict(`The data folder ${dataDir} could not be created (${String(code)}). ${chooseAnother}.`, error)
  }
  if (!statSync(dataDir).isDirectory()) throw conflict(`The data folder ${dataDir} is a file. ${chooseAnother}.`)
  const notWritable = (cause: unknown): Failure =>
    conflict(
      `The data folder ${dataDir} cannot be written. Change its permissions, or choose another with --data-dir=DIR.`,
      cause,
    )
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(error)
  }

  const lockFile = path.join(dataDir, 'instance.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const code = sqliteCodeOf(error)
    if (code === SQLITE_BUSY) {
      throw conflict(
        `Stallhand is already running with the data folder ${dataDir}. Use that window, stop it first, or choose another folder with --data-dir=DIR.`,
        error,
      )
    }
    if (code === SQLITE_NOTADB) {
      throw conflict(`The file ${lockFile} is damaged. It holds nothing of value: remove it and start again.`, error)
    }
    throw notWritable(error)
  }

  // Nobody else holds the folder: word of another run is of one that ended.
  rmSync(path.join(dataDir, RUNNING_FILE), { force: true })

  const held = lock
  let released = false
  return {
    dataDir,
    release: () => {
      if (released) return
      released = true
      held.close()
    },
  }
}
