/**
 * The hold: while it is on, nothing is sent automatically (OFF-04).
 *
 * The hold is stored in the database, so that a restored copy is on hold before it is opened. The scheduler checks it before
 * all work that changes the platform.
 */
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'

/** Sets the hold in an open database or in a copy. An existing hold keeps its reason. */
export const putOnHold = (database: Database, reason: HoldReason, nowMs: number): void => {
  database.run('INSERT OR IGNORE INTO outbound_hold (only, reason, since_ms) VALUES (1, ?, ?)', [reason, nowMs])
}

export type Hold = ReturnType<typeof createHold>

export const createHold = (database: Database) => {
  const load = (): { readonly reason: HoldReason; readonly sinceMs: number } | undefined =>
    database.get<{ reason: HoldReason; sinceMs: number }>('SELECT reason, since_ms AS sinceMs FROM outbound_hold')
  // Cached: the scheduler checks the hold before every run.
  let current = load()
  return {
    current: () => current,
    isOn: (): boolean => current !== undefined,
    /** Runs `also` in the same transaction: nothing is sent before it is stored. */
    release: (also: () => void = () => undefined): void => {
      database.transaction(() => {
        also()
        database.run('DELETE FROM outbound_hold')
      })
      current = undefined
    },
  }
}
