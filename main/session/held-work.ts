/** The work that a hold stops (OFF-04): what the seller sees before releasing it, and whether a copy needs a hold. */
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'
import { putOnHold } from '../outbound/hold.ts'
import type { HeldWork } from '../scheduled-work.ts'

/**
 * For each kind of held work: its label for the seller, and SQL for the number of changes that would be sent.
 *
 * A copy may have been made while a change was being sent. Such a change is sent again if sending twice is harmless,
 * and a save that had not started is sent.
 */
const heldWork: Readonly<Record<HeldWork, { readonly label: string; readonly count: string }>> = {
  'outbound.lane': {
    label: 'Messages and changes',
    count: `SELECT count(*) AS n FROM outbound WHERE state IN ('delayed', 'queued', 'waiting', 'sending')
      OR (kind = 'itemSave' AND state = 'unknown'
        AND NOT EXISTS (SELECT 1 FROM item_saves WHERE outbound_id = outbound.id))`,
  },
}

export const countHeldWork = (database: Database): readonly { readonly label: string; readonly count: number }[] =>
  Object.values(heldWork)
    .map(({ label, count }) => ({ label, count: database.get<{ n: number }>(count)?.n ?? 0 }))
    .filter(({ count }) => count > 0)

/** Puts a database on hold if anything in it would be sent automatically. Returns the number of such changes. */
export const holdWaitingWork = (database: Database, reason: HoldReason, nowMs: number): number =>
  database.transaction(() => {
    const waiting = countHeldWork(database).reduce((sum, { count }) => sum + count, 0)
    if (waiting > 0) putOnHold(database, reason, nowMs)
    return waiting
  })
