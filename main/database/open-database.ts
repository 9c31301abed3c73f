/**
 * Opens a connection's database: checks it, backs it up, migrates it.
 *
 * A damaged file is set aside, never overwritten. A file from a newer version is refused. Everything else is opened.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { conflict, Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { backUp, formatStamp, listBackups } from './backups.ts'
import { createDatabase, type Database, type Migration } from './database.ts'
import { checkIntegrity, isDamage, isIntact, readValue } from './integrity.ts'
import { isOurSchema } from './our-schema.ts'
import { type Cause, type Losses, readRebuild, rebuildCopy, rebuiltFile, removeReport } from './rebuild.ts'
import { rewrite, rewriteIfMarked } from './remains.ts'
import { isOnlySearchDamaged, rebuildSearch, type SearchIndex } from './search-indexes.ts'

/**
 * Files up to this size are checked at every start, in a few milliseconds. Larger files are checked at the start only
 * after a crash, and otherwise in the background.
 */
const CHECKED_AT_START_BYTES = 2 * 1024 * 1024

export type OpenedDatabase = {
  readonly database: Database
  /** False if the pages still have to be checked. */
  readonly isChecked: boolean
  /** Call after finding damage. The next start then checks every page, even after a clean shutdown. */
  readonly distrust: () => void
  readonly recovered: Recovered | undefined
}

/** What happened to a file that was set aside. */
export type Recovered = {
  /** Its new path. */
  readonly setAsideAs: string
  readonly cause: Cause | 'emptied'
  /**
   * `rebuilt`: all of its rows are in the new database. `partlyRebuilt`: only the readable ones. `startedEmpty`: none.
   */
  readonly outcome: 'rebuilt' | 'partlyRebuilt' | 'startedEmpty'
  readonly losses: Losses
  /** The newest intact backup; undefined if all rows were rebuilt. */
  readonly newestBackup: string | undefined
}

