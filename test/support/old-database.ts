/**
 * Databases as Stallhand 0.2.2 left them, with runs, saves, listings, messages and all other queued changes in every state.
 *
 * The SQL was written by the stores of 0.2.2 and does not change. It is on hold, as after a restore.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What the run that is open does. At most one run was open in a database of 0.2.2. */
export const openRuns = [
  'reading',
  'ready',
  'sending',
  'waiting-for-budget',
  'waiting-for-settling',
  'waiting-offline',
  'paused',
  'paused-for-sign-in',
] as const
export type OpenRun = (typeof openRuns)[number]

/** Those that the seller had started: the others had queued and sent nothing. */
export const startedRuns = openRuns.slice(2)

const load = (name: string): string =>
  readFileSync(new URL(`./databases/0.2.2${name}.sql`, import.meta.url), { encoding: 'utf8' })

/** Writes a database of 0.2.2 into a new file. Without `openRun`, one run is done and one was stopped. */
export const writeOldDatabase = (
  file: string,
  { openRun, isOnHold = true }: { readonly openRun?: OpenRun | undefined; readonly isOnHold?: boolean } = {},
): void => {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    connection.exec(load(''))
    if (openRun !== undefined) connection.exec(load(`-run-${openRun}`))
    if (!isOnHold) connection.exec('DELETE FROM outbound_hold')
  } finally {
    connection.close()
  }
}
