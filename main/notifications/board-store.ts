/** What board and registration keep: small settings by name, and which event answers a test. */
import type { Database } from '../database/database.ts'

/** A captured message of the REST service, and the delivery that has its bytes. */
export type JsonEvent = {
  readonly eventId: number
  readonly deliveryId: number
  readonly receivedAtMs: number
  readonly name: string
  readonly notificationId: string | null
}

const jsonEventColumns = `e.id AS eventId, e.received_at_ms AS receivedAtMs, e.name, e.notification_id AS notificationId,
  (SELECT min(d.id) FROM notification_deliveries d WHERE d.event_id = e.id) AS deliveryId`
/** What was signed wrongly says nothing about what the platform sends. */
const jsonEventCondition = "e.format = 'json' AND e.signature <> 'wrong' AND e.delivery_count > 0"

type ArrivedEvent = { readonly eventId: number; readonly receivedAtMs: number; readonly notificationId: string | null }
const arrivedColumns = 'id AS eventId, received_at_ms AS receivedAtMs, notification_id AS notificationId'

/** Settings, tests and arrivals. All calls are synchronous. */
export const createBoardStore = (database: Database) => ({
  /** The messages of the REST service of that name that came at or after then, the earliest first. */
  jsonEventsSince: (name: string, sinceMs: number, limit: number) =>
    database.all<ArrivedEvent>(
      `SELECT ${arrivedColumns} FROM notification_events
       WHERE name = ? AND format = 'json' AND origin = 'platform' AND received_at_ms >= ? ORDER BY id LIMIT ?`,
      [name, sinceMs, limit],
    ),

  /** The newest message of the REST service of that name, whatever came of it; one signed wrongly was not the platform's. */
  lastJsonEvent: (name: string) =>
    database.get<{ readonly eventId: number; readonly receivedAtMs: number }>(
      `SELECT id AS eventId, received_at_ms AS receivedAtMs FROM notification_events
       WHERE name = ? AND format = 'json' AND origin = 'platform' AND signature <> 'wrong' ORDER BY id DESC LIMIT 1`,
      [name],
    ),

  jsonEventOfNotification: (notificationId: string): ArrivedEvent | undefined =>
    database.get<ArrivedEvent>(
      `SELECT ${arrivedColumns} FROM notification_events
       WHERE notification_id = ? AND origin = 'platform' AND signature <> 'wrong' ORDER BY id LIMIT 1`,
      [notificationId],
    ),

  /** Captured messages of the REST service, of one name or of all (null), the newest first. */
  jsonEvents: (name: string | null, limit: number): readonly JsonEvent[] =>
    database.all<JsonEvent>(
      `SELECT ${jsonEventColumns} FROM notification_events e
       WHERE ${name === null ? '' : 'e.name = ? AND '}${jsonEventCondition} ORDER BY e.id DESC LIMIT ?`,
      name === null ? [limit] : [name, limit],
    ),

  jsonEvent: (eventId: number): JsonEvent | undefined =>
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
