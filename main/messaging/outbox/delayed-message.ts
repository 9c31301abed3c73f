/** Reports to the first steps whether a message had to wait for the platform. */

import type { Database } from '../../database/database.ts'
import { jsonAt } from '../../database/stored-json.ts'

/** `sent`: a message went out after a delay. `waiting`: one is still delayed. */
export const findDelayedMessage = (database: Database): 'none' | 'waiting' | 'sent' => {
  // `last_error` stays after a message is sent.
  const states = database.column<string>(
    `SELECT DISTINCT state FROM outbound WHERE kind = 'message' AND ${jsonAt('last_error', '$.kind')} IN ('offline', 'unknown')`,
  )
  if (states.includes('sent')) return 'sent'
  return ['queued', 'sending', 'waiting'].some((state) => states.includes(state)) ? 'waiting' : 'none'
}
