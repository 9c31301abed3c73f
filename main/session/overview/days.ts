/** Counts messages and notifications by day. */
import type { DayCounts } from '../../../shared/overview/contract.ts'
import type { Database } from '../../database/database.ts'

/** `startsMs`: the start of each day, followed by the end of the last. */
export const countDays = (database: Database, startsMs: readonly number[]): readonly DayCounts[] =>
  startsMs.slice(0, -1).map((startMs, index) => {
    const params = { startMs, endMs: startsMs[index + 1] ?? startMs }
    const count = (from: string, time: string): number =>
      database.get<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${from} AND ${time} >= :startMs AND ${time} < :endMs`,
        params,
      )?.n ?? 0
    return {
      startMs,
      received: count(`messages WHERE writer = 'buyer'`, 'created_at_ms'),
      answered: count(`messages WHERE writer = 'seller'`, 'created_at_ms'),
      events: count(`notification_events WHERE signature = 'verified'`, 'received_at_ms'),
      failed: count(`notification_events WHERE processing = 'failed'`, 'received_at_ms'),
      quarantined: count(`notification_events WHERE processing = 'quarantined'`, 'received_at_ms'),
    }
  })
