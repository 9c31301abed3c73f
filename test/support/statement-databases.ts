/** Records which database a prepared statement belongs to. node:sqlite doesn't expose it, and a swallowed commit needs it to roll back. */
import { DatabaseSync } from 'node:sqlite'

type Method = (this: unknown, ...args: unknown[]) => unknown

export type StatementDatabases = {
  /** Undefined for a statement prepared before the recording began. */
  readonly of: (statement: unknown) => unknown
  /** Restores node:sqlite. */
  readonly remove: () => void
}

/** Records statements from now on. */
export const rememberDatabases = (): StatementDatabases => {
  const prepare = DatabaseSync.prototype.prepare as Method
  const databases = new WeakMap<object, unknown>()
  const remembering: Method = function (this: unknown, ...args: unknown[]) {
    const statement = prepare.apply(this, args) as object
    databases.set(statement, this)
    return statement
  }
  DatabaseSync.prototype.prepare = remembering as typeof DatabaseSync.prototype.prepare
  return {
    of: (statement) => databases.get(statement as object),
    remove: () => {
      DatabaseSync.prototype.prepare = prepare as typeof DatabaseSync.prototype.prepare
    },
  }
}
