/**
 * Backups of a database: complete copies in a folder beside it, deleted by age.
 *
 * A copy gets its name only when it is complete and flushed, so a crash or a full disk never leaves a partial backup.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { copyIntact } from './background-jobs.ts'
import { isDamage } from './integrity.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const DAYS_KEPT = 7
const WEEKS_KEPT = 4
/**
 * How many backups are kept at any age until the clock is proven: a clock set forward must not make all of them
 * outdated.
 */
const NEWEST_KEPT = 5
/** Older backups are deleted, because they contain users who were erased since (PLT-18). */
const MAX_AGE_MS = 30 * DAY_MS
/** Two recent copies this far apart prove the clock: it has run at this time for that long. */
const CLOCK_PROOF_MS = 12 * 3_600_000

/** The current time for a file name: `2026-11-21T14-03-00-000Z`. */
export const formatStamp = (clock: Pick<Clock, 'nowMs'>): string =>
  new Date(clock.nowMs()).toISOString().replace(/[:.]/g, '-')

/** The time, in milliseconds, at the beginning of a text, in the format of `formatStamp`. */
export const parseStamp = (text: string): number | undefined => {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(text)
  if (found === null) return undefined
  const [, day, hour, minute, second, ms] = found
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(atMs) ? undefined : atMs
}

/** `shop.sqlite.2026-11-21T14-03-00-000Z.backup` → the time in milliseconds. */
export const parseBackupTime = (name: string): number | undefined =>
  parseStamp(/\.([^.]*)\.backup$/.exec(name)?.[1] ?? '')

const provesClock = (times: readonly number[], nowMs: number): boolean => {
  const recent = times.filter((atMs) => atMs <= nowMs && nowMs - atMs < MAX_AGE_MS)
  return recent.length > 0 && Math.max(...recent) - Math.min(...recent) >= CLOCK_PROOF_MS
}

/**
 * Chooses the backups to delete, from times ordered newest to oldest. Keeps all backups of the last day, the newest of
 * each of seven days and each of four weeks, and the newest five. For thirty days, also keeps the newest backup before
 * each of `losses`, the times when a database was set aside, because later backups may contain less (SEC-12). Of the
 * backups older than thirty days, keeps only the newest of all (PLT-18).
 *
 * `others`: times at which this computer copied other databases, used to detect a clock that was set forward.
 */
export const chooseOutdated = (
  newestFirstMs: readonly number[],
  nowMs: number,
  { losses = [], others = [] }: { readonly losses?: readonly number[]; readonly others?: readonly number[] } = {},
): readonly number[] => {
  const beforeLosses = losses.map((lostAtMs) => newestFirstMs.find((atMs) => atMs < lostAtMs))
  const seen = new Set<string>()
  const isClockProven = provesClock([...newestFirstMs, ...others], nowMs)
  return newestFirstMs.filter((atMs, index) => {
    const ageMs = nowMs - atMs
    const day = `day ${Math.floor(atMs / DAY_MS)}`
    const week = `week ${Math.floor(atMs / WEEK_MS)}`
    const isNewestOfDay = ageMs < DAYS_KEPT * DAY_MS && !seen.has(day)
    const isNewestOfWeek = ageMs < WEEKS_KEPT * WEEK_MS && !seen.has(week)
    seen.add(day).add(week)
    if (index > 0 && ageMs >= MAX_AGE_MS && isClockProven) return true
    const isFromBeforeLoss = ageMs < MAX_AGE_MS && beforeLosses.includes(atMs)
    return !(index < NEWEST_KEPT || ageMs < DAY_MS || isNewestOfDay || isNewestOfWeek || isFromBeforeLoss)
  })
}

/**
 * Newest first. A copy dated more than a day ahead was made while the clock was set forward, so it comes last.
 * Otherwise it would count as the newest until that date.
 */
