/**
 * Opens a connection's database: checks it, backs it up, brings it up to date, or says in one sentence why not.
 *
 * What is damaged is set aside, never overwritten; what is newer than this program is refused; the app opens in every case
 * in which something can be opened.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { backUp, backupsOf, stamp } from './backups.ts'
import { createDatabase, type Database, type Migration } from './database.ts'
import { rebuiltCopyOf } from './rebuilt-copy.ts'
import { isDamage, isSound, verdictOn } from './soundness.ts'

/**
 * A file of this size is checked at every start, which takes a few milliseconds. A larger one is checked at once after
 * anything but an orderly end, and otherwise later, beside the work (check-in-background.ts).
 */
const CHECKED_AT_ONCE_BYTES = 2 * 1024 * 1024

export type OpenedDatabase = {
  readonly database: Database
  /** False where every page is still to be checked. */
  readonly isChecked: boolean
  /** Has the next start check every page, however this one ends: damage was seen. */
  readonly distrust: () => void
  readonly recovered: Recovered | undefined
}

/** What became of a damaged file. */
export type Recovered = {
  /** Where it was put, as it was. */
  readonly setAsideAs: string
  /** `indexesRebuilt`: its tables were whole, and go on with new indexes. `begunAnew`: nothing of it is in use. */
  readonly outcome: 'indexesRebuilt' | 'begunAnew'
  /** The newest backup that passes the check, if there is one and nothing of the file is in use. */
  readonly newestBackup: string | undefined
}

export type OpenOptions = {
  readonly file: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  readonly log: Log
}

const refuse = (message: string, cause?: unknown): Failure => new Failure({ kind: 'conflict', message }, cause)

/** The write-ahead log and its index belong to the file and go where it goes. */
const companions = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`]

const setAside = (file: string, clock: Clock): string => {
  const aside = `${file}.damaged-${stamp(clock)}`
  for (const part of companions(file)) if (existsSync(part)) renameSync(part, part.replace(file, aside))
  return aside
}

/**
 * How every connection is set.
 *
 * FULL: a commit that was acknowledged survives a power cut, which NORMAL in WAL mode does not promise. Up to 8 MB of the
 * file stay in memory, however large it is: with SQLite's own 2 MB a search in a large inbox waits for the disk, and more
 * than that makes none quicker.
 *
 * 16 MB of log: whoever commits the page that fills it stands still for a checkpoint, a tenth of a second on a slow disk.
 * 30,000 deliveries on a busy machine stood still for 3.9 s in 86 commits at SQLite's own 1,000 pages, for 2.8 s in 54 at
 * 4,000 and for 1.3 s in 41 at 16,000; but that would be 64 MB to read again after a kill, and to keep beside each file.
 * Large values fill it many times a minute: those are moved on beside (write-back.ts).
 */
export const connectionSettings = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000;`

/**
 * How a connection is set once the schema stands.
 *
 * A statement that may fail half-way, as every one with triggers may, has the former pages put by until it is through: in a
 * file of its own, unless told otherwise. Reading 6,000 conversations for the first time wrote 636 MB in 298,000 writes with
 * it and writes 246 MB in 111,000 without. A migration may go over a whole table, which is too much for memory.
 */
const workSettings = 'PRAGMA temp_store = MEMORY'

const connect = (file: string): DatabaseSync => {
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  try {
    connection.exec(connectionSettings)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const userVersion = (connection: DatabaseSync): number =>
  Number(Object.values(connection.prepare('PRAGMA user_version').get() ?? {})[0] ?? 0)

const demandKnown = (have: number, { file, migrations }: OpenOptions): void => {
  if (have <= migrations.length) return
  throw refuse(
    `The database ${file} was written by a newer Stallhand (format ${have}; this one knows ${migrations.length}). Install the newer version, or choose another folder with --data-dir.`,
  )
}

/** Looks at the format through a connection that cannot write: setting one up for writing already changes the file. */
const demandKnownUntouched = (options: OpenOptions): void => {
  let have = 0
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(options.file, { readOnly: true })
    have = userVersion(connection)
  } catch {
    // What cannot be read is told by the opening that follows.
  } finally {
    connection?.close()
  }
  demandKnown(have, options)
}

const migrate = (connection: DatabaseSync, options: OpenOptions, fresh: boolean): void => {
  const { migrations } = options
  const have = userVersion(connection)
  demandKnown(have, options)
  if (have === migrations.length) return
  if (!fresh) backUp(connection, options.file, options.clock)
  for (const [index, step] of migrations.slice(have).entries()) {
    const format = have + index + 1
    connection.exec('BEGIN IMMEDIATE')
    try {
      connection.exec(step.sql)
      connection.exec(`PRAGMA user_version = ${format}`)
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
    options.log.info('database migrated', { to: format, step: step.name })
  }
}

/** Lies beside a database while it is open: where it is there at a start, the last end was none in order. */
const markOf = (file: string): string => `${file}.open`

const isToBeChecked = (file: string): boolean =>
  existsSync(markOf(file)) || statSync(file).size <= CHECKED_AT_ONCE_BYTES

const openAndMigrate = (options: OpenOptions, fresh: boolean, check: boolean): Database => {
  const connection = connect(options.file)
  try {
    if (check) {
      const verdict = verdictOn(connection)
      if (verdict !== 'ok') throw new Error(`database disk image is malformed: ${verdict}`)
    }
    migrate(connection, options, fresh)
    connection.exec(workSettings)
    return createDatabase(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Opens the database at `file`, making it where there is none.
 *
 * Errors, each a `Failure` with one sentence: a folder in the file's place or no right to read or write it, and a format
 * newer than this program. A damaged file is renamed beside itself; one whose tables are whole goes on with new indexes, and
 * otherwise a new one is made. `recovered` says so.
 */
export const openDatabase = (options: OpenOptions): OpenedDatabase => {
  const { file } = options
  const there = existsSync(file)
  if (there && !statSync(file).isFile()) {
    throw refuse(`${file} is not a database file. Move it away, or choose another folder with --data-dir.`)
  }
  if (there) demandKnownUntouched(options)
  const isChecked = !there || isToBeChecked(file)
  try {
    return opened(options, openAndMigrate(options, !there, there && isChecked), isChecked, undefined)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (!there || !isDamage(error)) {
      throw refuse(
        `The database ${file} cannot be opened for reading and writing. Check the rights and the free space of its folder, or choose another folder with --data-dir.`,
        error,
      )
    }
    options.log.error('the database is damaged', { file, error })
  }
  const rebuilt = rebuiltCopyOf(file, options.migrations)
  const newestBackup = rebuilt === undefined ? backupsOf(file).find(isSound) : undefined
  const setAsideAs = setAside(file, options.clock)
  if (rebuilt !== undefined) {
    renameSync(rebuilt, file)
    const recovered = { setAsideAs, outcome: 'indexesRebuilt', newestBackup } as const
    return opened(options, openAndMigrate(options, false, false), true, recovered)
  }
  return opened(options, openAndMigrate(options, true, false), true, { setAsideAs, outcome: 'begunAnew', newestBackup })
}

const opened = (
  { file }: OpenOptions,
  database: Database,
  isChecked: boolean,
  recovered: Recovered | undefined,
): OpenedDatabase => {
  let isTrusted = true
  writeFileSync(markOf(file), '')
  return {
    database: {
      ...database,
      close: () => {
        database.close()
        if (isTrusted) rmSync(markOf(file), { force: true })
      },
    },
    isChecked,
    distrust: () => {
      isTrusted = false
    },
    recovered,
  }
}
