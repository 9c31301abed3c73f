/** Which database a prepared statement belongs to: node:sqlite doesn't say, and a faked commit has to roll back. */
import { DatabaseSync } from 'node:sqlite'

type Method = (this: unknown, ...args: unknown[]) => unknown

export type StatementDatabases = {
  /** Undefined for a statement that was prepared before. */
  readonly of: (statement: unknown) => unknown
  /** Puts node:sqlite back as it was. */
  readonly remove: () => void
}

/** Remembers it from now on. */
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
