/**
 * Every moment at which a process can die and leave something behind: around each write to disk, and around each request.
 *
 * Nothing of the app knows of it. The hooks stand on node:sqlite's own classes and on undici's own channel, so that a write or
 * a request that is added to the app later is a step without anybody thinking of it.
 */
import diagnosticsChannel from 'node:diagnostics_channel'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const written = /^\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+"?(\w+)/i

type Method = (this: unknown, ...args: unknown[]) => unknown

/**
 * Calls `step` with the name of each moment: `before commit of drafts+outbox`, `after commit of …`, `before POST /path`,
 * `after POST /path`. A write outside a transaction is a commit of its own; so is a backup, and each step of the schema.
 *
 * `keepCommits` false is the null control: what is committed is said to be on disk and is not, until the connection closes.
 */
export const installSteps = (step: (name: string) => void, keepCommits: boolean): void => {
  let inTransaction = false
  let isHeldOpen = false
  let tables = new Set<string>()

  const exec = DatabaseSync.prototype.exec as Method
  const execStep: Method = function (this: unknown, ...args: unknown[]) {
    const sql = String(args[0]).trim()
    if (sql.startsWith('BEGIN')) {
      inTransaction = true
      tables = new Set()
      if (isHeldOpen) return undefined
      isHeldOpen = !keepCommits
      return exec.apply(this, args)
    }
    if (sql === 'COMMIT') {
      const name = tables.size === 0 ? 'schema' : [...tables].sort().join('+')
      step(`before commit of ${name}`)
      inTransaction = false
      if (keepCommits) exec.apply(this, args)
      step(`after commit of ${name}`)
      return undefined
    }
    if (sql === 'ROLLBACK') {
      inTransaction = false
      isHeldOpen = false
    }
    return exec.apply(this, args)
  }
  DatabaseSync.prototype.exec = execStep as typeof DatabaseSync.prototype.exec

  for (const name of ['run', 'get', 'all'] as const) {
    const method = StatementSync.prototype[name] as Method
    const withSteps: Method = function (this: unknown, ...args: unknown[]) {
      const sql = (this as StatementSync).sourceSQL
      const table = sql.startsWith('VACUUM INTO') ? 'backup' : written.exec(sql)?.[1]
      if (table === undefined) return method.apply(this, args)
      if (inTransaction) {
        tables.add(table)
        return method.apply(this, args)
      }
      step(`before commit of ${table}`)
      const answer = method.apply(this, args)
      step(`after commit of ${table}`)
      return answer
    }
    StatementSync.prototype[name] = withSteps as never
  }

  type Sent = { readonly request: { readonly method: string; readonly path: string } }
  const nameOf = ({ request }: Sent): string => `${request.method} ${request.path.split('?', 1)[0]}`
  diagnosticsChannel.subscribe('undici:request:create', (message) => step(`before ${nameOf(message as Sent)}`))
  diagnosticsChannel.subscribe('undici:request:headers', (message) => step(`after ${nameOf(message as Sent)}`))
}
