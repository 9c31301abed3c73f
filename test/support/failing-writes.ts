/**
 * Simulates a failing disk: from a chosen write on, every write fails until `recover`.
 *
 * Patches node:sqlite's classes. Only operations that would reach the disk fail: commits, and statements outside a
 * transaction.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { rememberDatabases } from './statement-databases.ts'

const writes = /^\s*(?:INSERT|REPLACE|UPDATE|DELETE|VACUUM)\b/i

type Method = (this: unknown, ...args: unknown[]) => unknown

export type FailingWrites = {
  /** From the `n`th write on (0 is the next), writes fail with this SQLite code. */
  readonly failFrom: (n: number, errcode: number) => void
  /** From the next write on, commits report success but roll back, as no disk should. */
  readonly swallow: () => void
  readonly recover: () => void
  /** Writes so far since the last `failFrom` or `recover`. */
  readonly count: () => number
  /** Restores node:sqlite. */
  readonly remove: () => void
}

const SQLITE_NAMES: Readonly<Record<number, string>> = {
  8: 'attempt to write a readonly database',
  10: 'disk I/O error',
  13: 'database or disk is full',
}

export const installFailingWrites = (): FailingWrites => {
  let inTransaction = false
  let seen = 0
  let isSwallowing = false
  let failing: { readonly from: number; readonly errcode: number } | undefined

  const write = (): void => {
    seen += 1
    if (failing === undefined || seen <= failing.from) return
    const { errcode } = failing
    throw Object.assign(new Error(SQLITE_NAMES[errcode] ?? 'failed'), { code: 'ERR_SQLITE_ERROR', errcode })
  }

  /** Transactions start and end by `exec` or by a statement. Returns true if this commit must be swallowed. */
  const ended = (sql: string): boolean => {
    if (sql === 'COMMIT') write()
    return sql === 'COMMIT' && isSwallowing
  }
  const follow = (sql: string): void => {
    if (sql.startsWith('BEGIN')) inTransaction = true
    if (sql === 'COMMIT' || sql === 'ROLLBACK') inTransaction = false
  }

  const exec = DatabaseSync.prototype.exec as Method
  const withFailure: Method = function (this: unknown, ...args: unknown[]) {
    const sql = String(args[0]).trim()
    const answer = exec.apply(this, ended(sql) ? ['ROLLBACK'] : args)
    follow(sql)
    return answer
  }
  DatabaseSync.prototype.exec = withFailure as typeof DatabaseSync.prototype.exec

  const databases = rememberDatabases()

  const names = ['run', 'get', 'all'] as const
  const methods = names.map((name) => StatementSync.prototype[name] as Method)
  for (const [index, name] of names.entries()) {
    const method = methods[index] as Method
    const failingMethod: Method = function (this: unknown, ...args: unknown[]) {
      const sql = (this as StatementSync).sourceSQL.trim()
      if (!inTransaction && writes.test(sql)) write()
      const answer = ended(sql) ? exec.apply(databases.of(this), ['ROLLBACK']) : method.apply(this, args)
      follow(sql)
      return answer
    }
    StatementSync.prototype[name] = failingMethod as never
  }

  return {
    failFrom: (n, errcode) => {
      seen = 0
      failing = { from: n, errcode }
    },
    swallow: () => {
      isSwallowing = true
    },
    recover: () => {
      isSwallowing = false
      seen = 0
      failing = undefined
    },
    count: () => seen,
    remove: () => {
      DatabaseSync.prototype.exec = exec as typeof DatabaseSync.prototype.exec
      databases.remove()
      for (const [index, name] of names.entries()) StatementSync.prototype[name] = methods[index] as never
    },
  }
}
