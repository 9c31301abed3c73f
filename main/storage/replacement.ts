/** Replaces the database of the open connection by a copy: a backup, another folder's database or an import. */
import { existsSync, statSync } from 'node:fs'
import { Failure } from '../../shared/result.ts'
import { runJob } from '../database/background-jobs.ts'
import { backUpFile, putInPlace, readCopy } from '../database/copies.ts'
import type { Database, Migration } from '../database/database.ts'
import { readFreeBytes } from '../database/free-disk.ts'
import { openDatabase } from '../database/open-database.ts'
import { type CopyOrigin, copyFromOutside, refillSearch } from '../database/outside-copy.ts'
import type { SearchIndex } from '../database/search-indexes.ts'
import type { Ports } from '../ports.ts'

/** Disk space that a backup leaves for drafts and the outbox. */
export const RESERVED_BYTES = 100 * 1024 * 1024

/** The size of a database with its log and index, in bytes. */
export const readSize = (file: string): number =>
  ['', '-wal', '-shm'].reduce(
    (sum, suffix) => sum + (existsSync(`${file}${suffix}`) ? statSync(`${file}${suffix}`).size : 0),
    0,
  )

const formatMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`

export type ReplacementDeps = {
  readonly ports: Pick<Ports, 'clock' | 'dataDir' | 'log'>
  readonly migrations: readonly Migration[]
  readonly searchIndexes: readonly SearchIndex[]
  /** The tables whose rows don't come from such a copy (SEC-11, SEC-14). */
  readonly neverCopied: (origin: CopyOrigin) => readonly string[]
  /** The open connection. */
  readonly current: () => { readonly file: string }
  /** Closes the database, runs `put`, and opens it again, even if `put` throws. */
  readonly swap: (put: () => Promise<void>) => Promise<void>
  /**
   * Puts every queue of a copy on hold, because its work may have been done since. Returns the number of entries on
   * hold.
   */
  readonly holdBack: (copy: Database, present: Database) => number
  /**
   * Erases from a closed copy the users erased since by the closed database at `present` or its predecessors (PLT-18).
   * Records of a copy from outside are forgotten (SEC-14).
   */
  readonly eraseAgain: (copy: string, present: string, origin: CopyOrigin) => Promise<void>
  /** The free space on a folder's disk, in bytes; by default from the system. */
  readonly freeBytes?: (folder: string) => number
}

export const createReplacement = (
  deps: ReplacementDeps & { readonly signal: AbortSignal; readonly onReplaced: () => void },
) => {
  const { ports, migrations, signal } = deps
  const { clock, log } = ports

  /** Throws a `storage` failure unless the disk has space for this many bytes, plus a reserve. */
  const requireRoom = (bytes: number, what: string): void => {
    const freeBytes = (deps.freeBytes ?? readFreeBytes)(ports.dataDir)
    if (freeBytes >= bytes + RESERVED_BYTES) return
    throw new Failure({
      kind: 'storage',
      message: `The disk has no room for ${what}: it needs ${formatMegabytes(bytes + RESERVED_BYTES)} and has ${formatMegabytes(freeBytes)}. Free some space and try again. Nothing was changed.`,
    })
  }

  /** Copies the rows of an untrusted database into a new one in the current format at `copy` (SEC-11). */
  const takeOver = async (outside: string, copy: string, origin: CopyOrigin): Promise<void> => {
    requireRoom(statSync(outside).size, 'this copy')
    await copyFromOutside(outside, copy, { migrations, neverCopied: deps.neverCopied(origin), signal })
    openDatabase({ file: copy, migrations, clock, log }).database.close()
    await refillSearch(copy, deps.searchIndexes)
  }

  /**
   * Closes and backs up the current database, and replaces it with a checked copy, on hold and without erased users.
   */
  const replaceWith = async (copy: string, origin: CopyOrigin): Promise<number> => {
    const { file } = deps.current()
    requireRoom(readSize(file) + 2 * readSize(copy), 'the backup that is made first')
    let heldBack = 0
    await deps.swap(async () => {
      const { database } = openDatabase({ file: copy, migrations, clock, log })
      try {
        // Read after closing, so that changes that were still being sent count too.
        heldBack = readCopy(file, (present) => deps.holdBack(database, present))
      } finally {
        database.close()
      }
      await deps.eraseAgain(copy, file, origin)
      // SECURITY (SEC-15): what was erased from the copy is not left in its unused parts.
      await runJob(copy, [{ sql: 'VACUUM' }])
      backUpFile(file, clock)
      putInPlace(copy, file)
    })
    log.info('database replaced by a copy', { heldBack })
    deps.onReplaced()
    return heldBack
  }

  return { requireRoom, takeOver, replaceWith }
}
