/**
 * Holds the outbox of a restored or imported database.
 *
 * A message that was waiting when the copy was made may have been sent since, and the copy doesn't know (MSG-13). So
 * nothing goes out until the user decides.
 */
import type { OutboxState } from '../../../shared/messaging/outbox-state.ts'
import type { Database } from '../../database/database.ts'

const MESSAGE =
  'This message was waiting when the restored backup was made, so it may have been sent since. Check the conversation, then send or discard it.'

/** Returns the number of messages held. Those in `sending` become `unknown` when the outbox starts. */
export const holdRestoredMessages = (database: Database, nowMs: number): number => {
  const error = { kind: 'conflict', message: MESSAGE } as const
  const state: OutboxState = { state: 'refused', atMs: nowMs, error }
  return database.transaction(() => {
    database.run(
      `INSERT INTO outbox_history (outbox_id, at_ms, event, from_state, to_state, detail)
       SELECT id, ?, 'restored', state, ?, ? FROM outbox WHERE state IN ('held', 'queued', 'waiting')`,
      [nowMs, state.state, MESSAGE],
    )
    return database.run(
      `UPDATE outbox SET state = ?, detail = ?, last_error = ?, changed_at_ms = ?
       WHERE state IN ('held', 'queued', 'waiting')`,
      [state.state, JSON.stringify(state), JSON.stringify(error), nowMs],
    ).changes
  })
}