type OpenOptions = {
  readonly file: string
  readonly migrations: readonly Migration[]
  /** Indexes to rebuild in place if nothing else is damaged. */
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
 * - `synchronous = FULL`: an acknowledged commit survives a power cut, which NORMAL doesn't guarantee in WAL mode
 *   (https://www.sqlite.org/pragma.html#pragma_synchronous).
 * - The two `fullfsync` settings: on macOS only they make the drive itself flush (SEC-08,
 *   https://www.sqlite.org/pragma.html#pragma_fullfsync).
 * - `secure_delete`: deleted and overwritten data, such as erased users, is overwritten where it was (PLT-18,
 *   https://www.sqlite.org/pragma.html#pragma_secure_delete). remains.ts does the rest.
 * - `cache_size`: 8 MB. `wal_autocheckpoint`: 16 MB, so a burst of deliveries causes fewer checkpoints.
 */
export const CONNECTION_SETTINGS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000;`

/**
 * Keeps temporary files in memory (https://www.sqlite.org/tempfiles.html). Set after migrating, because a migration may
 * touch a whole table.
 */
const WORK_SETTINGS = 'PRAGMA temp_store = MEMORY'

const requireKnownFormat = (format: number, { file, migrations }: OpenOptions): void => {
  if (format <= migrations.length) return
  throw conflict(
    `The database ${file} was written by a newer Stallhand (format ${format}; this version knows ${migrations.length}). Install the newer version, or choose another folder with --data-dir.`,
  )
}

/** Reads the format through a read-only connection, because opening one for writing already changes the file. */
const requireKnownFormatReadOnly = (options: OpenOptions): void => {
  let format = 0
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(options.file, { readOnly: true })
    format = Number(readValue(connection, 'PRAGMA user_version'))
  } catch {
    // Opening it for writing will report why it can't be read.
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
  // A new file contains no deleted data.
  if (!isNew && migrations.slice(format).some(({ compacts }) => compacts)) rewrite(connection, options.log)
}

/** Rebuilds damaged search indexes in place. Returns whether nothing else was damaged. */
const repairSearch = (connection: DatabaseSync, { file, searchIndexes = [], log }: OpenOptions): boolean => {
  if (!isOnlySearchDamaged(connection) || !rebuildSearch(connection, searchIndexes)) return false
  log.warn('a search index was damaged and was rebuilt', { file })
  return true
}

/**
 * Whether the file was used before. An interrupted start leaves an empty file and nothing beside it, and SQLite treats
 * an empty file as a new database.
 */
const wasUsed = (file: string): boolean =>
  listBackups(file).length > 0 || readdirSync(dirname(file)).some((name) => name.startsWith(`${basename(file)}.mark-`))

/** Thrown for schema parts that this program didn't create: another program's, or an attacker's. */
class ForeignSchema extends Error {}

/**
 * SECURITY (SEC-11): the data folder may come from someone else. Call before the first statement that could fire a
 * foreign trigger.
 */
const requireOurSchema = (connection: DatabaseSync, { file, migrations }: OpenOptions): void => {
  const format = Number(readValue(connection, 'PRAGMA user_version'))
  // `requireKnownFormat` refuses a newer format, with its own message.
  if (format > migrations.length) return
  if ((format < 1 && wasUsed(file)) || !isOurSchema(connection, migrations, format)) throw new ForeignSchema()
}

const connect = (options: OpenOptions, { isNew, check }: { isNew: boolean; check: boolean }): Database => {
  const connection = new DatabaseSync(options.file, { timeout: 5_000 })
  try {
    connection.exec(CONNECTION_SETTINGS)
    if (!isNew) requireOurSchema(connection, options)
    if (check) {
      const verdict = checkIntegrity(connection)
      if (verdict !== 'ok' && !repairSearch(connection, options)) {
        throw new Error(`database disk image is malformed: ${verdict}`)
      }
    }
    migrate(connection, options, isNew)
    if (!isNew) rewriteIfMarked(connection, options.log)
    connection.exec(WORK_SETTINGS)
    return createDatabase(connection)
  } catch (error) {
    connection.close()
    // An empty file would pass for the seller's database at the next start.
    if (isNew) for (const suffix of ['', '-wal', '-shm']) rmSync(`${options.file}${suffix}`, { force: true })
    throw error
  }
}

/**
 * SQLite gives the files beside a database its mode (https://www.sqlite.org/wal.html). Files created while it was
 * read-only would block it after it becomes writable again.
 */
const makeWritable = (file: string): void => {
  const { mode } = statSync(file)
  for (const suffix of ['-wal', '-shm', '-journal']) {
    const beside = `${file}${suffix}`
    if (existsSync(beside) && (statSync(beside).mode & 0o200) < (mode & 0o200)) chmodSync(beside, mode & 0o777)
  }
}

const cannotOpen = (file: string, cause: unknown): Failure =>
  conflict(
    `The database ${file} can’t be opened for reading and writing. Check the permissions and the free space of its folder, or choose another folder with --data-dir.`,
    cause,
  )

/** A file that exists beside an open database. If it exists at a start, the last run didn't shut down cleanly. */
const markFile = (file: string): string => `${file}.open`

/**
 * Opens the database at `file`, creating it if there is none.
 *
 * Throws a `Failure` if a folder has its name, permissions are missing, or the format is newer than this version.
 * Renames a file that is damaged, emptied, or has foreign parts; the new database gets every readable row, and
 * `recovered` describes what happened.
 */
export const openDatabase = (options: OpenOptions): OpenedDatabase => {
  const { file } = options
  const exists = existsSync(file)
  if (exists && !statSync(file).isFile()) {
    throw conflict(`${file} isn’t a database file. Move it away, or choose another folder with --data-dir.`)
  }
  // A crash or a full disk may have interrupted the last start after it set the damaged file aside.
  const setAside = exists ? undefined : findSetAside(file)
  if (setAside !== undefined) return replaceDamaged(options, setAside)
  // SQLite takes a file of one byte for an empty one, too.
  const bytes = exists ? statSync(file).size : 0
  if (exists && (bytes === 1 || (bytes === 0 && wasUsed(file)))) {
    options.log.error('the database is empty', { file })
    return replaceDamaged(options, quarantine(file, options.clock))
  }
  if (exists) {
    makeWritable(file)
    requireKnownFormatReadOnly(options)
  }
  const isNew = bytes === 0
  const check = !isNew && (existsSync(markFile(file)) || bytes <= CHECKED_AT_START_BYTES)
  try {
    return withMark(file, connect(options, { isNew, check }), check || isNew, undefined)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (isNew || !(isDamage(error) || error instanceof ForeignSchema)) {
      throw cannotOpen(file, error)
    }
    const cause = error instanceof ForeignSchema ? 'foreign' : 'damaged'
    options.log.error('the database can not be used as it is', { cause, error })
    rebuild(options, cause)
  }
  return replaceDamaged(options, quarantine(file, options.clock))
}

const rebuild = ({ file, migrations, searchIndexes }: OpenOptions, cause: Cause): void => {
  try {
    rebuildCopy(file, cause, migrations, searchIndexes)
  } catch (error) {
    throw cannotOpen(file, error)
  }
}

/** Opens the copy that was rebuilt from the damaged file, or an empty database. */
const replaceDamaged = (options: OpenOptions, setAsideAs: string): OpenedDatabase => {
  const { file } = options
  const isRebuilt = existsSync(rebuiltFile(file))
  try {
    const { cause, losses } = readRebuild(file)
    const isComplete = losses.whole.length + losses.parts.length === 0
    const outcome = !isRebuilt ? 'startedEmpty' : isComplete ? 'rebuilt' : 'partlyRebuilt'
    const newestBackup = outcome === 'rebuilt' ? undefined : listBackups(file).find(isIntact)
    if (isRebuilt) renameSync(rebuiltFile(file), file)
    const database = connect(options, { isNew: !isRebuilt, check: false })
    removeReport(file)
    const isEmptied = statSync(setAsideAs).size <= 1
    return withMark(file, database, true, {
      setAsideAs,
      cause: isEmptied ? 'emptied' : cause,
      outcome,
      losses,
      newestBackup,
    })
  } catch (error) {
    throw error instanceof Failure ? error : cannotOpen(file, error)
  }
}

/** Writes the mark file, and removes it at a clean shutdown. */
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
