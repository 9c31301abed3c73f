/** Whether a message could not go out at once, and what became of it. */
import type { Database } from '../database/database.ts'

/**
 * `sent` where one went out after all, `waiting` where one is still on its way, `none` where none had to wait.
 *
 * A message keeps the last trouble it met, also when it has gone out since; a line that breaks is told as uncertain.
 */
export const delayedMessage = (database: Database): 'none' | 'waiting' | 'sent' => {
  const isThere = (states: string): boolean =>
    database.get<{ n: number }>(
      `SELECT EXISTS (SELECT 1 FROM outbox
         WHERE json_extract(last_error, '$.kind') IN ('offline', 'unknown') AND state IN (${states})) AS n`,
    )?.n === 1
  if (isThere("'sent'")) return 'sent'
  return isThere("'queued', 'sending', 'deferred'") ? 'waiting' : 'none'
}
