/**
 * A thin, typed hold on one SQLite file.
 *
 * Statements are prepared once and kept. All of it is synchronous: a read of a page takes less time than a turn of the
 * event loop, and a transaction that cannot be interrupted needs no lock of ours. What the disk refuses is thrown as a
 * `Failure` of kind `storage`.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { Failure } from '../../shared/result.ts'
import { storageFailureOf } from './storage-failure.ts'
import { openWalSync, type WalSync } from './wal-sync.ts'
import { createWriteBack } from './write-back.ts'

export type SqlValue = SQLInputValue
export type Row = Record<string, SQLOutputValue>
export type Values = readonly SQLOutputValue[]
/** Values for `?`, in order, or for `:name`. */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

export type Database = {
  /** All rows. `T` is what the SQL gives: the caller's word, since the SQL is the caller's. */
  readonly all: <T extends Row = Row>(sql: string, params?: SqlParams) => T[]
  /** All rows as bare values, in the order of the columns: four fifths of the time of `all`, for lists that are read often. */
  readonly values: <T extends Values = Values>(sql: string, params?: SqlParams) => T[]
  readonly get: <T extends Row = Row>(sql: string, params?: SqlParams) => T | undefined
  readonly run: (sql: string, params?: SqlParams) => { readonly changes: number; readonly lastInsertRowid: number }
  /** Runs `work` in one IMMEDIATE transaction; inside another one it joins it. What it throws rolls all back. */
  readonly transaction: <T>(work: () => T) => T
  /**
   * Like `transaction`, without standing still until the disk has it: `work` has run when this returns, and the promise
   * resolves with its value once that is durable. Not to be called inside a transaction. Rejects with what it throws, all
   * rolled back; or with `NotDurable`, where it was written and the disk then failed.
   */
  readonly durably: <T>(work: () => T) => Promise<T>
  /**
   * Like `durably`, for whoever goes on with the value at once: throws what `work` throws, and gives its value with the
   * promise that it is durable, which is to be awaited in the end. That one rejects with `NotDurable` alone.
   */
  readonly written: <T>(work: () => T) => Written<T>
  /**
   * What whoever writes much does well to wait for before the next write: the end of a short moment in which what was
   * written gets its place in the file. Undefined for none. Never rejects.
   */
  readonly writtenBack: () => Promise<void> | undefined
  readonly close: () => void
}

export type Written<T> = { readonly value: T; readonly durable: Promise<void> }

/** It is written and can be read, but a power cut may still take it. */
export class NotDurable extends Failure {
  constructor(cause: unknown) {
    super(
      { kind: 'storage', message: 'The disk took what was written, but could not confirm it. Check the disk.' },
      cause,
    )
    this.name = 'NotDurable'
  }
}

/** One step of the schema. Its place in the list, counted from 1, is the format it leads to; a released step never changes. */
export type Migration = { readonly name: string; readonly sql: string }

/** A value that takes pages of its own. */
const LARGE_BYTES = 64 * 1024

const largeBytesOf = (params: SqlParams | undefined): number => {
  if (params === undefined || !isList(params)) return 0
  let bytes = 0
  for (const value of params)
    if (typeof value === 'object' && value !== null && value.byteLength >= LARGE_BYTES) bytes += value.byteLength
  return bytes
}

const isList = (params: SqlParams): params is readonly SqlValue[] => Array.isArray(params)

/** Of a statement with its values, written out: every row that is read or written comes by here. */
const allOf = (statement: StatementSync, params: SqlParams | undefined) =>
  params === undefined ? statement.all() : isList(params) ? statement.all(...params) : statement.all(params)
const getOf = (statement: StatementSync, params: SqlParams | undefined) =>
  params === undefined ? statement.get() : isList(params) ? statement.get(...params) : statement.get(params)
const runOf = (statement: StatementSync, params: SqlParams | undefined) =>
  params === undefined ? statement.run() : isList(params) ? statement.run(...params) : statement.run(params)

/** Wraps an open connection. */
export const createDatabase = (connection: DatabaseSync): Database => {
  const preparing = (isForValues: boolean): ((sql: string) => StatementSync) => {
    const statements = new Map<string, StatementSync>()
    return (sql) => {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const statement = connection.prepare(sql)
      if (isForValues) statement.setReturnArrays(true)
      statements.set(sql, statement)
      return statement
    }
  }
  const prepare = preparing(false)
  const prepareForValues = preparing(true)

  const transaction = <T>(work: () => T): T => {
    if (connection.isTransaction) return work()
    try {
      prepare('BEGIN IMMEDIATE').run()
      const value = work()
      prepare('COMMIT').run()
      return value
    } catch (error) {
      // A full disk can end the transaction by itself; a second ROLLBACK would hide the first error.
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw storageFailureOf(error)
    }
  }

  let wal: WalSync | undefined
  /** Null for a database in memory, which has no log to flush. */
  const file = connection.location()
  const writeBack = file === null ? undefined : createWriteBack(file)
  let largeBytes = 0

  const written = <T>(work: () => T): Written<T> => {
    if (connection.isTransaction) throw new Error('A durable write inside a transaction')
    if (file !== null) wal ??= openWalSync(file)
    // Without a log to flush, the commit itself waits for the disk.
    if (wal === undefined) return { value: transaction(work), durable: Promise.resolve() }
    let value: T
    connection.exec('PRAGMA synchronous = NORMAL')
    try {
      value = transaction(work)
    } finally {
      connection.exec('PRAGMA synchronous = FULL')
    }
    if (largeBytes > 0) writeBack?.added(largeBytes)
    largeBytes = 0
    const durable = wal.sync().catch((error: unknown) => {
      throw new NotDurable(error)
    })
    return { value, durable }
  }

  return {
    all: <T extends Row>(sql: string, params?: SqlParams) => {
      try {
        return allOf(prepare(sql), params) as T[]
      } catch (error) {
        throw storageFailureOf(error)
      }
    },
    values: <T extends Values>(sql: string, params?: SqlParams) => {
      try {
        return allOf(prepareForValues(sql), params) as unknown as T[]
      } catch (error) {
        throw storageFailureOf(error)
      }
    },
    get: <T extends Row>(sql: string, params?: SqlParams) => {
      try {
        return getOf(prepare(sql), params) as T | undefined
      } catch (error) {
        throw storageFailureOf(error)
      }
    },
    run: (sql, params) => {
      try {
        const { changes, lastInsertRowid } = runOf(prepare(sql), params)
        largeBytes += largeBytesOf(params)
        return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
      } catch (error) {
        throw storageFailureOf(error)
      }
    },
    transaction,
    durably: async (work) => {
      const { value, durable } = written(work)
      await durable
      return value
    },
    written,
    writtenBack: () => writeBack?.underWay(),
    close: () => {
      writeBack?.close()
      wal?.close()
      connection.close()
    },
  }
}
