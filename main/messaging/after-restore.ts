/**
 * The outbox of a copy that takes the place of the present database.
 *
 * MSG-13: what waited to be sent when the copy was made may have been sent since, and the copy knows nothing of it. So
 * nothing of it goes out by itself: each waits for the user, who can look at the thread first.
 */
import type { OutboxState } from '../../shared/messaging/outbox-state.ts'
import type { Database } from '../database/database.ts'

const WORDS =
  'This message was waiting when the copy was made that you restored. It may have been sent since: look at the conversation, then send it or throw it away.'

/** Holds back what would be sent; how many there are. What was on its way is made uncertain by the outbox itself. */
export const holdBackMessages = (database: Database, nowMs: number): number => {
  const state: OutboxState = {
    state: 'rejected',
    atMs: nowMs,
    error: { kind: 'conflict', message: WORDS },
  }
  return database.transaction(() => {
    const waiting = database.all<{ id: string; state: string }>(
      `SELECT id, state FROM outbox WHERE state IN ('held', 'queued', 'deferred')`,
    )
    for (const { id, state: from } of waiting) {
      database.run('UPDATE outbox SET state = ?, detail = ?, last_error = ?, changed_at_ms = ? WHERE id = ?', [
        state.state,
        JSON.stringify(state),
        JSON.stringify(state.error),
        nowMs,
        id,
      ])
      database.run(
        'INSERT INTO outbox_history (outbox_id, at_ms, event, from_state, to_state, detail) VALUES (?, ?, ?, ?, ?, ?)',
        [id, nowMs, 'restored', from, state.state, state.error.message],
      )
    }
    return waiting.length
  })
}
