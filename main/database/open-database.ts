/**
 * Opens a connection's database: checks it, backs it up, migrates it.
 *
 * A damaged file is quarantined, never overwritten. A file of a newer version is refused. Whatever can be opened is opened.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { conflict, Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { backUp, formatStamp, listBackups } from './backups.ts'
import { createDatabase, type Database, type Migration } from './database.ts'
import { checkIntegrity, isDamage, isIntact, readValue } from './integrity.ts'
import { rebuildCopy, rebuiltFile } from './rebuild.ts'
import { isOnlySearchDamaged, rebuildSearch, type SearchIndex } from './search-indexes.ts'

/**
 * A file of this size is checked at every start, in a few milliseconds. A larger one is checked at the start only after a
 * crash, and otherwise in the background.
 */
const CHECKED_AT_START_BYTES = 2 * 1024 * 1024

export type OpenedDatabase = {
  readonly database: Database
  /** False if every page is still to be checked. */
  readonly isChecked: boolean
  /** Call when damage was found: the next start then checks every page, even after a clean end. */
  readonly distrust: () => void
  readonly recovered: Recovered | undefined
}

/** What happened to a damaged file. */
export type Recovered = {
  /** Its new path. */
  readonly setAsideAs: string
  /** `indexesRebuilt`: its tables were intact and are in use. `startedEmpty`: nothing of it is in use. */
  readonly outcome: 'indexesRebuilt' | 'startedEmpty'
  /** The newest intact backup, if nothing of the file is in use. */
  readonly newestBackup: string | undefined
}

type OpenOptions = {
  readonly file: string
  readonly migrations: readonly Migration[]
  /** Rebuilt in place if nothing else is damaged. */
  readonly searchIndexes?: readonly SearchIndex[]
  readonly clock: Clock
  readonly log: Log
}

const quarantine = (file: string, clock: Clock): string => {
  const aside = `${file}.damaged-${formatStamp(clock)}`
  // The write-ahead log and its index belong to the file.
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`)
  }
  return aside
}

/** The newest file that was set aside as damaged; undefined if there is none. */
const findSetAside = (file: string): string | undefined => {
  const name = readdirSync(dirname(file))
    .filter((one) => one.startsWith(`${basename(file)}.damaged-`) && !/-(?:wal|shm)$/.test(one))
    .sort()
    .at(-1)
  return name === undefined ? undefined : join(dirname(file), name)
}

/**
 * The settings of every connection.
 *
 * - `synchronous = FULL`: an acknowledged commit survives a power cut, which NORMAL doesn't promise in WAL mode.
 * - The two `fullfsync`: on macOS only they make the drive itself flush (SEC-08).
 * - `cache_size`: 8 MB. `wal_autocheckpoint`: 16 MB, so a burst of deliveries causes fewer checkpoints.
 */
export const CONNECTION_SETTINGS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000;`

/** Set after migrating, because a migration may touch a whole table: statement journals then stay in memory. */
const WORK_SETTINGS = 'PRAGMA temp_store = MEMORY'

const requireKnownFormat = (format: number, { file, migrations }: OpenOptions): void => {
  if (format <= migrations.length) return
  throw conflict(
    `The database ${file} was written by a newer Stallhand (format ${format}; this version knows ${migrations.length}). Install the newer version, or choose another folder with --data-dir.`,
  )
}

/** Reads the format through a read-only connection: setting one up for writing already changes the file. */
const requireKnownFormatReadOnly = (options: OpenOptions): void => {
  let format = 0
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(options.file, { readOnly: true })
    format = Number(readValue(connection, 'PRAGMA user_version'))
  } catch {
    // Opening it for writing reports why it can't be read.
  } finally {
    connection?.close()
  }
  requireKnownFormat(format, options)
}

