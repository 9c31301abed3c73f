/** The data folder: its location, permissions and lock. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { conflict, type Failure } from '../../../shared/result.ts'

/** Written by a running local host (main/hosts/local/second-start.ts). */
export const RUNNING_FILE = 'local-host.json'

/** The system's folder for application data. Never a roaming folder, because a database must not be synchronised. */
export const defaultDataDir = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = os.homedir(),
): string => {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Stallhand')
  if (platform === 'win32') return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'Stallhand')
  const base = env.XDG_DATA_HOME
  // A relative XDG path is invalid: https://specifications.freedesktop.org/basedir-spec/latest/
  return path.join(base !== undefined && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'Stallhand')
}

const readCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Creates the levels one by one, because Node's `recursive` option never returns below /proc. */
const createFolder = (folder: string): void => {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) createFolder(parent)
  mkdirSync(folder, { mode: 0o700 })
}

const OTHERS_MAY_WRITE = 0o022
/** The mode bit of a folder in which every user may create files, such as /tmp. */
const STICKY = 0o1000

/**
 * SECURITY (SEC-02): a user who can write to the folder could place their own database or key there. Throws `conflict`
 * if the folder or a file in it belongs to another user, or if every user may create files in it. Removes other users'
 * write permission.
 */
const requireOwnFolder = (dataDir: string, ownUid = process.getuid?.()): void => {
  // On Windows, a user's folders belong only to that user.
  if (ownUid === undefined) return
  const chooseAnother = 'Choose another folder with --data-dir=DIR.'
  const { uid, mode } = statSync(dataDir)
  if (uid !== ownUid) throw conflict(`The data folder ${dataDir} belongs to another user. ${chooseAnother}`)
  if ((mode & STICKY) !== 0) throw conflict(`The data folder ${dataDir} is shared by all users. ${chooseAnother}`)
  const foreign = readdirSync(dataDir).find((name) => lstatSync(path.join(dataDir, name)).uid !== ownUid)
  if (foreign !== undefined) {
    throw conflict(`The file ${path.join(dataDir, foreign)} belongs to another user. Move it away. ${chooseAnother}`)
  }
  if ((mode & OTHERS_MAY_WRITE) !== 0) chmodSync(dataDir, mode & 0o777 & ~OTHERS_MAY_WRITE)
}

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26
const SQLITE_CORRUPT = 11

const readSqliteCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined

/**
 * Creates the folder if it is missing (mode 0700), checks that it belongs to this user, and locks it for this process.
 * Throws `conflict`.
 *
 * The lock is an exclusive transaction on a small SQLite file. The system releases it when the process ends, even after
 * a crash, so there are no stale locks.
 */
export const holdDataDir = (dataDir: string) => {
  const chooseAnother = 'Choose another folder with --data-dir=DIR'
  try {
    createFolder(dataDir)
  } catch (error) {
    const code = readCode(error)
    throw code === 'EEXIST' || code === 'ENOTDIR'
      ? conflict(`The data folder ${dataDir} is a file or is below one. ${chooseAnother}.`, error)
      : conflict(`The data folder ${dataDir} couldn’t be created (${String(code)}). ${chooseAnother}.`, error)
  }
  if (!statSync(dataDir).isDirectory()) throw conflict(`The data folder ${dataDir} is a file. ${chooseAnother}.`)
  const notWritable = (cause: unknown): Failure =>
    conflict(
      `The data folder ${dataDir} can’t be written. Change its permissions, or choose another with --data-dir=DIR.`,
      cause,
    )
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(error)
  }
  requireOwnFolder(dataDir)

  const lockFile = path.join(dataDir, 'instance.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const code = readSqliteCode(error)
    if (code === SQLITE_BUSY) {
      throw conflict(
        `Stallhand is already running with the data folder ${dataDir}. Use that window, stop it first, or choose another folder with --data-dir=DIR.`,
        error,
      )
    }
    if (code === SQLITE_NOTADB || code === SQLITE_CORRUPT) {
      throw conflict(`The file ${lockFile} is damaged. It holds no data: delete it and start again.`, error)
    }
    throw notWritable(error)
  }

  // The folder wasn't locked, so this file is left over from an earlier run.
  rmSync(path.join(dataDir, RUNNING_FILE), { force: true })

  const held = lock
  let released = false
  return {
    dataDir,
    /** Unlocks the folder, which also happens when this process ends. */
    release: (): void => {
      if (released) return
      released = true
      held.close()
    },
  }
}
