/** SQL for settings, and for captured messages of the notification service. */
import type { Database } from '../../database/database.ts'

/** A captured message, and the delivery with its bytes. */
type JsonEvent = {
  readonly eventId: number
  readonly deliveryId: number
  readonly receivedAtMs: number
  readonly name: string
  readonly notificationId: string | null
}

const jsonEventColumns = `e.id AS eventId, e.received_at_ms AS receivedAtMs, e.name, e.notification_id AS notificationId,
  (SELECT min(d.id) FROM notification_deliveries d WHERE d.event_id = e.id) AS deliveryId`
/** Excludes wrong signatures, because they don't show what the platform sends. */
const jsonEventCondition = `e.format = 'json' AND e.signature <> 'wrong'
  AND EXISTS (SELECT 1 FROM notification_deliveries WHERE event_id = e.id AND replay_of IS NULL)`

export const createSubscriptionStore = (database: Database) => ({
  /**
   * The first test of a topic since `sinceMs`: the one with the announced id if there is one, or the first notification
   * if only tests could arrive.
   */
  findTest: (name: string, sinceMs: number, canOnlyBeTest: boolean, announcedId: string | null = null) =>
    database.get<Pick<JsonEvent, 'eventId' | 'receivedAtMs' | 'notificationId'>>(
      `SELECT id AS eventId, received_at_ms AS receivedAtMs, notification_id AS notificationId FROM notification_events
       WHERE name = ? AND format = 'json' AND origin = 'platform' AND signature = 'verified' AND received_at_ms >= ?
         AND (is_test = 1 OR ?) AND (? IS NULL OR notification_id = ?) ORDER BY id LIMIT 1`,
      [name, sinceMs, canOnlyBeTest ? 1 : 0, announcedId, announcedId],
    ),

  /** Call when the platform announces a test's id. Returns whether the test has already arrived. */
  markTest: (notificationId: string): boolean =>
    database.run(
      'UPDATE notification_events SET is_test = 1, raises = NULL, unseen = 0 WHERE notification_id = ? AND is_test = 0',
      [notificationId],
    ).changes > 0,

  /** Whether a delivery with a valid signature has arrived since `sinceMs`. */
  hasVerifiedSince: (sinceMs: number): boolean =>
    database.get(
      `SELECT 1 AS found FROM notification_events
       WHERE received_at_ms >= ? AND +signature = 'verified' AND origin = 'platform' LIMIT 1`,
      [sinceMs],
    ) !== undefined,

  /** The newest notification of a topic. */
  lastJsonEvent: (name: string) =>
    database.get<{ readonly eventId: number; readonly receivedAtMs: number }>(
      `SELECT id AS eventId, received_at_ms AS receivedAtMs FROM notification_events
       WHERE name = ? AND format = 'json' AND origin = 'platform' AND signature = 'verified' ORDER BY id DESC LIMIT 1`,
      [name],
    ),

  /** Newest first; every topic if `name` is null. */
  jsonEvents: (name: string | null, limit: number) =>
    database.all<JsonEvent>(
      `SELECT ${jsonEventColumns} FROM notification_events e
       WHERE ${name === null ? '' : 'e.name = ? AND '}${jsonEventCondition} ORDER BY e.id DESC LIMIT ?`,
      name === null ? [limit] : [name, limit],
    ),

  jsonEvent: (eventId: number) =>
    database.get<JsonEvent>(
      `SELECT ${jsonEventColumns} FROM notification_events e WHERE e.id = ? AND ${jsonEventCondition}`,
      [eventId],
    ),

  setting: (name: string): string | undefined =>
    database.get<{ readonly value: string }>('SELECT value FROM notification_settings WHERE name = ?', [name])?.value,

  setSetting: (name: string, value: string): void => {
    database.run(
      'INSERT INTO notification_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, value],
    )
  },
})
