/**
 * A thin, typed wrapper around one SQLite connection.
 *
 * All calls are synchronous: reading a page takes less time than a turn of the event loop, and a transaction that can't
 * be interrupted needs no lock. Disk errors are thrown as a `Failure` of kind `storage`. After a failed flush, no write
 * begins until a checkpoint succeeds (disk-proof.ts).
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import { createDiskProof } from './disk-proof.ts'
import { createFreeDisk } from './free-disk.ts'
import { toStorageFailure } from './storage-failure.ts'
import { openWalSync, type WalSync } from './wal-sync.ts'

export type SqlValue = SQLInputValue
export type Row = Record<string, SQLOutputValue>
/** Values for `?`, in order, or for `:name`. */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

export type Database = {
  /** All rows. `T` is not checked: the caller knows what its SQL selects. */
  readonly all: <T extends Row = Row>(sql: string, params?: SqlParams) => T[]
  /** The first column of all rows. */
  readonly column: <T extends SqlValue>(sql: string, params?: SqlParams) => T[]
  readonly get: <T extends Row = Row>(sql: string, params?: SqlParams) => T | undefined
  readonly run: (sql: string, params?: SqlParams) => { readonly changes: number; readonly lastInsertRowid: number }
  /** Runs `work` in an IMMEDIATE transaction, or joins the current one. Rolls back if `work` throws. */
  readonly transaction: <T>(work: () => T) => T
  /**
   * Like `transaction`, but doesn't wait for the disk: a power cut may undo it as a whole, not in part. For what is done again
   * from data that is still there.
   */
  readonly lazily: <T>(work: () => T) => T
  /**
   * Like `transaction`, but doesn't block while the disk flushes: `work` has run when this returns, and the promise
   * resolves once its changes are durable. Rejects with the error of `work`, or with `NotDurable` if the flush fails.
   * Not allowed inside a transaction.
   */
  readonly durably: <T>(work: () => T) => Promise<T>
  /**
   * The free space on the file's disk, in bytes, at most a second old; infinite in memory or if the system can't tell.
   */
  readonly freeDiskBytes: () => number
  readonly close: () => void
}

/** Thrown when a transaction is committed and readable, but a power cut may still undo it. */
export class NotDurable extends Failure {
  constructor(cause: unknown) {
    super({ kind: 'storage', message: 'The disk couldn’t confirm that the changes were saved. Check the disk.' }, cause)
    this.name = 'NotDurable'
  }
}

/**
 * One migration. Its position in the list, from 1, is the format that it produces. A released migration never changes.
 */
export type Migration = {
  readonly name: string
  readonly sql: string
  /** Rewrites the whole file afterwards, so that earlier deleted data can't be read from it. */
  readonly compacts?: boolean
}

const isList = (params: SqlParams): params is readonly SqlValue[] => Array.isArray(params)

/**
 * Node binds every number as REAL. A full-text table ignores such a limit on its `rowid` and reads all its rows (`fts5GetRowidLimit`
 * in https://sqlite.org/src/file?name=ext/fts5/fts5_main.c), and an untyped column stores 5 as 5.0.
 */
const toBound = (value: SqlValue): SqlValue => (Number.isSafeInteger(value) ? BigInt(value as number) : value)

const spread = (params: SqlParams | undefined): SQLInputValue[] => {
  if (params === undefined) return []
  if (isList(params)) return params.map(toBound)
  const named = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toBound(value)]))
  return [named as unknown as SQLInputValue]
}

/** Caches every prepared statement. The program has a small, fixed set of them. */
const createStatements = (connection: DatabaseSync): ((sql: string) => StatementSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
}

const orStorageFailure = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw toStorageFailure(error)
  }
}

/** Tests replace how the log is flushed. */
export const createDatabase = (connection: DatabaseSync, openLog = openWalSync): Database => {
  const proof = createDiskProof(connection)
  const prepare = createStatements(connection)
  /** Null for an in-memory database, which has no log to flush. */
  const file = connection.location()
  let wal: WalSync | undefined

  const transaction = <T>(work: () => T): T => {
    if (connection.isTransaction) return work()
    proof.requireSound()
    try {
      prepare('BEGIN IMMEDIATE').run()
      const value = work()
      prepare('COMMIT').run()
      return value
    } catch (error) {
      // A full disk can roll back the transaction by itself
      // (https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction). A second ROLLBACK would
      // hide the first error.
      if (connection.isTransaction) connection.exec('ROLLBACK')
      proof.onError(error)
      throw toStorageFailure(error)
    }
  }

  const lazily = <T>(work: () => T): T => {
    if (connection.isTransaction) return work()
    connection.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction(work)
    } finally {
      connection.exec('PRAGMA synchronous = FULL')
    }
  }

  const durably = async <T>(work: () => T): Promise<T> => {
    if (connection.isTransaction) throw new Error('A durable write inside a transaction')
    if (file !== null) wal ??= openLog(file)
    // Without a log to flush, the commit itself waits for the disk.
    if (wal === undefined) return transaction(work)
    proof.requireSound()
    const value = lazily(work)
    await wal.sync().catch((error: unknown) => {
      proof.lose()
      throw new NotDurable(error)
    })
    return value
  }

  const all = <T extends Row>(sql: string, params?: SqlParams) =>
    orStorageFailure(() => prepare(sql).all(...spread(params)) as T[])

  return {
    all,
    column: <T extends SqlValue>(sql: string, params?: SqlParams) =>
      all(sql, params).map((row) => Object.values(row)[0] as T),
    get: <T extends Row>(sql: string, params?: SqlParams) =>
      orStorageFailure(() => prepare(sql).get(...spread(params)) as T | undefined),
    run: (sql, params) => {
      if (!connection.isTransaction) proof.requireSound()
      try {
        const { changes, lastInsertRowid } = prepare(sql).run(...spread(params))
        return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
      } catch (error) {
        proof.onError(error)
        throw toStorageFailure(error)
      }
    },
    transaction,
    lazily,
    durably,
    freeDiskBytes: createFreeDisk(file),
    close: () => {
      wal?.close()
      connection.close()
    },
  }
}