const migrate = (connection: DatabaseSync, options: OpenOptions, isNew: boolean): void => {
  const { migrations } = options
  const format = Number(readValue(connection, 'PRAGMA user_version'))
  requireKnownFormat(format, options)
  if (format === migrations.length) return
  if (!isNew) backUp(connection, options.file, options.clock)
  for (const [index, { name, sql }] of migrations.entries()) {
    if (index < format) continue
    connection.exec('BEGIN IMMEDIATE')
    try {
      connection.exec(sql)
      connection.exec(`PRAGMA user_version = ${index + 1}`)
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
    options.log.info('database migrated', { to: index + 1, step: name })
  }
}

/** Rebuilds damaged search indexes in place. Returns whether nothing else was damaged. */
const repairSearch = (connection: DatabaseSync, { file, searchIndexes = [], log }: OpenOptions): boolean => {
  if (!isOnlySearchDamaged(connection) || !rebuildSearch(connection, searchIndexes)) return false
  log.warn('a search index was damaged and was rebuilt', { file })
  return true
}

const connect = (options: OpenOptions, { isNew, check }: { isNew: boolean; check: boolean }): Database => {
  const connection = new DatabaseSync(options.file, { timeout: 5_000 })
  try {
    connection.exec(CONNECTION_SETTINGS)
    if (check) {
      const verdict = checkIntegrity(connection)
      if (verdict !== 'ok' && !repairSearch(connection, options)) {
        throw new Error(`database disk image is malformed: ${verdict}`)
      }
    }
    migrate(connection, options, isNew)
    connection.exec(WORK_SETTINGS)
    return createDatabase(connection)
  } catch (error) {
    connection.close()
    // An empty file would pass for the seller's database at the next start.
    if (isNew) for (const suffix of ['', '-wal', '-shm']) rmSync(`${options.file}${suffix}`, { force: true })
    throw error
  }
}

const cannotOpen = (file: string, cause: unknown): Failure =>
  conflict(
    `The database ${file} cannot be opened for reading and writing. Check the permissions and the free space of its folder, or choose another folder with --data-dir.`,
    cause,
  )

/** A file that exists beside an open database. If it exists at a start, the last run did not end cleanly. */
const markFile = (file: string): string => `${file}.open`

/**
 * Opens the database at `file`, creating it if there is none.
 *
 * Throws a `Failure` for a folder in its place, missing permissions, and a format newer than this version. A damaged file is
 * renamed; if its tables are intact their rows are kept, otherwise an empty database is created. `recovered` says so.
 */
export const openDatabase = (options: OpenOptions): OpenedDatabase => {
  const { file } = options
  const exists = existsSync(file)
  if (exists && !statSync(file).isFile()) {
    throw conflict(`${file} is not a database file. Move it away, or choose another folder with --data-dir.`)
  }
  // A crash or a full disk may have ended the last start after it had set the damaged file aside.
  const setAside = exists ? undefined : findSetAside(file)
  if (setAside !== undefined) return replaceDamaged(options, setAside)
  if (exists) requireKnownFormatReadOnly(options)
  const check = exists && (existsSync(markFile(file)) || statSync(file).size <= CHECKED_AT_START_BYTES)
  try {
    return withMark(file, connect(options, { isNew: !exists, check }), check || !exists, undefined)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (!exists || !isDamage(error)) {
      throw cannotOpen(file, error)
    }
    options.log.error('the database is damaged', { error })
  }
  rebuildCopy(file, options.migrations, options.searchIndexes)
  return replaceDamaged(options, quarantine(file, options.clock))
}

/** Opens the copy that was rebuilt from the damaged file, or an empty database. */
const replaceDamaged = (options: OpenOptions, setAsideAs: string): OpenedDatabase => {
  const { file } = options
  const isRebuilt = existsSync(rebuiltFile(file))
  const newestBackup = isRebuilt ? undefined : listBackups(file).find(isIntact)
  const outcome = isRebuilt ? 'indexesRebuilt' : 'startedEmpty'
  try {
    if (isRebuilt) renameSync(rebuiltFile(file), file)
    const database = connect(options, { isNew: !isRebuilt, check: false })
    return withMark(file, database, true, { setAsideAs, outcome, newestBackup })
  } catch (error) {
    throw error instanceof Failure ? error : cannotOpen(file, error)
  }
}

/** Writes the mark, and removes it at a clean end. */
const withMark = (
  file: string,
  database: Database,
  isChecked: boolean,
  recovered: Recovered | undefined,
): OpenedDatabase => {
  let isTrusted = true
  writeFileSync(markFile(file), '')
  return {
    database: {
      ...database,
      close: () => {
        database.close()
        if (isTrusted) rmSync(markFile(file), { force: true })
      },
    },
    isChecked,
    distrust: () => {
      isTrusted = false
    },
    recovered,
  }
}