export const sortByAge = <T extends { readonly atMs: number }>(copies: readonly T[], nowMs: number): readonly T[] => {
  const isAhead = ({ atMs }: T): boolean => atMs > nowMs + DAY_MS
  return copies.toSorted((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.atMs - a.atMs)
}

const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** The backups of a database, newest first. Names contain the time, so they sort by it. */
export const listBackups = (file: string): readonly string[] => {
  const folder = backupFolder(file)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.backup'))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/**
 * The times, in milliseconds, when the database was set aside as damaged or empty, for as long as those files exist.
 */
export const listLosses = (file: string): readonly number[] =>
  readdirSync(dirname(file)).flatMap((name) => {
    const prefix = `${basename(file)}.damaged-`
    return name.startsWith(prefix) ? (parseStamp(name.slice(prefix.length)) ?? []) : []
  })

const unfinishedCopy = (file: string): string => join(backupFolder(file), `${basename(file)}.unfinished`)

/** Removes the remains of an interrupted copy, which may be as large as the database. */
export const removeUnfinished = (file: string): void => rmSync(unfinishedCopy(file), { force: true })

/** The path to copy to. */
const prepareCopy = (file: string): string => {
  mkdirSync(backupFolder(file), { recursive: true, mode: 0o700 })
  removeUnfinished(file)
  return unfinishedCopy(file)
}

/** Flushes a complete copy, gives it its final name, and returns its path. */
const finishCopy = (unfinished: string, file: string, clock: Clock): string => {
  const fd = openSync(unfinished, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  const backup = join(backupFolder(file), `${basename(file)}.${formatStamp(clock)}.backup`)
  renameSync(unfinished, backup)
  return backup
}

/** `shop.sqlite.2026-11-21T14-03-00-000Z.backup` → `shop.sqlite`. */
const parseBackupDatabase = (name: string): string => name.replace(/\.[^.]*\.backup$/, '')

/**
 * The time in the name of a database that was set aside as damaged or deleted, or of a backup that version 0.2 was
 * rewriting.
 */
const setAsideTime = (name: string): number | undefined => {
  const stamp = /\.sqlite\.(?:(?:damaged|deleted)-([^.]*)|([^.]*)\.backup\.rewriting.*)$/.exec(name)
  return parseStamp(stamp?.[1] ?? stamp?.[2] ?? '')
}

/**
 * Deletes outdated backups of every database beside `file`, and databases that were set aside more than 30 days ago. A
 * restore never calls this, because it may need an old backup.
 */
export const removeOutdated = (file: string, clock: Pick<Clock, 'nowMs'>): void => {
  const nowMs = clock.nowMs()
  const list = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const backups = list(backupFolder(file))
    .flatMap((name) => {
      const atMs = parseBackupTime(name)
      return atMs === undefined ? [] : [{ path: join(backupFolder(file), name), atMs, of: parseBackupDatabase(name) }]
    })
    .toSorted((a, b) => b.atMs - a.atMs)
  const times = backups.map(({ atMs }) => atMs)
  for (const [database, own] of Map.groupBy(backups, ({ of }) => of)) {
    const outdated = new Set(
      chooseOutdated(
        own.map(({ atMs }) => atMs),
        nowMs,
        { losses: listLosses(join(dirname(file), database)), others: times },
      ),
    )
    for (const { path, atMs } of own) if (outdated.has(atMs)) rmSync(path, { force: true })
  }
  if (!provesClock(times, nowMs)) return
  for (const folder of [dirname(file), backupFolder(file)]) {
    for (const name of list(folder)) {
      const atMs = setAsideTime(name)
      if (atMs !== undefined && nowMs - atMs >= MAX_AGE_MS) rmSync(join(folder, name), { force: true })
    }
  }
}

/** Backs up an open database and returns the backup's path. */
export const backUp = (connection: DatabaseSync, file: string, clock: Clock): string => {
  const unfinished = prepareCopy(file)
  connection.prepare('VACUUM INTO ?').run(unfinished)
  return finishCopy(unfinished, file, clock)
}

/** Thrown instead of backing up a damaged database, which must not become the newest backup (SEC-12). */
export class DamagedDatabase extends Failure {
  constructor(cause?: unknown) {
    super(
      {
        kind: 'storage',
        message:
          'The database is damaged, so it wasn’t backed up. Close Stallhand and open it again: it then saves what can be read.',
      },
      cause,
    )
    this.name = 'DamagedDatabase'
  }
}

/**
 * Checks every page and backs up, in another thread; 1 GB takes about ten seconds. Run one at a time.
 *
 * Rejects with `DamagedDatabase` or SQLite's error, and leaves no partial copy.
 */
export const backUpInBackground = async (file: string, clock: Clock, signal?: AbortSignal): Promise<string> => {
  const unfinished = prepareCopy(file)
  try {
    if (!(await copyIntact(file, unfinished, signal))) throw new DamagedDatabase()
    return finishCopy(unfinished, file, clock)
  } catch (error) {
    removeUnfinished(file)
    throw !(error instanceof Failure) && isDamage(error) ? new DamagedDatabase(error) : error
  }
}
