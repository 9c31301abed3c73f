/**
 * A thin, typed hold on one SQLite file.
 *
 * Statements are prepared once and kept. All of it is synchronous: a read of a page takes less time than a turn of the
 * event loop, and a transaction that cannot be interrupted needs no lock of ours.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export type SqlValue = SQLInputValue
export type Row = Record<string, SQLOutputValue>
/** Values for `?`, in order, or for `:name`. */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

export type Database = {
  /** All rows. `T` is what the SQL gives: the caller's word, since the SQL is the caller's. */
  readonly all: <T extends Row = Row>(sql: string, params?: SqlParams) => T[]
  readonly get: <T extends Row = Row>(sql: string, params?: SqlParams) => T | undefined
  readonly run: (sql: string, params?: SqlParams) => { readonly changes: number; readonly lastInsertRowid: number }
  /** Runs `work` in one IMMEDIATE transaction; inside another one it joins it. What it throws rolls all back. */
  readonly transaction: <T>(work: () => T) => T
  readonly close: () => void
}

/** One step of the schema. `version` numbers rise by one over all rooms together; a step that was released never changes. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string }

const spread = (statement: StatementSync, params: SqlParams | undefined) => {
  const list = params === undefined ? [] : Array.isArray(params) ? (params as SqlValue[]) : undefined
  const named = list === undefined ? (params as Record<string, SqlValue>) : undefined
  return {
    all: () => (named ? statement.all(named) : statement.all(...(list ?? []))),
    get: () => (named ? statement.get(named) : statement.get(...(list ?? []))),
    run: () => (named ? statement.run(named) : statement.run(...(list ?? []))),
  }
}

/** Wraps an open connection. */
export const createDatabase = (connection: DatabaseSync): Database => {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    all: <T extends Row>(sql: string, params?: SqlParams) => spread(prepare(sql), params).all() as T[],
    get: <T extends Row>(sql: string, params?: SqlParams) => spread(prepare(sql), params).get() as T | undefined,
    run: (sql, params) => {
      const { changes, lastInsertRowid } = spread(prepare(sql), params).run()
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
    },
    transaction: (work) => {
      if (connection.isTransaction) return work()
      connection.exec('BEGIN IMMEDIATE')
      try {
        const value = work()
        connection.exec('COMMIT')
        return value
      } catch (error) {
        // A full disk can end the transaction by itself; a second ROLLBACK would hide the first error.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    close: () => connection.close(),
  }
}
