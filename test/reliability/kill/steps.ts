/**
 * Reports every moment at which a dying process can leave something behind: around each disk write and each request.
 *
 * The hooks are on node:sqlite's classes and undici's channel. The app doesn't know about them, so a write or request added
 * later becomes a step automatically.
 */
import diagnosticsChannel from 'node:diagnostics_channel'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { rememberDatabases } from '../../support/statement-databases.ts'

const written = /^\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+"?(\w+)/i

type Method = (this: unknown, ...args: unknown[]) => unknown

/**
 * Calls `step` with the name of each moment: `before commit of drafts+outbox`, `after commit of …`, `before POST /path`,
 * `after POST /path`. A write outside a transaction counts as a commit, as do a backup and each schema step.
 *
 * `isLost` is for the null control: a commit of that name reports success but is lost.
 */
export const installSteps = (step: (name: string) => void, isLost: (name: string) => boolean): void => {
  let inTransaction = false
  let tables = new Set<string>()

  const exec = DatabaseSync.prototype.exec as Method
  /** Handles the start and end of a transaction, by `exec` or by a statement. */
  const bounds = (sql: string, database: unknown, go: () => unknown): unknown => {
    if (sql.startsWith('BEGIN')) {
      inTransaction = true
      tables = new Set()
    }
    if (sql === 'ROLLBACK') inTransaction = false
    if (sql !== 'COMMIT') return go()
    const name = tables.size === 0 ? 'schema' : [...tables].sort().join('+')
    step(`before commit of ${name}`)
    inTransaction = false
    const answer = isLost(`commit of ${name}`) ? exec.apply(database, ['ROLLBACK']) : go()
    step(`after commit of ${name}`)
    return answer
  }
  const execStep: Method = function (this: unknown, ...args: unknown[]) {
    return bounds(String(args[0]).trim(), this, () => exec.apply(this, args))
  }
  DatabaseSync.prototype.exec = execStep as typeof DatabaseSync.prototype.exec

  const databases = rememberDatabases()

  for (const name of ['run', 'get', 'all'] as const) {
    const method = StatementSync.prototype[name] as Method
    const withSteps: Method = function (this: unknown, ...args: unknown[]) {
      const sql = (this as StatementSync).sourceSQL.trim()
      const go = (): unknown => method.apply(this, args)
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) return bounds(sql, databases.of(this), go)
      const table = sql.startsWith('VACUUM INTO') ? 'backup' : written.exec(sql)?.[1]
      if (table === undefined) return go()
      if (inTransaction) {
        tables.add(table)
        return go()
      }
      step(`before commit of ${table}`)
      const answer = go()
      step(`after commit of ${table}`)
      return answer
    }
    StatementSync.prototype[name] = withSteps as never
  }

  type Sent = { readonly request: { readonly method: string; readonly path: string } }
  // Ids differ from run to run, so a step's name leaves them out.
  const formatName = ({ request }: Sent): string =>
    `${request.method} ${request.path.split('?', 1)[0]?.replace(/\/(?=[^/]*\d)[^/]{8,}/g, '/ID')}`
  diagnosticsChannel.subscribe('undici:request:create', (message) => step(`before ${formatName(message as Sent)}`))
  diagnosticsChannel.subscribe('undici:request:headers', (message) => step(`after ${formatName(message as Sent)}`))
}
