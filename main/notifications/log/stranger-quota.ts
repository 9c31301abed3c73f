/**
 * Bounds what strangers can store through the receiver (SEC-07, RCV-08).
 *
 * SECURITY: anyone who knows the address can post. Deliveries that aren't proven to come from the platform have their
 * own quota, so they can't fill the disk or the log, or displace a verified event:
 *
 * - Quarantined deliveries form a ring: the oldest are removed first, and all are removed after the time that the
 *   seller chose.
 * - Deliveries that wait for their key may be real, so none is removed. Beyond the quota, new ones are refused, and the
 *   platform repeats them. Deliveries that name a key returned by the platform before have a second share, which
 *   made-up key ids can't use up.
 */
import * as z from 'zod'
import { QUARANTINE_DAYS, type QuarantineDays } from '../../../shared/notifications/log-contract.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import { removeEventIfEmpty } from './delivery-store.ts'

export type StrangerLimits = { readonly bytes: number; readonly deliveries: number }

const DEFAULT_LIMITS: StrangerLimits = { bytes: 32 * 1024 * 1024, deliveries: 5000 }
/** Trims to below the quota, so that trimming stays rare during a flood. */
const KEPT_SHARE = 0.9
const RETENTION_SETTING = 'quarantineDays'
const DEFAULT_RETENTION_DAYS = 30
const DAY_MS = 86_400_000
/** The size of a delivery besides its headers and body: its event, and their entries in indexes and the search. */
const ROW_BYTES = 1024
/** Deliveries removed by age in one transaction. */
const REMOVE_BATCH = 500

/** Must match the index `notification_deliveries_strangers`. */
const STRANGERS = `origin = 'platform' AND signature IS NOT 'verified'`

type Removed = { readonly id: number; readonly eventId: number | null }

export const createStrangerQuota = (
  database: Database,
  settings: {
    readonly setting: (name: string) => string | undefined
    readonly setSetting: (name: string, value: string) => void
  },
  limits: StrangerLimits = DEFAULT_LIMITS,
) => {
  const measure = (state: 'pending' | 'settled') =>
    database.get<{ readonly bytes: number; readonly deliveries: number }>(
      `SELECT coalesce(sum(size_bytes + ${ROW_BYTES}), 0) AS bytes, count(*) AS deliveries FROM notification_deliveries
       WHERE ${STRANGERS} AND state = ?`,
      [state],
    ) ?? { bytes: 0, deliveries: 0 }

  const exceeds = (used: StrangerLimits, share: number): boolean =>
    used.bytes > limits.bytes * share || used.deliveries > limits.deliveries * share

  const remove = (rows: readonly Removed[]): void => {
    for (const { id } of rows) {
      database.run('DELETE FROM notification_deliveries WHERE id = ?', [id])
      database.run('DELETE FROM notification_captures WHERE id = ?', [id])
    }
    for (const eventId of new Set(rows.map((row) => row.eventId)))
      if (eventId !== null) removeEventIfEmpty(database, eventId)
  }

  const retentionDays = (): QuarantineDays => {
    const days = readStoredJson(z.literal(QUARANTINE_DAYS), settings.setting(RETENTION_SETTING))
    return days === undefined ? DEFAULT_RETENTION_DAYS : days
  }

  return {
    /**
     * Whether one more delivery of `bytes` may wait for its key. `wasGood`: it names a key that the platform has
     * returned before.
     */
    mayWait: (bytes: number, wasGood: boolean): boolean => {
      const used = measure('pending')
      return !exceeds({ bytes: used.bytes + bytes + ROW_BYTES, deliveries: used.deliveries + 1 }, wasGood ? 2 : 1)
    },

    /** Removes the oldest quarantined deliveries beyond the quota. Call in the transaction that quarantined one. */
    trimQuarantine: (): void => {
      if (!exceeds(measure('settled'), 1)) return
      remove(
        database.all<Removed>(
          `SELECT id, eventId FROM (
             SELECT id, event_id AS eventId, sum(size_bytes + ${ROW_BYTES}) OVER newest AS bytes, row_number() OVER newest AS position
             FROM notification_deliveries WHERE ${STRANGERS} AND state = 'settled' WINDOW newest AS (ORDER BY id DESC))
           WHERE bytes > ? OR position > ?`,
          [limits.bytes * KEPT_SHARE, limits.deliveries * KEPT_SHARE],
        ),
      )
    },

    /** Removes a batch of quarantined deliveries older than the seller's choice, and returns how many. */
    removeOldQuarantined: (nowMs: number): number => {
      const days = retentionDays()
      if (days === null) return 0
      const rows = database.all<Removed>(
        `SELECT id, event_id AS eventId FROM notification_deliveries
         WHERE ${STRANGERS} AND state = 'settled' AND received_at_ms < ? LIMIT ?`,
        [nowMs - days * DAY_MS, REMOVE_BATCH],
      )
      remove(rows)
      return rows.length
    },

    /** How long ignored notifications are kept; null for as long as the quota allows. */
    retentionDays,
    setRetentionDays: (days: QuarantineDays): void => settings.setSetting(RETENTION_SETTING, JSON.stringify(days)),
  }
}
